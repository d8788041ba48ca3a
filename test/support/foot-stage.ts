import { Entity, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import { createApp, loadGlb, type LoadedCharacter } from './app';
import { furtherRig, HOUND, MANNEQUIN, usual } from './characters';
import { analyse } from './clips';
import { contactsAt } from './contacts';
import { requireRig } from './skip';
import { Slip } from './slip';
import { measureSole, Sole, type SoleShape } from './sole';
import type { ClipContacts } from '../../scripts/anim/contacts/contacts';
import { registerLimber, type Ground, type MecFootPlacer, type Role } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';

// A stage for the tests of mecFootPlacer: a character with its clips, and for what is expected a twin that plays the same clip at the
// same places over its own flat ground, without the script.

interface Source {
    name: string;
    file: string;
    clipFiles: string[];
    clips: string[];
    feet: string[];
}

const TWO = ['leftFoot', 'rightFoot'];
const FOUR = [...TWO, 'leftHand', 'rightHand'];

const SOURCES: Source[] = [
    { name: 'mannequin', file: MANNEQUIN, clipFiles: [MANNEQUIN], clips: ['idle', 'walk'], feet: TWO },
    { name: 'Xbot', file: 'Xbot.glb', clipFiles: ['Xbot.glb'], clips: ['agree', 'walk'], feet: TWO },
    { name: 'bitmoji', file: 'bitmoji.glb', clipFiles: ['bitmoji-idle.glb', 'bitmoji-walk.glb'], clips: ['idle', 'walk'], feet: TWO }
];

const SOLDIER: Source = { name: 'Soldier', file: 'Soldier.glb', clipFiles: ['Soldier.glb'], clips: ['idle', 'walk'], feet: TWO };

const HOUND_SOURCE: Source = { name: 'hound', file: HOUND, clipFiles: [HOUND], clips: ['idle', 'walk'], feet: FOUR };

const stranger = (name: string, walk: string, feet: string[]): Source => ({ name, file: `${name}.glb`, clipFiles: [`${name}.glb`], clips: ['idle', walk], feet });

const STRANGERS: Source[] = [
    stranger('Husky', 'walk', FOUR), stranger('Cow', 'walk', FOUR),
    stranger('Knight', 'walking_a', TWO), stranger('SkeletonMinion', 'walking_a', TWO), stranger('Orc', 'run', TWO)
];

/** Step of a test's clock. */
export const FRAME = 1 / 60;

export type FootRow = Partial<MecFootPlacer['feet'][number]>;

/** What a test sets on the script. */
export type Settings = Partial<Omit<MecFootPlacer, 'feet'>> & { feet?: FootRow[] };

/** An instance of the stage's character. */
export class Actor {
    readonly nodes: GraphNode[] = [];

    private readonly soles = new Map<string, Sole>();

    /**
     * @param holder - Entity that carries the model: clips may move the model itself.
     */
    constructor(readonly stage: FootStage, readonly model: Entity, readonly holder: Entity) {
        const collect = (node: GraphNode) => {
            this.nodes.push(node);
            for (const child of node.children) collect(child as GraphNode);
        };
        collect(model);
        for (const id of stage.feet) this.soles.set(id, stage.makeSole(id, this.nodes));
    }

    get placer(): MecFootPlacer {
        return this.model.script!.get('mecFootPlacer') as MecFootPlacer;
    }

    /** Puts the script on the model. */
    place(settings: Settings = {}, ground: Ground | null = null): MecFootPlacer {
        if (!this.model.script) this.model.addComponent('script');
        const placer = this.model.script!.create('mecFootPlacer', { attributes: settings }) as MecFootPlacer;
        placer.setGround(ground);
        return placer;
    }

    /** Plays a clip of the stage at a speed. */
    play(clip: string, speed = 1): this {
        if (!this.model.anim) this.model.addComponent('anim', { activate: true });
        this.model.anim!.assignAnimation('clip', this.stage.clip(clip));
        this.model.anim!.speed = speed;
        return this;
    }

    /** Seconds of the clip that the pose is of: the layer's own count is a frame late, as it starts anew within the clip's first frame. */
    get time(): number {
        const { animEvaluator } = (this.model.anim!.baseLayer as unknown as { _controller: { animEvaluator: { clips: { time: number }[] } } })._controller;
        return animEvaluator.clips[0]?.time ?? 0;
    }

    bone(role: Role): Entity {
        return this.nodes[this.stage.indexOf(role)] as Entity;
    }

    /** Bone of a foot. */
    foot(id: string): Entity {
        return this.nodes[this.stage.limbs.get(id)![2]] as Entity;
    }

    /** Hip, knee and ankle of a foot's leg; of a leg of more bones its first, second and last. */
    leg(id: string): Entity[] {
        return this.stage.limbs.get(id)!.map(index => this.nodes[index] as Entity);
    }

    /** Distance between hip and ankle as a share of the leg's length. */
    extension(id: string): number {
        const [hip, , ankle] = this.leg(id);
        return hip.getPosition().distance(ankle.getPosition()) / this.stage.legLength(id);
    }

    sole(id: string): Sole {
        return this.soles.get(id)!;
    }

    /** World direction that was a foot's forward in the reference pose, as its bone carries it now. */
    forwardOf(id: string): Vec3 {
        return this.carried(id, this.stage.forwards.get(id)!);
    }

    /** World direction that was up in the reference pose, as a foot's bone carries it now. */
    upOf(id: string): Vec3 {
        return this.carried(id, Vec3.UP);
    }

    /** All local transforms, exactly as they are kept. */
    pose(): number[][] {
        return this.nodes.map((node) => {
            const p = node.getLocalPosition(), q = node.getLocalRotation(), s = node.getLocalScale();
            return [p.x, p.y, p.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z];
        });
    }

    private carried(id: string, direction: Vec3): Vec3 {
        const foot = this.foot(id);
        const start = this.stage.startRotation(this.stage.limbs.get(id)![2]);
        return foot.getRotation().clone().mul(start).transformVector(direction, new Vec3());
    }
}

/** One character on an app of its own. */
export class FootStage {
    app!: AppBase;

    /** Height of the character, metres, and its share of a person's. */
    height = 0;

    size = 0;

    /** World direction in which the character looks in the reference pose. */
    readonly forward = new Vec3();

    /** Nodes of each foot's leg by index: hip, knee, ankle. */
    readonly limbs = new Map<string, number[]>();

    /** Directions in which the feet point in the reference pose. */
    readonly forwards = new Map<string, Vec3>();

    private measured: GraphNode[] = [];

    private readonly shapes = new Map<string, SoleShape>();

    private readonly lengths = new Map<string, number>();

    private readonly starts: { [index: number]: ReturnType<Entity['getRotation']> } = {};

    private character!: LoadedCharacter;

    private readonly tracks = new Map<string, AnimTrack>();

    private readonly roles = new Map<Role, number>();

    private readonly speeds = new Map<string, number>();

    private readonly contacts = new Map<string, ClipContacts>();

    private things: Entity[] = [];

    constructor(private readonly source: Source) {}

    get name(): string {
        return this.source.name;
    }

    get feet(): string[] {
        return this.source.feet;
    }

    /** Opens the stage; on an app that the test has made, such as one with physics, or on one of its own. */
    async open(app = createApp()) {
        this.app = app;
        registerLimber(app);
        const path = (file: string) => (file.includes('/') ? file : furtherRig(file)!);
        this.character = await loadGlb(app, path(this.source.file));
        const all: AnimTrack[] = [];
        for (const file of this.source.clipFiles) all.push(...(await loadGlb(app, path(file))).clips.values());
        for (const clip of this.source.clips) {
            const track = all.find(({ name }) => name.toLowerCase().includes(clip));
            if (track) this.tracks.set(clip, track);
        }
        this.measure();
        // now, as it takes frames
        for (const clip of this.tracks.keys()) if (clip !== this.standing) this.speeds.set(clip, this.measureSpeed(clip));
    }

    close() {
        this.app?.destroy();
    }

    clear() {
        for (const thing of this.things) thing.destroy();
        this.things = [];
    }

    add(parent: Entity = this.app.root as Entity): Actor {
        const holder = this.addEntity();
        const model = this.character.instantiate();
        holder.addChild(model);
        const actor = new Actor(this, model, holder);
        parent.addChild(holder);
        return actor;
    }

    addEntity(parent: Entity = this.app.root as Entity): Entity {
        const entity = new Entity('thing', this.app);
        parent.addChild(entity);
        this.things.push(entity);
        return entity;
    }

    /** Names of its clips, that in which it stands first. */
    get clips(): readonly string[] {
        return this.source.clips;
    }

    /** The clip in which the character stands. */
    get standing(): string {
        return this.source.clips[0];
    }

    clip(name: string): AnimTrack {
        return this.tracks.get(name)!;
    }

    indexOf(role: Role): number {
        const index = this.roles.get(role);
        if (index === undefined) throw new Error(`${this.name} has no ${role}`);
        return index;
    }

    legLength(id: string): number {
        return this.lengths.get(id)!;
    }

    /** The sole of a foot of an instance with these nodes. */
    makeSole(id: string, nodes: readonly GraphNode[]): Sole {
        return new Sole(this.shapes.get(id)!, node => nodes[this.measured.indexOf(node)]);
    }

    startRotation(index: number) {
        return this.starts[index];
    }

    step(dt = FRAME) {
        this.app.update(dt);
    }

    /**
     * Speed over the ground at which a clip's feet stand still, metres per second: what the patches of the soles on which it stands go
     * backwards in all stances, by the stances' time. When a foot stands, the analysis of the clip says.
     */
    speedOf(clip: string): number {
        return clip === this.standing ? 0 : this.speeds.get(clip)!;
    }

    /** Whether a foot stands at a time of a clip that walks, as the analysis of the clip says. */
    isDown(clip: string, id: string, time: number): boolean {
        const foot = this.contacts.get(clip)?.feet[this.feet.indexOf(id)];
        return foot ? contactsAt(foot, time).isDown : true;
    }

    private measureSpeed(clip: string): number {
        const actor = this.add().play(clip);
        const contacts = analyse({ entity: actor.model, rig: findCharacter(actor.model)!, track: this.clip(clip) })!;
        this.contacts.set(clip, contacts);
        const dt = 1 / 120;
        const sum = { way: 0, time: 0 };
        const slips = this.feet.map(() => new Slip());
        for (let i = 0; i < this.clip(clip).duration / dt - 1; i++) {
            this.step(dt);
            this.feet.forEach((id, foot) => {
                const slip = slips[foot];
                if (!contactsAt(contacts.feet[foot], actor.time).isDown) {
                    slip.lift();
                    return;
                }
                const before = slip.way.clone();
                if (slip.follow(actor.sole(id).read(), (points, v) => points[3 * v + 1], Vec3.UP, this.size)) {
                    sum.way -= slip.way.clone().sub(before).dot(this.forward);
                    sum.time += dt;
                }
            });
        }
        actor.holder.destroy();
        this.things = this.things.filter(thing => thing !== actor.holder);
        return sum.way / sum.time;
    }

    private measure() {
        const model = this.character.instantiate();
        this.app.root.addChild(model);
        const nodes: GraphNode[] = [];
        const collect = (node: GraphNode) => {
            nodes.push(node);
            for (const child of node.children) collect(child as GraphNode);
        };
        collect(model);
        const rig = detectRig(findSkeleton(model)!);
        const indexOf = (node: number) => nodes.indexOf(rig.skeleton.nodes[node]);
        for (const [role, index] of rig.bones) this.roles.set(role, indexOf(index));
        nodes.forEach((node, i) => { this.starts[i] = node.getRotation().clone().invert(); });
        const above = rig.skeleton.nodes[0].parent!;
        const [x, y, z] = rig.forward;
        above.getRotation().transformVector(new Vec3(x, y, z), this.forward);
        this.height = rig.height * above.getWorldTransform().getScale().x;
        this.size = this.height / 1.75;
        for (const id of this.feet) {
            const chain = rig.limbs[id as 'leftFoot']!.bones.map(indexOf);
            this.limbs.set(id, [chain[0], chain[1], chain[chain.length - 1]]);
            let length = 0;
            for (let i = 1; i < chain.length; i++) length += nodes[chain[i]].getPosition().distance(nodes[chain[i - 1]].getPosition());
            this.lengths.set(id, length);
            const foot = nodes[chain[chain.length - 1]];
            this.forwards.set(id, this.footForward(foot));
            this.shapes.set(id, measureSole(model, foot, Vec3.UP, this.forwards.get(id)!, this.height));
        }
        this.measured = nodes;
        model.destroy();
    }

    /** Where a foot points: to its first child along the ground, else where the character looks. */
    private footForward(foot: GraphNode): Vec3 {
        const child = foot.children[0] as GraphNode | undefined;
        const way = child ? child.getPosition().clone().sub(foot.getPosition()) : new Vec3();
        way.y = 0;
        return way.length() > 0.02 * this.height && way.dot(this.forward) > 0.5 * way.length() ? way.normalize() : this.forward.clone();
    }
}

type Open = (stage: FootStage) => Promise<void>;

function describeOn(sources: Source[], behaviour: string, tests: (stage: FootStage) => void, open: Open = stage => stage.open()) {
    for (const source of usual(sources)) {
        describe(`${behaviour}: ${source.name}`, () => {
            const stage = new FootStage(source);
            before(async function () {
                for (const file of [source.file, ...source.clipFiles]) if (!file.includes('/')) requireRig(file, this);
                await open(stage);
            });
            afterEach(() => stage.clear());
            after(() => stage.close());
            tests(stage);
        });
    }
}

/** Describes a behaviour on every two-legged character; those that are not at hand are skipped with a message. */
export function onEachBiped(behaviour: string, tests: (stage: FootStage) => void) {
    describeOn(SOURCES, behaviour, tests);
}

/** Describes a behaviour on people who climb stairs. */
export function onPeople(behaviour: string, tests: (stage: FootStage) => void) {
    describeOn([...SOURCES.slice(0, 2), SOLDIER], behaviour, tests);
}

/** Describes a behaviour on people and animals that nobody here made, and on what each of them walks or runs with. */
export function onStrangersInStride(behaviour: string, tests: (stage: FootStage, clip: string) => void, open?: Open) {
    for (const source of [HOUND_SOURCE, SOLDIER, ...STRANGERS]) describeOn([source], behaviour, stage => tests(stage, source.clips[1]), open);
}

/** Describes a behaviour on the mannequin only. */
export function onMannequin(behaviour: string, tests: (stage: FootStage) => void, open?: Open) {
    describeOn(SOURCES.slice(0, 1), behaviour, tests, open);
}

/** Describes a behaviour on the four-legged sample. */
export function onHound(behaviour: string, tests: (stage: FootStage) => void) {
    describeOn([HOUND_SOURCE], behaviour, tests);
}

/** Describes a behaviour on all characters. */
export function onEachCharacter(behaviour: string, tests: (stage: FootStage) => void, open?: Open) {
    describeOn([...SOURCES, HOUND_SOURCE], behaviour, tests, open);
}

/** A stage for tests that need an app of their own. */
export function mannequinStage(): FootStage {
    return new FootStage(SOURCES[0]);
}
