import { LabelGroup, SliderInput, type Element } from '@playcanvas/pcui';
import { findSteps, poseTransitionAttributes, type ClipSteps, type PoseTransition, type Role } from 'limber';
import { BoundingBox, Vec3 } from 'playcanvas';

import { Curves } from './pose-transition/curves';
import { Figure, MANNERS } from './pose-transition/figure';
import type { Character } from '../frame/character';
import { OpenPage, type Action, type Figure as Reading, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import type { View } from '../frame/view';

/** Bones whose speed says most, the best first. */
const WATCHED: readonly Role[] = ['rightShin', 'rightFoot', 'rightForearm', 'hips'];

/** Frames in the curves. */
const FRAMES = 180;

/** Switches a second with which the page opens, and most of them. */
const FIRST_RATE = 1.2;
const MOST_RATE = 20;

/** Seconds of the stage for which the first switch is shown slowly. */
const FIRST_SLOW = 0.4;

/** Clips that are switched at most. */
const MOST_CLIPS = 24;

/** Distance between two figures, in shares of the character's larger side. */
const APART = 1.25;

/** Numbers between 0 and 1, the same in every run. */
function createRandom(): () => number {
    let state = 12345;
    return () => {
        state = (state * 1664525 + 1013904223) % 4294967296;
        return state / 4294967296;
    };
}

export class OpenPoseTransition extends OpenPage {
    readonly script: PoseTransition;

    readonly trio: readonly Figure[];

    /** Switches a second; 0: only by hand. */
    rate = FIRST_RATE;

    override readonly switches: readonly Switch[] = [{
        name: 'random', title: 'Random', hint: 'Switches to a clip at random, in the middle of it',
        get: () => this.isRandom, set: (on) => { this.isRandom = on; }
    }];

    override readonly actions: readonly Action[] = [{ title: 'Switch', hint: 'Another clip now', act: () => this.switchNow() }];

    override readonly figures: readonly Reading[] = [
        { label: 'clip', read: () => this.clip },
        { label: 'phase', read: () => (this.steps && this.steps.speed > 0 ? this.steps.phaseAt(this.time).toFixed(2) : '–') },
        { label: 'clip\'s speed', read: () => (this.steps && this.steps.speed > 0 ? `${this.steps.speed.toFixed(2)} m/s` : '–') },
        { label: 'switches', read: () => String(this.count) }
    ];

    override readonly controls: readonly Element[];

    private readonly curves: Curves;

    private readonly random = createRandom();

    private readonly clips: readonly string[];

    private readonly wide: number;

    private isRandom = true;

    private clip: string;

    private steps: ClipSteps | null = null;

    private count = 0;

    private untilNext = 0.5;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const { entity, model, bounds } = character;
        character.fade = 0;
        this.clip = character.clip;
        this.clips = [...character.clips.keys()].slice(0, MOST_CLIPS);
        this.wide = APART * 2 * Math.max(0.35 * bounds.halfExtents.y, Math.min(bounds.halfExtents.x, 0.6 * bounds.halfExtents.y), 0.5 * bounds.halfExtents.z);
        this.script = this.add('poseTransition', poseTransitionAttributes);
        this.trio = MANNERS.map((manner, i) => {
            const own = i === 0 ? entity : character.createModel();
            if (i > 0) stage.app.root.addChild(own);
            return new Figure(own, manner, character, i === 0 ? this.script : null, stage.unit);
        });
        this.trio.forEach((figure, i) => figure.place(this.wide * (i - 1), 0));
        for (const { entity: over, manner: { title: text, colour: [r, g, b] } } of this.trio) {
            this.names.push({ text, over, above: 2.04 * bounds.halfExtents.y, mark: `rgb(${r * 255} ${g * 255} ${b * 255})` });
        }
        const watched = WATCHED.map(role => model?.bones.get(role)).find(bone => bone) ?? entity;
        for (const figure of this.trio) figure.watch(watched.name);
        this.curves = new Curves(this.trio, watched.name);
        this.steps = this.readSteps();
        this.controls = [this.curves.element, this.createRate()];
    }

    override view(): View {
        const { halfExtents } = this.character.bounds;
        return { box: new BoundingBox(new Vec3(0, halfExtents.y, 0), new Vec3(this.wide * 1.45, halfExtents.y, this.wide * 0.3)), around: 0, above: 8, fill: 0.95 };
    }

    override update(dt: number) {
        // somebody has chosen a clip: the others follow
        if (this.character.clip !== this.clip) {
            this.show(this.character.clip);
            for (const figure of this.trio.slice(1)) figure.go(this.clip, 0, this.script.halfLife);
        }
        for (const { entity, script } of this.trio.slice(1)) {
            entity.anim!.speed = this.character.speed;
            if (script) script.halfLife = this.script.halfLife;
        }
        this.untilNext -= dt;
        if (!this.isRandom || this.untilNext > 0 || !(this.rate > 0)) return;
        this.untilNext = Math.max(0, this.untilNext + 1 / this.rate);
        // the first switch is one to look at
        if (this.count === 0) this.stage.clock.slowFor(FIRST_SLOW);
        this.switchNow();
    }

    override finish(dt: number) {
        for (const figure of this.trio) figure.measure(dt, FRAMES);
        this.curves.draw(FRAMES, this.steps, this.time);
    }

    override close() {
        this.trio.forEach((figure, i) => {
            figure.destroy();
            if (i > 0) figure.entity.destroy();
        });
    }

    /** Goes to another clip, somewhere in it. */
    switchNow() {
        const others = this.clips.filter(clip => clip !== this.clip);
        if (others.length === 0) return;
        const clip = others[Math.floor(this.random() * others.length)];
        const start = this.random();
        for (const figure of this.trio) figure.go(clip, start, this.script.halfLife);
        this.character.clip = clip;
        this.show(clip);
    }

    private show(clip: string) {
        this.clip = clip;
        this.count++;
        this.steps = this.readSteps();
    }

    private readSteps(): ClipSteps | null {
        const track = this.character.clips.get(this.clip);
        return track ? findSteps(this.character.entity, track) : null;
    }

    /** Seconds of the clip that plays. */
    private get time(): number {
        return this.character.entity.anim?.baseLayer?.activeStateCurrentTime ?? 0;
    }

    private createRate(): LabelGroup {
        const rate = new SliderInput({ value: this.rate, min: 0, max: MOST_RATE, step: 0.1, precision: 1 });
        rate.on('change', (value: number) => { this.rate = value; });
        return new LabelGroup({ text: 'Switches a second', field: rate });
    }
}

export const poseTransitionPage: Page = {
    name: 'pose-transition',
    title: 'Pose Transition',
    summary: 'Three figures switch clips at the same moments: inertialized, dead blended, and cross-faded by PlayCanvas. Turn the switches up to 20 a second.',
    open: (stage, character) => new OpenPoseTransition(stage, character)
};
