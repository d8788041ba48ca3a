import { readFileSync } from 'node:fs';

import { expect } from 'chai';
import { Template, type AppBase, type Entity } from 'playcanvas';

import { findCharacter, registerLimber, type HandPlacer } from '../../scripts/index';
import { createApp, loadGlb } from '../support/app';
import { furtherRig, GNOME, MANNEQUIN } from '../support/characters';
import { angleOf } from '../support/geometry';
import { SIDES } from '../support/hand-stage';
import { catchWarnings } from '../support/warnings';

describe('the template hands', () => {
    const warnings = catchWarnings();
    const text = readFileSync('templates/hands.json', 'utf8');
    let app: AppBase;
    beforeEach(() => { registerLimber(app = createApp()); });
    afterEach(() => app.destroy());

    const play = (frames: number) => {
        for (let i = 0; i < frames; i++) app.update(1 / 60);
    };

    [MANNEQUIN, GNOME, ...['Xbot.glb', 'rpm.glb'].flatMap(name => furtherRig(name) ?? [])].forEach((file) => {
        it(`lays both hands at their marks, fingers ahead and palms down, and they follow: ${file}`, async () => {
            const hero = new Template(app, JSON.parse(text)).instantiate();
            const model = (await loadGlb(app, file)).instantiate();
            hero.addChild(model);
            app.root.addChild(hero);
            const hands = hero.script!.get('handPlacer') as unknown as HandPlacer;
            play(60);
            expect(hands.problems()).to.deep.equal([]);
            const { bones, forward } = findCharacter(model)!;
            for (const side of SIDES) {
                const mark = hero.findByName(side === 'left' ? 'Left Target' : 'Right Target') as Entity;
                expect(angleOf(mark.forward, forward)).to.be.below(1);
                const near = () => bones.get(`${side}Hand`)!.getPosition().distance(mark.getPosition());
                expect(hands.isReached(side), side).to.equal(true);
                expect(near(), side).to.be.below(0.12);
                mark.translate(0, 0.2, 0.05);
                play(3);
                expect(hands.isReached(side), side).to.equal(true);
                expect(near(), side).to.be.below(0.12);
            }
            expect(warnings).to.deep.equal([]);
        });
    });
});
