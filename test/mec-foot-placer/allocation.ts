import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import type { Ground, MecFootPlacer, Role } from '../../scripts/index';
import { bytesOf } from '../support/allocation';
import { onMannequin, type Actor } from '../support/foot-stage';
import { randomRotation, seededRandom } from '../support/geometry';
import { catchWarnings } from '../support/warnings';

const FRAME = 1 / 60;

/**
 * What numbers may add that the compiler boxes where it calls a function of the core in place of inlining it, bytes: two dozen, of two legs, their
 * strips of ground and the pelvis. 320 to 510 are seen.
 */
const BOXED = 24 * 24;

/** Frames of a walk. */
const WALK = 64;

/** What is set of the engine's evaluator. */
interface Evaluated {
    readonly _controller: { readonly animEvaluator: { readonly clips: readonly { time: number; snapshot: { _time: number } }[] } };
}

/** Level ground that allocates nothing and goes up and down a little. */
function wavingGround(): Ground & { height: number; version: number } {
    return {
        height: 0,
        version: 0,
        cast(hit, ray) {
            const share = (ray[1] - this.height) / ray[6];
            if (!(share >= 0 && share <= 1)) return false;
            hit.point[0] = ray[0];
            hit.point[1] = this.height;
            hit.point[2] = ray[2];
            hit.normal[0] = 0.1;
            hit.normal[1] = 0.99498743710662;
            hit.normal[2] = 0;
            hit.body = null;
            return true;
        }
    };
}

onMannequin('a frame of mecFootPlacer', (stage) => {
    catchWarnings();

    const cases: [name: string, settings: Partial<MecFootPlacer>, row: Partial<MecFootPlacer['feet'][number]>, further: Role[]][] = [
        ['', {}, {}, []],
        [', with flat soles', { levelSole: 1 }, {}, ['leftToes', 'rightToes']],
        [', with knees moved by a hint', {}, { ikHintOffset: new Vec3(0.11, 0.07, 0.13) }, []]
    ];
    cases.forEach(([name, settings, row, further]) => it(`allocates nothing above what the engine needs to be told the same bones${name}`, function () {
        const hero = stage.add(), other = stage.add();
        const ground = wavingGround();
        const placer = hero.place({ adjustPelvisVertically: true, dampPelvis: true, ...settings }, ground);
        stage.step();
        placer.feet = placer.feet.map(foot => ({ ...foot, ...row })) as never;
        stage.step();
        const clock = stage.app as unknown as { frame: number };
        const arrange = (frame: number) => {
            clock.frame++;
            ground.height = 0.03 + 0.001 * (frame & 15);
            ground.version = frame;
        };
        const script = (frame: number) => {
            arrange(frame);
            placer.postUpdate(FRAME);
        };
        // legs and pelvis are given their pose from before, then their new one; whole numbers cost less, and the pelvis is not moved by such
        const random = seededRandom(91);
        const bones = [...stage.feet.flatMap(id => other.leg(id)), ...further.map(role => other.bone(role))];
        const hips = other.bone('hips');
        const rotations = Float64Array.from(Array.from({ length: 16 }, () => randomRotation(random)).flatMap(({ x, y, z, w }) => [x, y, z, w]));
        const place = hips.getLocalPosition().clone();
        const writes = (frame: number) => {
            arrange(frame);
            for (let round = 0; round < 2; round++) {
                hips.setLocalPosition(place.x + 1e-9 * round, place.y + 1e-3 * (frame & 7), place.z + 1e-9 * round);
                for (let i = 0; i < bones.length; i++) {
                    const o = 4 * ((frame + i + round) & 15);
                    bones[i].setLocalRotation(rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]);
                }
            }
        };
        const [engine, whole] = [bytesOf(writes), bytesOf(script)];
        this.test!.title += ` (${whole.toFixed(0)} bytes; the engine's writes alone ${engine.toFixed(0)})`;
        expect(whole).to.be.below(engine + BOXED);
    }));

    it('allocates nothing more while the feet walk', function () {
        const twin = stage.add().play('walk');
        const nodes = twin.nodes.length;
        const rotations = new Float64Array(4 * nodes * WALK), places = new Float64Array(3 * WALK), times = new Float64Array(WALK);
        for (let frame = 0; frame < WALK; frame++) {
            stage.step();
            twin.nodes.forEach((node, i) => {
                const { x, y, z, w } = node.getLocalRotation();
                rotations.set([x, y, z, w], 4 * (nodes * frame + i));
            });
            const { x, y, z } = twin.bone('hips').getLocalPosition();
            places.set([x, y, z], 3 * frame);
            times[frame] = twin.time;
        }
        const hero = stage.add().play('walk'), other = stage.add();
        const ground = wavingGround();
        const placer = hero.place({ adjustPelvisVertically: true, dampPelvis: true }, ground);
        stage.step();
        const [clip] = (hero.model.anim!.baseLayer as unknown as Evaluated)._controller.animEvaluator.clips;
        const clock = stage.app as unknown as { frame: number };
        const turn = (node: GraphNode, frame: number, i: number) => {
            const o = 4 * (nodes * (frame % WALK) + i);
            node.setLocalRotation(rotations[o], rotations[o + 1], rotations[o + 2], rotations[o + 3]);
        };
        // the walk's pose, its time and the ground cost something too, in both pieces of work the same
        const arrange = (frame: number, actor: Actor) => {
            clock.frame++;
            ground.height = 0.03 + 0.001 * (frame & 15);
            ground.version = frame;
            clip.snapshot._time = clip.time = times[frame % WALK];
            for (let i = 0; i < nodes; i++) turn(actor.nodes[i], frame, i);
            const p = 3 * (frame % WALK);
            actor.bone('hips').setLocalPosition(places[p], places[p + 1], places[p + 2]);
        };
        const script = (frame: number) => {
            arrange(frame, hero);
            placer.postUpdate(FRAME);
        };
        const legs = stage.feet.flatMap(id => other.leg(id));
        const indices = legs.map(bone => other.nodes.indexOf(bone));
        const hips = other.bone('hips');
        const writes = (frame: number) => {
            arrange(frame, other);
            for (let i = 0; i < legs.length; i++) turn(legs[i], frame + 1, indices[i]);
            const p = 3 * (frame % WALK);
            hips.setLocalPosition(places[p] + 1e-9, places[p + 1] + 1e-9, places[p + 2] + 1e-9);
        };
        const [engine, whole] = [bytesOf(writes), bytesOf(script)];
        this.test!.title += ` (${whole.toFixed(0)} bytes; the engine's writes alone ${engine.toFixed(0)})`;
        expect(whole).to.be.below(engine + BOXED);
    });
});
