import type { AppBase, GraphNode, Vec3 } from 'playcanvas';

import type { ActiveRagdollAttributes } from './attributes';
import type { ColliderOwner } from './bodies/own-colliders';
import type { LiveSettings } from './live-settings';
import type { BuiltRagdoll } from './plan/built-ragdoll';
import { Simulation } from './simulation';
import type { SteeredBodies, Steering } from '../core/dynamics/steering';
import { copyVec, type Flat } from '../core/math/flat-math';
import { findAmmo } from '../physics/ammo';
import { SubstepScheduler } from '../physics/substep-scheduler';
import type { Report } from '../rig/row-bone';
import type { Problems } from '../shell/problems';

// Whether the bodies of a character are in the world, and what drives them: its own attributes, or another script of the pack.

/** Seconds within which what the bodies have done to the pose dies out when they are gone. */
const RETURN_TIME = 0.3;

/** What is told of the bodies. */
interface Told {
    /** They have come into the world. */
    came(): void;
    /** They leave it; what they have done to the pose is to die out within a time in seconds. */
    go(time: number): void;
    /** They have left it. */
    gone(): void;
}

/** A push on a body that waits for the bodies: newton seconds at a world point. */
interface WaitingPush {
    readonly body: number;
    readonly point: Vec3;
    readonly impulse: Vec3;
}

export class RagdollControl {
    /** Whether the animation is watched while the simulation is off: then the bodies are in the world as soon as Active is set, not two frames later. */
    isReady = false;

    /** What was made of the character; null: nothing. */
    built: BuiltRagdoll | null = null;

    /** The bodies in the world; null while they are not. */
    simulation: Simulation | null = null;

    /** Takes the weights and the drive over from the attributes. */
    private steering: Steering | null = null;

    /** Pushes of the frames between the switch and the first step. */
    private pushes: WaitingPush[] = [];

    /** The driver may say whether the bodies are in the world, see {@link setOn}; null: Active does. */
    private held: boolean | null = null;

    constructor(
        private readonly script: ColliderOwner & ActiveRagdollAttributes & { readonly enabled: boolean }, private readonly live: LiveSettings, private readonly reports: Problems,
        private readonly told: Told
    ) {}

    /** Whether the bodies are to be in the world: as Active says, or another script in its place. */
    get isOn(): boolean {
        return this.held ?? this.script.active;
    }

    /** Whether leaps of the animation are no motion: another script holds the bodies to it, or may do so in a moment. */
    get watchesLeaps(): boolean {
        return this.isReady && (this.steering?.watchesLeaps ?? !this.isOn);
    }

    /**
     * Lets another script say whether the bodies are in the world, until Active is set. Active stays what the designer has set.
     *
     * @param isOn - Whether they are; null: Active counts again.
     * @param time - Seconds within which what they have done to the pose dies out; 0: at once, for a caller that makes the pose go on.
     */
    setOn(isOn: boolean | null, time = RETURN_TIME) {
        if (isOn === this.held) return;
        this.held = isOn;
        this.switch(time);
    }

    /** Active was set: it counts. */
    followActive() {
        this.held = null;
        this.switch(RETURN_TIME);
    }

    /**
     * Lets another script drive the bodies in the place of the attributes, from the next step of the physics on.
     *
     * @param steering - The driver; null: the attributes count again.
     */
    steer(steering: Steering | null) {
        this.steering = steering;
        if (this.simulation) this.simulation.ragdoll.steering = steering;
    }

    /** Moves the targets of all bodies without a velocity: the entity has followed its fallen body, which is no motion of the animation. A turn about a point, then a shift, metres. */
    carryTargets(turn: Flat, pivot: Flat, shift: Flat) {
        this.simulation?.ragdoll.targets.carry(turn, pivot, shift);
    }

    /** The bodies as numbers; null while they are not in the world. */
    get bodies(): SteeredBodies | null {
        return this.simulation?.ragdoll ?? null;
    }

    /** The bones that have bodies, in the order of {@link bodies}. */
    get bones(): readonly GraphNode[] {
        return this.built?.nodes ?? [];
    }

