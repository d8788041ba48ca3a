import { expect } from 'chai';
import type { AnimTrack, AppBase, Entity } from 'playcanvas';

import { PlayingContacts } from '../../scripts/anim/playing-contacts';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { analyse } from '../support/clips';

interface Evaluated {
    readonly _controller: { readonly animEvaluator: { readonly clips: readonly { readonly time: number }[] } };
}

describe('PlayingContacts', () => {
    let app: AppBase;
    let entity: Entity;
    let rig: Rig;
    let clips: Map<string, AnimTrack>;

    before(async () => {
        app = createApp();
        const character = await loadGlb(app, MANNEQUIN);
        ({ clips } = character);
        entity = character.instantiate();
        app.root.addChild(entity);
        rig = findCharacter(entity)!;
        entity.addComponent('anim', { activate: true });
    });

    after(() => app.destroy());

    const feet = () => [rig.bones.get('leftFoot')!, rig.bones.get('rightFoot')!];

    it('knows nothing before a clip plays', () => {
        const contacts = new PlayingContacts(rig, feet());
        contacts.update();
        expect(contacts.isDown(0)).to.equal(null);
        expect(contacts.timeToRelease(0)).to.equal(Infinity);
        expect(contacts.nextStrike(new Float64Array(3), 0)).to.equal(Infinity);
    });

    it('says of each foot what the contacts of the playing clip say at its time, at any speed', () => {
        const track = clips.get('walk')!;
        const known = analyse({ entity, rig, track })!;
        entity.anim!.assignAnimation('walk', track);
        entity.anim!.speed = 0.5;
        const contacts = new PlayingContacts(rig, feet());
        const place = new Float64Array(3);
        const seen = new Set<boolean>();
        for (let i = 0; i < 120; i++) {
            app.update(1 / 30);
            contacts.update();
            // the time at which the pose was evaluated; the state's own clock is a frame ahead of it
            const time = (entity.anim!.baseLayer as unknown as Evaluated)._controller.animEvaluator.clips[0].time;
            known.feet.forEach((foot, index) => {
                expect(contacts.isDown(index)).to.equal(foot.isDown(time));
                seen.add(foot.isDown(time));
                expect(contacts.timeToRelease(index)).to.be.closeTo(foot.timeToRelease(time) / 0.5, 1e-6);
                expect(contacts.nextStrike(place, index)).to.be.closeTo(foot.timeToStrike(time) / 0.5, 1e-6);
                // the entity stands at the origin, unscaled: world and root agree
                const { place: strike } = foot.stances[foot.nextStance(time)];
                expect(Math.hypot(place[0] - strike[0], place[1] - strike[1], place[2] - strike[2])).to.be.below(1e-6);
            });
        }
        expect(seen.size).to.equal(2);
        entity.anim!.speed = 1;
    });

    it('follows what has more weight while one clip goes over to another', () => {
        entity.anim!.loadStateGraph({
            layers: [{
                name: 'base',
                states: [{ name: 'START' }, { name: 'walk', speed: 1, loop: true }, { name: 'idle', speed: 1, loop: true }],
                transitions: [{ from: 'START', to: 'walk' }]
            }],
            parameters: {}
        });
        entity.anim!.assignAnimation('walk', clips.get('walk')!);
        entity.anim!.assignAnimation('idle', clips.get('idle')!);
        const contacts = new PlayingContacts(rig, feet());
        const isUp = () => {
            contacts.update();
            return contacts.isDown(0) === false || contacts.isDown(1) === false;
        };
        for (let i = 0; i < 200 && !isUp(); i++) app.update(1 / 60);
        expect(isUp()).to.equal(true);
        entity.anim!.baseLayer!.transition('idle', 0.4);
        for (let i = 0; i < 40; i++) app.update(1 / 60);
        contacts.update();
        expect([contacts.isDown(0), contacts.isDown(1)]).to.deep.equal([true, true]);
        expect(contacts.timeToRelease(0)).to.equal(Infinity);
    });

    it('is silent while the component is switched off', () => {
        const contacts = new PlayingContacts(rig, feet());
        entity.anim!.enabled = false;
        contacts.update();
        expect(contacts.isDown(0)).to.equal(null);
        entity.anim!.enabled = true;
    });
});
