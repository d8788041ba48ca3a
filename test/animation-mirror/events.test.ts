import { expect } from 'chai';
import { AnimEvents, AnimTrack } from 'playcanvas';

import { otherSide } from '../../scripts/mirror/mirror-names';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

const NAMES = ['footLeft', 'footRight', 'step_L', 'Hand.R', 'land', 'LEFT', 'lThud', 'Lefty', 'collar'];
const SWAPPED = ['footRight', 'footLeft', 'step_R', 'Hand.L', 'land', 'RIGHT', 'rThud', 'Lefty', 'collar'];

describe('animationMirror: events of the animation', () => {
    const stage = new MirrorStage();
    const heard: string[] = [];
    const fired: string[] = [];

    before(async () => {
        await stage.open(mirrorSources()[0], /walk/i, {});
        const { name, duration, inputs, outputs, curves } = stage.track;
        const events = NAMES.map((event, i) => ({ name: event, time: (i + 0.5) / NAMES.length * duration, count: i }));
        stage.mirrored.anim!.assignAnimation('Clip', new AnimTrack(name, duration, inputs, outputs, curves, new AnimEvents(events as never)));
        for (const event of new Set([...NAMES, ...SWAPPED])) {
            stage.script.on(event, (data: { name: string; count: number; track: AnimTrack }) => {
                expect(data.name).equal(event);
                expect(data.track.name).equal(name);
                heard.push(`${stage.app.frame} ${event} ${data.count}`);
            });
        }
        NAMES.forEach((event) => {
            stage.mirrored.anim!.on(event, (data: { count: number }) => {
                fired.push(`${stage.app.frame} ${stage.script.mirror ? SWAPPED[NAMES.indexOf(event)] : event} ${data.count}`);
            });
        });
    });

    after(() => stage.close());

    it('change the side of their names by the rules of bones', () => {
        expect(NAMES.map(otherSide)).deep.equal(SWAPPED);
        expect(SWAPPED.map(otherSide)).deep.equal(NAMES);
    });

    it('are fired on the script in the same frame, with their side exchanged while it mirrors; a switch loses and doubles none', () => {
        for (let frame = 0; frame < 400; frame++) {
            if (frame % 17 === 0) stage.script.mirror = !stage.script.mirror;
            stage.app.update(1 / 60);
        }
        expect(fired.length).above(30);
        expect(heard).deep.equal(fired);
    });

    it('are not fired while the script is off', () => {
        const before = heard.length;
        stage.script.enabled = false;
        for (let frame = 0; frame < 60; frame++) stage.app.update(1 / 60);
        expect(heard.length).equal(before);
        stage.script.enabled = true;
    });

    it('of a clip that is given later are heard too', () => {
        const { name, duration, inputs, outputs, curves } = stage.track;
        const later = new AnimTrack(name, duration, inputs, outputs, curves, new AnimEvents([{ name: 'laterLeft', time: 0.1 }] as never));
        let count = 0;
        stage.script.mirror = true;
        stage.script.on('laterRight', () => count++);
        stage.mirrored.anim!.assignAnimation('Later', later);
        stage.mirrored.anim!.baseLayer!.play('Later');
        for (let frame = 0; frame < 12; frame++) stage.app.update(1 / 60);
        expect(count).equal(1);
    });
});
