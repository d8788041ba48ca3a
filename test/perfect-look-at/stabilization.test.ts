import { expect } from 'chai';
import type { Quat, Vec3 } from 'playcanvas';

import { addDefaultLook, around, meanRotation, rms, turnVector } from '../support/look-at-motion';
import { AT_ONCE, FRAME, onEachCharacter } from '../support/look-at-stage';

/** How far the gaze may wobble about the target, root of the mean of squares in degrees. */
const WOBBLE = 0.3;

/** Share of the animated head's motion that is kept. */
const KEPT = 0.95;

/** Seconds until the steady part of the look is known, and seconds that are looked at. */
const SETTLING = 8;
const WATCHED = 6;

onEachCharacter('stabilization on the walk', (stage) => {
    /** Runs the walk with and without the script; answers what the eye misses and how the heads turn about their means. */
    function watch(stabilization: number | null, left: number, up: number) {
        const [actor, twin] = [stage.add(), stage.add()];
        for (const instance of [actor, twin]) instance.play('walk').seek(0).run();
        const target = stage.addEntity(around(actor, left, up, 3));
        const look = addDefaultLook(actor, { targetObject: target, ...(stabilization === null ? {} : { stabilization }) });
        const [head, animatedHead] = [actor.bone('head'), twin.bone('head')];
        const first = look.lookAtBones[0].bone!;
        const misses: number[] = [];
        const heads: [Quat, Quat][] = [];
        for (let i = 0; i * FRAME < SETTLING + WATCHED; i++) {
            stage.step();
            if (i * FRAME < SETTLING) continue;
            misses.push(actor.gazeError(first, target.getPosition()));
            heads.push([head.getRotation().clone(), animatedHead.getRotation().clone()]);
        }
        const motions = [0, 1].map((k) => {
            const rotations = heads.map(pair => pair[k]);
            const mean = meanRotation(rotations);
            return rotations.map(rotation => turnVector(mean, rotation));
        });
        stage.clear();
        const [shown, animated] = motions;
        const sum = (a: readonly Vec3[], b: readonly Vec3[]) => a.reduce((total, vector, i) => total + vector.dot(b[i]), 0);
        return {
            wobble: rms(misses),
            /** Size of the head's motion against the animation's, and how much of the animation's is in it. */
            size: Math.sqrt(sum(shown, shown) / sum(animated, animated)),
            part: sum(shown, animated) / sum(animated, animated)
        };
    }

    const PLACES = [[0, 0], [30, 5], [-40, -10]];

    it('at its default of 1 keeps the gaze on the target', function () {
        const wobbles = PLACES.map(([left, up]) => watch(null, left, up).wobble);
        this.test!.title += ` (RMS ${wobbles.map(wobble => wobble.toFixed(3)).join(', ')} degrees)`;
        wobbles.forEach(wobble => expect(wobble).to.be.below(WOBBLE));
    });

    it('at 0 keeps the motion of the animated head', function () {
        // further aside, eyes that stand in their soft limit take over a tenth of the head's motion
        const runs = [[0, 0], [30, 5], [-25, -5]].map(([left, up]) => watch(0, left, up));
        this.test!.title += ` (size ${runs.map(({ size }) => (100 * size).toFixed(0)).join(', ')} %, part ${runs.map(({ part }) => (100 * part).toFixed(0)).join(', ')} %)`;
        runs.forEach(({ size }) => expect(size).to.be.above(KEPT));
    });

    it('between keeps a share of it', () => {
        const [none, half, all] = [1, 0.5, 0].map(stabilization => watch(stabilization, 20, 0));
        expect(half.wobble).to.be.above(none.wobble);
        expect(half.wobble).to.be.below(all.wobble);
    });

    it('at 0 takes a turn of the whole character for no motion of the head', () => {
        const holder = stage.addEntity();
        const actor = stage.add(holder);
        const target = stage.addEntity(around(actor, 0, 0, 3), holder);
        const look = addDefaultLook(actor, { targetObject: target, stabilization: 0, lookAtBlendSpeed: AT_ONCE });
        for (let i = 0; i < 120; i++) {
            holder.rotate(0, 1.5, 0);
            stage.step();
            expect(look.residual).to.be.below(0.5);
        }
    });
});
