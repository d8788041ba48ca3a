import { basename } from 'node:path';

import { Entity, Quat, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import type { Clip } from './clip';
import { chooseClips, findKinds, type KnownClip } from './clip-kinds';
import { Instance } from './instance';
import { registerLimber } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import { loadGlb, type LoadedCharacter } from '../../test/support/app';
import { createPhysicsApp } from '../../test/support/physics-app';
import { FileProblem } from '../glb/file-problem';
import { useRolesBeside } from '../roles-beside';

// The character that is checked: its model on the real engine, its rig, and the clips that fit it.

/** Largest step of the clock in seconds. */
const FRAME = 1 / 60;

/** Loads a GLB with the engine. */
async function load(app: AppBase, path: string): Promise<LoadedCharacter> {
    try {
        return await loadGlb(app, path);
    } catch (error) {
        if (error instanceof FileProblem) throw error;
        throw new FileProblem(`"${path}" cannot be read by the engine (${(error as Error).message}). Export it again as glTF binary (.glb).`);
    }
}

/** Names of the nodes that a track moves. */
function movedNames(track: AnimTrack): Set<string> {
    const paths = track.curves.flatMap(curve => curve.paths as unknown as { entityPath: string[] }[]);
    return new Set(paths.map(({ entityPath }) => entityPath[entityPath.length - 1]));
}

/** A name for people: exporters put the armature's in front. */
function nameOf(track: AnimTrack, path: string): string {
    return track.name.split('|').pop() || fileNameOf(path);
}

function fileNameOf(path: string): string {
    return basename(path).replace(/\.(?:glb|vrm)$/i, '');
}

/** A character on an app of its own. */
export class Character {
    /** World transforms of all nodes of an instance in the rest pose, the model on the origin. */
    readonly rest: { position: Vec3; rotation: Quat; scale: number }[] = [];

    readonly rig: Rig;

    /** Share of the skin that each node of the rig carries. */
    readonly skinShare: Float64Array;

    /** World directions and places in the rest pose. */
    readonly forward = new Vec3();

    readonly up = new Vec3();

    /** World point between the eyes in the rest pose. */
    readonly eyePoint = new Vec3();

    /** Metres of the scene for one unit of the rig. */
    readonly scale: number;

    readonly clips: Clip[] = [];

    /** What each clip is. */
    kinds: ReadonlyMap<Clip, KnownClip> = new Map();

    /** The poses in which it is measured: its clips, or some of them where there are many; null: the rest pose, where there are none. */
    poses: readonly (Clip | null)[] = [null];

    private readonly places: number[];

    /** Names of all nodes of the model. */
    private readonly names: ReadonlySet<string>;

    private things: Entity[] = [];

    private constructor(readonly app: AppBase, readonly path: string, private readonly loaded: LoadedCharacter) {
        const fresh = this.add();
        useRolesBeside(path, fresh.model);
        const rig = findCharacter(fresh.model);
        if (!rig || !(rig.bones.has('hips') || rig.bones.has('head'))) {
            throw new FileProblem(`"${path}" is no character: ${rig?.problems.join(' ') ?? 'there is nothing in it. Export the skin together with its armature.'}`);
        }
        this.rig = rig;
        // read while the model is there: the rig outlives it
        this.skinShare = rig.skeleton.skinShare;
        this.places = rig.skeleton.nodes.map(node => fresh.nodes.indexOf(node));
        this.names = new Set(fresh.nodes.map(node => node.name));
        for (const node of fresh.nodes) {
            const scale = node.getWorldTransform().getScale().x;
            this.rest.push({ position: node.getPosition().clone(), rotation: node.getRotation().clone(), scale });
        }
        const space = rig.skeleton.space!;
        this.restOnSkin(space);
        const vector = (values: Float64Array) => new Vec3(values[0], values[1], values[2]);
        space.getRotation().transformVector(vector(rig.forward), this.forward);
        space.getRotation().transformVector(vector(rig.up), this.up);
        space.getWorldTransform().transformPoint(vector(rig.eyePoint.position), this.eyePoint);
        this.scale = space.getWorldTransform().getScale().x;
        this.clear();
    }

    /** Bones stand where their skin was bound to them: a file's nodes may be in the middle of a clip. */
    private restOnSkin(space: GraphNode) {
        const { positions, rotations, matrices } = this.rig.skeleton;
        const scale = space.getWorldTransform().getScale().x;
        this.places.forEach((place, i) => {
            const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
            const turn = new Quat(...rotations.subarray(4 * i, 4 * i + 4));
            this.rest[place] = {
                position: space.getWorldTransform().transformPoint(new Vec3(x, y, z)),
                rotation: space.getRotation().clone().mul(turn),
                scale: scale * Math.hypot(matrices[12 * i], matrices[12 * i + 1], matrices[12 * i + 2])
            };
        });
    }

    /**
     * Loads a character and clips for it.
     *
     * @param isThorough - Whether all clips are measured, however many there are.
     */
    static async open(path: string, clipPaths: readonly string[], isThorough = false): Promise<Character> {
        const app = await createPhysicsApp('ammojs-typed');
        registerLimber(app);
        try {
            return await Character.of(app, path, await load(app, path), clipPaths, isThorough);
        } catch (error) {
            app.destroy();
            throw error;
        }
    }

    /** A character that is loaded, on an app that it closes with itself. */
    static async of(app: AppBase, path: string, loaded: LoadedCharacter, clipPaths: readonly string[] = [], isThorough = false): Promise<Character> {
        const character = new Character(app, path, loaded);
        character.addClips(path, loaded);
        for (const clipPath of clipPaths) await character.loadClips(clipPath);
        character.kinds = findKinds(character);
        if (character.clips.length > 0) character.poses = isThorough ? character.clips : chooseClips(character.kinds);
        return character;
    }

    close() {
        this.app.destroy();
    }

    /** Height in metres of the scene. */
    get height(): number {
        return this.rig.height * this.scale;
    }

    /** The poses in which feet stand on the ground; the rest pose where there is none. */
    get groundedPoses(): readonly (Clip | null)[] {
        const grounded = this.poses.filter(clip => clip && this.kinds.get(clip)!.kind !== 'other');
        return grounded.length > 0 ? grounded : [null];
    }

    /** Place of a node of the skeleton among the nodes of an instance. */
    placeOf(index: number): number {
        return this.places[index];
    }

    /** A new instance in the scene, without script and clip. */
    add(): Instance {
        const model = this.loaded.instantiate();
        this.app.root.addChild(model);
        this.things.push(model);
        return new Instance(this, model);
    }

    /** A new entity that is neither model nor script. */
    addEntity(): Entity {
        const entity = new Entity('target', this.app);
        this.app.root.addChild(entity);
        this.things.push(entity);
        return entity;
    }

    /** Takes everything out of the scene. */
    clear() {
        for (const thing of this.things) thing.destroy();
        this.things = [];
    }

    /** Runs some frames. */
    step(frames = 1) {
        for (let i = 0; i < frames; i++) this.app.update(FRAME);
    }

    private async loadClips(path: string) {
        const loaded = await load(this.app, path);
        if (loaded.clips.size === 0) throw new FileProblem(`"${path}" holds no clips. Leave it away, or export it with its animation.`);
        const before = this.clips.length;
        this.addClips(path, loaded);
        if (this.clips.length === before) {
            throw new FileProblem(`the clips of "${path}" move none of the bones of "${this.path}". Export them from the same armature as the character.`);
        }
    }

    /** Adds the clips that move bones; those of props that lie in the same file are no business of the character. */
    private addClips(path: string, { clips }: LoadedCharacter) {
        const taken = new Set(this.clips.map(({ name }) => name));
        const bones = new Set(this.rig.skeleton.nodes.map(node => node.name));
        for (const track of clips.values()) {
            const wanted = [...movedNames(track)];
            if (!wanted.some(name => bones.has(name))) continue;
            const moved = wanted.filter(name => this.names.has(name)).length;
            // what a file of one clip calls it is often the same in all of them
            let name = path !== this.path && clips.size === 1 ? fileNameOf(path) : nameOf(track, path);
            while (taken.has(name)) name = `${name}'`;
            taken.add(name);
            this.clips.push({ name, track, moved, wanted: wanted.length });
        }
    }
}
