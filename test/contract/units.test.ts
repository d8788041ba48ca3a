import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import { findCharacter, findSteps, registerLimber, type ActiveRagdoll, type Locomotion, type PerfectLookAt } from '../../scripts/index';
import { loadGlb } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';
import { writeInUnits } from '../support/glb-units';
import { createPhysicsApp } from '../support/physics-app';
import { itFull } from '../support/skip';

// Lengths and speeds that the pack tells are those of the scene, whatever the units of a file and the scale of an entity. The same course is walked at another size: all
// that is told of it is as much larger.

const FRAME = 1 / 60;

/** Metres a second of a character of usual size. */
const SPEED = 1.3;

/** Share by which two of them differ. */
const ALIKE = 0.001;

/** What is told of a walk at a size, each number by its name. */
async function told(file: string, scale: number): Promise<Map<string, number>> {
    const app = await createPhysicsApp('ammojs-typed');
    registerLimber(app);
    app.systems.rigidbody!.gravity.set(0, -9.81 * scale, 0);
    const { instantiate, clips } = await loadGlb(app, file);
    const holder = new Entity('holder', app), model = instantiate(), target = new Entity('target', app);
    app.root.addChild(holder);
    app.root.addChild(target);
    holder.addChild(model);
    holder.setLocalScale(scale, scale, scale);
    target.setPosition(scale, 1.4 * scale, 2 * scale);
    model.addComponent('anim', { activate: true });
    for (const clip of ['idle', 'walk']) model.anim!.assignAnimation(clip, clips.get(clip)!);
    holder.addComponent('script');
    const add = <Script>(name: string, attributes: object = {}) => holder.script!.create(name, { attributes: attributes as never }) as unknown as Script;
    const locomotion = add<Locomotion>('locomotion');
    const look = add<PerfectLookAt>('perfectLookAt', { targetObject: target });
    const ragdoll = add<ActiveRagdoll>('activeRagdoll', { active: true, rotationWeight: 1, translationWeight: 1 });
    let step = 0;
    (locomotion as unknown as Entity).on('step', (_: unknown, speed: number) => { step = speed; });
    for (let i = 0; i < 90; i++) {
        for (const entity of [holder, target]) entity.translate(0, 0, SPEED * scale * FRAME);
        app.update(FRAME);
    }
    const head = ragdoll.getBoneState('head')!;
    const steps = findSteps(model, clips.get('walk')!)!;
    const numbers = new Map([
        ['height', findCharacter(model)!.height], ['speed of a clip', steps.speed], ['length of a stride', steps.strideLength],
        ['locomotion.speed', locomotion.speed], ['speed at a step', step], ['height of the gaze', look.gazeOrigin.y],
        ['place of a body', head.position.length()], ['velocity of a body', new Vec3().copy(head.linearVelocity).length()]
    ]);
    app.destroy();
    return numbers;
}

describe('lengths and speeds that the pack tells', () => {
    for (const [name, file] of [['mannequin', MANNEQUIN], ['hound', HOUND]]) {
        for (const [units, scale] of [[100, 100], [1, 0.01], [0.01, 1], [0.01, 0.01]]) {
            const run = name === 'mannequin' && scale === 100 ? it : itFull;
            run(`are those of the scene: ${name}, lengths of the file times ${units}, scale ${scale}`, async () => {
                const [usual, other] = [await told(file, 1), await told(await writeInUnits(file, units), scale)];
                for (const [what, value] of usual) {
                    expect(value, what).to.be.above(0);
                    expect(other.get(what)! / scale, what).to.be.closeTo(value, ALIKE * value);
                }
            });
        }
    }
});
