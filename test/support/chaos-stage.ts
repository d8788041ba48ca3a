import { Entity, Vec3, type AnimTrack, type GraphNode, type ScriptType } from 'playcanvas';

import { BoneLengths } from './bone-lengths';
import { addBusy, addEverything, WAYS, type Company } from './every-script';
import { SetupStage } from './setup-stage';
import { releaseSurplusSkins } from './surplus-skins';
import { enterState } from '../../scripts/anim/component/enter-state';
import { limberScripts, type AttributeDefinition, type HitReactions, type PerfectLookAt, type PlayerControls } from '../../scripts/index';

// Characters to which anything may be done that a project does, by accident too.

/** Something that is done to a character after a frame. */
export interface Action {
    readonly frame: number;
    /** Which of the characters. */
    readonly hero: number;
    readonly what: What;
    /** What the action chooses with, 0..1 each. */
    readonly choices: readonly [number, number, number];
}

/** Metres between them: now and then they meet. */
const APART = 1.5;

/** Most clones at a time. */
const CLONES = 3;

type Script = ScriptType & Record<string, unknown> & { problems(): string[]; refresh(): void };

/** A character with what actions need of it. */
interface Hero {
    readonly entity: Entity;
    readonly company: Company;
    /** Nodes that were given what is no number, by name and by chance. */
    readonly broken: Set<GraphNode>;
    /** How long its bones are; null where actions may change that. */
    readonly lengths: BoneLengths | null;
}

/** Values that data, code and mistakes bring. */
const VALUES: readonly unknown[] = [null, undefined, NaN, Infinity, -1, 0, 0.5, 1, 7, 1e9, true, false, '', 'head', 'leftFoot', 'nonsense', [], [{}], [null], {}, new Vec3(), new Vec3(0, NaN, 0)];

/** Most frames of a pause. */
const PAUSE = 20;

/** Roles of bones that are hit, and newton seconds at most. */
const HIT = ['head', 'spine', 'chest', 'leftUpperArm', 'rightUpperLeg', 'hips', 'leftFoot'];
const IMPULSE = 250;

const STEPS = [0, 1e-4, 1 / 240, 1 / 30, 0.1, 1];

const scriptsOf = (entity: Entity) => ((entity.script as unknown as { scripts?: Script[] } | null)?.scripts ?? []);
const find = <Kind>(entity: Entity, name: string) => entity.script?.get(name) as Kind | null | undefined;
const modelOf = (entity: Entity) => entity.children.find(({ name }) => name !== 'Look Target') as Entity | undefined;

