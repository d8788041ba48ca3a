import { expect } from 'chai';
import { Vec2, type AppBase, type Entity } from 'playcanvas';

import { IdleChannels } from '../../scripts/core/idle/idle-channels';
import type { IdleRandomizer } from '../../scripts/index';
import { settingsOf } from '../support/idle-settings';
import { setBareIdle } from '../support/idle-stage';

// The script on an entity without a character: its state, events and attributes against the channels, and against what is asked.

const DT = 1 / 60;

interface Bare { readonly app: AppBase, readonly entity: Entity, readonly script: IdleRandomizer }

function onBare(attributes: object, test: (bare: Bare) => void) {
    const bare = setBareIdle(attributes);
    try {
        test(bare);
    } finally {
        bare.app.destroy();
    }
}

function run({ app }: Bare, seconds: number, each: () => void = () => {}) {
    for (let i = 0; i < Math.round(seconds / DT); i++) {
        app.update(DT);
        each();
    }
}

/** Smallest and largest of what is read in some seconds. */
function spread(bare: Bare, seconds: number, read: () => number): [number, number] {
    let low = Infinity, high = -Infinity;
    run(bare, seconds, () => {
        low = Math.min(low, read());
        high = Math.max(high, read());
    });
    return [low, high];
}

function countEvents(bare: Bare, name: string, seconds: number): number {
    let count = 0;
    bare.script.on(name, () => count++);
    run(bare, seconds);
    return count;
}

describe('idleRandomizer on a bare entity', () => {
    it('shows what the channels of its seed show, and has no problem', () => onBare({ preset: 'original', seed: 12 }, (bare) => {
        const channels = new IdleChannels(12, settingsOf('original'));
        run(bare, 60, () => {
            channels.step(DT, true);
            expect(bare.script.currentWeightShift).to.equal(channels.weight);
            expect(bare.script.currentHeadDir.x).to.equal(channels.look.current[0]);
            expect(bare.script.currentHeadDir.y).to.equal(channels.look.current[1]);
            expect(bare.script.currentFacial).to.equal(channels.facial.current[0]);
            expect(bare.script.targetWeightShift).to.equal(channels.weightShift.target[0]);
            expect(bare.script.targetHeadDir.x).to.equal(channels.look.target[0]);
            expect(bare.script.targetFacial).to.equal(channels.facial.target[0]);
        });
        expect(bare.script.problems()).to.deep.equal([]);
    }));

    it('fires each event with its new target', () => onBare({}, (bare) => {
        const { script } = bare;
        const heard: string[] = [];
        script.on('weightShift', (target: number) => heard.push(`weightShift ${target === script.targetWeightShift}`));
        script.on('look', (target: Vec2) => heard.push(`look ${target.equals(script.targetHeadDir as Vec2)}`));
        script.on('facial', (target: number) => heard.push(`facial ${target === script.targetFacial}`));
        script.on('fidget', (name: string) => heard.push(`fidget ${name === ''}`));
        script.on('blink', () => heard.push('blink'));
        run(bare, 120);
        expect(new Set(heard)).to.deep.equal(new Set(['weightShift true', 'look true', 'facial true', 'fidget true', 'blink']));
        expect(heard.filter(each => each === 'blink').length).to.be.within(15, 60);
    }));

    it('is gone within Blend Time, at once with fadeOut(0), and comes back where it was', () => onBare({ blendTime: 0.1 }, (bare) => {
        const { script } = bare;
        run(bare, 20);
        const before = script.currentFacial;
        expect(before).to.not.equal(0);
        script.fadeOut();
        run(bare, 0.1);
        for (const value of [script.currentWeightShift, script.currentHeadDir.x, script.currentFacial]) expect(value).to.equal(0);
        run(bare, 60);
        expect(script.currentFacial).to.equal(0);
        script.fadeIn(0);
        run(bare, DT);
        expect(script.currentFacial).to.be.closeTo(before, 0.05);
        script.fadeOut(0);
        run(bare, DT);
        expect(script.currentFacial).to.equal(0);
    }));

    it('pauses while it is switched off, and goes on after', () => onBare({}, (bare) => {
        const { script } = bare;
        run(bare, 20);
        const target = script.targetWeightShift;
        script.enabled = false;
        run(bare, 60);
        expect(script.currentWeightShift).to.equal(0);
        expect(script.targetWeightShift).to.equal(target);
        script.enabled = true;
        run(bare, 30);
        expect(script.targetWeightShift).to.not.equal(target);
    }));

    it('holds back nothing: a fade begins in the frame in which the player acts', () => onBare({}, (bare) => {
        run(bare, 20);
        const before = Math.abs(bare.script.currentFacial);
        bare.script.fadeOut();
        run(bare, 2 * DT);
        expect(Math.abs(bare.script.currentFacial)).to.be.below(0.95 * before);
    }));
});

