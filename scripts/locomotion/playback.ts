import type { AnimComponent, Entity } from 'playcanvas';

import { chooseGait, type PlayedGait, type Played } from './choose-gait';
import { chooseInAir } from './choose-in-air';
import { entryTime, type Entry } from './entry-time';
import { makeRepertoire, type Chosen, type Repertoire } from './repertoire';
import { SameChannels } from './same-channels';
import { shiftedBones } from './shifted-bones';
import type { GaitTransition } from './transition';
import { TransitionFeet } from './transition-feet';
import { isTransition, Transitions } from './transitions';
import type { Whereabouts } from './whereabouts';
import { standingNode } from '../anim/clips/clip-place';
import { ReferencePose } from '../anim/clips/reference-pose';
import type { AnimLayer } from '../anim/component/anim-layer';
import { assignedTracks } from '../anim/component/anim-reader';
import { enterState } from '../anim/component/enter-state';
import { animRootOf } from '../anim/component/find-anim';
import { isOwnState } from '../anim/component/interlude';
import { clamp } from '../core/math/scalars';
import { FootChanges } from '../feet/foot-changes';
import { Standing } from '../feet/stride/standing';
import type { StrideFoot } from '../feet/stride/stride-foot';
import type { StridePass } from '../feet/stride/stride-pass';
import { PoseInertia } from '../pose/pose-inertia';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';

// What plays of a character's clips, and how one goes over into another.

/** Half-life of the difference to a clip that begins, in seconds. */
const HALF_LIFE = 0.08;

/** Half-lives after which the new clip counts as shown. */
const THERE = 2;

/** Seconds before a landing from which on a new clip is shown as it lands. */
const LONGEST = 0.25;

/** Time after that until the rest of the difference is gone, in seconds. */
const GONE = 0.5;

/** Shortest time in seconds in which a pose of the air goes over into one of the ground. */
const SHORTEST = 0.05;

/** Seconds for which a jump that was asked for is awaited, and before its end in which a landing is left. */
const JUMP_WAIT = 0.2;
const ENDING = 0.12;

/** Largest change of a steady speed, as a share of it. */
const UNEVEN = 0.02;

/** Largest change of a steady direction, in degrees. */
const TURNED = 2;

/** Shortest time of a steady course, in seconds. */
const STEADY = 0.1;

export class Playback {
    /** What plays; null: nothing of this script's. */
    playing: Played | null = null;

    /** What is to play while nothing moves the entity. */
    asked: { readonly kind: string; readonly speed: number } | null = null;

    /** Whether it is to crouch. */
    isLow = false;

    /** Seconds until what is shown is the clip's. */
    timeLeft = -0;

    repertoire: Repertoire | null = null;

    seam: PoseInertia | null = null;

    standing: Standing | null = null;

    /** What feet do in transitions. */
    feet: TransitionFeet | null = null;

    readonly transitions: Transitions;

    private channels: SameChannels | null = null;

    /** The state that was active before. */
    private before = '';

    private jumpLeft = -0;

    private jumpDelay = -0;

    /** How it goes, and the seconds since it went otherwise. */
    private readonly course = { speed: -0, direction: -0, isLow: false };

    private steadyFor = -0;

    /** Whether the pose of this frame was not remembered, and whether a switch waits for the next one. */
    private isUnseen = false;

    private isAwaited = false;

    private readonly entry: Entry;

    constructor(private readonly where: Whereabouts) {
        this.transitions = new Transitions(where);
        this.entry = { from: null, transition: null, time: -0, feet: [], velocity: new Float64Array(3), air: where.air };
    }

    /**
     * Takes over the clips of a character.
     *
     * @param entity - What the game moves: its bones are below it.
     */
    take(chosen: readonly Chosen[], anim: AnimComponent, rig: Rig, entity: Entity, feet: readonly StrideFoot[], record: PoseRecord) {
        const root = animRootOf(anim);
        const space = new ReferencePose(standingNode(anim, rig.skeleton), rig.skeleton);
        if (this.channels?.root !== root) this.channels = new SameChannels(root);
        this.repertoire = makeRepertoire(chosen, anim, rig, this.channels);
        this.feet = new TransitionFeet(FootChanges.of(record), feet);
        this.standing = new Standing(feet.length, rig, space.modelRotation);
        this.playing = null;
        const bones = rig.skeleton.nodes.filter(node => node !== entity && node.isDescendantOf(root));
        const shifted = shiftedBones(bones, assignedTracks(anim), root);
        this.seam = this.seam?.withBones(bones, shifted) ?? new PoseInertia(record, bones, shifted);
    }

    /** Plays the jump, which leaves the ground after some seconds. */
    jump(delay: number) {
        this.jumpDelay = delay;
        this.jumpLeft = delay + JUMP_WAIT;
    }

    /** One frame. Answers whether the bones hold numbers, as far as it has looked at them. */
    step(dt: number): boolean {
        this.timeLeft -= dt;
        this.jumpLeft = this.where.air.isAirborne ? 0 : this.jumpLeft - dt;
        this.steadyFor = this.isSteady() ? this.steadyFor + dt : 0;
        // a pose that nothing will switch away from need not be remembered
        this.isUnseen = this.steadyFor > STEADY && !this.seam!.running && !this.isAwaited;
        this.isAwaited = false;
        return this.isUnseen || this.seam!.step(dt);
    }