    /** Index of a bone for {@link animatedPlace}, as long as {@link bones} are the same; -1: it has none. */
    animatedIndex(bone: GraphNode): number {
        return this.built?.animated.set.indexOf(bone) ?? -1;
    }

    /** Writes the world place of a bone in this frame's animation, by its {@link animatedIndex}; answers false where it is not known. */
    animatedPlace(out: Flat, o: number, index: number): boolean {
        const { built, script, isReady } = this;
        if (!built || index < 0 || !isReady || !script.enabled || built.animated.isUnread) return false;
        copyVec(out, o, built.animated.set.pose.positions, 3 * index);
        return true;
    }

    /**
     * Index of a bone's body, of its role or its name; that of the next bone above that has one, or -1.
     *
     * @param report - Receives a sentence about what is no bone of this character.
     */
    bodyOf(bone: GraphNode | string, report: Report = this.noBone): number {
        return this.built?.bodyOf(bone, report) ?? -1;
    }

    /** Pushes a body, newton seconds at a world point. When the simulation has just been switched on, the push waits for the bodies. */
    push(body: number, point: Vec3, impulse: Vec3) {
        if (!this.isOn) return;
        if (this.simulation) this.simulation.ragdoll.push(body, point, impulse);
        else this.pushes.push({ body, point: point.clone(), impulse: impulse.clone() });
    }

    /** Puts the bodies into the world, as soon as it is known how the animation moves. */
    start() {
        const { built, script, reports } = this;
        if (this.simulation || !built?.animated.isMoving) return;
        const scheduler = findScheduler(script.app, reports);
        if (!scheduler) return;
        const simulation = new Simulation(scheduler, built, this.live, script, this.steering);
        this.simulation = simulation;
        reportCallback(scheduler, reports);
        for (const { body, point, impulse } of this.pushes) simulation.ragdoll.push(body, point, impulse);
        this.pushes = [];
        this.told.came();
    }

    /** Goes on with bodies of another size where these are. */
    resize(built: BuiltRagdoll) {
        const { simulation: before, script, reports } = this;
        const ratio = built.height / this.built!.height;
        this.built = built;
        const scheduler = before && findScheduler(script.app, reports);
        if (!scheduler) return;
        before.ragdoll.endStep();
        this.simulation = new Simulation(scheduler, built, this.live, script, this.steering);
        this.simulation.ragdoll.goOnFrom(before.ragdoll, ratio);
        before.ragdoll.destroy();
    }

    /** Takes the bodies out of the world; what they have done to the pose dies out. */
    stop(time = RETURN_TIME) {
        const { simulation } = this;
        this.built?.animated.forget();
        this.pushes = [];
        if (!simulation) return;
        this.simulation = null;
        this.told.go(time);
        simulation.ragdoll.destroy();
        this.told.gone();
    }

    private switch(time: number) {
        if (!this.isOn) this.stop(time);
        else if (this.isReady) this.start();
    }

    private readonly noBone = (sentence: string) => this.reports.enter('bone', sentence);
}

/** The scheduler of the physics; null, with a sentence, when there is no physics to work with. */
function findScheduler(app: AppBase, reports: Problems): SubstepScheduler | null {
    const scheduler = SubstepScheduler.of(app);
    if (scheduler) {
        reports.leave('physics');
    } else if (!findAmmo()) {
        reports.enter('physics', 'the physics library Ammo is not loaded. Import it in the settings of the project, under physics.');
    } else {
        reports.enter('physics', 'the physics of this application is not Ammo, or a build of it that is not known. Import the engine\'s own Ammo.');
    }
    return scheduler;
}

/** Says when the project's own callback before steps is not called while bodies are in the world. */
function reportCallback(scheduler: SubstepScheduler, reports: Problems): void {
    if (!scheduler.isBlocking) return;
    reports.add('the callback before physics steps that this project has set is not called while a ragdoll is active: this build of Ammo hides its functions. Use a callback after steps.');
}
