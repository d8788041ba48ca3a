import { mecFootPlacerAttributes, type MecFootPlacer } from 'limber';
import { AnimClip, AnimEvaluator, BoundingBox, DefaultAnimBinder, Entity, Vec3 } from 'playcanvas';

import { CLIMB_SPEED, makeClimb } from './climber/clip';
import { makeEdge, makeLadder, type Box } from './climber/holds';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { addOwnMotion } from '../frame/own-motions';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { View } from '../frame/view';

// Hands and feet on rungs that stand out by different lengths, and on an edge: two climb and hang with the same clips, which were made for even ones.

/** Name of the clip with the character. */
const CLIMB = 'climb';

/** The pack's own motion of hanging from an edge. */
const HANG = 'hang';

/** Distance of the other one, metres of a person. */
const BESIDE = 1.3;

/** Height of the soles from which on the climb begins anew, and of who hangs. */
const TOP = 3.3;
const RAISED = 0.45;

/** Length of a palm, metres of a person. */
const PALM = 0.09;

/** Distance before a hand or a foot from which on it looks for its hold, and behind, metres of a person. */
const BEFORE = 0.3;
const BEHIND = 0.2;

export class OpenClimber extends OpenPage {
    readonly script: MecFootPlacer;

    /** Whether it has hands to hold on with. */
    private readonly isPerson: boolean;

    /** What climbs. */
    readonly holder = new Entity('climber');

    private readonly arena: Arena;

    /** What it holds on to, and what the one beside it passes through. */
    private holds: Entity[] = [];

    /** The clip for which they are there. */
    private clip = '';

    private stopLoading = () => {};

    override readonly figures: readonly Figure[] = [
        { label: 'holds', read: () => String(this.script.feet.length) },
        { label: 'height', read: () => `${(this.holder.getPosition().y / this.stage.unit).toFixed(1)} m` }
    ];

    override readonly actions: readonly Action[] = [
        { title: 'Climb', hint: 'Climbs the ladder, from the ground', act: () => this.climb(), isEnabled: () => this.isPerson, isChosen: () => this.character.clip === CLIMB },
        { title: 'Hang', hint: 'Hangs from an edge: hands on it, feet against the wall below', act: () => this.hang(), isEnabled: () => this.isPerson, isChosen: () => this.character.clip === HANG }
    ];

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        this.arena = new Arena(stage);
        const { unit, app } = stage;
        const clip = makeClimb(character, unit);
        this.isPerson = clip !== null;
        if (clip) {
            if (!character.entity.anim) character.entity.addComponent('anim', { activate: true });
            character.entity.anim!.assignAnimation(CLIMB, clip);
            character.takeTracks(new Map([[CLIMB, clip]]));
            character.play(CLIMB);
        }
        app.root.addChild(this.holder);
        character.entity.reparent(this.holder);
        const upVector = this.forward.clone().mulScalar(-1);
        const grips = (['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] as const).map(id => ({
            footId: id, boneName: id, upVector, footOffsetDist: BEFORE * unit, extraRayDistanceCheck: BEHIND * unit, setExtraRayDistanceCheckAutomatically: false,
            // of a hand the palm lies on the bar, fingers are bent over its edge
            footLength: id.endsWith('Hand') ? PALM * unit : 0
        }));
        this.script = this.add('mecFootPlacer', mecFootPlacerAttributes, clip ? { feet: grips, adjustPelvisVertically: false, predictSwing: false, posture: 0 } : {});
        this.standBeside(BESIDE * unit, this.holder);
        this.putUp(CLIMB);
        stage.follow(Vec3.ZERO);
    }

    override view(): View {
        const { halfExtents } = this.character.bounds;
        const centre = this.holder.getPosition().clone().add(new Vec3(0, 1.15 * halfExtents.y, 0));
        return { box: this.withBoth(new BoundingBox(centre, new Vec3(0.3, 0.54, 0.3).mulScalar(2 * halfExtents.y))), around: 134, above: 6 };
    }

    override update(dt: number) {
        if (this.character.clip !== this.clip) this.putUp(this.character.clip);
        if (this.clip !== CLIMB || !this.isPerson) return;
        if (this.holder.getPosition().y > TOP * this.stage.unit) this.moveTo(0);
        const up = new Vec3(0, CLIMB_SPEED * this.character.speed * dt * this.stage.unit, 0);
        this.holder.translate(up);
        this.stage.follow(up);
    }

    override close() {
        this.stopLoading();
        this.stage.follow(null);
        this.character.forgetTracks([CLIMB, HANG]);
        this.character.entity.reparent(this.stage.app.root);
        this.holder.destroy();
        this.arena.destroy();
    }

    private get forward(): Vec3 {
        return this.character.model?.forward ?? Vec3.BACK;
    }

    private climb() {
        this.stopLoading();
        this.moveTo(0);
        this.character.play(CLIMB);
    }

    private hang() {
        const { stage: { app }, character } = this;
        this.stopLoading();
        if (character.clips.has(HANG)) character.play(HANG);
        else this.stopLoading = addOwnMotion(app, character, HANG, () => character.play(HANG));
    }

    /** Puts up what a clip holds on to; another one leaves what is there. */
    private putUp(clip: string) {
        this.clip = clip;
        if (clip === HANG) {
            const { up, ahead } = this.wristsIn(HANG);
            this.moveTo(RAISED * this.stage.unit);
            this.build(makeEdge(RAISED + up, ahead));
        } else if (clip === CLIMB) {
            this.moveTo(0);
            this.build(makeLadder());
        }
    }

    /** Where a clip has the wrists as it begins: above the character's place and ahead, metres of a person. */
    private wristsIn(clip: string): { up: number, ahead: number } {
        const { stage: { unit }, character } = this;
        const { bones, up, forward } = character.model!;
        const body = character.createModel();
        const copies = body.find(() => true), own = character.entity.find(() => true);
        const evaluator = new AnimEvaluator(new DefaultAnimBinder(body));
        evaluator.addClip(new AnimClip(character.clips.get(clip)!, 0, 1, false, true));
        evaluator.update(0);
        const middle = new Vec3();
        for (const role of ['leftHand', 'rightHand'] as const) middle.add(copies[own.indexOf(bones.get(role) as Entity)].getPosition());
        body.destroy();
        middle.mulScalar(0.5 / unit);
        return { up: middle.dot(up), ahead: middle.dot(forward) };
    }

    /** Goes to a height, and the camera with it. */
    private moveTo(height: number) {
        const way = new Vec3(0, height - this.holder.getPosition().y, 0);
        this.holder.translate(way);
        this.stage.follow(way);
    }

    /** Puts up what each of the two holds on to, in place of what there was. */
    private build(boxes: readonly Box[]) {
        const { arena, forward, leftward, stage: { unit } } = this;
        for (const old of this.holds.splice(0)) arena.remove(old);
        const heading = new Vec3(0, Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
        for (const beside of [0, BESIDE]) {
            for (const { name, size, place: { x, y, z } } of boxes) {
                const box = arena.addBox(name, size.clone().mulScalar(unit), { type: 'static' });
                const place = forward.clone().mulScalar(z).add(leftward.clone().mulScalar(x + beside));
                place.y += y;
                box.rigidbody!.teleport(place.mulScalar(unit), heading);
                this.holds.push(box);
            }
        }
    }
}

export const climberPage: Page = {
    name: 'climber',
    title: 'Climber',
    summary: 'The clips are made for an even wall. With a row for each hand and foot, whose up vector points away from the wall, they hold on to rungs, and to an edge, as far as these stand out.',
    sample: 'mannequin',
    open: (stage, character) => new OpenClimber(stage, character)
};
