import { feetOf } from './anim/contacts/known-contacts';
import type { Steps } from './core/timing/steps';
import { prepareFeet } from './feet/prepare-feet';
import type { FootPlacing } from './feet/stride/stairs';
import { StridePass, type StrideWish } from './feet/stride/stride-pass';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import type { AttributesOf, AttributeTable } from './shell/attributes';
import { CharacterScript } from './shell/character-script';

// A gait at another speed and in another direction than its clip's, without skating.

export const strideWarpAttributes = {
    speed: {
        type: 'number', default: 0, min: 0, precision: 3, title: 'Speed',
        description: 'Speed of the character in metres per second. 0: the clip\'s own speed.'
    },
    direction: {
        type: 'number', default: 0, min: -90, max: 90, title: 'Direction',
        description: 'Direction of movement relative to the clip\'s own, in degrees; positive: to the left.'
    },
    maxScale: {
        type: 'vec2', default: [0.7, 1.4], title: 'Max Scale',
        description: 'Lowest and highest speed as shares of the clip\'s own speed; beyond them the feet slide.'
    },
    stairs: {
        type: 'boolean', default: true, title: 'Stairs',
        description: 'With mecFootPlacer on the character: strides are fitted to the treads of stairs, one tread a step, on four legs a whole number of them.'
    }
} as const satisfies AttributeTable;

export interface StrideWarp extends AttributesOf<typeof strideWarpAttributes> {}

/** Seconds in which what is shown goes over to another clip. */
const FADE = 0.25;

/**
 * Lengthens or shortens the stride of a walk or run and turns it, so that the character can go at another speed than its clip, or start
 * aside, without skating. Planted feet are held to the ground, also those that slide in the clip itself.
 *
 * It stands on the tips for turns and blending in *The Challenge of Having Responsiveness and Naturalness in Game Animation* (August 10,
 * 2015). The game moves the character; the script only makes its legs fit. It works on level ground: mecFootPlacer below it fits the feet to
 * slopes and stairs, and lets it see treads, each of which takes one step then.
 *
 * @example
 * // as fast as the game moves the character, in metres per second, and 20 degrees to the left
 * const warp = hero.script!.create('strideWarp', { attributes: { speed: 1.8 } })!;
 * warp.direction = 20;
 */
export class StrideWarp extends CharacterScript {
    private pass: StridePass | null = null;

    private readonly wish: StrideWish = { speed: -0, direction: -0, least: -0, most: -0, stairs: true, isMoved: false };

    protected drop() {
        this.pass?.restoreRate();
        this.pass = null;
    }

    protected override prepareModel(rig: Rig): Steps<void> {
        return prepareFeet(rig, feetOf(rig));
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.tellOf(rig, 'trunk', 'legs');
        this.pass = StridePass.of(rig, record, this.entity);
        if (!this.pass) {
            this.reports.add('no legs were found on this character, so strides cannot be changed. Remove the script, or run check-rig to see what is missing.');
            return false;
        }
        this.keepShown(record, this.pass.turned, [this.pass.pelvis]);
        return true;
    }

    protected override get seamTime(): number {
        return FADE;
    }

    protected override get leftOutAt(): number {
        return 1;
    }

    protected override leave() {
        this.pass?.restoreRate();
        this.pass?.forget();
    }

    protected step(dt: number) {
        const { pass, wish } = this;
        if (!pass || !this.readPose(pass.set)) return;
        const wasWalking = pass.isWalking;
        pass.observe();
        if (pass.hasChanged) {
            if (wasWalking || pass.isWalking) this.continueShown(FADE);
            pass.forget();
        }
        const { stepless } = pass.gait;
        if (stepless === null) this.reports.leave('steps');
        else this.reports.enter('steps', stepless);
        if (!pass.isWalking) {
            pass.restoreRate();
            return;
        }
        wish.speed = this.speed;
        wish.direction = this.direction;
        wish.least = this.maxScale.x;
        wish.most = this.maxScale.y;
        wish.stairs = this.stairs;
        pass.walk(dt, wish, this.companion<FootPlacing>('mecFootPlacer'));
    }
}