/** What a sentence of the pack looks like, and what none of them says. */
const SENTENCE = /^\[\w+\] ".*": .+\.$/s;
const NONSENSE = /undefined|\[object|NaN/;

export function pick<T>(list: readonly T[], choice: number): T {
    return list[Math.floor(choice * list.length)];
}

type World = Record<'addRigidBody' | 'removeRigidBody', (...all: unknown[]) => void>;

export class ChaosStage {
    /** Step of the next frame; 0 is one too. */
    private step = 1 / 60;

    /** Frames left in which time stands still. */
    private paused = 0;

    private readonly heroes: Hero[] = [];

    /** Clones, and bones that were hung elsewhere. */
    private readonly others: Entity[] = [];

    private readonly target: Entity;

    private isGuest = false;

    private readonly world: World;

    private readonly originals: [keyof World, World[keyof World]][] = [];

    /** Bodies that have come to the physics and not gone. */
    private bodies = 0;

    /** How many listened before the characters came. */
    private listeners = 0;

    private constructor(private readonly stage: SetupStage, private readonly files: readonly string[], private readonly isBusy: boolean) {
        this.target = new Entity('target', stage.app);
        this.target.setPosition(1, 1.5, 2);
        stage.app.root.addChild(this.target);
        this.world = (stage.app.systems.rigidbody as unknown as { dynamicsWorld: World }).dynamicsWorld;
        const { world } = this;
        for (const [name, by] of [['addRigidBody', 1], ['removeRigidBody', -1]] as const) {
            const original = world[name];
            this.originals.push([name, original]);
            world[name] = (...all) => {
                this.bodies += by;
                original.apply(world, all);
            };
        }
    }

    /**
     * Opens a stage with as many characters as there are files.
     *
     * @param files - Files of characters.
     * @param isBusy - Whether each has all scripts that can stand together, and keeps its bones: then nothing may be done that hurts a model.
     * @param milliseconds - Budget of all scripts in a frame; 0: none.
     * @param stage - One that goes on afterwards; without one it is opened and closed.
     */
    static async open(files: readonly string[], isBusy = false, milliseconds = 0, stage?: SetupStage): Promise<ChaosStage> {
        const chaos = new ChaosStage(stage ?? await SetupStage.open(), files, isBusy);
        chaos.isGuest = stage !== undefined;
        if (milliseconds > 0) chaos.stage.addEntity('Budget').script!.create('limberBudget', { attributes: { milliseconds } as never });
        chaos.stage.step();
        chaos.listeners = chaos.countListeners();
        for (const [i, file] of files.entries()) await chaos.addHero(i, file);
        return chaos;
    }

    close() {
        const { stage, target, world } = this;
        stage.clear();
        target.destroy();
        for (const [name, original] of this.originals) world[name] = original;
        if (!this.isGuest) stage.close();
    }

    /** A frame. */
    frame() {
        this.stage.app.update(this.paused > 0 ? 0 : this.step);
        this.paused--;
        this.step = 1 / 60;
    }

    /** What is wrong with the characters; null: nothing. */
    findHarm(): string | null {
        for (const { entity, broken, lengths } of this.heroes) {
            const model = entity.parent ? modelOf(entity) : undefined;
            const bad = model?.find(node => !broken.has(node) && !areNumbers(node as Entity))[0];
            if (bad) return `${bad.name} of ${entity.name} is no number`;
            const stretched = model && lengths?.findStretched();
            if (stretched) return `${stretched} of ${entity.name}`;
            for (const script of entity.script ? scriptsOf(entity) : []) {
                const sentence = script.problems().find(text => !SENTENCE.test(text) || NONSENSE.test(text));
                if (sentence) return `a sentence that nobody understands: ${sentence}`;
            }
        }
        return null;
    }

    /** Takes all characters away; answers what they leave behind. */
    clear(): string | null {
        for (const entity of [...this.heroes.map(hero => hero.entity), ...this.others]) entity.destroy();
        // what scripts have shown dies out
        this.stage.step(60);
        if (this.bodies !== 0) return `${this.bodies} bodies are left in the physics`;
        const left = this.countListeners() - this.listeners;
        return !this.isBusy || left === 0 ? null : `${left} listeners are left at the systems of the application`;
    }

    /** How many listen to the systems of the application and to its root. */
    private countListeners(): number {
        const { app } = this.stage;
        const sources = [app.systems, app.systems.rigidbody, app.systems.script, app.root] as unknown as readonly { _callbacks: Map<string, unknown[]> }[];
        return sources.flatMap(({ _callbacks: callbacks }) => [...callbacks.values()]).reduce((sum, { length }) => sum + length, 0);
    }

    private async addHero(index: number, file: string) {
        const entity = this.stage.addEntity(`Hero ${index}`, new Vec3(APART * index, 0, 0));
        const model = await this.stage.addModel(entity, file);
        releaseSurplusSkins(model);
        const company = await this.companyOf(file);
        this.heroes[index] = { entity, broken: new Set(), company, lengths: this.isBusy ? new BoneLengths(model) : null };
        if (this.isBusy) addEverything(entity, company);
    }

    private async companyOf(file: string): Promise<Company> {
        const { clips } = await this.stage.load(file);
        return { app: this.stage.app, target: this.target, clips: new Map([...clips].map(([name, clip]): [string, AnimTrack] => [name.replaceAll('.', ' '), clip])) };
    }

    /** Does an action; one that nobody is there for any more does nothing. */
    async act({ hero: index, what, choices: [a, b, c] }: Action) {
        const hero = this.heroes[index];
        if (what === 'another character') {
            hero.entity.destroy();
            await this.addHero(index, pick(this.files, a));
            return;
        }
        if (!hero.entity.parent) return;
        this.doTo(hero, what, a, b, c);
    }

    private doTo(hero: Hero, what: What, a: number, b: number, c: number) {
        const { entity, company } = hero;
        const script = scriptsOf(entity)[Math.floor(a * scriptsOf(entity).length)] as Script | undefined;
        const model = modelOf(entity);
        const anim = model?.anim;
        const nodes = model?.find(() => true) as Entity[] | undefined;
        switch (what) {
            case 'add a script':
                if (!entity.script) entity.addComponent('script');
                addBusy(entity, pick(limberScripts, a).name, company);
                break;
            case 'remove a script': if (script) entity.script!.destroy(nameOf(script)); break;
            case 'switch a script': if (script) script.enabled = !script.enabled; break;
            case 'act': if (script) WAYS[nameOf(script)].act?.(script, company); break;
            case 'refresh': script?.refresh(); break;
            case 'set an attribute': if (script) setAttribute(script, b, c); break;
            case 'hear an event': if (script) this.hear(hero, script, b, c); break;
            case 'clone':
                if (this.others.filter(({ name, parent }) => parent && name === entity.name).length < CLONES) {
                    const clone = entity.clone() as Entity;
                    clone.translate(0, 0, 2 * a - 3);
                    this.keep(clone);
                }
                break;
            case 'scale': (b < 0.5 ? entity : model)?.setLocalScale(Vec3.ONE.clone().mulScalar(pick([0.5, 1, 2, 1, 0.01, 30], c))); break;
            case 'move': entity.setPosition(20 * (a - 0.5), c < 0.9 ? 0 : 3, 20 * (b - 0.5)); break;
            case 'turn': entity.setEulerAngles(c < 0.9 ? 0 : 90, 360 * a, 0); break;
            case 'play a state': {
                const states = anim?.baseLayer?.states.filter(state => state !== 'START' && state !== 'END' && state !== 'ANY') ?? [];
                if (states.length > 0) anim!.baseLayer!.play(pick(states, a));
                break;
            }
            case 'cross-fade': {
                const states = anim?.baseLayer?.states.filter(state => state !== 'START' && state !== 'END' && state !== 'ANY') ?? [];
                // the engine throws where a state was played in a cross-fade and no frame has shown it yet, whatever is on the character: see enterState()
                if (states.length > 0) enterState(anim!.baseLayer!, pick(states, a), 0.5 * b);
                break;
            }
            case 'speed of the animation': if (anim) anim.speed = pick([0, 0.5, 1, 1, 2, -1], a); break;
            case 'switch the entity': entity.enabled = !entity.enabled; break;
            case 'switch the model': if (model) model.enabled = !model.enabled; break;
            case 'destroy the model': model?.destroy(); break;
            case 'destroy the entity': entity.destroy(); break;
            case 'remove the scripts': entity.removeComponent('script'); break;
            case 'remove the animation': if (anim) model!.removeComponent('anim'); break;
            case 'destroy a bone': if (nodes && nodes.length > 1) pick(nodes.slice(1), a).destroy(); break;
            case 'hang a bone elsewhere': if (nodes && nodes.length > 1) this.keep(pick(nodes.slice(1), a)); break;
            case 'break a bone':
                if (!nodes) break;
                hero.broken.add(pick(nodes, a));
                pick(nodes, a).setLocalPosition(NaN, 0, 0);
                break;
            case 'mend the bones':
                for (const node of nodes ?? []) if (!areNumbers(node)) mend(node);
                hero.broken.clear();
                break;
            case 'step': this.step = pick(STEPS, a); break;
            case 'pause': this.paused = Math.ceil(PAUSE * a); break;
            case 'hit':
                find<HitReactions>(entity, 'hitReactions')?.hit(pick(HIT, a), entity.getPosition().clone().add(Vec3.UP), around(b).mulScalar(IMPULSE * c));
                break;
            case 'walk': find<PlayerControls>(entity, 'playerControls')?.goTo(around(a).mulScalar(15 * b), 6 * c); break;
            case 'look elsewhere': {
                const look = find<PerfectLookAt>(entity, 'perfectLookAt');
                this.target.setPosition(around(a).mulScalar(10 * b));
                if (look) look.targetObject = pick([null, this.target, this.target, ...this.heroes.map(other => other.entity)], c);
                break;
            }
        }
    }

    /** Puts something into the scene by itself. */
    private keep(entity: Entity) {
        this.stage.app.root.addChild(entity);
        this.others.push(entity);
    }

    /** Lets somebody who hears an event do something about it. */
    private hear(hero: Hero, script: Script, b: number, c: number) {
        const what = pick(ANSWERS, c);
        // the engine takes a listener of one time away after it has been called: what it does may call it again
        let isHeard = false;
        script.once(pick(EVENTS, b), () => {
            if (isHeard || !hero.entity.parent) return;
            isHeard = true;
            this.doTo(hero, what, c, b, c);
        });
    }
}

const EVENTS = ['target', 'reached', 'foot:plant', 'foot:release', 'activate', 'deactivate', 'restored', 'hit', 'state', 'contact', 'look', 'fidget', 'start', 'cancel', 'end', 'refused'];

const ANSWERS = ['destroy the entity', 'remove the scripts', 'refresh', 'clone', 'switch the entity', 'scale', 'destroy the model'] as const;

const many = <T extends string>(count: number, what: T): T[] => new Array<T>(count).fill(what);

/** Everything that may be done, the usual more often. */
export const WHATS = [
    ...many(8, 'add a script'), ...many(6, 'set an attribute'), ...many(5, 'act'), ...many(3, 'play a state'),
    ...many(2, 'cross-fade'), ...many(3, 'move'), ...many(2, 'turn'), 'step', 'step',
    'remove a script', 'switch a script', 'switch a script', 'refresh', 'hear an event', 'hear an event', 'another character', 'clone', 'scale', 'speed of the animation',
    'switch the entity', 'switch the entity', 'switch the model', 'destroy the model', 'destroy the entity', 'remove the scripts', 'remove the animation', 'destroy a bone',
    'hang a bone elsewhere', 'break a bone', 'mend the bones', 'mend the bones'
] as const;

/** What happens in a game in which nobody makes mistakes. */
export const PLAY = [
    ...many(6, 'hit'), ...many(4, 'act'), ...many(4, 'walk'), ...many(3, 'look elsewhere'), ...many(3, 'add a script'), ...many(3, 'play a state'), ...many(2, 'cross-fade'),
    ...many(3, 'move'), ...many(2, 'turn'), ...many(2, 'another character'), 'step', 'step', 'pause', 'switch a script', 'switch a script', 'remove a script', 'refresh', 'clone',
    'switch the entity', 'switch the model', 'speed of the animation', 'hear an event'
] as const;

export type What = typeof WHATS[number] | typeof PLAY[number];

/** A horizontal direction. */
function around(choice: number): Vec3 {
    return new Vec3(Math.sin(2 * Math.PI * choice), 0, Math.cos(2 * Math.PI * choice));
}

const nameOf = (script: Script) => (script.constructor as unknown as { __name: string }).__name;

function setAttribute(script: Script, b: number, c: number) {
    const { attributes } = limberScripts.find(({ name }) => name === nameOf(script))!;
    const [name, definition] = pick(Object.entries(attributes) as [string, AttributeDefinition][], b);
    const { type, min = -10, max = 10 } = definition as { type: string; min?: number; max?: number };
    // half of them as a designer does it
    const isWrong = (1000 * c) % 2 < 1;
    if (isWrong || (type !== 'number' && type !== 'boolean')) script[name] = pick(VALUES, c);
    else script[name] = type === 'boolean' ? c < 0.5 : min + c * (max - min);
}

function areNumbers(node: Entity): boolean {
    const p = node.getLocalPosition(), r = node.getLocalRotation(), s = node.getLocalScale();
    return [p.x, p.y, p.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z].every(Number.isFinite);
}

function mend(node: Entity) {
    node.setLocalPosition(0, 0.1, 0);
    node.setLocalRotation(0, 0, 0, 1);
    node.setLocalScale(1, 1, 1);
}
