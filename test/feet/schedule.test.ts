import { expect } from 'chai';
import type { AnimTrack, AppBase, Entity } from 'playcanvas';

import { FootChanges } from '../../scripts/feet/foot-changes';
import { createClipKnowledge, Schedule } from '../../scripts/feet/schedule';
import { findCharacter } from '../../scripts/rig/character';
import { recordOf } from '../../scripts/rig/record-of';
import type { Rig } from '../../scripts/rig/rig';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { analyse } from '../support/clips';
import { contactsAt } from '../support/contacts';

interface Evaluated {
    readonly _controller: { readonly animEvaluator: { readonly clips: readonly { readonly time: number }[] } };
}

describe('the schedule of feet', () => {
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

    /** What is known of a foot now. */
    const read = (contacts: Schedule, foot: number) => {
        const known = createClipKnowledge();
        contacts.read(known, foot);
        return known;
    };

    it('knows nothing before a clip plays, but that the character stands', () => {
        const contacts = new Schedule(rig, feet());
        contacts.update();
        expect(read(contacts, 0)).to.deep.equal({ ...createClipKnowledge(), isAlwaysDown: true });
    });

    it('says of each foot what the contacts of the playing clip say at its time, at any speed', () => {
        const track = clips.get('walk')!;
        const known = analyse({ entity, rig, track })!;
        entity.anim!.assignAnimation('walk', track);
        entity.anim!.speed = 0.5;
        const contacts = new Schedule(rig, feet());
        const seen = new Set<boolean>();
        for (let i = 0; i < 120; i++) {
            app.update(1 / 30);
            contacts.update();
            // the time at which the pose was evaluated; the state's own clock is a frame ahead of it
            const time = (entity.anim!.baseLayer as unknown as Evaluated)._controller.animEvaluator.clips[0].time;
            known.feet.forEach((foot, index) => {
                const { isDown, timeToRelease, timeToStrike, strike: place } = read(contacts, index);
                const there = contactsAt(foot, time);
                expect(isDown).to.equal(there.isDown);
                seen.add(there.isDown);
                expect(timeToRelease).to.be.closeTo(there.timeToRelease / 0.5, 1e-6);
                expect(timeToStrike).to.be.closeTo(there.timeToStrike / 0.5, 1e-6);
                // the entity stands at the origin, unscaled: world and root agree
                const { place: strike } = foot.stances[there.next];
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
        const contacts = new Schedule(rig, feet());
        const isUp = () => {
            contacts.update();
            return read(contacts, 0).isDown === false || read(contacts, 1).isDown === false;
        };
        for (let i = 0; i < 200 && !isUp(); i++) app.update(1 / 60);
        expect(isUp()).to.equal(true);
        entity.anim!.baseLayer!.transition('idle', 0.4);
        for (let i = 0; i < 40; i++) app.update(1 / 60);
        contacts.update();
        expect([read(contacts, 0).isDown, read(contacts, 1).isDown]).to.deep.equal([true, true]);
        expect(read(contacts, 0).timeToRelease).to.equal(Infinity);
    });

    it('says of a foot that steps that it is in the air, whatever its clip has it do', () => {
        const record = recordOf(rig), changes = FootChanges.of(record);
        entity.anim!.assignAnimation('idle', clips.get('idle')!);
        entity.anim!.baseLayer!.play('idle');
        app.update(1 / 60);
        const contacts = Schedule.of(record, rig, feet());
        expect(Schedule.of(record, rig, feet()).reader, 'one reader for all who ask').to.equal(contacts.reader);
        record.begin(1000);
        changes.sayStep(rig.skeleton.nodes[feet()[0]], Float64Array.of(1, 0, 2), 0.2);
        contacts.update();
        const { isDown, timeToStrike, isTold, landing } = read(contacts, 0);
        expect([isDown, timeToStrike, isTold, ...landing]).to.deep.equal([false, 0.2, true, 1, 0, 2]);
        expect(read(contacts, 1).isDown, 'the other one').to.equal(true);
        record.begin(1001);
        expect(read(contacts, 0).isDown, 'a frame later').to.equal(true);
    });

    it('is silent while the component is switched off', () => {
        const contacts = new Schedule(rig, feet());
        entity.anim!.enabled = false;
        contacts.update();
        expect(read(contacts, 0).isDown).to.equal(null);
        entity.anim!.enabled = true;
    });
});
