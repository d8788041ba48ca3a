import { expect } from 'chai';
import { Entity, type AppBase } from 'playcanvas';

import { HeightGround, registerLimber, type MecFootPlacer, type PerfectLookAt } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { catchWarnings } from '../support/warnings';

// A rider on a bone of its mount, whichever of the two was made first.

const SLOPE = new HeightGround((x, z) => 0.1 * x + 0.15 * z);

describe('a character that another one carries', () => {
    catchWarnings();
    let app: AppBase;
    let files: readonly LoadedCharacter[];

    before(async () => {
        app = createApp();
        registerLimber(app);
        files = [await loadGlb(app, HOUND), await loadGlb(app, MANNEQUIN)];
    });

    after(() => app.destroy());

    function add({ instantiate, clips }: LoadedCharacter, clip: string): Entity {
        const model = instantiate();
        app.root.addChild(model);
        model.addComponent('anim', { activate: true });
        model.anim!.assignAnimation('clip', clips.get(clip)!);
        return model;
    }

    /** A hound that walks on a slope and looks about, and who sits on it and looks at a target; the pose of both after some frames. */
    function ride(isRiderFirst: boolean, isMountOn = true) {
        const [mount, rider] = [add(files[0], 'walk'), add(files[1], 'idle')];
        const [prey, target] = [new Entity(), new Entity()];
        app.root.addChild(prey);
        app.root.addChild(target);
        target.setPosition(1.2, 1.2, 1.5);
        // a script component stands in the engine's list from where it was added
        for (const model of isRiderFirst ? [rider, mount] : [mount, rider]) model.addComponent('script');
        const placer = mount.script!.create('mecFootPlacer') as MecFootPlacer;
        placer.setGround(SLOPE);
        const hunt = mount.script!.create('perfectLookAt', { attributes: { targetObject: prey } }) as PerfectLookAt;
        const look = rider.script!.create('perfectLookAt', { attributes: { targetObject: target, lookAtBlendSpeed: 1000 } }) as PerfectLookAt;
        placer.enabled = hunt.enabled = isMountOn;
        const { skeleton, bones } = findCharacter(mount)!;
        skeleton.nodes[bones.get('spine')!].addChild(rider);
        for (let i = 0; i < 90; i++) {
            prey.setPosition(3 * Math.sin(i / 20), 0.5, 3);
            app.update(1 / 60);
        }
        const eye = look.lookAtBones[0].bone!;
        const nodes = [mount, rider].flatMap(model => model.find(() => true));
        const found = { at: eye.getPosition().clone(), turn: eye.getRotation().clone(), residual: look.residual, rotations: nodes.map(node => node.getLocalRotation().clone()) };
        for (const entity of [rider, mount, prey, target]) entity.destroy();
        return found;
    }

    it('is posed after its mount, each once in a frame', () => {
        const [first, second] = [ride(true), ride(false)];
        expect(first.residual).to.be.below(0.1);
        expect(first.at.distance(second.at), 'metres').to.be.below(1e-5);
        expect(turnBetween(first.turn, second.turn), 'degrees').to.be.below(0.01);
        const worst = Math.max(...first.rotations.map((rotation, i) => turnBetween(rotation, second.rotations[i])));
        expect(worst, 'a bone of either, degrees').to.be.below(0.01);
    });

    it('leaves scripts alone that are switched off on the mount', () => {
        const [off, on] = [ride(true, false), ride(true)];
        expect(off.at.distance(on.at)).to.be.above(1e-3);
        expect(off.at.distance(ride(false, false).at)).to.be.below(1e-5);
    });
});