    /** Whether the character goes on as before. */
    private isSteady(): boolean {
        const { course, playing, isLow, where: { motion: { speed }, direction, air } } = this;
        const isSame = Math.abs(speed - course.speed) <= UNEVEN * course.speed && Math.abs(direction - course.direction) < TURNED && isLow === course.isLow;
        // against where that began, not against the last frame: a speed that changes slowly changes gaits too
        if (!isSame) {
            course.speed = speed;
            course.direction = direction;
            course.isLow = isLow;
        }
        return isSame && playing !== null && !isTransition(playing) && !air.isAirborne && !(this.jumpLeft > 0);
    }

    /** How much of what is shown may still be of another clip, 0..1. */
    get mixed(): number {
        return clamp(1 + this.timeLeft / GONE, 0, 1);
    }

    /** Gives up what was made of a character. */
    drop() {
        this.seam?.cancel();
        this.seam = null;
        this.repertoire = null;
        this.transitions.playing = null;
    }

    /** Goes back to the state that was active before. */
    leave(anim: AnimComponent | null, layer: AnimLayer | null) {
        this.seam?.cancel();
        this.timeLeft = 0;
        if (this.playing && anim && layer && isOwnState(layer.source.activeState) && this.before !== '') this.channels?.leave(anim, layer, this.before);
        this.playing = null;
        this.transitions.playing = null;
    }

    /** The gait of a state; null: it has none. */
    gaitOf(state: string): PlayedGait | null {
        const { gaits } = this.repertoire!;
        for (let i = 0; i < gaits.length; i++) if (gaits[i].state === state) return gaits[i];
        return null;
    }

    /** The transition of a state; null: it is none. */
    transitionOf(state: string): GaitTransition | null {
        const { playing } = this.transitions;
        return playing?.state === state ? playing : null;
    }

    /**
     * What is to play in the next frame; null: nothing fits.
     *
     * @param isPivoting - Whether it turns about: its gait goes on through it.
     * @param mayLead - Whether a transition may lead there.
     */
    next(layer: AnimLayer, pass: StridePass, isGoing: boolean, isPivoting: boolean, mayLead: boolean): Played | null {
        const { transitions, playing, asked, repertoire, entry, where: { air } } = this;
        const next = this.nextWithout(layer, isGoing, isPivoting);
        if (!mayLead || isPivoting || asked || this.isLow || air.isAirborne || this.jumpLeft > 0 || next?.kind === 'land') return next;
        const isShown = playing?.state === layer.state;
        if (isTransition(playing)) {
            if (!isShown || transitions.goesOn(layer.time, isGoing, this.where.course.turnRate)) return playing;
            return next;
        }
        if (!isShown) return next;
        this.readEntry(layer, pass);
        return transitions.between(repertoire!.transitions, playing, next, next && this.gaitOf(next.state), entry, this.where.course.turnRate) ?? next;
    }

    /** The same without transitions. */
    private nextWithout(layer: AnimLayer, isGoing: boolean, isPivoting: boolean): Played | null {
        const { asked, playing, repertoire, where: { air, motion, direction, height } } = this;
        const { gaits, others } = repertoire!;
        if (this.jumpLeft > 0) return others.get('jump') ?? playing;
        const inAir = air.isAirborne ? chooseInAir(air, others, playing, isGoing, height) : null;
        if (inAir) return inAir;
        if (isPivoting) return playing;
        if (isGoing) return chooseGait(gaits, motion.speed, direction, playing) ?? others.get('idle') ?? null;
        // a landing is played to its end
        if (playing?.kind === 'land' && layer.state === playing.state && layer.time < layer.duration - ENDING) return playing;
        if (this.isLow && others.has('crouch')) return others.get('crouch')!;
        if (asked) for (let i = 0; i < gaits.length; i++) if (gaits[i].kind === asked.kind) return gaits[i];
        return others.get('idle') ?? null;
    }

    /**
     * Plays another clip from the next frame on; a frame later where nothing told of the switch, so that the pose is known that it leaves.
     *
     * @param isSmooth - Whether another script takes the jump out of it.
     */
    enter(next: Played, layer: AnimLayer, pass: StridePass, isSmooth: boolean) {
        const { entry, where: { air } } = this;
        this.isAwaited = this.isUnseen && !isSmooth;
        if (this.isAwaited) return;
        const gait = this.gaitOf(next.state);
        this.readEntry(layer, pass);
        const time = next.kind === 'jump' ? next.mark - this.jumpDelay : isTransition(next) ? this.transitions.entryTime(next) : entryTime(next, gait, entry);
        if (!this.playing && !isOwnState(layer.source.activeState)) this.before = layer.source.activeState;
        enterState(layer.source, next.state, 0, Math.min(0.999, Math.max(0.001, time / next.duration)));
        this.playing = next;
        this.transitions.enter(next);
        if (isSmooth) return;
        // feet come down with a gait at once that goes on from its start
        this.timeLeft = gait && entry.transition ? 0 : THERE * HALF_LIFE;
        if (air.timeLeft < LONGEST) this.seam!.start(Math.max(SHORTEST, air.timeLeft));
        else this.seam!.startHalfLife(HALF_LIFE);
        if (!gait) this.standing!.begin(pass.feet);
    }

    /** Reads what is shown, from which another clip goes on. */
    private readEntry(layer: AnimLayer, pass: StridePass) {
        const { entry } = this;
        entry.from = layer.track ? this.gaitOf(layer.state) : null;
        entry.transition = this.transitionOf(layer.state);
        entry.time = layer.time;
        entry.velocity = this.where.course.driven;
        entry.feet = pass.feet;
    }
}
