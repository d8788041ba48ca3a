import { expect } from 'chai';
import type { AppBase, Entity } from 'playcanvas';

import { ClipSampler } from '../../scripts/anim/clips/clip-sampler';
import { MotionFrames } from '../../scripts/anim/retarget/motion-frames';
import { registerLimber, retargetTrack } from '../../scripts/index';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { GNOME } from '../support/characters';

// How much work a clip on another character is: poses of the source, and poses of the target that are brought up to date. Times are in the bench.

describe('retargetTrack: work', () => {
    let app: AppBase;
    let people: LoadedCharacter, gnome: LoadedCharacter;
    let source: Entity, target: Entity;
    const counts = { sampled: 0, loaded: 0, stored: 0 };
    const originals: (() => void)[] = [];

    before(async () => {
        app = createApp();
        registerLimber(app);
        [people, gnome] = [await loadGlb(app, 'templates/motions-people.glb'), await loadGlb(app, GNOME)];
        [source, target] = [people.instantiate(), gnome.instantiate()];
        const count = (of: object, method: string, key: keyof typeof counts) => {
            const prototype = of as Record<string, (...args: unknown[]) => unknown>;
            const original = prototype[method];
            prototype[method] = function (...args) {
                counts[key]++;
                return original.apply(this, args);
            };
            originals.push(() => { prototype[method] = original; });
        };
        count(ClipSampler.prototype, 'sample', 'sampled');
        count(MotionFrames.prototype, 'load', 'loaded');
        count(MotionFrames.prototype, 'store', 'stored');
    });
    after(() => {
        for (const restore of originals) restore();
        app.destroy();
    });

    /** Counts for a frame of the clip. */
    function workOf(clip: string, hero: Entity, options = {}): typeof counts {
        const track = people.clips.get(clip)!;
        Object.assign(counts, { sampled: 0, loaded: 0, stored: 0 });
        retargetTrack(track, source, hero, options);
        const frames = Math.round(60 * track.duration);
        return { sampled: counts.sampled / frames, loaded: counts.loaded / frames, stored: counts.stored / frames };
    }

    it('is a few poses a frame of the clip, less where hands are left alone, and none for another instance', () => {
        const first = workOf('wave', target);
        expect(first.sampled, 'poses of the source, its contacts found').below(2.7);
        expect(first.loaded, 'poses of the target').below(4.6);
        expect(first.stored, 'one for each pass').below(2.6);
        // the contacts of the source are known by now
        const free = workOf('wave', target, { keepHands: false });
        expect(free.sampled).below(1.3);
        expect(free.loaded).below(3.7);
        expect(workOf('wave', target.clone())).deep.equal({ sampled: 0, loaded: 0, stored: 0 });
    });

    it('is nothing in a frame in which the clip plays', () => {
        const hero = gnome.instantiate();
        app.root.addChild(hero);
        hero.addComponent('script');
        hero.addComponent('anim', { activate: true });
        hero.anim!.assignAnimation('wave', retargetTrack(people.clips.get('wave')!, source, hero).track!);
        hero.script!.create('animationRetarget', { attributes: { clips: [{ name: 'wave', state: 'wave' }] } });
        app.update(1 / 60);
        Object.assign(counts, { sampled: 0, loaded: 0, stored: 0 });
        for (let frame = 0; frame < 30; frame++) app.update(1 / 60);
        expect(counts).deep.equal({ sampled: 0, loaded: 0, stored: 0 });
        hero.destroy();
    });
});
