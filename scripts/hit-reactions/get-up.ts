import type { AnimComponent, Asset, Entity, GraphNode } from 'playcanvas';

import type { GetUpRow } from './attributes';
import { ClipSampler } from '../anim/clips/clip-sampler';
import { hasForeignUnits } from '../anim/clips/clip-units';
import { animRootOf, findAnim } from '../anim/component/find-anim';
import { Interlude, listStates, stateFor, type StateClip } from '../anim/component/interlude';
import { getUpSide, isHindFirst, risesHindFirst } from '../anim/kinds/get-up-names';
import { rotateVec, rotateVecInverse, type Flat } from '../core/math/flat-math';
import { poseDistance, sideOf, yawBetween, type Side } from '../core/reactions/lying';
import { rollBetween } from '../core/reactions/roll-angle';
import { readWorldTransform } from '../pose/world-transform';
import type { Rig } from '../rig/rig';

// How a character gets up: the clips for it, which of them begins most like the body lies, and where the character has to stand for that.

/** One way to get up. */
export interface GetUpClip extends StateClip {
    readonly side: Side;
    /** Whether the hind legs get up first. */
    readonly isHindFirst: boolean;
    /** Seconds at which it begins. */
    readonly startTime: number;
    /** Where the bones with bodies are then, in the space of the animation component's entity. */
    readonly points: Flat;
    /** What is up then, a direction in the frame of the chest. */
    readonly up: Flat;
}

/** Sine of the pitch of a trunk that does not lie. */
const SITS = 0.7;

const UP = Float64Array.of(0, 1, 0);

const rotation = new Float64Array(4);
const position = new Float64Array(3);

export class GetUp {
    clips: readonly GetUpClip[] = [];

    readonly interlude = new Interlude();

    private readonly component: AnimComponent | null;

    private readonly root: Entity | null;

    /** World places of the bones with bodies, and those that a clip has for them. */
    private readonly lying: Flat;

    private readonly begun: Flat;

    private readonly isHindFirst: boolean;

    /**
     * @param rig - The character.
     * @param bones - Its bones with bodies, the pelvis first.
     * @param rows - Rows of the inspector.
     * @param tell - Takes a sentence for each row that cannot be used.
     */
    constructor(private readonly rig: Rig, private readonly bones: readonly GraphNode[], rows: readonly GetUpRow[], tell: (sentence: string) => void) {
        this.component = findAnim(rig.skeleton.nodes[0]);
        this.root = this.component && animRootOf(this.component);
        this.lying = new Float64Array(3 * bones.length);
        this.begun = new Float64Array(3 * bones.length);
        this.isHindFirst = risesHindFirst(rig);
        this.readRows(rows, tell);
    }

    /** Takes the rows of the inspector over; without any, what the names of clips and states say. */
    readRows(rows: readonly GetUpRow[], tell: (sentence: string) => void) {
        const { component } = this;
        this.clips = component ? (rows.length > 0 ? this.fromRows(component, rows, tell) : this.fromNames(component, tell)) : [];
    }

    /** The side on which the body lies. */
    get side(): Side {
        readWorldTransform(rotation, 0, position, 0, this.rig.skeleton.nodes[this.chest]);
        return this.sideOfChest(rotation);
    }

    /** The clip that begins most like the body lies: of those for its side, or of all where there is none; and of those that get up as its kind does. */
    choose(): GetUpClip | null {
        const { side } = this;
        this.readLying();
        const ofSide = orAll(this.clips, clip => clip.side === side);
        let best: GetUpClip | null = null;
        let least = Infinity;
        for (const clip of orAll(ofSide, other => other.isHindFirst === this.isHindFirst)) {
            this.readBegun(clip);
            const distance = poseDistance(this.begun, this.lying);
            if (!(distance < least)) continue;
            least = distance;
            best = clip;
        }
        return best;
    }

    /**
     * Writes how the character has to be moved so that a clip begins where the body lies.
     *
     * @param out - Receives a turn about the vertical in radians, the point it goes about, and the shift after that: seven numbers.
     */
    align(out: Flat, clip: GetUpClip) {
        this.readLying();
        this.readBegun(clip);
        out[0] = yawBetween(this.begun, this.lying);
        for (let i = 0; i < 3; i++) {
            out[1 + i] = this.begun[i];
            out[4 + i] = this.lying[i] - this.begun[i];
        }
    }

    /**
     * How far a body would have to roll about its trunk to lie like a clip begins, radians; 0 for one that sits.
     *
     * @param along - Receives the direction of the trunk in the world.
     */
    rollTo(along: Flat, { up }: GetUpClip): number {
        const { rig, chest } = this;
        const { nodes, rotations } = rig.skeleton;
        readWorldTransform(rotation, 0, position, 0, nodes[chest]);
        rotateVecInverse(along, 0, rotations, 4 * chest, rig.legs === 4 ? rig.forward : rig.up, 0);
        rotateVec(along, 0, rotation, 0, along, 0);
        rotateVec(position, 0, rotation, 0, up, 0);
        return Math.abs(along[1]) < SITS ? rollBetween(along, position, UP) : 0;
    }

