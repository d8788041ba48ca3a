import { Entity, Quat, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import { createApp, loadGlb, type LoadedCharacter } from './app';
import { furtherRig, MANNEQUIN } from './characters';
import { angleOf } from './geometry';
import { registerLimber, type PerfectLookAt, type Role } from '../../scripts/index';
import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';

// A stage for the tests of perfectLookAt: a character with its clips, instances of it with and without the script, targets.
//
// What a test expects comes from the engine's world transforms after the frame and from an instance of the same model without the
// script that plays the same clip, called the twin.

/** A character file with the files of its clips. */
interface Source {
    name: string;
    file: string;
    clipFiles: string[];
    /** Clips by a word that their names hold. */
    clips: string[];
}

const SOURCES: Source[] = [
    { name: 'mannequin', file: MANNEQUIN, clipFiles: [MANNEQUIN], clips: ['idle', 'walk', 'run'] },
    { name: 'Xbot', file: 'Xbot.glb', clipFiles: ['Xbot.glb'], clips: ['walk', 'run', 'agree'] },
    {
        name: 'bitmoji', file: 'bitmoji.glb', clipFiles: ['bitmoji-idle.glb', 'bitmoji-walk.glb', 'bitmoji-run.glb'],
        clips: ['idle', 'walk', 'run']
    }
];

/** Step of a test's clock: all is settled after one of them at {@link AT_ONCE}. */
export const FRAME = 1 / 60;

/** A blend speed at which the gaze arrives within the frame, at a new target too: that takes 3 ms. */
export const AT_ONCE = 1000;

/** The look without what softens it: hard limits, linked eyes that copy the turn, a target behind that is not given up, and any speed. */
export const PLAIN = { softLimit: 1, convergeEyes: false, giveUpAngle: 180, maxTurnSpeed: 0 };

/** Share of the way to a new target, or of a weight, that is left after a share of its time: rest, speed and its change are 0 at both ends. */
export function leftOfWay(share: number): number {
    const x = Math.min(1, share);
    return 1 - x ** 3 * (10 - 15 * x + 6 * x * x);
}

export type LookAtRow = Partial<PerfectLookAt['lookAtBones'][number]>;
export type LegRow = Partial<PerfectLookAt['legStabilizers'][number]>;

/** What a test sets on a script; rows may leave out what has a default, as in the pack's own examples. */
export type Settings = Partial<Omit<PerfectLookAt, 'lookAtBones' | 'legStabilizers'>> & {
    lookAtBones?: LookAtRow[];
    legStabilizers?: LegRow[];
};

/** An instance of the stage's character. */
export class Actor {
    /** The model and every node below it, in the order of the hierarchy: the same for all instances. */
    readonly nodes: GraphNode[] = [];

    constructor(readonly stage: LookAtStage, readonly model: Entity) {
        const collect = (node: GraphNode) => {
            this.nodes.push(node);
            for (const child of node.children) collect(child as GraphNode);
        };
        collect(model);
    }

    /** The script; the test has put it on. */
    get look(): PerfectLookAt {
        return this.model.script!.get('perfectLookAt') as PerfectLookAt;
    }

    /** Puts the script on the model. */
    addLook(settings: Settings): PerfectLookAt {
        return this.stage.addLook(this.model, settings);
    }

    /** Plays a clip of the stage; the clock stands still until {@link seek} or {@link run}. */
    play(clip: string): this {
        if (!this.model.anim) this.model.addComponent('anim', { activate: true });
        this.model.anim!.assignAnimation('clip', this.stage.clip(clip));
        this.model.anim!.speed = 0;
        return this;
    }

    /** Sets the clip's time. */
    seek(time: number): this {
        this.model.anim!.baseLayer!.activeStateCurrentTime = time;
        return this;
    }

    /** Lets the clip run with the frames. */
    run(): this {
        this.model.anim!.speed = 1;
        return this;
    }

    /** The node of a role. */
    bone(role: Role): Entity {
        return this.nodes[this.stage.indexOf(role)] as Entity;
    }

    /** The node at the place that a node of another instance has. */
    same(node: GraphNode, other: Actor): Entity {
        return this.nodes[other.nodes.indexOf(node)] as Entity;
    }

    /** World direction that was the character's forward in the reference pose, as a node carries it now. */
    forwardOf(node: GraphNode): Vec3 {
        const { reference, forward } = this.stage;
        const carried = node.getRotation().clone().mul(reference[this.nodes.indexOf(node)].rotation.clone().invert());
        return carried.transformVector(forward, new Vec3());
    }

    /** Angle between the forwards that a node and its parent carry, degrees. */
    swingOf(node: GraphNode): number {
        return angleOf(this.forwardOf(node), this.forwardOf(node.parent!));
    }

    /** World place of the eye that looks: of an eye's own bone where it carries skin or turns, else of the eye point that the bone carries. */
    eyeOf(first: GraphNode): Vec3 {
        const { stage } = this;
        const turns = this.model.script?.has('perfectLookAt') && this.look.lookAtBones[0].rotationLimit > 0;
        if ((stage.eyesAreSeen || turns) && (first === this.bone('rightEye') || first === this.bone('leftEye'))) return first.getPosition().clone();
        const { position, rotation, scale } = stage.reference[this.nodes.indexOf(first)];
        const offset = rotation.clone().invert().transformVector(stage.eyePoint.clone().sub(position), new Vec3());
        const grown = first.getWorldTransform().getScale().x / scale;
        return first.getRotation().transformVector(offset.mulScalar(grown), new Vec3()).add(first.getPosition());
    }

    /** Angle between the ray of the first bone's eye and a point, degrees. */
    gazeError(first: GraphNode, point: Vec3): number {
        return angleOf(this.forwardOf(first), point.clone().sub(this.eyeOf(first)));
    }

    /** Local rotations of all nodes, exactly as they are kept. */
    pose(): Quat[] {
        return this.nodes.map(node => node.getLocalRotation().clone());
    }
}

/** One character on an app of its own. */
export class LookAtStage {
    app!: AppBase;

    /** World transforms of the nodes in the reference pose, the model on the origin. */
    readonly reference: { position: Vec3; rotation: Quat; scale: number }[] = [];

    /** World direction of the character in the reference pose. */
    forward = new Vec3();

    /** World point between the eyes in the reference pose. */
    eyePoint = new Vec3();

    /** Height of the character, metres. */
    height = 0;

    /** Whether the eyes' bones carry skin. */
    eyesAreSeen = false;

    private character!: LoadedCharacter;

    private readonly tracks = new Map<string, AnimTrack>();

    private readonly roles = new Map<Role, number>();

    private things: Entity[] = [];

    constructor(private readonly source: Source) {}

    /** Name of the character. */
    get name(): string {
        return this.source.name;
    }

    /** Names of the character's clips. */
    get clips(): string[] {
        return this.source.clips;
    }

    async open() {
        const path = (file: string) => (file === MANNEQUIN ? file : furtherRig(file)!);
        this.app = createApp();
        registerLimber(this.app);
        this.character = await loadGlb(this.app, path(this.source.file));
        const all: AnimTrack[] = [];
        for (const file of this.source.clipFiles) all.push(...(await loadGlb(this.app, path(file))).clips.values());
        for (const clip of this.clips) this.tracks.set(clip, all.find(({ name }) => name.includes(clip))!);
        this.measure();
    }

    close() {
        this.app.destroy();
    }

    /** Takes everything off the stage. */
    clear() {
        for (const thing of this.things) thing.destroy();
        this.things = [];
    }

    /** A new instance of the model below a parent, without script and clip. */
    add(parent: Entity = this.app.root as Entity): Actor {
        const model = this.character.instantiate();
        parent.addChild(model);
        this.things.push(model);
        return new Actor(this, model);
    }

    /** A new entity that is neither model nor script. */
    addEntity(position = new Vec3(), parent: Entity = this.app.root as Entity): Entity {
        const entity = new Entity('thing', this.app);
        parent.addChild(entity);
        entity.setPosition(position);
        this.things.push(entity);
        return entity;
    }

    /** Puts a script on an entity; it looks plainly and arrives at once unless the settings say otherwise. */
    addLook(entity: Entity, settings: Settings): PerfectLookAt {
        if (!entity.script) entity.addComponent('script');
        const attributes = { lookAtBlendSpeed: AT_ONCE, ...PLAIN, ...settings };
        return entity.script!.create('perfectLookAt', { attributes }) as PerfectLookAt;
    }

    clip(name: string): AnimTrack {
        return this.tracks.get(name)!;
    }

    indexOf(role: Role): number {
        const index = this.roles.get(role);
        if (index === undefined) throw new Error(`${this.name} has no ${role}`);
        return index;
    }

    /** Runs one frame. */
    step(dt = FRAME) {
        this.app.update(dt);
    }

    /** Reads the reference pose and the rig from an instance that no script has touched. */
    private measure() {
        const fresh = this.add();
        const rig = detectRig(findSkeleton(fresh.model)!);
        for (const node of fresh.nodes) {
            const scale = node.getWorldTransform().getScale().x;
            this.reference.push({ position: node.getPosition().clone(), rotation: node.getRotation().clone(), scale });
        }
        const { skinShare, ends } = rig.skeleton;
        this.eyesAreSeen = (['leftEye', 'rightEye'] as const).every((role) => {
            const eye = rig.bones.get(role);
            return eye !== undefined && skinShare.subarray(eye, ends[eye]).some(share => share > 0);
        });
        for (const [role, index] of rig.bones) this.roles.set(role, fresh.nodes.indexOf(rig.skeleton.nodes[index]));
        const above = rig.skeleton.nodes[0].parent!;
        const [x, y, z] = rig.forward;
        above.getRotation().transformVector(new Vec3(x, y, z), this.forward);
        const [ex, ey, ez] = rig.eyePoint.position;
        above.getWorldTransform().transformPoint(new Vec3(ex, ey, ez), this.eyePoint);
        this.height = rig.height * above.getWorldTransform().getScale().x;
        this.clear();
    }
}

/** Describes a behaviour on every character; those that are not at hand are skipped with a message. */
export function onEachCharacter(behaviour: string, tests: (stage: LookAtStage) => void) {
    for (const source of SOURCES) {
        describe(`${behaviour}: ${source.name}`, () => {
            if (source.file !== MANNEQUIN && !furtherRig(source.file)) {
                it.skip(`needs ${source.file} in the folder that LIMBER_RIGS names`);
                return;
            }
            const stage = new LookAtStage(source);
            before(() => stage.open());
            afterEach(() => stage.clear());
            after(() => stage.close());
            tests(stage);
        });
    }
}

/** The rows of the chain that a script has filled in, to be changed and set again. */
export function filledRows(look: PerfectLookAt): LookAtRow[] {
    return look.lookAtBones.map(row => ({ ...row }));
}

/** The same with limits as the original has them: one for all sides. */
export function roundRows(look: PerfectLookAt): LookAtRow[] {
    return filledRows(look).map(row => ({ ...row, limitUp: 0, limitDown: 0 }));
}
