import type { Entity } from 'playcanvas';

import { readGazeSettings, type GazeSettings } from './gaze-settings';
import type { Look, LookSettings } from './look';
import { Targeting } from './targeting';
import { createGaze, createGazeInput, forgetGaze, stepGaze } from '../core/gaze/gaze';
import { copyVec, normalizeVec, type Flat } from '../core/math/flat-math';
import { PERSON_HEIGHT, RADIANS } from '../core/math/scalars';
import type { Problems } from '../shell/problems';

// What a look does in a frame: it sees its target, moves its gaze on, and turns the bones there.

/** The attributes that it follows. */
export interface GazingSettings extends GazeSettings, LookSettings {
    readonly upVector: { readonly x: number; readonly y: number; readonly z: number };
}

/** What a step of the gaze reads: filled anew in each frame, and one for all scripts, so that it is at hand. */
const input = createGazeInput();

/** Cosine of the residual up to which a target counts as reached: one degree. */
const COS_REACHED = Math.cos(RADIANS);

/** Radius of an eye, metres of a person. */
const EYE = 0.012;

/** Distance in a frame that is a jump of the target, metres of a person: a ball that is thrown hard, at 30 frames a second. In longer frames, its speed. */
const JUMP = 1.5;
const JUMP_SPEED = 45;

/** The gaze of a character over time. */
export class Gazing {
    readonly targeting: Targeting;

    /** World place of the target that was seen last. */
    readonly seenTarget = new Float64Array(3);

    /** Whether there was a target in the last frame, and whether the gaze was on it. */
    seesTarget = false;

    isReached = false;

    /** Height of the character in the scene's units. */
    height = PERSON_HEIGHT;

    /** Entity that is looked at. */
    lookedAt: Entity | null = null;

    private readonly gaze = createGaze();

    /** @param reports - Receives sentences about targets and directions. */
    constructor(private readonly reports: Problems) {
        this.targeting = new Targeting(reports);
    }

    /** Whether the gaze differs from the animation's. */
    get isShown(): boolean {
        return this.gaze.active;
    }

    /** Begins anew at the animation: what has been shown is gone. */
    forget() {
        forgetGaze(this.gaze);
        this.pause();
    }

    /** Leaves out a frame, and goes on from where it was in the next one. */
    pause() {
        this.seesTarget = false;
        this.isReached = false;
    }

    /**
     * One frame of a look whose pose has been read.
     *
     * @param look - The look.
     * @param settings - Attributes.
     * @param targetObject - What is looked at before all other targets.
     * @param dt - Seconds since the last frame.
     * @param isOn - false: the gaze goes back to the animation.
     */
    step(look: Look, settings: GazingSettings, targetObject: Entity | null, dt: number, isOn: boolean) {
        const { gaze, seenTarget } = this;
        input.dt = dt;
        this.readUp(look.chain.up, settings);
        look.readBody(input.frame);
        look.readBase(input.base);
        copyVec(input.eye, 0, look.eyeWorld, 0);
        copyVec(input.animated, 0, look.gazeWorld, 0);
        copyVec(input.target, 0, seenTarget, 0);
        const target = isOn ? this.targeting.read(input, targetObject, this.lookedAt) : null;
        input.isNew = target !== this.lookedAt || this.hasJumped(dt);
        input.hasTarget = target !== null;
        input.nearest = EYE * this.height / PERSON_HEIGHT;
        readGazeSettings(input, settings, isOn);
        stepGaze(gaze, input);
        if (gaze.active && look.weight[0] > 0) look.apply(gaze.point, gaze.isBehind ? gaze.via : null, input.maxSpeed * dt, settings);
        else look.forget();

        if (target) copyVec(seenTarget, 0, input.target, 0);
        this.seesTarget = input.hasTarget;
        this.isReached = input.hasTarget && look.isWithin(seenTarget, COS_REACHED);
        this.lookedAt = target;
    }

    /** Whether the target was put elsewhere, as the eye sees it: further than anything moves. Then it is a new one. */
    private hasJumped(dt: number): boolean {
        const { gaze: { eye }, seenTarget, height } = this;
        const { target } = input;
        if (!this.seesTarget) return false;
        let squared = 0;
        for (let i = 0; i < 3; i++) squared += (target[i] - input.eye[i] - seenTarget[i] + eye[i]) ** 2;
        const most = height / PERSON_HEIGHT * Math.max(JUMP, JUMP_SPEED * dt);
        return squared > most * most;
    }

    /** Writes the up vector at unit length; the world's, with a sentence, when it has no direction. */
    private readUp(up: Flat, { upVector }: GazingSettings) {
        up[0] = upVector.x;
        up[1] = upVector.y;
        up[2] = upVector.z;
        if (normalizeVec(up, 0)) {
            this.reports.leave('up');
            return;
        }
        up[0] = 0;
        up[1] = 1;
        up[2] = 0;
        this.reports.enter('up', 'the up vector has no direction; the world\'s is used. Set Up Vector to the direction from the feet to the head.');
    }
}
