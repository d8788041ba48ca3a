import { Container, LabelGroup, SliderInput, type Element } from '@playcanvas/pcui';
import { springChainAttributes, type Role, type SpringChain } from 'limber';
import { Vec3, type Entity } from 'playcanvas';

import { Cape, CapeCloth } from './spring-chain/cape';
import { Lap } from './spring-chain/lap';
import { Scarf } from './spring-chain/scarf';
import { Swing } from './spring-chain/swing';
import type { Character } from '../frame/character';
import { loadMoreClips, type Cancel, type ClipFiles } from '../frame/more-clips';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import { Twin } from '../frame/twin';
import type { View } from '../frame/view';

/** Clips to run with, the best first. */
const RUNS = [/run/i, /trot|gallop/i, /walk/i];

/** The clip in the air, and where the mannequin has it. */
const FALL = /^fall/i;
const MORE: ClipFiles = { 'mannequin.glb': { 'mannequin-actions.glb': 'fall' } };

/** Where the wind blows, in the character's frame before it runs, left, up and forward: into its face, a little from the side. */
const WIND = new Vec3(0.4, 0.1, -1).normalize();
const WAVERING = 0.6;
const STRONGEST_WIND = 40;

/** Frames a second that can be chosen; a display has this many as a rule. */
const RATES = { min: 15, max: 240, usual: 60 };

/** Metres per second of a push, for a person's height. */
const PUSH = new Vec3(1.5, 2, 0);

/** Distance to the one without the script, metres of a person. */
const BESIDE = 1;

/** What a scarf hangs on, the best first. */
const NECK: readonly Role[] = ['neck', 'head', 'spine'];

export class OpenSpringChain extends OpenPage {
    readonly script: SpringChain;

    readonly twin: Twin;

    readonly lap: Lap;

    swing!: Swing;

    override readonly controls: readonly Element[];

    override readonly figures: readonly Figure[] = [
        { label: 'chains', read: () => String(this.script.chains.length) },
        { label: 'swing now', read: () => `${this.swing.now.toFixed(0)}°` },
        { label: 'largest in a lap', read: () => (this.swing.largest > 0 ? `${this.swing.largest.toFixed(1)}°` : '–') },
        { label: 'frames a second', read: () => (this.stage.clock.rate > 0 ? String(this.stage.clock.rate) : 'the display\'s') }
    ];

    override readonly switches: readonly Switch[];

    /** What can be switched on every character. */
    private readonly usualSwitches: readonly Switch[] = [
        {
            name: 'run', title: 'Run', hint: 'To and fro, with a turn at each end',
            get: () => this.lap.runs,
            set: on => this.setRunning(on)
        },
        {
            name: 'draw', title: 'Draw springs', hint: 'Draw Debug: white where the animation has the bones, green where they are',
            get: () => this.script.drawDebugSprings,
            set: (on) => {
                this.script.drawDebugSprings = on;
            }
        },
        {
            name: 'twin', title: 'Show without', hint: 'The same beside it, without the script',
            get: () => this.twin.isShown,
            set: (on) => {
                this.twin.isShown = on;
            }
        }
    ];

    private readonly capeSwitch: Switch = {
        name: 'cape', title: 'Cape', hint: 'Chains with Cross Links, and capsules of the body that the script finds: no leg goes through',
        get: () => this.capes.some(cape => cape.isWorn),
        set: on => this.wearCape(on)
    };

    override readonly actions: readonly Action[] = [
        { title: 'Jump', hint: 'Up, and a fall', act: () => this.jump(), isEnabled: () => !this.lap.isInAir },
        { title: 'Push', hint: 'addImpulse(): everything that swings gets a velocity', act: () => this.push() },
        { title: 'Rest', hint: 'reset(): at rest in the animated pose', act: () => this.script.reset() }
    ];

    /** Scarves of the character and of its twin, where nothing else swings. */
    private scarves: readonly Scarf[] = [];

    /** Capes of the character and of its twin. */
    private readonly capes: readonly Cape[];

    private readonly cloth: CapeCloth | null;

    /** What the character plays while it stands, and while it runs. */
    private readonly standing: string;

    private readonly running: string;

