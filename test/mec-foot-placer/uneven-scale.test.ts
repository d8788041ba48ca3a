import { expect } from 'chai';
import type { AppBase } from 'playcanvas';

import { HeightGround, registerLimber, type MecFootPlacer } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { Role } from '../../scripts/rig/roles';
import { createApp, loadGlb } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { itFull } from '../support/skip';

// A clip that squashes and stretches scales a bone by axis. Up to 30 % feet go on with the mean scale; beyond, they go over to the animation and back
// within a third of a second.

type Scale = readonly [number, number, number];

const LEGS = ['leftThigh', 'leftShin', 'leftFoot', 'rightThigh', 'rightShin', 'rightFoot'] as const;
const FEET = ['leftFoot', 'rightFoot'] as const;

/** Degrees a frame, and millimetres. */
const FASTEST = 1;
const FADING = 6;
const OFF = 5;

const heightAt = (x: number, z: number) => 0.3 * x + 0.1 * z;

const slope = new HeightGround(heightAt);

/** Up to 24 % between two axes. */
const squash = (i: number): Scale => {
    const by = 0.12 * Math.sin(i / 60 * Math.PI);
    return [1 + by, 1 - by, 1 + by];
};

const stretch = (i: number): Scale => (i >= 5 && i < 95 ? [1, 1.6, 1] : [1, 1, 1]);

for (const [name, file] of [['mannequin', MANNEQUIN], ['hound', HOUND]]) {
    describe(`feet under uneven scales: ${name}`, () => {
        let app: AppBase;

        before(() => {
            app = createApp();
            registerLimber(app);
        });

        after(() => app.destroy());

        /** Stands on a slope while a bone is scaled; answers the fastest turn of a leg's bone in degrees a frame, and how far feet are from where they stood, over the ground and against the animation, at the end in millimetres. */
        async function stand(boneId: Role, scaleAt: (frame: number) => Scale, frames: number) {
            const { instantiate, clips } = await loadGlb(app, file);
            const [own, plain] = [slope, null].map((ground) => {
                const model = instantiate();
                app.root.addChild(model);
                model.addComponent('anim', { activate: true, speed: 0 });
                model.anim!.assignAnimation('idle', clips.get('idle')!);
                model.addComponent('script');
                const script = ground && model.script!.create('mecFootPlacer', { attributes: { adjustPelvisVertically: true } }) as unknown as MecFootPlacer;
                script?.setGround(ground);
                const rig = findCharacter(model)!;
                const boneOf = (role: Role) => rig.skeleton.nodes[rig.bones.get(role)!];
                return { model, script, bone: boneOf(boneId), legs: LEGS.map(boneOf), feet: FEET.map(boneOf) };
            });
            for (let i = 0; i < 60; i++) app.update(1 / 60);
            const overGround = () => own.feet.map((foot, i) => {
                const { x, y, z } = foot.getPosition();
                return y - heightAt(x, z) - plain.feet[i].getPosition().y;
            });
            const before = overGround();
            const turns = own.legs.map(bone => bone.getLocalRotation().clone());
            let fastest = 0;
            for (let i = 0; i < frames; i++) {
                for (const { bone } of [own, plain]) bone.setLocalScale(...scaleAt(i));
                app.update(1 / 60);
                for (const [k, bone] of own.legs.entries()) {
                    fastest = Math.max(fastest, turnBetween(turns[k], bone.getLocalRotation()));
                    turns[k].copy(bone.getLocalRotation());
                }
            }
            const left = Math.max(...overGround().map((height, k) => 1000 * Math.abs(height - before[k])));
            const problems = own.script!.problems();
            for (const { model } of [own, plain]) model.destroy();
            return { fastest, left, problems };
        }

        for (const bone of ['hips', 'spine1', 'leftThigh', 'leftShin', 'leftFoot'] as const) {
            const run = bone === 'hips' ? it : itFull;
            run(`of ${bone} up to 30 % leave feet on their way`, async () => {
                const { fastest, left, problems } = await stand(bone, squash, 60);
                expect(problems).to.deep.equal([]);
                expect(fastest, 'degrees a frame').to.be.below(FASTEST);
                expect(left, 'millimetres at the end').to.be.below(OFF);
            });

            run(`of ${bone} beyond let feet go over to the animation and back without a jump`, async () => {
                const { fastest, left, problems } = await stand(bone, stretch, 200);
                expect(problems).to.deep.equal([]);
                expect(fastest, 'degrees a frame').to.be.below(FADING);
                expect(left, 'millimetres at the end').to.be.below(OFF);
            });
        }
    });
}
