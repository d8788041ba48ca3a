import { expect } from 'chai';
import { Entity } from 'playcanvas';

import { limberScripts, registerLimber, type IdleRandomizer } from '../../scripts/index';
import { createApp } from '../support/app';
import { catchWarnings } from '../support/warnings';

describe('registerLimber', () => {
    const warnings = catchWarnings();

    it('does nothing the second time, in any application', () => {
        const apps = [createApp(), createApp()];
        for (const app of apps) {
            registerLimber(app);
            registerLimber(app);
            for (const { name, script } of limberScripts) expect(app.scripts.get(name)).to.equal(script);
        }
        expect(warnings).to.deep.equal([]);
        for (const app of apps) app.destroy();
    });

    it('takes what a scene or code sets under a former name of an attribute; the new name goes before it', () => {
        const app = createApp();
        registerLimber(app);
        const create = (attributes: object) => {
            const entity = new Entity('hero', app);
            entity.addComponent('script');
            app.root.addChild(entity);
            return entity.script!.create('idleRandomizer', { attributes }) as unknown as IdleRandomizer & { fadeTime: number };
        };
        const scene = Object.freeze({ fadeTime: 0.7 });
        const script = create(scene);
        expect(script.blendTime).to.equal(0.7);
        expect(script.fadeTime).to.equal(0.7);
        script.fadeTime = 0.2;
        expect(script.blendTime).to.equal(0.2);
        expect(create({ fadeTime: 0.7, blendTime: 0.4 }).blendTime).to.equal(0.4);
        expect(create({}).blendTime).to.equal(0.1);
        app.destroy();
    });
});