describe('attributes of idleRandomizer', () => {
    const custom = (values: object) => ({ preset: 'custom', ...values });

    it('preset: the former name of original means the same, without a word', () => onBare({ preset: 'seed' }, (bare) => {
        const { script } = bare;
        expect(script.preset).to.equal('original');
        Object.assign(script, { preset: 'still' });
        Object.assign(script, { preset: 'seed' });
        expect(script.preset).to.equal('original');
        expect(script.look.rangeY.equals(new Vec2(-0.15, 0.15))).to.equal(true);
        expect(script.problems()).to.deep.equal([]);
    }));

    it('preset: each fills in its ranges, also when it is changed', () => onBare({ preset: 'original' }, (bare) => {
        const { script } = bare;
        expect(script.weightShift.range.equals(new Vec2(-0.8, 0.8))).to.equal(true);
        expect(script.look.rangeY.equals(new Vec2(-0.15, 0.15))).to.equal(true);
        script.preset = 'still';
        expect(script.weightShift.range.equals(new Vec2(0, 0))).to.equal(true);
        run(bare, 10);
        expect(spread(bare, 60, () => script.currentWeightShift)).to.deep.equal([0, 0]);
        expect(script.problems()).to.deep.equal([]);
    }));

    it('weightShift: range, transition time and hold time', () => onBare(custom({
        weightShift: { range: [0.3, 0.5], transitionTime: [0.5, 0.5], holdTime: [1.5, 1.5] }, fidgetTime: [0, 0]
    }), (bare) => {
        run(bare, 10);
        const [low, high] = spread(bare, 60, () => bare.script.currentWeightShift);
        expect(low).to.be.within(0.3, 0.32);
        expect(high).to.be.within(0.48, 0.5);
        expect(countEvents(bare, 'weightShift', 60)).to.be.within(29, 31);
        let moving = 0, before = bare.script.currentWeightShift;
        run(bare, 60, () => {
            if (bare.script.currentWeightShift !== before) moving++;
            before = bare.script.currentWeightShift;
        });
        // a quarter of the time, but for the first moments of a move, which are too small to be seen
        expect(moving * DT / 60).to.be.within(0.23, 0.27);
    }));

    it('look: both ranges, transition time and hold time', () => onBare(custom({
        look: { rangeX: [0.1, 0.2], rangeY: [-0.4, -0.3], transitionTime: [0.5, 0.5], holdTime: [0.5, 0.5] }
    }), (bare) => {
        run(bare, 10);
        const [low, high] = spread(bare, 60, () => bare.script.currentHeadDir.x);
        const [bottom, top] = spread(bare, 60, () => bare.script.currentHeadDir.y);
        expect([low, high].every(value => value >= 0.1 && value <= 0.2) && high - low > 0.08).to.equal(true);
        expect([bottom, top].every(value => value >= -0.4 && value <= -0.3) && top - bottom > 0.08).to.equal(true);
        expect(countEvents(bare, 'look', 60)).to.be.within(58, 62);
    }));

    it('facial: range, transition time and hold time', () => onBare(custom({
        facial: { range: [0.6, 0.9], transitionTime: [1, 1], holdTime: [1, 1] }
    }), (bare) => {
        run(bare, 10);
        const [low, high] = spread(bare, 120, () => bare.script.currentFacial);
        expect([low, high].every(value => value >= 0.6 && value <= 0.9) && high - low > 0.25).to.equal(true);
        expect(countEvents(bare, 'facial', 60)).to.be.within(29, 31);
    }));

    it('holdTime: log-normal about the middle of the pair, uniform in the preset seed', () => {
        const holdsOf = (attributes: object) => {
            const holds: number[] = [];
            onBare(attributes, (bare) => {
                let since = 0;
                run(bare, 1500, () => {
                    if (bare.script.currentFacial === bare.script.targetFacial) {
                        since += DT;
                    } else if (since > 0) {
                        holds.push(since);
                        since = 0;
                    }
                });
            });
            return holds.slice(1);
        };
        const own = holdsOf(custom({ facial: { range: [0, 1], transitionTime: [0.5, 0.5], holdTime: [1, 5] } }));
        expect(own.reduce((sum, hold) => sum + hold, 0) / own.length).to.be.within(2.7, 3.3);
        expect(Math.max(...own)).to.be.above(5.5);
        for (const hold of holdsOf({ preset: 'original' })) expect(hold).to.be.within(1.9, 5.15);
    });

    it('breathing, breathingVariation: breaths a minute, and how they differ', () => onBare({ breathing: 30, breathingVariation: 0 }, (bare) => {
        const { script } = bare;
        const starts: number[] = [];
        let time = 0, before = 0;
        const watch = (seconds: number) => {
            starts.length = 0;
            run(bare, seconds, () => {
                time += DT;
                if (before === 0 && script.currentBreath > 0) starts.push(time);
                before = script.currentBreath;
            });
        };
        watch(60);
        expect(starts.length).to.be.within(29, 31);
        starts.slice(1).forEach((start, i) => expect(start - starts[i]).to.be.closeTo(2, 2.1 * DT));
        script.breathingVariation = 0.3;
        watch(60);
        expect(Math.max(...starts.slice(1).map((start, i) => start - starts[i]))).to.be.above(2.4);
        script.breathing = 0;
        run(bare, 10);
        watch(30);
        expect(starts.length).to.equal(0);
        expect(script.currentBreath).to.equal(0);
    }));

    it('blink, conversation: none, or 17 a minute alone and 26 in company', () => onBare({}, (bare) => {
        const { script } = bare;
        expect(countEvents(bare, 'blink', 600) / 10).to.be.within(14, 20);
        script.conversation = 'talking';
        expect(countEvents(bare, 'blink', 600) / 10).to.be.within(22, 30);
        script.blink = false;
        run(bare, 1);
        expect(countEvents(bare, 'blink', 60)).to.equal(0);
        expect(script.currentLids).to.equal(0);
    }));

    it('fidgetTime: how often the weight moves and returns; 0: never', () => onBare(custom({ fidgetTime: [10, 10] }), (bare) => {
        expect(countEvents(bare, 'fidget', 300)).to.be.within(28, 31);
        bare.script.fidgetTime = new Vec2(0, 0);
        expect(countEvents(bare, 'fidget', 300)).to.equal(0);
    }));

    it('seed: the same one makes the same motion, another one another, and 0 one for each entity', () => {
        const targets = (attributes: object) => {
            const seen: number[] = [];
            onBare(attributes, bare => run(bare, 30, () => seen.push(bare.script.currentFacial)));
            return seen;
        };
        expect(targets({ seed: 5 })).to.deep.equal(targets({ seed: 5 }));
        expect(targets({ seed: 5 })).to.not.deep.equal(targets({ seed: 6 }));
        expect(targets({ seed: 0 })).to.not.deep.equal(targets({ seed: 0 }));
        onBare({ seed: 5 }, (bare) => {
            run(bare, 10);
            const seen: number[] = [];
            bare.script.seed = 6;
            run(bare, 30, () => seen.push(bare.script.currentFacial));
            expect(seen).to.deep.equal(targets({ seed: 6 }));
        });
    });

    it('weight: a share of all; 0: time stands still', () => onBare({ weight: 0.5 }, (bare) => {
        const channels = new IdleChannels(1, settingsOf('game'));
        run(bare, 20, () => {
            channels.step(DT, true);
            expect(bare.script.currentFacial).to.equal(0.5 * channels.facial.current[0]);
        });
        bare.script.weight = 0;
        run(bare, DT);
        const { targetFacial } = bare.script;
        run(bare, 60);
        expect(bare.script.targetFacial).to.equal(targetFacial);
    }));
});

