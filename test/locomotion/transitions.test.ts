import { expect } from 'chai';
import type { AnimTrack } from 'playcanvas';

import { createMirror, mirrorTrack } from '../../scripts/index';
import { loadGlb } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';
import { FRAME, FootStage } from '../support/foot-stage';
import { requireRig } from '../support/skip';
import { FAR_FEET, isUnsupported, type Unsupported } from '../support/unsupported';
import { slideOnSpot, WalkAbout } from '../support/walk-about';

// Starts, stops and turns in place with clips for them, the character's own or the pack's: which one plays, on which side, and what soles do on the floor.

const TWO = ['leftFoot', 'rightFoot'];
const FOUR = [...TWO, 'leftHand', 'rightHand'];

interface Source { readonly name: string; readonly file: string; readonly clips: string[]; readonly feet: string[] }

const person = (name: string, clips: string[]): Source => ({ name, file: `${name}.glb`, clips, feet: TWO });
const animal = (name: string): Source => ({ name, file: `${name}.glb`, clips: ['idle', 'walk'], feet: FOUR });

const PEOPLE: readonly Source[] = [
    { name: 'mannequin', file: MANNEQUIN, clips: ['idle', 'walk', 'run'], feet: TWO }, person('Xbot', ['idle', 'walk', 'run']), person('Soldier', ['idle', 'walk', 'run']),
    person('Knight', ['idle', 'walking_a']), person('rpm', ['idle'])
];
const ANIMALS: readonly Source[] = [{ name: 'hound', file: HOUND, clips: ['idle', 'walk'], feet: FOUR }, animal('Husky'), animal('Cow')];

/** Slide of feet as it sets out, until the first one has come down, and after the halt: millimetres on a person. */
const START_SLIDE = 20;
const STOP_SLIDE = 15;

/** Animals whose feet are far from the middle about which they turn. */
const UNSUPPORTED: Unsupported = ['Husky', 'Cow'];

/** Seconds in which a speed is taken up and given up. */
const RAMP = 0.2;
const BRAKES = 0.3;

function onEach(behaviour: string, sources: readonly Source[], tests: (stage: FootStage, about: (attributes?: object, others?: Readonly<Record<string, AnimTrack>>) => WalkAbout, speed: () => number) => void) {
    for (const source of sources) {
        describe(`${behaviour}: ${source.name}`, () => {
            const stage = new FootStage({ ...source, clipFiles: source.name === 'rpm' ? [] : [source.file] });
            before(async function () {
                if (!source.file.includes('/')) requireRig(source.file, this);
                await stage.open();
                for (const file of ['motions-people.glb', 'motions-animals.glb']) await loadGlb(stage.app, `templates/${file}`);
            });
            afterEach(() => stage.clear());
            after(() => stage.close());
            const walk = source.clips[1];
            tests(
                stage, (attributes = {}, others = {}) => new WalkAbout(stage, attributes, [...source.clips.slice(0, 2).filter(clip => stage.clip(clip)), ...Object.keys(others)], others),
                () => (walk ? stage.speedOf(walk) : 0.7 * stage.height)
            );
        });
    }
}

/** What plays, one after the other, while something is done in each frame. */
function kindsOf({ script }: WalkAbout, seconds: number, act: (time: number) => void): string[] {
    const kinds: string[] = [script.kind];
    for (let frame = 1; frame <= Math.round(seconds / FRAME); frame++) {
        act(frame * FRAME);
        if (script.kind !== kinds[kinds.length - 1]) kinds.push(script.kind);
    }
    return kinds;
}

onEach('locomotion starts and stops', PEOPLE, (_, about, speed) => {
    it('sets out with a clip for it, and goes on in its gait', () => {
        const hero = about();
        let slide = 0, turned = 0;
        const kinds = kindsOf(hero, 1, (time) => {
            hero.step(speed() * Math.min(1, time / RAMP));
            if (time < 0.35) [slide, turned] = [hero.slide, hero.turned];
        });
        expect(kinds).to.deep.equal(['idle', 'start', 'walk']);
        expect(slide).to.be.below(START_SLIDE);
        expect(turned).to.be.below(5);
    });

    it('comes to a halt with a clip for it where the entity does', () => {
        const hero = about();
        hero.go(2.3, speed());
        const kinds = kindsOf(hero, BRAKES + 0.4, time => hero.step(speed() * Math.max(0, 1 - time / BRAKES)));
        expect(kinds.slice(0, 2)).to.deep.equal(['walk', 'stop']);
        hero.forget();
        kinds.push(...kindsOf(hero, 1.5, () => hero.step(0)));
        expect(kinds[kinds.length - 1]).to.equal('idle');
        expect(hero.slide).to.be.below(STOP_SLIDE);
        expect(hero.turned).to.be.below(5);
    });

    it('walks on while the way to its halt is longer than the clip for it', () => {
        const hero = about();
        hero.go(2, speed());
        const seconds = 2.5;
        const kinds = kindsOf(hero, 0.5, time => hero.step(speed() * (1 - time / seconds)));
        expect(kinds).to.deep.equal(['walk']);
    });

    it('goes on walking when it slows down and does not halt', () => {
        const hero = about();
        hero.go(2, speed());
        kindsOf(hero, 0.5, time => hero.step(speed() * Math.max(0.5, 1 - time / BRAKES)));
        hero.go(0.5, 0.5 * speed());
        expect(hero.script.kind).to.equal('walk');
    });
});

