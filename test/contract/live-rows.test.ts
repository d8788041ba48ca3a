import { expect } from 'chai';
import { Entity, Vec2, Vec3, type ScriptType } from 'playcanvas';

import { limberScripts, type ActionPlayer, type ActiveRagdoll, type HitReactions, type IdleRandomizer, type JsonAttribute, type MecFootPlacer, type PerfectLookAt, type SpringChain } from '../../scripts/index';
import { HOUND, MANNEQUIN } from '../support/characters';
import { SAMPLE_ROWS } from '../support/sample-rows';
import { SetupStage } from '../support/setup-stage';
import { catchWarnings } from '../support/warnings';

// Numbers, switches and vectors of rows act in the frame after they were set, in place, and what is under way goes on.

type Row = Record<string, unknown>;

/** Another value that a field may have, set in place where it is a vector. */
function change(row: Row, field: string, { type, max }: { readonly type: string; readonly max?: number }) {
    const value = row[field];
    if (type === 'boolean') row[field] = !value;
    else if (type === 'number') row[field] = value === max ? (max as number) / 2 : Math.min((value as number) + 0.125, max ?? Infinity);
    else (value as Vec3).x += 0.125;
}

describe('numbers of rows', () => {
    catchWarnings();
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open(); });

    afterEach(() => stage.clear());

    after(() => stage.close());

    async function add<Script>(script: string, attributes: object, file = MANNEQUIN, at = new Vec3()): Promise<Script & ScriptType> {
        const hero = await stage.addHero(file, 'Hero', at);
        return hero.script!.create(script, { attributes: attributes as never }) as Script & ScriptType;
    }

    interface Field { readonly list: string; readonly field: string; readonly definition: { readonly type: string; readonly max?: number } }

    async function expectSeen(name: string, fields: readonly Field[]) {
        const hero = await stage.addHero(MANNEQUIN);
        if (name === 'hitReactions') hero.script!.create('activeRagdoll');
        const target = stage.addEntity('target', new Vec3(1, 1, 3));
        const rows = Object.fromEntries(Object.entries(SAMPLE_ROWS[name] ?? {}).map(([list, row]) => [list, [row]]));
        const own = name === 'perfectLookAt' ? { targets: [{ target }], targetObject: target } : {};
        const script = hero.script!.create(name, { attributes: { ...rows, ...own } as never }) as unknown as ScriptType & { retune(fields: readonly string[]): void } & Record<string, Row | Row[]>;
        const seen: string[] = [];
        const { retune } = script;
        script.retune = (changed) => {
            seen.push(...changed ?? ['some']);
            retune.call(script, changed);
        };
        stage.step(2);
        const step = () => stage.step();
        for (const { list, field, definition } of fields) {
            const all = script[list];
            const row = Array.isArray(all) ? all[0] : all;
            expect(row, `${list} has a row`).to.be.an('object');
            seen.length = 0;
            change(row, field, definition);
            expect(seen, 'not before the frame').to.deep.equal([]);
            step();
            expect(seen.some(one => one === 'some' || one === `${list}.${field}`), `${list}.${field}`).to.equal(true);
            seen.length = 0;
            step();
            expect(seen, 'once').to.deep.equal([]);
        }
    }

    for (const { name, attributes } of limberScripts) {
        const lists = Object.entries(attributes).filter((entry): entry is [string, JsonAttribute] => entry[1].type === 'json');
        const fields = lists.flatMap(([list, { schema }]) => Object.entries(schema).flatMap(([field, definition]) => (
            ['number', 'boolean', 'vec2', 'vec3'].includes(definition.type) && !definition.array ? [{ list, field, definition: definition as Field['definition'] }] : []
        )));
        if (fields.length === 0) continue;
        it(`of ${name} are seen in the next frame: ${fields.length} fields of ${lists.length} lists`, () => expectSeen(name, fields));
    }

    it('of a leg stabilizer: a foot is as free in the next frame as if it had always been', async () => {
        const target = stage.addEntity('target', new Vec3(-3, 1, 0.5));
        const attributes = (ikWeight: number) => ({
            targetObject: target, maxTurnSpeed: 0, lookAtBones: [{ boneName: 'head', rotationLimit: 20 }, { boneName: 'hips', rotationLimit: 40 }],
            legStabilizers: ['leftFoot', 'rightFoot'].map(boneName => ({ boneName, ikWeight }))
        });
        const looks = [await add<PerfectLookAt>('perfectLookAt', attributes(1)), await add<PerfectLookAt>('perfectLookAt', attributes(0)), await add<PerfectLookAt>('perfectLookAt', attributes(1))];
        const foot = ({ entity }: ScriptType) => entity.findByName('mixamorig:LeftFoot')!.getPosition().clone();
        stage.step(90);
        const [held, free] = looks.map(foot);
        expect(held.distance(free)).to.be.above(0.01);
        looks[0].legStabilizers.forEach((row) => { row.ikWeight = 0; });
        stage.step();
        expect(foot(looks[0]).distance(foot(looks[1]))).to.be.below(1e-4);
        looks[0].legStabilizers.forEach((row) => { row.ikWeight = 0.5; });
        stage.step();
        const share = foot(looks[0]).distance(foot(looks[2])) / foot(looks[1]).distance(foot(looks[2]));
        expect(share).to.be.within(0.4, 0.6);
        expect(looks.map(look => look.problems())).to.deep.equal([[], [], []]);
    });

    it('of a foot: it goes to its new height and stays planted', async () => {
        const placers = [await add<MecFootPlacer>('mecFootPlacer', {}), await add<MecFootPlacer>('mecFootPlacer', {})];
        const ankle = ({ entity }: ScriptType) => entity.findByName('mixamorig:LeftFoot')!.getPosition().y;
        stage.step(60);
        const events: string[] = [];
        for (const event of ['foot:plant', 'foot:release']) placers[0].on(event, (id: string) => events.push(`${event} ${id}`));
        const height = ankle(placers[0]);
        placers[0].feet[0].footHeight = height + 0.05;
        stage.step();
        expect(ankle(placers[0]) - ankle(placers[1])).to.be.above(1e-3);
        stage.step(60);
        expect(ankle(placers[0]) - ankle(placers[1])).to.be.closeTo(0.05, 0.015);
        expect(events).to.deep.equal([]);
    });

    it('of a chain: it goes on swinging from where it is', async () => {
        const springs = [await add<SpringChain>('springChain', {}, HOUND), await add<SpringChain>('springChain', {}, HOUND)];
        const tips = (script: ScriptType) => (script as SpringChain).chains.map(({ rootBone }) => {
            let node = rootBone as Entity;
            while (node.children.length > 0) node = node.children[0] as Entity;
            return script.entity.getWorldTransform().clone().invert().transformPoint(node.getPosition());
        });
        for (let i = 0; i < 30; i++) {
            for (const { entity } of springs) entity.setPosition(0.3 * Math.sin(0.4 * i), 0, 0);
            stage.step();
        }
        for (const row of springs[0].chains) row.gravity = 5;
        const ways: number[] = [];
        for (let i = 0; i < 30; i++) {
            stage.step();
            const others = tips(springs[1]);
            ways.push(Math.max(...tips(springs[0]).map((tip, k) => tip.distance(others[k]))));
        }
        expect(ways[0]).to.be.within(1e-5, 0.03);
        expect(Math.max(...ways)).to.be.above(0.03);
    });

    it('of a bone: its weight changes on the bodies that are there', async () => {
        const ragdoll = await add<ActiveRagdoll>('activeRagdoll', { active: true, bones: ['hips', 'spine', 'leftThigh', 'leftShin'].map(boneName => ({ boneName })) });
        stage.step(20);
        const { simulation } = ragdoll.control;
        expect(simulation).to.not.equal(null);
        ragdoll.setBoneWeights('leftShin', 0.3, 0.2);
        ragdoll.bones[2].rotationWeight = 0.25;
        ragdoll.bones[3].rotationWeight = 0.5;
        ragdoll.bones[2].stiffness = 7;
        stage.step();
        expect(ragdoll.control.simulation, 'the same bodies').to.equal(simulation);
        const { plan, nodes } = ragdoll.control.built!;
        const at = (role: RegExp) => nodes.findIndex(({ name }) => role.test(name));
        expect(plan.rotationFactors[at(/LeftUpLeg/)]).to.equal(0.25);
        expect(plan.stiffness[at(/LeftUpLeg/)]).to.equal(7);
        expect(plan.rotationFactors[at(/LeftLeg/)], 'what was set for a single bone stays').to.equal(0.3);
        ragdoll.bones[2].mass = 3;
        stage.step(10);
        const { settings } = ragdoll.control.built!.build;
        expect(settings.bodies[at(/LeftUpLeg/)].mass).to.equal(3);
        expect(ragdoll.control.simulation).to.not.equal(null);
    });

    it('of profiles, ranges and windows', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        hero.script!.create('activeRagdoll');
        const reactions = hero.script!.create('hitReactions', { attributes: { profiles: [{ name: 'hard' }] } as never }) as unknown as HitReactions;
        const tuning = (reactions as unknown as { tuning: { now: Record<string, number> } }).tuning;
        reactions.setProfile('hard');
        stage.step(2);
        reactions.profiles[0].maxHitSpeed = 0.75;
        stage.step();
        expect(tuning.now.maxHitSpeed).to.equal(0.75);

        const idle = await add<IdleRandomizer>('idleRandomizer', { preset: 'custom' });
        const { settings } = idle as unknown as { settings: { weightShift: { range: Float64Array } } };
        idle.weightShift.range.set(-0.125, 0.25);
        stage.step();
        expect([...settings.weightShift.range]).to.deep.equal([-0.125, 0.25]);
        idle.weightShift.range = new Vec2(-0.5, 0.5);
        stage.step();
        expect([...settings.weightShift.range]).to.deep.equal([-0.5, 0.5]);

        const actions = await add<ActionPlayer>('actionPlayer', {
            actions: ['go', 'stop'].map(name => ({ name, state: name === 'go' ? 'walk' : 'idle' })), windows: [{ action: 'go', start: 5, end: 4 }], inputBuffer: 0
        });
        const started: string[] = [];
        actions.on('start', (name: string) => started.push(name));
        expect(actions.problems().join()).to.include('never opens');
        stage.step(2);
        actions.request('go');
        stage.step(2);
        Object.assign(actions.windows[0], { start: 0, end: 0 });
        stage.step();
        actions.request('stop');
        stage.step(2);
        expect(started).to.deep.equal(['go', 'stop']);
        expect(actions.problems()).to.deep.equal([]);
    });

    it('act in a clone, and not in what it was cloned from', async () => {
        const look = await add<PerfectLookAt>('perfectLookAt', { lookAtBones: [{ boneName: 'head', rotationLimit: 20 }] });
        stage.step(2);
        const clone = look.entity.clone() as Entity;
        stage.app.root.addChild(clone);
        const copied = clone.script!.get('perfectLookAt') as unknown as PerfectLookAt;
        stage.step(2);
        copied.lookAtBones[0].rotationLimit = 50;
        stage.step();
        expect([look, copied].map(({ lookAtBones }) => lookAtBones[0].rotationLimit)).to.deep.equal([20, 50]);
        expect(JSON.parse(JSON.stringify(copied.lookAtBones[0])).rotationLimit).to.equal(50);
        clone.destroy();
    });
});
