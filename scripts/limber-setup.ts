import type { Asset, ScriptType } from 'playcanvas';

import { limberSetupAttributes, type LimberSetupAttributes } from './limber-setup/attributes';
import { componentJson, type ScriptComponentJson, type ScriptJson } from './limber-setup/component-json';
import { PARTS, type SetupPart, type WantedScript } from './limber-setup/parts';
import { findStanding, placeFor, scriptsOf } from './limber-setup/placing';
import { findPhysics } from './physics/ammo';
import { useBaked } from './rig/baked';
import { useRoles } from './rig/correction';
import type { Rig } from './rig/rig';
import { titleOf } from './shell/attributes';
import { CharacterScript } from './shell/character-script';
import { isObject, JsonAsset } from './shell/json-asset';
import { rankOf } from './shell/order';
import { registrationOf } from './shell/register';

export { limberSetupAttributes };

export interface LimberSetup extends LimberSetupAttributes {}

const NOTHING = 'nothing is ticked. Tick what the character should do, and launch again.';
const NO_PHYSICS = 'the physics library Ammo is not loaded. Import it in the settings of the project, under Physics';

/** A script that was added. */
interface Added {
    readonly script: ScriptType & { refresh(): void; problems(): string[] };
    /** What its attributes were given. */
    readonly given: Record<string, unknown>;
    /** Whether it was switched on last. */
    isOn: boolean;
    /** Whether it is of a setup that several characters share: it needs no tick. */
    readonly isShared: boolean;
}

/**
 * Sets a character up: finds out what it is, and adds and fills the scripts for what is ticked, in the order of effect.
 *
 * Scripts that are there already are left as they are. What is unticked later is switched off, what is ticked later comes on. The scripts
 * keep working without it: put what {@link toJson} gives on the entity in the Editor, and this script can go.
 *
 * @example
 * // everything that a person can do
 * const setup = hero.script!.create('limberSetup', { attributes: { lookAt: true, targetObject: ball, feet: true, idle: true, springs: true } })!;
 * console.log(setup.report().join('\n'));
 * @example
 * // the script component for the Editor
 * console.log(JSON.stringify(hero.script!.limberSetup!.toJson()));
 */
export class LimberSetup extends CharacterScript {
    /** The scripts that it has added, by their registered names. */
    private readonly added = new Map<string, Added>();

    /** What came of each ticked thing: sentences that do not change until something is set up again. */
    private outcome: string[] = [];

    private readonly shared = new JsonAsset(this.app, () => this.setUp());

    /** Whether scripts on this entity are still being initialized: one that is put before others then would keep them from it. */
    private isStarting = true;

    /** What is wrong with roles that are set by hand, and with what was baked. */
    private givenProblems: string[] = [];

    /** The asset whose roles were taken last. */
    private takenRoles: LimberSetup['roles'] = null;

    override initialize() {
        this.takeGiven();
        for (const { tick } of PARTS) this.on(`attr:${tick}`, this.setUp, this);
        this.on('attr:targetObject', this.setUp, this);
        this.on('attr:setup', this.setUp, this);
        this.on('attr:roles', this.refresh, this);
        this.on('attr:baked', this.refresh, this);
        this.on('destroy', () => this.shared.release());
        super.initialize();
    }

    /** Looks at the character again, after its model was changed: adds what it can do now, and lets the added scripts find their bones again. */
    override refresh() {
        const before = [...this.added.values()];
        this.takeGiven();
        super.refresh();
        for (const { script } of before) if (this.isThere(script)) script.refresh();
    }

    update() {
        if (!this.isStarting) return;
        this.isStarting = false;
        this.setUp();
    }

