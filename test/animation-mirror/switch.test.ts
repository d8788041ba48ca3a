import { expect } from 'chai';
import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { Role } from '../../scripts/index';
import { usual } from '../support/characters';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

const RATE = 2400;

/** Frames before and after the switch whose velocities are extrapolated to it. */
const NEAR = 4;

/** Differences of velocities are shares of the largest speed in the clip. */
const STEP = 0.05;

/** Slide of the planted foot, mm on a body of 1.8 m, beyond what its clip is no reflection of itself: Xbot walks 42 mm beside its middle. */
const SLIDE = 10;

/** Shares of the walk at which the sides are switched. */
const MOMENTS = [0.11, 0.36, 0.58, 0.87];

/** World places of some nodes in each frame. */
class Watch {
    readonly frames: Vec3[][] = [];

    constructor(private readonly nodes: readonly GraphNode[]) {}

    look() {
        this.frames.push(this.nodes.map(node => node.getPosition().clone()));
    }

    /** Velocity of a node between a frame and the next, per second. */
    velocity(node: number, frame: number): Vec3 {
        return new Vec3().sub2(this.frames[frame + 1][node], this.frames[frame][node]).mulScalar(RATE);
    }

    /** Difference of the velocities that are extrapolated from before and from behind a frame. */
    step(node: number, frame: number): number {
        const line = (from: Vec3, to: Vec3, share: number) => new Vec3().lerp(from, to, share);
        const span = NEAR - 1;
        const before = line(this.velocity(node, frame - 1 - NEAR), this.velocity(node, frame - 2), (span + 1.5) / span);
        const behind = line(this.velocity(node, frame + 1 + NEAR), this.velocity(node, frame + 2), (span + 1.5) / span);
        return before.distance(behind);
    }
}

for (const source of usual(mirrorSources('Xbot.glb', 'Husky.glb'))) {
    describe(`animationMirror switched in mid-walk: ${source.name}`, () => {
        const stage = new MirrorStage();

        before(() => stage.open(source, /walk/i, {}));
        after(() => stage.close());

        const bonesOf = (model: Entity) => stage.rig.skeleton.nodes.slice(1).map(node => stage.same(node, stage.mirrored, model));

        /** Runs to a share of the walk on both, switches one within a time in seconds, and goes on for half a second. */
        function run(moment: number, blendTime = 0.2) {
            const [switched, plain] = [new Watch(bonesOf(stage.mirrored)), new Watch(bonesOf(stage.original))];
            const both = [stage.original, stage.mirrored].map(model => model.anim!.baseLayer!);
            stage.script.mirror = false;
            stage.app.update(1);
            stage.script.blendTime = blendTime;
            for (const layer of both) layer.activeStateCurrentTime = moment * stage.track.duration;
            stage.app.update(1);
            for (const layer of both) layer.activeStateCurrentTime = moment * stage.track.duration;
            const switchFrame = 40;
            for (let frame = 0; frame < switchFrame + RATE / 2; frame++) {
                if (frame === switchFrame) {
                    stage.script.shiftPhase();
                    stage.script.mirror = true;
                }
                stage.app.update(1 / RATE);
                switched.look();
                plain.look();
            }
            return { switched, plain, switchFrame };
        }

        it('keeps its velocity, and no frame stands still', () => {
            const steps: number[] = [];
            for (const moment of MOMENTS) {
                const { switched, plain, switchFrame } = run(moment);
                const count = plain.frames[0].length;
                let fastest = 0, own = 0, step = 0, stands = 0;
                for (let node = 0; node < count; node++) {
                    for (let frame = 10; frame < plain.frames.length - 10; frame += 3) {
                        fastest = Math.max(fastest, plain.velocity(node, frame).length());
                        own = Math.max(own, plain.step(node, frame));
                    }
                    step = Math.max(step, switched.step(node, switchFrame));
                    const speeds = [-2, -1, 0, 1].map(k => switched.velocity(node, switchFrame + k).length());
                    const least = Math.min(speeds[0], speeds[3]);
                    if (least > 0.2) stands = Math.max(stands, Math.max(least - speeds[1], least - speeds[2]) / least);
                }
                expect((step - own) / fastest, `at ${moment}`).below(STEP);
                expect(stands, `standing at ${moment}`).below(0.5);
                steps.push(step / fastest);
            }
            // a key of the clip within the frames that are looked at steps too: between keys nothing does
            expect(steps.sort((a, b) => a - b)[1]).below(STEP);
        });

        it('leaves the planted foot where it is', () => {
            const feet = (['leftFoot', 'rightFoot'] as Role[]).map(role => stage.rig.bones.get(role)! - 1);
            for (const moment of MOMENTS) {
                const { switched, plain, switchFrame } = run(moment), reflected = run(moment, 0).switched;
                const up = new Vec3(...stage.rig.up);
                const planted = feet.reduce((a, b) => (plain.frames[switchFrame][a].dot(up) < plain.frames[switchFrame][b].dot(up) ? a : b));
                let slide = 0, own = 0;
                for (let frame = switchFrame; frame < switchFrame + 0.15 * RATE; frame++) {
                    slide = Math.max(slide, switched.frames[frame][planted].distance(plain.frames[frame][planted]));
                    own = Math.max(own, reflected.frames[frame + 1][planted].distance(plain.frames[frame + 1][planted]));
                }
                const scale = 1800 / (stage.rig.height * stage.mirrored.getWorldTransform().getScale().x);
                expect((slide - own) * scale, `at ${moment}`).below(SLIDE);
            }
        });
    });
}
