import { Quat, Vec3, type AnimComponent, type AnimTrack, type Entity } from 'playcanvas';

import { StartSearch } from './anim/clips/start-search';
import type { AnimLayer } from './anim/component/anim-layer';
import { enterState } from './anim/component/enter-state';
import { animRootOf } from './anim/component/find-anim';
import { FootSides } from './anim/component/foot-sides';
import { FootChanges } from './feet/foot-changes';
import { findCharacter } from './rig/character';
import { recordOf } from './rig/record-of';
import { AnimScript } from './shell/anim-script';
import type { AttributesOf, AttributeTable } from './shell/attributes';

// A character that faces the other way in the frame of the input, behind a clip that shows the turn.

export const instantTurnAttributes = {
    turnClipLeftFoot: {
        type: 'string', default: '', title: 'Left Foot Clip',
        description: 'State of the base layer that turns if the left foot is down. Its clip starts facing backward, ends facing forward, and does not loop.'
    },
    turnClipRightFoot: {
        type: 'string', default: '', title: 'Right Foot Clip',
        description: 'State of the base layer that turns if the right foot is down. Empty: the left one, mirrored if Mirror Second is on.'
    },
    mirrorSecond: {
        type: 'boolean', default: true, title: 'Mirror Second',
        description: 'Makes the clip for the right foot by mirroring that for the left one, if Right Foot Clip is empty.'
    },
    axis: {
        type: 'vec3', default: [0, 1, 0], title: 'Axis',
        description: 'Axis of the turn in the space of the script\'s entity, of any length.'
    }
} as const satisfies AttributeTable;

export interface InstantTurn extends AttributesOf<typeof instantTurnAttributes> {}

/** Share of the character's height by which joints jump at most where a clip goes over into the next one by itself: 17 mm of 1.75 m. */
const SEAMLESS = 0.01;

/** What the script uses of poseTransition: what it compares stays where it was in the world; a switch that needs no help. */
interface Carrying {
    carrySwitch(): void;
    skipSwitch(): void;
}

/** What finds a pose among the character's clips, for one anim component; and what its feet are told. */
interface Poses {
    readonly component: AnimComponent;
    readonly search: StartSearch;
    readonly feet: FootChanges;
}

const half = new Quat();
const turned = new Quat();
const axisOf = new Vec3();

/**
 * Turns a character by 180 degrees in one frame, and hides that with a clip.
 *
 * Tip 2 of *The Challenge of Having Responsiveness and Naturalness in Game Animation* (August 10, 2015): the player faces the other way at
 * once, while the clip, which starts facing backward, shows the body come around. There are two clips, chosen by the foot that is down,
 * and no cross-fade, which would turn the hips about; `poseTransition` on the
 * character takes up what the poses differ by. Afterwards the state before goes on where pose and velocity fit. The script turns its
 * entity and moves nothing else: the speed is the game's.
 *
 * @example
 * const turner = hero.script!.create('instantTurn', { attributes: { turnClipLeftFoot: 'TurnLeft' } })!;
 * // the player presses the other direction
 * turner.turn();
 */
export class InstantTurn extends AnimScript {
    /** Null while there is no character. */
    private poses: Poses | null = null;

    private sides = new FootSides(() => this.characterEntity);

    /** State that goes on after the turn; null: none plays. */
    private before: { readonly state: string; readonly track: AnimTrack | null } | null = null;

    /** The turn that plays, and whether the pose shows it. */
    private turning = '';

    private isShown = false;

    override initialize() {
        super.initialize();
        for (const name of Object.keys(instantTurnAttributes)) if (name !== 'axis') this.on(`attr:${name}`, this.refresh, this);
        this.on('disable', this.letGo, this);
    }

    /**
     * Turns the entity by 180 degrees in this frame, and plays the clip for the foot that is down. Called from any script's `update`,
     * it shows in the same frame. During a turn it turns back.
     */
    turn() {
        if (!this.enabled) return;
        const layer = this.readAnim();
        this.turnEntity();
        if (!layer) return;
        const isTurning = layer.source.activeState === this.turning;
        const state = this.stateFor(layer);
        if (!layer.hasState(state)) return;
        if (!isTurning || !this.before) this.before = { state: layer.source.activeState, track: layer.track };
        this.turning = state;
        this.isShown = false;
        this.companion<Carrying>('poseTransition')?.carrySwitch();
        this.findPoses()?.feet.sayJumped();
        enterState(layer.source, state, 0);
    }