    private readonly stopLoading: Cancel;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        this.standing = character.clip;
        const clips = [...character.clips.keys()];
        const isChosen = RUNS.some(run => run.test(character.clip));
        this.running = isChosen ? character.clip : RUNS.map(run => clips.find(clip => run.test(clip))).find(clip => clip) ?? character.clip;
        this.lap = new Lap(stage, character.entity, character.model?.forward.clone() ?? Vec3.BACK);
        this.twin = new Twin(character, this.lap.holder, false);
        this.twin.beside.copy(this.leftward).mulScalar(-BESIDE * stage.unit);
        this.nameBoth(this.twin, 'without', 'with');
        this.script = this.add('springChain', springChainAttributes, { windTurbulence: WAVERING, ...character.springs });
        this.capes = this.makeCapes();
        this.switches = this.capes.length > 0 ? [...this.usualSwitches, this.capeSwitch] : this.usualSwitches;
        this.cloth = this.capes.length > 0 ? new CapeCloth(this.capes[0], stage.app) : null;
        this.dress();
        this.setRunning(true);
        this.controls = [this.createSliders()];
        this.stopLoading = loadMoreClips(stage, character, MORE, () => {});
    }

    override view(): View {
        return { box: this.character.bounds, around: 68, above: 12, fill: 0.8 };
    }

    override update(dt: number) {
        const wasInAir = this.lap.isInAir;
        this.lap.update(dt);
        if (wasInAir && !this.lap.isInAir) this.goOn();
        this.twin.update();
    }

    override finish(dt: number) {
        this.swing.measure(dt);
        this.cloth?.update();
    }

    override close() {
        this.stopLoading();
        this.stage.clock.rate = 0;
        this.takeOffScarves();
        for (const cape of this.capes) cape.destroy();
        this.cloth?.destroy();
        this.twin.destroy();
        this.lap.end();
    }

    /** Sets how strong the wind is, metres per second squared. */
    blow(strength: number) {
        const { x, z } = this.character.model?.forward ?? Vec3.BACK;
        this.script.wind = new Vec3(WIND.x * z + WIND.z * x, WIND.y, WIND.z * z - WIND.x * x).mulScalar(strength);
    }

    private push() {
        this.script.addImpulse(PUSH);
    }

    private setRunning(on: boolean) {
        this.lap.runs = on;
        this.goOn();
    }

    private jump() {
        const { character } = this;
        this.lap.jump();
        character.play([...character.clips.keys()].find(clip => FALL.test(clip)) ?? character.clip);
    }

    /** Plays what fits the lap. */
    private goOn() {
        this.character.play(this.lap.runs ? this.running : this.standing);
    }

    /** Capes of the character and of its twin, so that both are alike; none on four legs, and without a chest and a neck. */
    private makeCapes(): Cape[] {
        const { twin, character: { model }, stage: { unit } } = this;
        const neck = this.findNeck();
        const chest = neck?.parent as Entity | null;
        if (model?.legs !== 2 || !neck || !chest) return [];
        const capes = [chest, twin.same(chest)].map(bone => new Cape(bone, neck.getPosition(), model.forward, unit));
        for (const cape of capes) cape.isWorn = false;
        return capes;
    }

    private wearCape(on: boolean) {
        Object.assign(this.script, { crossLinks: on, colliders: [] });
        this.takeOffScarves();
        for (const cape of this.capes) cape.isWorn = on;
        // with no chains left, the script finds them and the colliders anew
        this.script.chains = [];
        this.dress();
    }

    /** Sees to it that something swings. */
    private dress() {
        const { script } = this;
        if (script.chains.length === 0) this.wearScarf();
        this.swing = new Swing(script.chains.map(({ rootBone }) => rootBone).filter(bone => bone !== null), this.twin, Lap.seconds);
    }

    private findNeck(): Entity | undefined {
        return NECK.map(role => this.character.model?.bones.get(role)).find(bone => bone) as Entity | undefined;
    }

    /** Hangs a scarf on a character that has nothing to swing, and on its twin so that both are alike. */
    private wearScarf() {
        const { script, twin, character: { model }, stage: { unit } } = this;
        const neck = this.findNeck();
        if (!model || !neck) return;
        this.scarves = [neck, twin.same(neck)].map(bone => new Scarf(bone, model.forward, unit));
        const [own, other] = this.scarves;
        own.wear(script);
        other.copy(own);
    }

    private takeOffScarves() {
        for (const scarf of this.scarves) scarf.destroy();
        this.scarves = [];
    }

    private createSliders(): Container {
        const sliders = new Container({ class: 'methods' });
        const add = (name: string, text: string, hint: string, slider: SliderInput, set: (value: number) => void) => {
            slider.dom.dataset.slider = name;
            slider.on('change', set);
            const group = new LabelGroup({ text, field: slider });
            group.dom.title = hint;
            sliders.append(group);
        };
        add('wind', 'Wind', 'Wind, metres per second squared', new SliderInput({ value: 0, min: 0, max: STRONGEST_WIND, step: 1, precision: 0 }), value => this.blow(value));
        add(
            'rate', 'Frame rate', 'Frames a second, whatever the display shows: the swing stays the same',
            new SliderInput({ value: RATES.usual, min: RATES.min, max: RATES.max, step: 1, precision: 0 }),
            (value) => {
                this.stage.clock.rate = value;
            }
        );
        return sliders;
    }
}

export const springChainPage: Page = {
    name: 'spring-chain',
    title: 'Spring Chain',
    summary: 'Tail, ears, hair or a scarf swing after the body. Let the wind blow; change the frame rate, and nothing changes.',
    sample: 'mannequin',
    open: (stage, character) => new OpenSpringChain(stage, character)
};
