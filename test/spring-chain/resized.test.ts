import { expect } from 'chai';
import { Vec3, type AppBase, type Entity } from 'playcanvas';

import type { SpringChain } from '../../scripts/index';
import { loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { createSpringApp, hangChain, type SpringValues } from '../support/spring-stage';

// Springs of a character that is scaled while they are there: all of it is as much smaller or larger, so each bone rests as it did.

const SCALES = [0.5, 2];

/** Degrees by which a bone may rest otherwise. */
const SAME = 1;

/** The same among the capsules of a body, where a strap has several places to rest. */
const ON_BODY = 10;

describe('springs that are scaled at run time', () => {
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });

    afterEach(() => app.destroy());

    const run = (seconds: number) => { for (let i = 0; i < 60 * seconds; i++) app.update(1 / 60); };

    const hang = (values: SpringValues, model: string) => hangChain(app, values, 5, undefined, model);

    /** Scales something to a size within a second. */
    const grow = (entity: Entity, scale: number, frames = 60) => {
        for (let i = 1; i <= frames; i++) {
            entity.setLocalScale(new Vec3().lerp(Vec3.ONE, new Vec3(scale, scale, scale), i / frames));
            run(1 / frames);
        }
    };

    /** Largest turn of a bone against the same one of another instance, degrees. */
    const apart = (a: readonly Entity[], b: readonly Entity[]) => Math.max(...a.map((bone, i) => turnBetween(bone.getLocalRotation(), b[i].getLocalRotation())));

    for (const model of ['rod', 'vrm']) {
        for (const scale of SCALES) {
            it(`rest on a collider as before: ${model}, ${scale} times`, () => {
                const values = {
                    chains: [{ boneName: 'bone0', radius: 0.03, endLength: 0.1, gravity: 1, stiffness: 0.1, drag: 0.6 }],
                    colliders: [{ boneName: 'root', offset: new Vec3(-0.06, 0.8, 0.01), radius: 0.1 }]
                };
                const [own, free, kept] = [values, { ...values, colliders: [] }, values].map(given => hang(given, model));
                run(1);
                grow(own.root, scale);
                run(4);
                expect(apart(kept.bones, free.bones), 'the collider holds them off').to.be.above(10);
                expect(apart(own.bones, kept.bones)).to.be.below(SAME);
            });
        }
    }

    it('rest as before in rows that were filled, and after refresh()', async () => {
        const { instantiate } = await loadGlb(app, MANNEQUIN);
        const [own, kept] = [instantiate(), instantiate()];
        const [script] = [own, kept].map((model) => {
            app.root.addChild(model);
            model.addComponent('script');
            return model.script!.create('springChain') as unknown as SpringChain;
        });
        run(1);
        const bones = (model: Entity) => script.chains.flatMap(({ rootBone }) => model.findByName(rootBone!.name)!.find(() => true)) as Entity[];
        grow(own, 0.5);
        run(3);
        expect(apart(bones(own), bones(kept)), 'scaled').to.be.below(ON_BODY);
        script.refresh();
        run(3);
        expect(apart(bones(own), bones(kept)), 'refreshed').to.be.below(ON_BODY);
    });
});