    /** Before the animation: goes on with what played before, in phase, where the turn ends in this frame. */
    update(dt: number) {
        const layer = this.readAnim();
        const { before } = this;
        if (!layer || !before || !this.isShown) return;
        if (layer.source.activeState !== this.turning) {
            this.before = null;
            return;
        }
        if (layer.isLooping || layer.time + dt * layer.speed < layer.duration) return;
        this.goOn(layer, layer.duration);
    }

    /** After the animation: what was entered is seen now. */
    postUpdate() {
        this.isShown = true;
    }

    protected build() {
        this.poses = null;
        this.sides = new FootSides(() => this.characterEntity);
        const { turnClipLeftFoot: left, turnClipRightFoot: right } = this;
        if (left === '') this.reports.add('Left Foot Clip is empty, so the turn shows as a jump. Name a state of the animation there, then call refresh().');
        else this.checkState(left, 'Left Foot Clip');
        if (right !== '') this.checkState(right, 'Right Foot Clip');
        // what takes its time is done before the first turn, where everything is there
        const { baseLayer } = this.reader;
        if (baseLayer && this.findPoses()) this.findOther(baseLayer);
    }

    /** Ends a turn at once: the script was switched off, destroyed, or its entity was. */
    private letGo() {
        if (!this.before) return;
        const layer = this.readAnim();
        if (layer?.source.activeState === this.turning) this.goOn(layer, layer.time);
        this.before = null;
    }

    /**
     * Goes on with what played before the turn.
     *
     * @param end - Seconds of the shown clip at which it ends. Where that is after what is shown, the frame goes on over it.
     */
    private goOn({ source, track, time }: AnimLayer, end: number) {
        const { state, track: next } = this.before!;
        this.before = null;
        const search = track && next ? this.findPoses()?.search : undefined;
        const start = search?.nearest(track!, end, next!) ?? 0;
        // a step that comes down as the clip ends has a speed that would push it through the ground
        if (search && search.apart(track!, end, next!, start) < SEAMLESS) this.companion<Carrying>('poseTransition')?.skipSwitch();
        enterState(source, state, 0, next && next.duration > 0 ? phaseOf(start + time - end, next.duration) : 0);
    }

    /** Looks at the character when it is there, which may be later than the script. */
    private findPoses(): Poses | null {
        const { component } = this.reader;
        if (!component) return null;
        if (this.poses?.component === component) return this.poses;
        const rig = findCharacter(this.characterEntity);
        this.poses = rig ? { component, search: new StartSearch(rig, animRootOf(component)), feet: FootChanges.of(recordOf(rig)) } : null;
        return this.poses;
    }

    /** The state for the right foot: its own, or that of the left one with left and right exchanged; empty where there is none. */
    private findOther(layer: AnimLayer): string {
        const { turnClipLeftFoot: left, turnClipRightFoot: right } = this;
        return right !== '' || !this.mirrorSecond ? right : this.sides.mirrorOf(layer, left);
    }

    /** The state for the foot that is down. */
    private stateFor(layer: AnimLayer): string {
        const other = this.findOther(layer);
        return other !== '' && this.sides.isRight(layer, this.reader.component) ? other : this.turnClipLeftFoot;
    }

    private turnEntity() {
        const entity = this.entity as Entity;
        const { axis } = this;
        axisOf.set(axis.x, axis.y, axis.z);
        if (!(axisOf.length() > 0)) axisOf.set(0, 1, 0);
        half.setFromAxisAngle(axisOf.normalize(), 180);
        turned.mul2(entity.getLocalRotation(), half);
        entity.setLocalRotation(turned);
        // a body would write its own place back
        if (entity.rigidbody) entity.rigidbody.teleport(entity.getPosition(), entity.getRotation());
    }
}

/** A time of a loop as its phase, 0..1. */
function phaseOf(time: number, duration: number): number {
    return time / duration - Math.floor(time / duration);
}