onEach('locomotion turns in place', [...PEOPLE, ...ANIMALS], (stage, about) => {
    for (const [angle, rate] of [[90, 90], [180, 90], [-90, 150]]) {
        it(`by ${angle} degrees at ${rate} a second`, function () {
            const hero = about();
            const seconds = Math.abs(angle) / rate;
            const kinds = kindsOf(hero, seconds + 1.2, time => hero.step(0, 0, time < seconds + FRAME / 2 ? Math.sign(angle) * rate : 0));
            expect(kinds).to.include(angle > 0 ? 'turnLeft' : 'turnRight');
            expect(kinds[kinds.length - 1]).to.equal('idle');
            expect(hero.turned).to.be.below(5);
            this.test!.title += ` (slide ${hero.slide.toFixed(1)} mm)`;
            const isQuick = rate > 90 && isUnsupported(stage, UNSUPPORTED, FAR_FEET, hero.script.problems());
            if (!isQuick) expect(hero.slide).to.be.below(slideOnSpot(stage));
        });
    }
});

onEach('locomotion, sides of starts', PEOPLE.filter(({ name }) => name === 'mannequin' || name === 'Soldier'), (stage, about, speed) => {
    /** The foot that leaves the ground first as it sets out, and the one that stands further back. */
    const first = (hero: WalkAbout): [lifted: number, behind: number] => {
        const back = stage.feet.map(id => hero.hero.foot(id).getPosition().dot(stage.forward));
        const heights = stage.feet.map(id => hero.hero.foot(id).getPosition().y);
        for (let i = 0; i < 60; i++) {
            hero.step(speed() * Math.min(1, i * FRAME / RAMP));
            const lifted = stage.feet.findIndex((id, foot) => hero.hero.foot(id).getPosition().y > heights[foot] + 0.04 * stage.size);
            if (lifted >= 0) return [lifted, back[0] < back[1] ? 0 : 1];
        }
        return [-1, -1];
    };

    it('sets out with the foot that is further back, also in the mirror', () => {
        const plain = first(about());
        stage.clear();
        const idle = mirrorTrack(stage.clip(stage.standing), createMirror(stage.add().model)!)!;
        stage.clear();
        const hero = new WalkAbout(stage, {}, ['idle', 'walk'], { idle });
        const mirrored = first(hero);
        expect(plain[0]).to.equal(plain[1]);
        expect(mirrored[0]).to.equal(mirrored[1]);
        expect(mirrored[0]).to.equal(1 - plain[0]);
    });

    it('leaves it to strideWarp, which knows nothing of such clips', () => {
        const hero = about();
        hero.hero.holder.script!.create('strideWarp');
        hero.hold(0.1);
        expect(kindsOf(hero, 1, time => hero.step(speed() * Math.min(1, time / RAMP)))).to.deep.equal(['idle', 'walk']);
    });
});

describe('locomotion starts with a clip of the character', () => {
    const stage = new FootStage({ name: 'mannequin', file: MANNEQUIN, clipFiles: [MANNEQUIN, 'templates/motions-people.glb'], clips: ['idle', 'walk', 'walk-start'], feet: TWO });
    before(() => stage.open());
    afterEach(() => stage.clear());
    after(() => stage.close());

    it('takes its own, which travels, in place', () => {
        const hero = new WalkAbout(stage, {}, ['idle', 'walk', 'walk-start']);
        const speed = stage.speedOf('walk');
        const away: number[] = [];
        const kinds = kindsOf(hero, 1, (time) => {
            hero.step(speed * Math.min(1, time / RAMP));
            const back = hero.hero.holder.getWorldTransform().clone().invert();
            away.push(Math.abs(back.transformPoint(hero.hero.bone('hips').getPosition()).z));
        });
        expect(kinds).to.deep.equal(['idle', 'start', 'walk']);
        expect(Math.max(...away)).to.be.below(0.15);
    });
});
