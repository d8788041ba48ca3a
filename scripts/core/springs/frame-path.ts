import { carryPoint, isCarrying, type Carry } from './carry';
import { carryColliders, copyColliders, createColliders, mixColliders, sameColliders, type Colliders } from './colliders';
import type { SpringPlan } from './spring-plan';
import { copyQuat, copyVec, multiplyQuat, normalizeQuat, type Flat } from '../math/flat-math';

// What comes from outside of a set of springs, and its path within the frame: places on a line, rotations on the shorter arc.

/** World transforms of what chains hang on, or local ones of joints: four and three numbers each. */
export interface Bases {
    readonly rotations: Flat;
    readonly positions: Flat;
}

const createBases = (count: number): Bases => ({ rotations: new Float64Array(4 * count), positions: new Float64Array(3 * count) });

/** Share of the frame; a number that is handed on by itself is allocated. */
const share = new Float64Array(1);

export class FramePath {
    /** Input: what each chain hangs on. Each frame has other arrays than the last one. */
    bases: Bases;

    /** Input: the incoming pose of the joints to their parents. */
    locals: Bases;

    /** Input: where the colliders are. */
    readonly colliders: Colliders;

    /** The same at the moment that {@link goTo} has gone to; the colliders for each motion. */
    basesNow: Bases;

    localsNow: Bases;

    collidersNow: readonly Colliders[];

    /** The colliders for each motion at the last step that was kept. */
    readonly stepColliders: readonly Colliders[];

    /** The inputs of the last frame, as motions have taken them along. */
    private fromBases: Bases;

    private fromLocals: Bases;

    private readonly lastColliders: Colliders;

    private readonly fromColliders: readonly Colliders[];

    /** Room for what is within the frame. */
    private readonly mixedBases: Bases;

    private readonly mixedLocals: Bases;

    private readonly mixedColliders: readonly Colliders[];

    /** The colliders' input for each motion. */
    private readonly endColliders: readonly Colliders[];

    private readonly motions: Int32Array;

    /** Whether the incoming pose of the joints differs from that of the last frame. */
    private isPosing = false;

    /** Whether the colliders have no last frame. */
    private isNew = true;

    constructor({ joints, chains, shapes, motions }: SpringPlan) {
        const make = () => createColliders(shapes);
        const each = (collidersOf: () => Colliders) => Array.from({ length: motions }, collidersOf);
        this.bases = createBases(chains.length);
        this.fromBases = createBases(chains.length);
        this.mixedBases = createBases(chains.length);
        this.locals = createBases(joints.length);
        this.fromLocals = createBases(joints.length);
        this.mixedLocals = createBases(joints.length);
        this.colliders = make();
        this.lastColliders = make();
        this.fromColliders = each(make);
        this.mixedColliders = each(make);
        this.stepColliders = each(make);
        this.endColliders = each(() => this.colliders);
        this.motions = Int32Array.from(chains, ({ motion }) => motion);
        this.basesNow = this.bases;
        this.localsNow = this.locals;
        this.collidersNow = this.endColliders;
    }

    /** Whether the inputs are those of the last frame. */
    get isStill(): boolean {
        const { bases, fromBases, locals, fromLocals } = this;
        return areSame(bases, fromBases) && areSame(locals, fromLocals) && sameColliders(this.colliders, this.lastColliders);
    }

    /** Lets the colliders come from where they are in the next frame. */
    restart() {
        this.isNew = true;
    }

    /** Begins a frame: takes along where bases and colliders come from. */
    begin(carries: readonly Carry[]) {
        const { fromBases, fromColliders, stepColliders, motions } = this;
        if (this.isNew) {
            this.isNew = false;
            copyColliders(this.lastColliders, this.colliders);
            for (let i = 0; i < stepColliders.length; i++) copyColliders(stepColliders[i], this.colliders);
        }
        for (let i = 0; i < carries.length; i++) {
            copyColliders(fromColliders[i], this.lastColliders);
            if (!isCarrying(carries[i])) continue;
            const { rotation, shift } = carries[i];
            carryColliders(fromColliders[i], rotation, shift);
            carryColliders(stepColliders[i], rotation, shift);
            for (let chain = 0; chain < motions.length; chain++) {
                if (motions[chain] !== i) continue;
                carryPoint(fromBases.positions, 3 * chain, rotation, shift, fromBases.positions, 3 * chain);
                multiplyQuat(fromBases.rotations, 4 * chain, rotation, 0, fromBases.rotations, 4 * chain);
            }
        }
        this.isPosing = !areSame(this.locals, this.fromLocals);
    }

    /** Goes to a share of the frame, `shares[0]`. */
    goTo(shares: Flat) {
        const isEnd = !(shares[0] < 1);
        this.basesNow = isEnd ? this.bases : this.mixedBases;
        this.localsNow = isEnd || !this.isPosing ? this.locals : this.mixedLocals;
        this.collidersNow = isEnd ? this.endColliders : this.mixedColliders;
        if (isEnd) return;
        share[0] = shares[0];
        mixBases(this.mixedBases, this.fromBases, this.bases);
        if (this.isPosing) mixBases(this.mixedLocals, this.fromLocals, this.locals);
        for (let i = 0; i < this.mixedColliders.length; i++) mixColliders(this.mixedColliders[i], this.fromColliders[i], this.colliders, share);
    }

    /** Says that a step to where it has gone is kept. */
    keep() {
        for (let i = 0; i < this.stepColliders.length; i++) copyColliders(this.stepColliders[i], this.collidersNow[i]);
    }

    /** Lets a base come from where it is. */
    startBase(chain: number) {
        copyBase(this.fromBases, chain, this.bases, chain);
    }

    /** The same of the pose of a joint. */
    startLocal(joint: number) {
        copyBase(this.fromLocals, joint, this.locals, joint);
    }

    /** Lets a base come from where it was for another path. */
    copyBase({ fromBases }: FramePath, chain: number, from: number) {
        copyBase(this.fromBases, chain, fromBases, from);
    }

    /** The same of the pose of a joint. */
    copyLocal({ fromLocals }: FramePath, joint: number, from: number) {
        copyBase(this.fromLocals, joint, fromLocals, from);
    }

    /** Ends a frame: remembers the inputs as those of the last one. */
    end() {
        const { bases, locals } = this;
        this.bases = this.fromBases;
        this.fromBases = bases;
        this.locals = this.fromLocals;
        this.fromLocals = locals;
        copyColliders(this.lastColliders, this.colliders);
    }
}

function copyBase(out: Bases, o: number, { rotations, positions }: Bases, i: number): void {
    copyQuat(out.rotations, 4 * o, rotations, 4 * i);
    copyVec(out.positions, 3 * o, positions, 3 * i);
}

function areSame(a: Bases, b: Bases): boolean {
    return same(a.rotations, b.rotations) && same(a.positions, b.positions);
}

function same(a: Flat, b: Flat): boolean {
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return true;
}

/** Writes places at the {@link share} of their path. */
function mixBases(out: Bases, from: Bases, { rotations, positions }: Bases): void {
    const passed = share[0];
    for (let i = 0; i < positions.length; i++) out.positions[i] = from.positions[i] + passed * (positions[i] - from.positions[i]);
    for (let o = 0; o < rotations.length; o += 4) {
        let cosine = 0;
        for (let k = o; k < o + 4; k++) cosine += from.rotations[k] * rotations[k];
        const signed = cosine < 0 ? -passed : passed;
        for (let k = o; k < o + 4; k++) out.rotations[k] = (1 - passed) * from.rotations[k] + signed * rotations[k];
        normalizeQuat(out.rotations, o);
    }
}
