import { expect } from 'chai';
import { registerScript, ScriptType, Vec3 } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { turnBetween } from '../support/geometry';
import { onEachCharacter } from '../support/look-at-stage';
import { catchWarnings } from '../support/warnings';

/** A script that stands before the look-at and does something to it in the middle of a frame. */
class Meddler extends ScriptType {
    act: ((look: PerfectLookAt) => void) | null = null;

    postUpdate() {
        const look = (this.entity.script as unknown as { perfectLookAt?: PerfectLookAt }).perfectLookAt;
        if (look) this.act?.(look);
    }
}

/** What a head may turn in a frame on the way to a target 45 degrees aside, degrees. */
const STEADY = 6;

onEachCharacter('a look that is changed by an earlier script of the same frame', (stage) => {
    catchWarnings();

    it('neither jumps nor runs twice when it is switched off and on', () => {
        registerScript(Meddler, 'meddler', stage.app);
        const actor = stage.add();
        actor.model.addComponent('script');
        const meddler = actor.model.script!.create('meddler') as Meddler;
        const look = actor.addLook({ targetObject: stage.addEntity(new Vec3(1.5, 0, 1.5).add(stage.eyePoint)), lookAtBlendSpeed: 5 });
        const head = actor.bone('head');
        for (let i = 0; i < 120; i++) stage.step();
        let before = head.getRotation().clone();
        let frame = 0;
        meddler.act = () => { look.enabled = Math.floor(frame / 3) % 2 === 1; };
        for (; frame < 60; frame++) {
            stage.step();
            expect(turnBetween(before, head.getRotation()), `frame ${frame}`).to.be.below(STEADY);
            before = head.getRotation().clone();
        }
    });

    it('comes to its target when the speed was 0 at first', () => {
        const actor = stage.add();
        const look = actor.addLook({ targetObject: stage.addEntity(new Vec3(1, 0, 2).add(stage.eyePoint)), lookAtBlendSpeed: 0, maxTurnSpeed: 1 });
        for (let i = 0; i < 60; i++) stage.step();
        expect(look.residual).to.be.above(5);
        look.lookAtBlendSpeed = 5;
        look.maxTurnSpeed = 360;
        for (let i = 0; i < 90; i++) stage.step();
        expect(look.residual).to.be.below(0.1);
    });

    it('ends in finite time when it is switched off at speed 0', () => {
        const [actor, twin] = [stage.add(), stage.add()];
        const look = actor.addLook({ targetObject: stage.addEntity(new Vec3(1, 0, 2).add(stage.eyePoint)), lookAtBlendSpeed: 5 });
        for (let i = 0; i < 60; i++) stage.step();
        look.lookAtBlendSpeed = 0;
        look.enabled = false;
        for (let i = 0; i < 90; i++) stage.step();
        expect(turnBetween(actor.bone('head').getRotation(), twin.bone('head').getRotation())).to.be.below(1e-4);
    });

    it('tells that nothing is looked at any more when its lists break or its entity is switched off', () => {
        for (const end of [
            (look: PerfectLookAt) => { look.lookAtBones = [{ boneName: 'nobody' }] as PerfectLookAt['lookAtBones']; },
            (look: PerfectLookAt) => { look.entity.enabled = false; }
        ]) {
            const look = stage.add().addLook({ targetObject: stage.addEntity(new Vec3(1, 0, 2).add(stage.eyePoint)), lookAtBlendSpeed: 1000 });
            for (let i = 0; i < 3; i++) stage.step();
            expect(look.reached).to.equal(true);
            const heard: unknown[] = [];
            look.on('reached', reached => heard.push(reached));
            look.on('target', entity => heard.push(entity));
            end(look);
            expect([look.reached, look.residual]).to.deep.equal([false, 0]);
            stage.step();
            expect(heard).to.deep.equal([false, null]);
        }
    });

    it('looks around among its targets after the target object was destroyed', () => {
        const actor = stage.add();
        const object = stage.addEntity(new Vec3(1, 0, 2).add(stage.eyePoint));
        const other = stage.addEntity(new Vec3(-1, 0, 2).add(stage.eyePoint));
        const look = actor.addLook({ targetObject: object });
        look.addTarget(other);
        const heard: unknown[] = [];
        look.on('target', entity => heard.push(entity));
        stage.step();
        object.destroy();
        stage.step();
        expect(heard).to.deep.equal([object, other]);
    });
});