describe('idleRandomizer with bad input', () => {
    it('takes ranges the wrong way round, negative times and numbers that are none for what they can mean, and says so', () => onBare({
        preset: 'custom',
        weightShift: { range: [0.5, -0.5], transitionTime: [-2, 1], holdTime: [1, 2] },
        look: { rangeX: [NaN, 1], rangeY: [-3, 3], transitionTime: [1, 1], holdTime: [1, Infinity] },
        facial: { range: [0, 1], transitionTime: [0, 0], holdTime: [0, 0] },
        breathing: NaN, breathingVariation: -1, sway: NaN, fidgetTime: [-5, NaN]
    }, (bare) => {
        const sentences = bare.script.problems().join('\n');
        expect(sentences).to.include('Weight Shift, Range goes from 0.5 down to -0.5').and.include('Weight Shift, Transition Time is -2 to 1, beyond 0 to Infinity');
        expect(sentences).to.include('Look, Range X is NaN to 1').and.include('Look, Range Y is -3 to 3, beyond -1 to 1').and.include('Look, Hold Time is 1 to Infinity');
        run(bare, 60, () => {
            const { script } = bare;
            for (const value of [script.currentWeightShift, script.currentHeadDir.x, script.currentHeadDir.y, script.currentFacial, script.currentBreath]) {
                expect(value).to.be.within(-1, 1);
            }
        });
    }));

    it('says that a preset has taken the place of own ranges', () => onBare({ weightShift: { range: [-0.123, 0.2] } }, ({ script }) => {
        expect(script.problems()).to.have.length(1);
        expect(script.problems()[0]).to.include('Weight Shift has ranges or times of its own').and.include('Set Preset to custom');
    }));

    it('says that there is no anim component for parameters and fidgets', () => onBare({
        weightShift: { parameter: 'shift' }, fidgets: [{ state: 'Scratch' }, { state: '' }]
    }, (bare) => {
        run(bare, 1);
        const sentences = bare.script.problems().join('\n');
        expect(sentences).to.include('the parameter "shift", and there is no anim component').and.include('row 1 of Fidgets plays "Scratch"').and.include('row 2 of Fidgets has no state');
        expect(bare.script.playFidget('Scratch')).to.equal(false);
        run(bare, 100);
    }));

    it('stands frames without time, of an hour, and of no number', () => onBare({}, ({ app, script }) => {
        for (const dt of [0, NaN, -1, 3600, Infinity, DT]) app.update(dt);
        expect(script.currentWeightShift).to.be.within(-1, 1);
        expect(script.currentHeadDir.x).to.be.within(-1, 1);
    }));
});
