import { expect } from 'chai';
import { Entity, Vec3, type AnimTrack, type AppBase } from 'playcanvas';

import type { InstantTurn } from '../../scripts/index';
import { RUN_SPEED } from '../../tools/characters/mannequin/run';
import { loadGlb, type LoadedCharacter } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { itFull } from '../support/skip';
import { createSpringApp, degreesBetween } from '../support/spring-stage';
import { playGraph } from '../support/state-graphs';

// A run that turns back by instantTurn: the entity turns in a frame, and the body that is seen comes around in the clip.

const FRAME = 1 / 60;

/** Seconds of the run before the turn, at which its clip fits, and after it. */
const BEFORE = 1;
const TURN_AT = 1 / 15;
const AFTER = 1.2;

/** Seconds of the turn that it is compared with. */
const SLOWLY = 0.2;

describe('springChain with instantTurn', () => {
    let app: AppBase, model: LoadedCharacter, turn: AnimTrack;

    before(async () => {
        app = createSpringApp();
        model = await loadGlb(app, MANNEQUIN);
        turn = (await loadGlb(app, 'templates/mannequin-actions.glb')).clips.get('turn')!;
    });

    after(() => app.destroy());

    /** Lets the mannequin run and turn back; answers the largest angle of its scarf to the plumb line, and its largest turn in a frame, degrees. */
    function turnBack(isInstant: boolean, chain: object, isAbove: boolean) {
        const player = new Entity('Player');
        app.root.addChild(player);
        const body = model.instantiate();
        player.addChild(body);
        const run = model.clips.get('run')!;
        const anim = playGraph(body, [{ states: { Run: run, Turn: turn }, once: ['Turn'] }]);
        player.addComponent('script');
        body.addComponent('script');
        const turner = player.script!.create('instantTurn', { attributes: { turnClipLeftFoot: 'Turn' } }) as InstantTurn;
        // without colliders: what is looked at is what it feels
        const chains = [{ boneName: 'mixamorig:ScarfLong1', colliderGroups: ['none'], ...chain }];
        (isAbove ? player : body).script!.create('springChain', { attributes: { chains } } as never);
        const joint = (i: number) => body.findByName(`mixamorig:ScarfLong${i}`)!.getPosition();
        const scarf = () => new Vec3().sub2(joint(5), joint(1)).normalize();
        anim.baseLayer!.activeStateCurrentTime = run.duration * 10 + TURN_AT - BEFORE;
        let peak = 0, step = 0, last = scarf();
        const frames = Math.round((BEFORE + AFTER) / FRAME);
        for (let frame = 0; frame < frames; frame++) {
            const time = frame * FRAME - BEFORE;
            if (isInstant && frame === Math.round(BEFORE / FRAME)) turner.turn();
            if (!isInstant) player.setLocalEulerAngles(0, 180 * Math.min(1, Math.max(0, time / SLOWLY)), 0);
            player.translateLocal(0, 0, RUN_SPEED * FRAME);
            app.update(FRAME);
            const now = scarf();
            if (time > -BEFORE / 4) {
                peak = Math.max(peak, degreesBetween(now, Vec3.DOWN));
                step = Math.max(step, degreesBetween(now, last));
            }
            last = now;
        }
        player.destroy();
        return { peak, step };
    }

    const VRM = { stiffness: 0.3, drag: 0.4, gravity: 0.4 };
    ([
        ['', VRM, {}, false, 1.3], [' from above the model', VRM, {}, true, 1.3], [' that feels nothing of the entity', VRM, { inertia: 0 }, false, 1.3],
        [' as a rod', {}, {}, false, 2], [' as a rod from above the model', {}, {}, true, 2], [' as a rod that feels nothing of the entity', {}, { inertia: 0 }, false, 2]
    ] as const).forEach(([name, row, chain, isAbove, quicker]) => {
        itFull(`does not whip${name}`, () => {
            // what is felt of a turn in the clip is its own
            const slow = turnBack(false, row, isAbove), instant = turnBack(true, { ...row, ...chain }, isAbove);
            expect(instant.peak, 'degrees').below(1.3 * slow.peak);
            expect(instant.step, 'degrees in a frame').below(quicker * slow.step);
        });
    });
});
