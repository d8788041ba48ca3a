import { expect } from 'chai';
import { Vec3, type Color } from 'playcanvas';

import { CHEST, hit, onHitStage } from '../support/hit-stage';

onHitStage('drawing the balance', (stage) => {
    it('shows what the feet stand on, and a cross that is green above it and red beyond; nothing while it is off', () => {
        stage.addFloor();
        const lines: { from: Vec3; to: Vec3; color: Color }[] = [];
        const app = stage.app as unknown as { drawLine(start: Vec3, end: Vec3, color: Color): void };
        app.drawLine = (start, end, color) => { lines.push({ from: start.clone(), to: end.clone(), color: color.clone() }); };
        const hero = stage.addHero({ drawDebugBalance: true });
        Object.assign(hero.actor.ragdoll, { active: true, rotationWeight: 1, translationWeight: 1 });
        stage.run(0.3);
        lines.length = 0;
        stage.step();
        const cross = () => lines[lines.length - 1].from.clone().add(lines[lines.length - 1].to).mulScalar(0.5);
        expect(lines).to.have.length.within(5, 6);
        expect(lines.every(({ color }) => color.g > color.r)).to.equal(true);
        const { x, z } = hero.hips.getPosition();
        expect(Math.hypot(cross().x - x, cross().z - z), 'under the hips').to.be.below(0.1);
        const feet = lines.slice(0, -2).map(({ from }) => from);
        expect(Math.max(...feet.map(point => Math.abs(point.y))), 'on the ground').to.be.below(0.1);
        expect(Math.min(...feet.map(point => point.x))).to.be.below(x - 0.03);
        expect(Math.max(...feet.map(point => point.x))).to.be.above(x + 0.03);
        hit(hero, CHEST, new Vec3(0, 0, 80));
        let furthest = -Infinity, isRed = false;
        stage.run(0.2, 60, () => {
            furthest = Math.max(furthest, cross().z);
            isRed ||= lines[lines.length - 1].color.r > lines[lines.length - 1].color.g;
        });
        expect(furthest).to.be.above(z + 0.1);
        expect(isRed).to.equal(true);
        hero.reactions.drawDebugBalance = false;
        lines.length = 0;
        stage.step();
        expect(lines).to.deep.equal([]);
    });
});
