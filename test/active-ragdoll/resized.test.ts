import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { HOUND, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { differenceOf, onEachStage, type Actor } from '../support/ragdoll-stage';

// Characters whose scale is changed while their bodies are in the world.

const local = (actor: Actor) => actor.bodies.slice(1).map(bone => bone.getLocalRotation().clone());

const turned = (before: ReturnType<typeof local>, after: ReturnType<typeof local>) => Math.max(...before.map((turn, i) => turnBetween(turn, after[i])));

onEachStage('a change of the scale', (stage) => {
    const change = (what: Entity, by: number) => what.setLocalScale(what.getLocalScale().clone().mulScalar(by));

    for (const ratio of [1.01, 0.5, 2]) {
        for (const who of ['the character', 'a parent'] as const) {
            it(`leaves who lies where he lies: ${who} by ${ratio}`, () => {
                stage.addFloor();
                const actor = stage.add(stage.addEntity('holder')).play();
                const ragdoll = actor.add({ rotationWeight: 0, translationWeight: 0 });
                const gone: string[] = [];
                ragdoll.on('deactivate', () => gone.push('deactivate'));
                stage.run(4);
                const before = local(actor);
                const { x, z } = actor.bodies[0].getPosition();
                const height = actor.bodies[0].getPosition().y;
                change(who === 'a parent' ? actor.model.parent as Entity : actor.model, ratio);
                stage.run(1 / 60);
                expect(turned(before, local(actor)), 'degrees in the frame of the change').to.be.below(1);
                stage.run(3);
                // at another size altogether, limbs find another place to rest
                if (ratio === 1.01) expect(turned(before, local(actor)), 'degrees, 3 s later').to.be.below(1);
                const now = actor.bodies[0].getPosition();
                expect(Math.hypot(now.x - x, now.z - z), 'metres aside').to.be.below(0.15 * Math.max(1, ratio));
                expect(now.y / ratio, 'height of the hips').to.be.below(height + 0.1);
                expect(gone).to.deep.equal([]);
            });
        }
    }

    it('lets bodies that are held follow the animation at the new size, without a jump', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(0.5);
        let size = 1;
        for (const scale of [1.01, 1.3, 0.7]) {
            change(actor.model, scale / size);
            change(twin.model, scale / size);
            size = scale;
            stage.run(1 / 60);
            expect(differenceOf(actor, twin).turn, 'degrees').to.be.below(3);
            stage.run(0.3);
            expect(differenceOf(actor, twin).distance, 'metres').to.be.below(0.02);
        }
    });
}, [MANNEQUIN, HOUND, 'Xbot.glb'].map(file => ({ name: file, file, clipFile: file, clip: 'idle' })));
