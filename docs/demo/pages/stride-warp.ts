import { LabelGroup, SliderInput, type Element } from '@playcanvas/pcui';
import { findSteps, mecFootPlacerAttributes, strideWarpAttributes, type MecFootPlacer, type StrideWarp } from 'limber';
import { BoundingBox, Entity, Vec3 } from 'playcanvas';

import { StairsOnStage } from './stride-warp/stairs';
import { Trail } from './stride-warp/trail';
import type { Character } from '../frame/character';
import { OpenPage, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import { Twin } from '../frame/twin';
import type { View } from '../frame/view';

/** Share of the clip's speed and degrees to the left with which the page opens. */
const FIRST_SHARE = 1.3;
const FIRST_DIRECTION = 0;

/** Metres of a person from the middle at which the walk starts again, and the distance of the twin. */
const LANE = 5;
const BESIDE = 1.1;

const DEGREES = 180 / Math.PI;

export class OpenStrideWarp extends OpenPage {
    readonly script: StrideWarp;

    readonly twin: Twin;

    /** Speed as a share of the clip's own, and direction in degrees to the left of it. */
    share = FIRST_SHARE;

    direction = FIRST_DIRECTION;

    readonly placer: MecFootPlacer;

    private readonly stairs: StairsOnStage;

    private isOnStairs = false;

    /** Where soles have stood: with the script, and without. */
    private readonly trails: Readonly<Record<'with' | 'without', Trail>>;

    override readonly switches: readonly Switch[] = [{
        name: 'stairs', title: 'Stairs', hint: 'Stairs up and down, with mecFootPlacer on the character',
        get: () => this.isOnStairs, set: on => this.setStairs(on)
    }];

    override readonly figures: readonly Figure[] = [
        { label: 'clip\'s speed', read: () => `${this.own.toFixed(2)} m/s` },
        { label: 'speed', read: () => `${this.speed.toFixed(2)} m/s` },
        { label: 'playing rate', read: () => this.character.speed.toFixed(2) }
    ];

    override readonly controls: readonly Element[] = [
        this.createSlider('Speed', 0.7, 1.4, FIRST_SHARE, (value) => { this.share = value; }),
        this.createSlider('Direction', -45, 45, FIRST_DIRECTION, (value) => { this.direction = value; })
    ];

    /** What the page moves: some clips hold the model itself in its place. */
    private readonly holder = new Entity('walker');

    private readonly way = new Vec3();

    /** The clip's own speed in the scene, 0 for a clip that does not go in steps, and seconds of a step of it. */
    private own = 0;

    private stepTime = 1;

    private shownClip = '';

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const walk = [...character.clips.keys()].find(clip => /walk/i.test(clip));
        if (walk) character.play(walk);
        stage.app.root.addChild(this.holder);
        character.entity.reparent(this.holder);
        const beside = new Entity('beside');
        this.holder.addChild(beside);
        beside.setLocalPosition(-BESIDE * stage.unit, 0, 0);
        this.twin = new Twin(character, beside, false);
        this.twin.beside.set(-BESIDE * stage.unit, 0, 0);
        this.nameBoth(this.twin, 'without', 'with');
        this.trails = { with: new Trail(stage, '#ff6600'), without: new Trail(stage, '#5b6b70') };
        this.script = this.add('strideWarp', strideWarpAttributes);
        this.placer = this.add('mecFootPlacer', mecFootPlacerAttributes, { adjustPelvisVertically: true, dampPelvis: true });
        this.stairs = new StairsOnStage(stage, character.model?.forward ?? Vec3.BACK);
        this.placer.setGround(this.stairs.ground);
        this.stairs.show(false);
        this.placer.enabled = false;
        stage.follow(Vec3.ZERO);
    }

    override view(): View {
        const { halfExtents } = this.character.bounds;
        if (this.isOnStairs) {
            const place = this.holder.getPosition();
            return { box: new BoundingBox(new Vec3(place.x, place.y + 0.8 * halfExtents.y, place.z), halfExtents.clone().mulScalar(0.8)), around: 75, above: 8 };
        }
        return { box: new BoundingBox(new Vec3(-BESIDE / 2 * this.stage.unit, halfExtents.y, 0), new Vec3(halfExtents.y, 1.02 * halfExtents.y, halfExtents.y)), around: 36, above: 10, fill: 0.95 };
    }

    override update(dt: number) {
        const { character, stage, way, script, holder } = this;
        if (character.clip !== this.shownClip) this.readClip();
        const speed = this.speed;
        const forward = character.model?.forward ?? Vec3.BACK;
        const angle = Math.atan2(forward.x, forward.z) + this.direction / DEGREES;
        way.set(Math.sin(angle), 0, Math.cos(angle)).mulScalar(speed * dt);
        const place = holder.getPosition();
        if (place.length() > LANE * stage.unit) {
            const back = place.clone().mulScalar(-1);
            way.add(back);
            for (const trail of Object.values(this.trails)) trail.move(back);
        }
        holder.translate(way);
        if (this.isOnStairs) {
            // a person goes up and down with the stairs
            way.y = this.stairs.lineAt(place) - place.y;
            holder.translate(0, way.y, 0);
        }
        stage.follow(way);
        script.speed = speed;
        script.direction = this.direction;
        this.twin.update();
        // the twin goes at the character's speed with its clip as it is
        if (this.twin.entity.anim) this.twin.entity.anim.speed = 1;
    }

    override finish() {
        const { trails, character, twin } = this;
        if (this.isOnStairs) return;
        trails.with.update(character.entity.anim?.baseLayer?.activeStateCurrentTime ?? 0);
        trails.without.update(twin.entity.anim?.baseLayer?.activeStateCurrentTime ?? 0);
    }

    override close() {
        for (const trail of Object.values(this.trails)) trail.destroy();
        this.stairs.destroy();
        this.stage.follow(null);
        this.twin.destroy();
        this.character.entity.reparent(this.stage.app.root);
        this.holder.destroy();
    }

    /** Speed of the walk: on stairs a person takes as long for a tread as for a step. */
    private get speed(): number {
        const level = this.own * this.share;
        return this.isOnStairs && this.stairs.isNear(this.holder.getPosition()) ? Math.min(level, this.share * this.stairs.tread / this.stepTime) : level;
    }

    private setStairs(on: boolean) {
        const { holder, stairs, stage } = this;
        this.isOnStairs = on;
        for (const trail of Object.values(this.trails)) trail.clear();
        stairs.show(on);
        this.placer.enabled = on;
        this.twin.entity.enabled = !on;
        if (on) holder.setPosition(stairs.start);
        else holder.setPosition(0, 0, 0);
        stage.show(this.view(), this.character.model?.forward ?? Vec3.BACK);
    }

    private readClip() {
        const { character } = this;
        this.shownClip = character.clip;
        const track = character.clips.get(character.clip);
        const steps = track ? findSteps(character.entity, track) : null;
        this.trails.with.read(steps, node => node);
        this.trails.without.read(steps, node => this.twin.same(node as Entity));
        this.own = steps?.speed ?? 0;
        this.stepTime = (steps?.strideTime ?? 2) / 2;
    }

    private createSlider(text: string, min: number, max: number, value: number, set: (value: number) => void): LabelGroup {
        const slider = new SliderInput({ value, min, max, precision: 2 });
        slider.on('change', set);
        return new LabelGroup({ text, field: slider });
    }
}

export const strideWarpPage: Page = {
    name: 'stride-warp',
    title: 'Stride Warp',
    summary: 'Both go at the same speed and play the same clip. The one fits its stride, the other one skates: its soles leave streaks. Change speed and direction, or go over stairs.',
    open: (stage, character) => new OpenStrideWarp(stage, character)
};