    /**
     * What was done, for people: what is wrong with the character or was not found, the most important first; a sentence for each script that was added or was there, for each ticked thing that is not on, with the
     * reason, and for whatever the added scripts have to say.
     */
    report(): string[] {
        const { reports, rig } = this;
        const own = reports.list().map(sentence => this.withoutPlace('limberSetup', sentence));
        if (!rig) return [...own, ...this.ticked.map(part => `${nameOf(part)}: not on, there is no character yet.`)];
        const hasPhysics = findPhysics(this.app) !== null;
        const more = this.ticked.flatMap((part) => {
            if (part.needsPhysics && !hasPhysics) return part.lack(rig) === '' ? [`${nameOf(part)}: not on, ${NO_PHYSICS}.`] : [];
            return this.sentencesOf(part, rig);
        });
        return [...own, ...this.outcome, ...more];
    }

    /**
     * The scripts of the pack on this entity as the data of a script component, which the Editor takes: without this script itself, bones by
     * their names, other entities and assets empty.
     */
    toJson(): ScriptComponentJson {
        const isMeant = (script: ScriptType) => {
            const name = registrationOf(script)?.name;
            return name !== undefined && script !== this && !(this.isAdded(name) && !this.added.get(name)!.isShared && !this.isWanted(name));
        };
        return componentJson(scriptsOf(this.entity).filter(isMeant), this.rig);
    }

    protected drop() {
        this.outcome = [];
    }

    protected build(rig: Rig): boolean {
        this.tellOf(rig, 'trunk', 'legs', 'head', 'arms');
        for (const problem of this.givenProblems) this.reports.add(problem);
        this.setUp();
        return false;
    }

    /** There is nothing to do in a frame: the added scripts do it. */
    protected step() {}

    /** Hands on roles that are set by hand, and what was baked, before a script looks at the character. */
    private takeGiven() {
        const { roles, baked, takenRoles } = this;
        this.givenProblems = [];
        const give = (title: string, asset: Asset | null, use: typeof useBaked) => {
            const problem = !asset ? '' : asset.resource ? use(this.entity, asset.resource) : `"${asset.name}" is not loaded yet, so the character is set up without it. Tick Preload of the asset.`;
            if (problem !== '') this.givenProblems.push(`${title}: ${problem}`);
        };
        if (takenRoles && !roles) useRoles(this.entity, null);
        this.takenRoles = roles;
        give('Roles', roles, useRoles);
        give('Baked', baked, useBaked);
    }

    private get ticked(): SetupPart[] {
        return PARTS.filter(({ tick }) => this[tick]);
    }

    /** Adds what is ticked and not there, and switches on and off what was added. */
    private setUp() {
        const { rig, ticked } = this;
        if (!rig) return;
        if (ticked.length > 0 || this.setup) this.reports.leave('ticks');
        else this.reports.enter('ticks', NOTHING);
        this.outcome = [];
        this.bringShared(rig);
        const placeOf = (part: SetupPart) => rankOf(part.wanted(rig, this)[0].script, rig.legs);
        for (const part of ticked.sort((a, b) => placeOf(a) - placeOf(b))) {
            const wanted = part.wanted(rig, this);
            // what is there already needs nothing found, as chains that were named by hand
            const isThere = wanted.every(({ script }) => !this.added.has(script) && findStanding(this.entity, rig, script));
            const lack = isThere ? '' : part.lack(rig);
            if (lack !== '') this.outcome.push(`${nameOf(part)}: not on, ${lack}.`);
            else for (const one of wanted) this.bring(one, nameOf(part), rig);
        }
        for (const [name, added] of this.added) {
            const isOn = this.isWanted(name);
            if (isOn === added.isOn || added.isShared || !this.isAdded(name)) continue;
            added.isOn = isOn;
            added.script.enabled = isOn;
        }
    }

