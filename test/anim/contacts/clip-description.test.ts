import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { findSteps } from '../../../scripts/index';
import { createApp, loadGlb } from '../../support/app';
import { HOUND, MANNEQUIN } from '../../support/characters';
import { writeInUnits } from '../../support/glb-units';
import { catchWarnings } from '../../support/warnings';

// The steps of a clip in the scene's units, whatever the units of the file and the scale of the character.

/** Share of a speed in which a planted foot's way from one frame to the next agrees with it. */
const AGREES = 0.1;

/** Speed over the ground of the foot that is down longest, from places of its bone in the middle half of the stance. */
function speedOfFoot(entity: Entity, bone: Entity, { strike, release }: { readonly strike: number, readonly release: number }): number {
    const layer = entity.anim!.baseLayer!;
    const placeAt = (share: number) => {
        const time = strike + share * (release - strike);
        layer.activeStateCurrentTime = time % layer.activeStateDuration;
        // the component poses the bones as it advances
        (entity.anim as unknown as { system: { onAnimationUpdate(dt: number): void } }).system.onAnimationUpdate(0);
        return bone.getPosition().clone();
    };
    const way = new Vec3().sub2(placeAt(0.7), placeAt(0.3));
    return Math.hypot(way.x, way.z) / (0.4 * (release - strike));
}

describe('findSteps', () => {
    catchWarnings();

    for (const [file, bone] of [[MANNEQUIN, 'mixamorig:LeftFoot'], [HOUND, 'hind_paw.L']] as const) {
        for (const units of [0.01, 1, 100]) {
            for (const scale of [0.01, 1, 100]) {
                it(`tells speed and stride in the scene's units: ${file}, lengths of the file times ${units}, scale ${scale}`, async () => {
                    const app = createApp();
                    const { instantiate, clips } = await loadGlb(app, units === 1 ? file : await writeInUnits(file, units));
                    const entity = instantiate();
                    entity.setLocalScale(scale, scale, scale);
                    app.root.addChild(entity);
                    entity.addComponent('anim', { activate: true });
                    entity.anim!.assignAnimation('walk', clips.get('walk')!);
                    entity.anim!.baseLayer!.play('walk');
                    app.update(1 / 60);
                    const { speed, strideLength, strideTime, feet } = findSteps(entity, clips.get('walk')!)!;
                    expect(strideLength).to.be.closeTo(speed * strideTime, 1e-6 * strideLength);
                    const foot = feet.find(({ bone: { name } }) => name === bone)!;
                    const own = speedOfFoot(entity, foot.bone as Entity, foot.stances[0]);
                    expect(speed / own).to.be.closeTo(1, AGREES);
                    app.destroy();
                });
            }
        }
    }
});
