import { expect } from 'chai';
import { Quat, ScriptType, Vec3, registerScript } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { PoseRecord } from '../../scripts/pose/pose-record';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { sampled } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { FRAME, onEachCharacter, type Actor } from '../support/look-at-stage';

/** Largest drift, degrees. */
const DRIFT = 0.01;

/** Frames of ten minutes for both scripts, and of one for those beside: what drifts does so from the first second on. */
const FRAMES = { long: 600 / FRAME, short: 60 / FRAME };

/** A second script on the same bones: turns the head and the spine by 10 degrees on top of what it finds. */
class Nudge extends ScriptType {
    private record!: PoseRecord;

    private bones!: ReturnType<Actor['bone']>[];

    start(actor: Actor) {
        this.record = PoseRecord.of(findSkeleton(actor.model)!.nodes[0]);
        this.bones = [actor.bone('head'), actor.bone('spine')];
        this.record.retain();
        this.on('disable', () => this.record.release());
    }

    postUpdate() {
        this.record.begin(this.app.frame);
        for (const bone of this.bones) {
            const { x, y, z, w } = bone.getLocalRotation().clone().mul(new Quat().setFromAxisAngle(Vec3.UP, 10));
            this.record.write(this.record.stateOf(bone), Float64Array.of(x, y, z, w), 0);
        }
    }
}

function largestTurn(a: Quat[], b: Quat[]): number {
    return Math.max(...a.map((rotation, i) => turnBetween(rotation, b[i])));
}

function expectExactly(pose: Quat[], expected: Quat[]) {
    pose.forEach((q, i) => expect([q.x, q.y, q.z, q.w]).to.deep.equal([expected[i].x, expected[i].y, expected[i].z, expected[i].w]));
}

onEachCharacter('bones that no clip animates', (stage) => {
    const home = () => new Vec3(1, 0.3, 2).add(stage.eyePoint);

    /** A place on a way through the space around the character, at a time. */
    function wander(time: number): Vec3 {
        return new Vec3(3 * Math.sin(0.7 * time), 1.5 * Math.sin(1.3 * time), 3 * Math.cos(0.31 * time)).add(stage.eyePoint);
    }

    function stand(scripts: ('look' | 'nudge')[]) {
        const actor = stage.add();
        const start = actor.pose();
        const target = stage.addEntity(home());
        actor.model.addComponent('script');
        if (!stage.app.scripts.has('nudge')) registerScript(Nudge, 'nudge', stage.app);
        for (const script of scripts) {
            if (script === 'look') actor.addLook({ targetObject: target });
            else (actor.model.script!.create('nudge') as Nudge).start(actor);
        }
        return { actor, start, target, nudge: () => actor.model.script!.get('nudge') as Nudge };
    }

    for (const [scripts, time, frames] of [[['look'], 'a minute', FRAMES.short], [['look', 'nudge'], 'ten minutes', FRAMES.long], [['nudge', 'look'], 'a minute', FRAMES.short]] as const) {
        it(`do not drift within ${time} under ${scripts.join(' and ')}`, function () {
            const { actor, start, target } = stand([...scripts]);
            for (let i = 0; i < 3; i++) stage.step();
            const before = actor.pose();
            expect(largestTurn(before, start)).to.be.above(5);
            for (let i = 0; i < sampled(frames, 600); i++) {
                target.setPosition(wander(i * FRAME));
                stage.step();
            }
            target.setPosition(home());
            for (let i = 0; i < 3; i++) stage.step();
            const drift = largestTurn(actor.pose(), before);
            this.test!.title += ` (${drift.toExponential(1)} degrees)`;
            expect(drift).to.be.below(DRIFT);
            for (const script of actor.model.script!.scripts) script.enabled = false;
            stage.step();
            expectExactly(actor.pose(), start);
        });
    }

    for (const scripts of [['look', 'nudge'], ['nudge', 'look']] as const) {
        for (const off of scripts) {
            it(`show the other script alone after ${off} is switched off midway, in the order ${scripts.join(', ')}`, () => {
                const { actor, start, nudge } = stand([...scripts]);
                const alone = stand(scripts.filter(script => script !== off));
                for (let i = 0; i < 10; i++) stage.step();
                expect(largestTurn(actor.pose(), alone.actor.pose())).to.be.above(1);
                (off === 'look' ? actor.look : nudge()).enabled = false;
                stage.step();
                expect(largestTurn(actor.pose(), alone.actor.pose())).to.be.below(DRIFT);
                (off === 'look' ? nudge() : actor.look).enabled = false;
                stage.step();
                expectExactly(actor.pose(), start);
            });
        }
    }

    it('obey two look-ats on one skeleton, one above the other, as each of them alone', () => {
        const above = stage.addEntity();
        const actor = stage.add(above);
        const start = actor.pose();
        const [left, right] = [new Vec3(3, 0, 1), new Vec3(-1, 2, 3)].map(place => stage.addEntity(place.add(stage.eyePoint)));
        const upper = stage.addLook(above, { targetObject: left, weight: 0.5 });
        const lower = actor.addLook({ targetObject: right, weight: 0.5 });
        const onlyLower = stage.add();
        onlyLower.addLook({ targetObject: right, weight: 0.5 });
        for (let i = 0; i < 20; i++) stage.step();
        const both = actor.pose();
        for (let i = 0; i < 200; i++) stage.step();
        expect(largestTurn(actor.pose(), both)).to.be.below(DRIFT);
        expect(largestTurn(actor.pose(), onlyLower.pose())).to.be.above(1);
        upper.enabled = false;
        stage.step();
        expect(largestTurn(actor.pose(), onlyLower.pose())).to.be.below(DRIFT);
        lower.enabled = false;
        stage.step();
        expectExactly(actor.pose(), start);
    });

    it('are found in a clip too: those that it leaves alone do not pile up', () => {
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity(home());
        const look: PerfectLookAt = actor.addLook({ targetObject: target });
        for (const instance of [actor, twin]) instance.play(stage.clips[0]).seek(0.1);
        for (let i = 0; i < 3; i++) stage.step();
        const before = actor.pose();
        for (let i = 0; i < 300; i++) {
            target.setPosition(wander(i * FRAME));
            stage.step();
        }
        target.setPosition(home());
        for (let i = 0; i < 3; i++) stage.step();
        expect(largestTurn(actor.pose(), before)).to.be.below(DRIFT);
        look.weight = 0;
        stage.step();
        expectExactly(actor.pose(), twin.pose());
    });
});
