import { expect } from 'chai';
import { Vec3, type ScriptType } from 'playcanvas';

import { limberScripts } from '../../scripts/index';
import { FULL, MANNEQUIN } from '../support/characters';
import { addBusy, WAYS } from '../support/every-script';
import { turnBetween } from '../support/geometry';
import { SAMPLE_ROWS } from '../support/sample-rows';
import { SetupStage } from '../support/setup-stage';
import { describeFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// A wrong value of any attribute, or of any field of a row, that is taken back after some frames leaves nothing behind: the character is as its twin, in which nothing
// was changed.

const WRONG: readonly unknown[] = [NaN, 'x', Infinity, null, -Infinity, {}];

/** Frames before a value is set, until it is taken back, and after. */
const BEFORE = 20;
const WRONGLY = 10;
const AFTER = 120;

/** Largest difference of a bone: degrees, and metres. */
const SAME_TURN = 0.05;
const SAME_PLACE = 5e-4;

/** Types of fields that act in the next frame; others do after refresh(). */
const LIVE = ['number', 'boolean', 'vec2', 'vec3'];

/** What is seen of it afterwards all the same. */
const SEEN_AFTER: Readonly<Record<string, readonly string[]>> = {
    // legs that were let go of by an endless length come back within 13 mm
    mecFootPlacer: ['minLegLength'],
    // another seed is another idle; up to 0.6 degrees are left of a weight
    idleRandomizer: ['seed', 'weight'],
    // 0.6 degrees are left where it stands
    locomotion: ['clips.speed'],
    // a clip that has run faster is elsewhere
    animationPace: ['pace'],
    // 0.4 degrees are left of a chain that lies against it
    springChain: ['colliders.offset']
};

/** Bodies that sway are never twice in the same place, nor is an idle without a seed: that their frames run and hold numbers is all that is looked at. */
const UNREPEATABLE = ['activeRagdoll', 'limberSetup'];

/** Those that are given each of the values. */
const EACH_VALUE = ['mecFootPlacer', 'locomotion', 'perfectLookAt', 'animationMirror'];

/** Those that are looked at without the full counts. */
const USUAL = ['mecFootPlacer', 'locomotion', 'additiveOverlay'];

type Values = Record<string, unknown>;

/** Where a value is: an attribute, or a field of the first row of a list. */
interface Place { readonly attribute: string, readonly field: string }

function placesOf(table: typeof limberScripts[number]['attributes'], script: Values): Place[] {
    return Object.entries(table).flatMap(([attribute, definition]) => {
        if (definition.type === 'json') {
            const rows = script[attribute];
            const row = Array.isArray(rows) ? rows[0] : rows;
            return row ? Object.keys(definition.schema).filter(field => LIVE.includes(definition.schema[field].type)).map(field => ({ attribute, field })) : [];
        }
        return [{ attribute, field: '' }];
    });
}

function holderOf(script: Values, { attribute, field }: Place): [Values, string] {
    if (field === '') return [script, attribute];
    const rows = script[attribute];
    return [(Array.isArray(rows) ? rows[0] : rows) as Values, field];
}

function setAt(script: Values, place: Place, value: unknown) {
    const [holder, key] = holderOf(script, place);
    holder[key] = value;
}

for (const { name, attributes: table } of limberScripts) {
    if (!WAYS[name] || name === 'limberBudget') continue;
    (USUAL.includes(name) ? describe : describeFull)(`a wrong value that is taken back: ${name}`, () => {
        catchWarnings();

        async function add(stage: SetupStage, at: number) {
            const place = new Vec3(3 * (at % 9), 0, 3 * Math.floor(at / 9));
            const entity = await stage.addHero(MANNEQUIN, 'Hero', place, /^(idle|walk)$/);
            const target = stage.addEntity('target', new Vec3(1, 1.5, 2).add(place));
            const { clips } = await stage.load(MANNEQUIN);
            const script = addBusy(entity, name, { app: stage.app, target, clips }) as unknown as ScriptType & Values;
            for (const [list, row] of Object.entries(SAMPLE_ROWS[name] ?? {})) if ((script[list] as unknown[]).length === 0) script[list] = [{ ...row }];
            return { script, nodes: entity.children[0].find(() => true) };
        }

        /** The poses of characters, one for each place of a value, in a scene of their own, with something done to that value for some frames. */
        async function watch(act: (script: Values, place: Place) => void) {
            const stage = await SetupStage.open();
            const first = await add(stage, 0);
            stage.step(2);
            const places = placesOf(table, first.script);
            stage.clear();
            const heroes: Awaited<ReturnType<typeof add>>[] = [];
            for (const i of places.keys()) heroes.push(await add(stage, i));
            stage.step(BEFORE);
            const kept = places.map((place, i) => {
                const [holder, key] = holderOf(heroes[i].script, place);
                const value = holder[key];
                act(heroes[i].script, place);
                return value;
            });
            stage.step(WRONGLY);
            places.forEach((place, i) => {
                const [holder, key] = holderOf(heroes[i].script, place);
                if (holder[key] !== kept[i]) holder[key] = kept[i];
            });
            stage.step(AFTER);
            const seen = heroes.map(({ nodes }, i) => ({ place: places[i], pose: nodes.map(node => ({ rotation: node.getRotation().clone(), position: node.getPosition().clone() })) }));
            stage.close();
            return seen;
        }

        for (const wrong of FULL && EACH_VALUE.includes(name) ? WRONG : WRONG.slice(0, 1)) {
            it(`${String(wrong)} in any attribute and field leaves nothing behind`, async () => {
                const [right, wrongly] = [await watch(() => {}), await watch((script, place) => setAt(script, place, wrong))];
                const left = right.flatMap(({ place: { attribute, field }, pose }, i) => {
                    const other = wrongly[i].pose;
                    const turn = Math.max(...pose.map(({ rotation }, node) => turnBetween(rotation, other[node].rotation)));
                    const off = Math.max(...pose.map(({ position }, node) => position.distance(other[node].position)));
                    const where = attribute + (field && `.${field}`);
                    const isSame = UNREPEATABLE.includes(name) ? off < Infinity : turn < SAME_TURN && off < SAME_PLACE;
                    return isSame || SEEN_AFTER[name]?.includes(where) ? [] : [`${where}: ${turn.toFixed(2)} degrees, ${(1000 * off).toFixed(1)} mm`];
                });
                expect(left).to.deep.equal([]);
            });
        }
    });
}