    /** Begins. */
    start(clip: GetUpClip) {
        const layer = this.component?.baseLayer;
        if (layer) this.interlude.start(layer, clip, clip.startTime);
    }

    private get chest(): number {
        const { spine, bones } = this.rig;
        return spine.length > 0 ? spine[spine.length - 1] : bones.get('hips')!;
    }

    /** The side on which a body lies whose chest is turned like this where up is up. */
    private sideOfChest(turned: Flat): Side {
        const { rig, chest } = this;
        const { rotations } = rig.skeleton;
        // the front of an animal is its belly
        const front = rig.legs === 4 ? rig.up.map(value => -value) : rig.forward;
        const head = rig.legs === 4 ? rig.forward : rig.up;
        const left = Float64Array.of(head[1] * front[2] - head[2] * front[1], head[2] * front[0] - head[0] * front[2], head[0] * front[1] - head[1] * front[0]);
        const up = (direction: Flat) => {
            const out = new Float64Array(3);
            rotateVecInverse(out, 0, rotations, 4 * chest, direction, 0);
            rotateVec(out, 0, turned, 0, out, 0);
            return out[1];
        };
        return sideOf(up(front), up(left));
    }

    private readLying() {
        this.bones.forEach((bone, i) => {
            const { x, y, z } = bone.getPosition();
            this.lying.set([x, y, z], 3 * i);
        });
    }

    /** Writes where a clip has the bones at its beginning, in the world. */
    private readBegun({ points }: GetUpClip) {
        const scale = readWorldTransform(rotation, 0, position, 0, this.root!);
        for (let o = 0; o < points.length; o += 3) {
            rotateVec(this.begun, o, rotation, 0, points, o);
            for (let i = 0; i < 3; i++) this.begun[o + i] = this.begun[o + i] * scale + position[i];
        }
    }

    private fromRows(component: AnimComponent, rows: readonly GetUpRow[], tell: (sentence: string) => void): GetUpClip[] {
        const states = listStates(component);
        return rows.flatMap(({ side, clip, state, startTime }, i) => {
            const track = (clip as Asset | null)?.resource as StateClip['track'] | undefined;
            const known = clip ? track && { state: stateFor(component, track), track } : states.find(other => other.state === state);
            if (known) return this.accept(known, side === 'auto' ? getUpSide(known) : side, startTime, tell);
            const what = clip ? `the clip "${clip.name}" is not loaded` : `the base layer has no state "${state}" with a single clip`;
            tell(`row ${i + 1} of Get-Up Clips is left out: ${what}. Choose a clip that is preloaded, or name a state, and call refresh().`);
            return [];
        });
    }

    private fromNames(component: AnimComponent, tell: (sentence: string) => void): GetUpClip[] {
        return listStates(component).flatMap((known) => {
            const side = getUpSide(known);
            return side ? this.accept(known, side, 0, tell) : [];
        });
    }

    /** Reads where a clip begins, and from which side where its row leaves that open. */
    private accept({ state, track }: StateClip, side: Side | null, startTime: number, tell: (sentence: string) => void): GetUpClip[] {
        const sampler = new ClipSampler(track, this.root!, this.rig.skeleton);
        if (sampler.curveCount === 0) {
            tell(`the get-up clip "${track.name}" moves no bone of this character and is left out. Choose a clip that was made for it.`);
            return [];
        }
        if (hasForeignUnits(sampler, this.rig)) {
            tell(`the get-up clip "${track.name}" has the hips in other units than this character and is left out. Choose a clip that was made for it.`);
            return [];
        }
        const begins = Math.min(startTime, track.duration);
        const pose = sampler.sample(begins);
        const { nodes } = this.rig.skeleton;
        const points = new Float64Array(3 * this.bones.length);
        this.bones.forEach((bone, i) => {
            const o = 3 * (sampler.first + nodes.indexOf(bone));
            points.set(pose.positions.subarray(o, o + 3), 3 * i);
        });
        const chest = pose.rotations.subarray(4 * (sampler.first + this.chest)).subarray(0, 4);
        const up = new Float64Array(3);
        rotateVecInverse(up, 0, chest, 0, UP, 0);
        return [{
            state, track, side: side ?? this.sideOfChest(chest), isHindFirst: isHindFirst(state) || isHindFirst(track.name), startTime: begins, points, up
        }];
    }
}

/** Those of a list that something holds for; all where it holds for none. */
function orAll<T>(list: readonly T[], holds: (item: T) => boolean): readonly T[] {
    const found = list.filter(holds);
    return found.length > 0 ? found : list;
}
