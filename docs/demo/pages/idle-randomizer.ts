import type { Element } from '@playcanvas/pcui';
import { idleRandomizerAttributes, type IdleRandomizer } from 'limber';
import { BoundingBox, Vec3, type Entity } from 'playcanvas';

import { ChannelCurves } from './idle-randomizer/channel-curves';
import { Crowd } from './idle-randomizer/crowd';
import type { Character } from '../frame/character';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import type { View } from '../frame/view';

const PRESETS = ['game', 'original', 'realistic', 'still'] as const;
const TITLES = { game: 'Game', original: 'Original', realistic: 'Realistic', still: 'Still' };

export class OpenIdleRandomizer extends OpenPage {
    readonly script: IdleRandomizer;

    override readonly controls: readonly Element[];

    override readonly figures: readonly Figure[] = [
        { label: 'weight', read: () => this.script.currentWeightShift.toFixed(2) },
        { label: 'look', read: () => `${this.script.currentHeadDir.x.toFixed(2)}, ${this.script.currentHeadDir.y.toFixed(2)}` },
        { label: 'face', read: () => this.script.currentFacial.toFixed(2) },
        { label: 'shifts', read: () => this.rate(this.counts.weightShift) },
        { label: 'blinks', read: () => this.rate(this.counts.blink) },
        { label: 'last fidget', read: () => this.fidget }
    ];

    override readonly switches: readonly Switch[] = [
        {
            name: 'crowd', title: 'Nine and nine', hint: 'Nine of the same clip, and nine with the script, each with random numbers of its own',
            get: () => this.crowd.isShown,
            set: (on) => {
                this.crowd.isShown = on;
                this.stage.show(this.view(), this.character.model?.forward ?? Vec3.BACK);
            }
        },
        {
            name: 'act', title: 'Player acts', hint: 'fadeOut() and fadeIn(): all is gone within Blend Time',
            get: () => this.isActing,
            set: (on) => {
                this.isActing = on;
                if (on) this.script.fadeOut();
                else this.script.fadeIn();
            }
        }
    ];

    override readonly actions: readonly Action[] = PRESETS.map(preset => ({
        title: TITLES[preset], hint: `Preset ${preset}`,
        act: () => {
            this.script.preset = preset;
        },
        isChosen: () => this.script.preset === preset
    }));

    private readonly curves: ChannelCurves;

    private readonly crowd: Crowd;

    private isActing = false;

    private readonly counts = { weightShift: 0, blink: 0 };

    private seconds = 0;

    private fidget = '–';

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        this.script = this.add('idleRandomizer', idleRandomizerAttributes, { seed: 7 });
        this.script.on('weightShift', () => { this.counts.weightShift++; });
        this.script.on('blink', () => { this.counts.blink++; });
        this.script.on('fidget', (name: string) => { this.fidget = name || 'weight moves and returns'; });
        this.curves = new ChannelCurves([
            { title: 'weight', colour: '#e2c044', range: [-1, 1], read: () => this.script.currentWeightShift },
            { title: 'look to the side', colour: '#6fb7e0', range: [-1, 1], read: () => this.script.currentHeadDir.x },
            { title: 'look up', colour: '#b48ee0', range: [-0.5, 0.5], read: () => this.script.currentHeadDir.y },
            { title: 'face', colour: '#7fc97f', range: [0, 1], read: () => this.script.currentFacial },
            { title: 'lids', colour: '#e08e79', range: [0, 1], read: () => this.script.currentLids },
            { title: 'breath', colour: '#c8d2d4', range: [0, 1.4], read: () => this.script.currentBreath }
        ]);
        this.controls = [this.curves.element];
        this.crowd = new Crowd(character, stage.app.root as Entity, this.leftward);
        this.names.push(...this.crowd.names);
    }

    override view(): View {
        const { model, bounds } = this.character;
        const { halfExtents } = bounds;
        // arms of a reference pose reach far aside
        const half = model?.legs === 4 ? halfExtents : new Vec3(Math.min(halfExtents.x, 0.5 * halfExtents.y), halfExtents.y, halfExtents.z);
        if (this.crowd.isShown) return { box: this.crowd.box, around: 0, above: 14, fill: 0.94 };
        return { box: new BoundingBox(bounds.center.clone(), half.clone()), around: 16, above: 4, fill: 0.9 };
    }

    override finish(dt: number) {
        this.seconds += dt;
        this.curves.update(dt);
        this.crowd.follow(this.script);
    }

    override close() {
        this.crowd.destroy();
    }

    /** Events as a rate. */
    private rate(count: number): string {
        return this.seconds > 0 ? `${(60 * count / this.seconds).toFixed(1)} a minute` : '–';
    }
}

export const idleRandomizerPage: Page = {
    name: 'idle-randomizer',
    title: 'Idle Randomizer',
    summary: 'Nine play the same clip. Nine more shift their weight, look around, breathe and blink, each in its own time, with their feet in place.',
    open: (stage, character) => new OpenIdleRandomizer(stage, character)
};
