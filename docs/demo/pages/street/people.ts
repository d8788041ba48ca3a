import { Entity, Vec3, type ScriptType } from 'playcanvas';

import type { Character } from '../../frame/character';
import { Walker } from '../walk-around/walker';

// Those who are on the street beside the player: who stands, who walks a round, and who is hit and gets up.

/** Somebody who stands: place in metres of a person, and degrees that it faces from z to x. */
type Standing = readonly [x: number, y: number, z: number, faces: number];

const RISER = 0.17;

/** In company: on the stairs, on the terrace, on the ramp, and below. */
const COMPANY: readonly Standing[] = [
    [0.8, 3 * RISER, 2.33, 200], [-0.8, 8 * RISER, 5.9, 140], [0.75, 8 * RISER, 6.1, -120], [3, 0.67, 5.6, -160], [-1.9, 0, 2.7, 30], [-1.5, 0, 3.4, -150], [-2.4, 0, 3.4, 110],
    [2.5, 0, 0.9, -140], [2.2, 0, 0.1, 20], [-3.7, 0, 1.5, 70]
];

/** Those that balls are thrown at. */
const TARGETS: readonly Standing[] = [[2.1, 0, 2.4, -170], [-1.9, 0, 0.4, 150], [1.9, 0, -4, 10]];

/** Rounds of those who walk: their speed in metres a second, and the corners. */
const ROUNDS: readonly (readonly [speed: number, ...corners: (readonly [x: number, z: number])[]])[] = [
    [1.35, [-1.4, -1.3], [2.8, -1.3], [2.8, -2.7], [-1.4, -2.7]],
    [2.9, [-6.4, -3], [-6.4, 5], [-5.4, 5], [-5.4, -3]],
    [1.4, [7.4, -4], [7.4, 6.4], [8.2, 6.4], [8.2, -4]],
    [1.25, [-5, -5.4], [2.2, -5.4], [2.2, -6.4], [-5, -6.4]],
    [1.5, [-1.5, 1], [1.5, 0.9], [1.6, 0.2], [-1.5, 0.1]]
];

/** Seconds between two balls. */
const BALL_SECONDS = 3;

export class People {
    /** Whoever is there. */
    readonly all: Entity[] = [];

    /** Those who are hit. */
    readonly targets: readonly Entity[];

    private readonly walkers: readonly { readonly walker: Walker, readonly speed: number, readonly corners: readonly Vec3[], next: number }[];

    private untilBall = 0.8;

    private thrown = 0;

    /**
     * @param root - What they are put below.
     * @param gaze - What they look at.
     * @param scale - Metres of the scene for a metre of a person.
     */
    constructor(private readonly root: Entity, private readonly character: Character, private readonly gaze: Entity, private readonly scale: number) {
        COMPANY.forEach((standing, i) => this.stand(standing, i + 1));
        this.targets = TARGETS.map((standing, i) => {
            const model = this.stand(standing, COMPANY.length + i + 1);
            for (const name of ['activeRagdoll', 'hitReactions']) model.script!.create(name);
            return model;
        });
        for (const model of this.all) model.script!.create('springChain');
        this.walkers = ROUNDS.map(([speed, ...corners]) => {
            const places = corners.map(([x, z]) => new Vec3(x, 0, z).mulScalar(scale));
            const model = this.createModel();
            root.addChild(model);
            const legs = character.model?.legs ?? 2;
            const walker = new Walker(root, model, 2 * character.bounds.halfExtents.y, legs, places[0].clone(), { listens: false });
            for (const name of ['locomotion', 'perfectLookAt', 'mecFootPlacer', 'springChain']) model.script!.create(name, { attributes: this.attributesOf(name) });
            return { walker, speed: speed * scale, corners: places, next: 0 };
        });
        for (const one of this.walkers) {
            one.walker.controls.on('arrive', () => this.send(one));
            this.send(one);
        }
    }

    /** All scripts of them. */
    get scripts(): ScriptType[] {
        return this.all.flatMap(model => model.script!.scripts as ScriptType[]);
    }

    /** Gives those who are hit the clips that have come since. */
    takeClips() {
        for (const model of this.targets) {
            const { states } = model.anim!.baseLayer!;
            for (const [name, track] of this.character.clips) if (!states.includes(name)) model.anim!.assignAnimation(name, track);
            (model.script!.get('hitReactions') as unknown as { refresh(): void }).refresh();
        }
    }

    /**
     * Counts the time to the next ball.
     *
     * @returns Who it shall hit; null: nobody yet.
     */
    nextHit(dt: number): Entity | null {
        this.untilBall -= dt;
        if (this.untilBall > 0) return null;
        this.untilBall = BALL_SECONDS;
        return this.targets[this.thrown++ % this.targets.length];
    }

    private send(one: People['walkers'][number]) {
        one.next = (one.next + 1) % one.corners.length;
        one.walker.controls.goTo(one.corners[one.next], one.speed);
    }

    private stand([x, y, z, faces]: Standing, seed: number): Entity {
        const { character, scale } = this;
        const model = this.createModel();
        const forward = character.model?.forward ?? Vec3.BACK;
        model.setPosition(x * scale, y * scale, z * scale);
        model.setEulerAngles(0, faces - Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
        this.root.addChild(model);
        for (const name of ['idleRandomizer', 'perfectLookAt', 'mecFootPlacer']) model.script!.create(name, { attributes: this.attributesOf(name, seed) });
        const layer = model.anim?.baseLayer;
        if (layer) layer.activeStateCurrentTime = seed * 0.618 % 1;
        return model;
    }

    private attributesOf(name: string, seed = 1): object {
        if (name === 'idleRandomizer') return { seed };
        if (name === 'perfectLookAt') return { targetObject: this.gaze };
        return name === 'mecFootPlacer' ? { adjustPelvisVertically: true, dampPelvis: true } : {};
    }

    private createModel(): Entity {
        const { character } = this;
        const model = character.createModel(this.all.length);
        if (character.clips.size > 0) {
            model.addComponent('anim', { activate: true });
            for (const [name, track] of character.clips) model.anim!.assignAnimation(name, track);
            model.anim!.baseLayer!.play(character.clip);
        }
        model.addComponent('script');
        this.all.push(model);
        return model;
    }
}
