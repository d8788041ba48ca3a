import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_LINEAR, type AppBase, type Entity, type GraphNode } from 'playcanvas';

import { loadGlb } from './app';
import { furtherRig, MANNEQUIN } from './characters';
import { ClipSampler } from '../../scripts/anim/clips/clip-sampler';
import { findContacts, type ClipContacts } from '../../scripts/anim/contacts/contacts';
import { findSolePoints } from '../../scripts/anim/contacts/sole-points';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import { readSkin } from '../../scripts/skin/skin';

// Characters with clips, and clips made from other clips.

/** The four-legged sample that the pack ships. */
export const HOUND = 'templates/hound.glb';

/** A character with a clip. */
export interface Actor {
    entity: Entity;
    rig: Rig;
    track: AnimTrack;
}

/** Files of the model and the clip, and what the clip's name contains. */
export type ClipSource = readonly [model: string, file: string, clip: string];

/** The mannequin's clips and those of the further characters that are there. */
export const CLIPS: readonly ClipSource[] = [
    ...['idle', 'walk', 'run'].map(clip => [MANNEQUIN, MANNEQUIN, clip] as const),
    ...['idle', 'walk'].map(clip => [HOUND, HOUND, clip] as const),
    ...['agree', 'walk', 'run'].flatMap(clip => further('Xbot.glb', 'Xbot.glb', clip)),
    ...['idle', 'walk', 'run', 'jump-flip', 'win-dance'].flatMap(clip => further('bitmoji.glb', `bitmoji-${clip}.glb`, ''))
];

function further(model: string, file: string, clip: string): ClipSource[] {
    const [modelPath, filePath] = [furtherRig(model), furtherRig(file)];
    return modelPath && filePath ? [[modelPath, filePath, clip]] : [];
}

/** Puts a character into the scene and finds its clip. */
export async function loadActor(app: AppBase, [model, file, clip]: ClipSource): Promise<Actor> {
    const character = await loadGlb(app, model);
    const { clips } = file === model ? character : await loadGlb(app, file);
    const entity = character.instantiate();
    app.root.addChild(entity);
    const track = [...clips.values()].find(({ name }) => name.includes(clip));
    if (!track) throw new Error(`${file} has no clip "${clip}"`);
    return { entity, rig: findCharacter(entity)!, track };
}

/** Indices of a character's feet: left and right, on four legs the hind ones first. */
export function feetOf({ limbs, legs }: Rig): number[] {
    const feet = legs === 4 ? [limbs.leftFoot, limbs.rightFoot, limbs.leftHand, limbs.rightHand] : [limbs.leftFoot, limbs.rightFoot];
    return feet.map(limb => limb!.bones[limb!.bones.length - 1]);
}

/** The contacts of an actor's clip, or of another clip on the same character. */
export function analyse({ entity, rig, track }: Actor, clip = track): ClipContacts | null {
    const skin = readSkin(rig.skeleton);
    return findContacts(new ClipSampler(clip, entity, rig.skeleton), rig, feetOf(rig).map(foot => findSolePoints(rig, foot, skin)));
}

/** What happens to a clip when it is sampled anew. */
export interface Resampling {
    /** Keys a second. */
    rate?: number;
    /** Seconds of the old clip for a share 0..1 of the new one. */
    time?: (share: number) => number;
    /** Seconds of the new clip. */
    duration?: number;
    /** Seconds before the first key, in which everything holds still. */
    delay?: number;
    /** Metres that are added to the first bone, in the entity's space, at a share of the clip. */
    shift?: (share: number) => readonly number[];
}

/** The same movement with other keys: all bones, linear. */
export function resample({ entity, rig, track }: Actor, options: Resampling): AnimTrack {
    const { rate = 60, duration = track.duration, delay = 0, time = share => share * track.duration, shift = () => [0, 0, 0] } = options;
    const sampler = new ClipSampler(track, entity, rig.skeleton);
    const intervals = Math.round(rate * duration);
    const { nodes } = rig.skeleton;
    const rotations = nodes.map(() => new Float32Array(4 * intervals + 4));
    const positions = nodes.map(() => new Float32Array(3 * intervals + 3));
    const times = new Float32Array(intervals + 1);
    for (let key = 0; key <= intervals; key++) {
        const share = key / intervals;
        times[key] = delay + share * duration;
        const { localRotations, localPositions } = sampler.sample(time(share));
        nodes.forEach((_, node) => {
            const bone = sampler.first + node;
            const rotation = localRotations.slice(4 * bone, 4 * bone + 4);
            const before = rotations[node].subarray(4 * Math.max(key - 1, 0), 4 * Math.max(key, 1));
            // numbers are mixed one by one, so neighbours have one sign
            const sign = rotation.reduce((sum, value, i) => sum + value * before[i], 0) < 0 ? -1 : 1;
            rotations[node].set(rotation.map(value => sign * value), 4 * key);
            const position = localPositions.slice(3 * bone, 3 * bone + 3);
            if (node === 0) shift(share).forEach((value, axis) => { position[axis] += value; });
            positions[node].set(position, 3 * key);
        });
    }
    return makeTrack(delay + duration, times, nodes.flatMap((bone, node) => [
        { bone, property: 'localRotation', values: rotations[node] }, { bone, property: 'localPosition', values: positions[node] }
    ]));
}

/** What one curve moves, and how; the bone's path unless another is given. */
export interface Channel {
    bone: GraphNode;
    property: string;
    values: Float32Array;
    interpolation?: number;
    path?: string[];
}

/** A clip of curves with common keys. */
export function makeTrack(duration: number, times: Float32Array, channels: Channel[]): AnimTrack {
    const outputs = channels.map(({ property, values }) => new AnimData(property === 'localRotation' ? 4 : 3, values));
    const curves = channels.map(({ bone, property, interpolation = INTERPOLATION_LINEAR, path = bone.path.split('/') }, i) => {
        return new AnimCurve([{ entityPath: path, component: 'graph', propertyPath: [property] }], 0, i, interpolation);
    });
    return new AnimTrack('made', duration, [new AnimData(1, times)], outputs, curves);
}
