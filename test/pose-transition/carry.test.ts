import { expect } from 'chai';

import { turnBetween } from '../support/geometry';
import { setTransitionStage } from '../support/transition-stage';

// A switch that makes up for a turn of the entity: what was shown goes on in the world.

describe('poseTransition.carrySwitch', () => {
    for (const mode of ['inertialize', 'deadBlend']) {
        it(`keeps the pelvis in the world, in the next update and no later one, by ${mode}`, async () => {
            const { app, entity, script, both, frame } = (await setTransitionStage('mannequin', { mode }))!;
            const frames = (count: number) => { for (let i = 0; i < count; i++) frame(); };
            const hips = entity.findByName('mixamorig:Hips')!;
            /** Degrees by which the pelvis is elsewhere after a turn of the entity with a switch. */
            const turnOver = (isCarried: boolean, state: string) => {
                const before = hips.getRotation().clone();
                entity.rotate(0, 90, 0);
                if (isCarried) script.carrySwitch();
                both(({ anim }) => anim!.baseLayer!.transition(state, 0));
                frame();
                return turnBetween(hips.getRotation(), before);
            };
            frames(30);
            // dead blending shows it at once
            const carried = mode === 'inertialize' ? [0, 20] : [70, 110];
            expect(turnOver(true, 'walk')).to.be.within(carried[0], carried[1]);
            const before = hips.getRotation().clone();
            frames(90);
            if (mode === 'inertialize') expect(turnBetween(hips.getRotation(), before), 'it gives way').to.be.within(70, 110);
            // in the middle of a switch too
            turnOver(true, 'run');
            frames(2);
            expect(turnOver(true, 'idle')).to.be.within(carried[0], mode === 'inertialize' ? 40 : carried[1]);
            frames(90);
            expect(turnOver(false, 'walk'), 'without it the body turns along').to.be.within(70, 110);
            frames(90);
            // no switch came in the update for which it was told
            script.carrySwitch();
            frame();
            expect(turnOver(false, 'idle')).to.be.within(70, 110);
            app.destroy();
        });
    }
});