    /** Adds the scripts of a setup that several characters share, where they are not there. */
    private bringShared(rig: Rig) {
        const data = this.shared.read(this.setup);
        if (data === null) {
            if (this.setup) this.outcome.push(`Setup: "${this.setup.name}" is not loaded yet.`);
            return;
        }
        const { order, scripts } = isObject(data) ? data : { order: null, scripts: null };
        if (!Array.isArray(order) || !isObject(scripts)) {
            this.outcome.push(`Setup: "${this.setup!.name}" is no setup, it has no order and no scripts. Choose a json asset with what toJson() gives.`);
            return;
        }
        for (const name of order as string[]) {
            const own = scripts[name] as Partial<ScriptJson> | undefined;
            if (name === 'limberSetup' || !isObject(own)) continue;
            const attributes: Record<string, unknown> = isObject(own.attributes) ? { ...own.attributes } : {};
            if (name === 'perfectLookAt' && this.targetObject) attributes.targetObject = this.targetObject;
            this.bring({ script: name, attributes }, 'Setup', rig, own.enabled !== false);
        }
    }

    /** Sees to it that a script is there. */
    private bring({ script, attributes }: WantedScript, title: string, rig: Rig, enabled = true) {
        const tell = (what: string) => {
            if (!this.outcome.includes(what)) this.outcome.push(what);
        };
        const standing = findStanding(this.entity, rig, script);
        if (this.isAdded(script)) {
            this.give(this.added.get(script)!, attributes);
            tell(`${title}: ${script} was added.`);
        } else if (standing) {
            const where = standing === this.entity ? '' : ` on "${standing.name}"`;
            tell(`${title}: ${script} was there already${where} and is left as it is.`);
        } else if (!this.app.scripts.has(script)) {
            tell(`${title}: not on, the script ${script} is not loaded. Load a limber.js that holds it, or call registerLimber().`);
        } else {
            const ind = placeFor(this.entity, rig, script);
            if (this.isStarting && ind >= 0) {
                tell(`${title}: ${script} is added in the first frame.`);
                return;
            }
            const made = this.entity.script!.create(script, { attributes: { ...attributes }, ind }) as Added['script'];
            if (!enabled) made.enabled = false;
            this.added.set(script, { script: made, given: { ...attributes }, isOn: true, isShared: title === 'Setup' });
            tell(`${title}: ${script} was added.`);
        }
    }

    /** Whether something that is ticked takes an added script, and the character has what it needs. */
    private isWanted(name: string): boolean {
        const { rig } = this;
        return rig !== null && this.ticked.some(part => part.lack(rig) === '' && part.wanted(rig, this).some(({ script }) => script === name));
    }

    /** What the added scripts of something that is ticked have to say. */
    private sentencesOf(part: SetupPart, rig: Rig): string[] {
        if (part.lack(rig) !== '') return [];
        const title = nameOf(part);
        const added = part.wanted(rig, this).map(({ script }) => this.added.get(script));
        const sentences = added.flatMap(one => one ?? []).flatMap(({ script }) => script.problems().map(sentence => this.withoutPlace(registrationOf(script)!.name, sentence)))
        // said of the character already
        .filter(sentence => !rig.problems.includes(sentence));
        const last = added.at(-1);
        const missing = last && part.miss ? part.miss(rig, this, last.script) : '';
        return [...sentences, ...missing === '' ? [] : [missing]].map(sentence => `${title}: ${sentence}`);
    }

    /** A sentence without the script and the entity that it begins with. */
    private withoutPlace(script: string, sentence: string): string {
        const place = `[${script}] "${this.entity.name}": `;
        return sentence.startsWith(place) ? sentence.slice(place.length) : sentence;
    }

    /** Sets attributes of an added script that are to be others now; what other code has set stays. */
    private give({ script, given }: Added, attributes: WantedScript['attributes']) {
        for (const [name, value] of Object.entries(attributes)) {
            if (value === given[name]) continue;
            given[name] = value;
            Object.assign(script, { [name]: value });
        }
    }

    private isThere(script: ScriptType): boolean {
        return scriptsOf(this.entity).includes(script);
    }

    /** Whether the script of a name was added here, and is still there. */
    private isAdded(name: string): boolean {
        const added = this.added.get(name);
        return added !== undefined && this.isThere(added.script);
    }
}

const nameOf = ({ tick }: SetupPart) => titleOf(tick, limberSetupAttributes[tick]);
