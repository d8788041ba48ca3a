import { expect } from 'chai';

import { limberScripts, registerLimber } from '../../scripts/index';
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
});
