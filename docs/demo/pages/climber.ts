import { mecFootPlacerAttributes, type MecFootPlacer } from 'limber';
import { BoundingBox, Entity, Vec3 } from 'playcanvas';

import { CLIMB_SPEED, GRIP, HOLD, makeClimb, WALL_DISTANCE } from './climber/clip';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { View } from '../frame/view';

// Hands and feet on a wall of bars that stand out by different lengths: two climb with the same clip, which was made for an even wall.

/** Name of the clip with the character. */
const CLIMB = 'climb';

/** Distance of the other one, and how much of the wall each has, metres of a person. */
const BESIDE = 1.3;
const WIDTH = 1.15;

/** Bars: their distance from each other, how high and how deep one is, and how much one stands out more than another, metres of a person. */
const SPACING = 0.3;
const HEIGHT = 0.26;
const DEPTH = 0.3;
const RELIEF = [0, 0.06, -0.05, 0.03, -0.06, 0.07, 0.01, -0.03];

/** Height of the wall's edge, and of the soles from which on the climb begins anew. */
const EDGE = 5.1;
const TOP = 3.3;

/** Length of a palm, metres of a person. */
const PALM = 0.09;

/** Distance before a hand or a foot from which on it looks for its hold, and behind, metres of a person. */
const BEFORE = 0.3;
const BEHIND = 0.2;

export class OpenClimber extends OpenPage {
    readonly script: MecFootPlacer;

    /** What climbs. */
    readonly holder = new Entity('climber');

    private readonly arena: Arena;

    private readonly isClimbing: boolean;

    override readonly figures: readonly Figure[] = [
        { label: 'holds', read: () => String(this.script.feet.length) },
        { label: 'height', read: () => `${(this.holder.getPosition().y / this.stage.unit).toFixed(1)} m` }
    ];

    override readonly actions: readonly Action[] = [{ title: 'From the ground', hint: 'Begins the climb anew', act: () => this.begin() }];

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        this.arena = new Arena(stage);
        const { unit, app } = stage;
        const forward = character.model?.forward ?? Vec3.BACK;
        const clip = makeClimb(character, unit);
        this.isClimbing = clip !== null;
        if (clip) {
            if (!character.entity.anim) character.entity.addComponent('anim', { activate: true });
            character.entity.anim!.assignAnimation(CLIMB, clip);
            character.takeTracks(new Map([[CLIMB, clip]]));
            character.play(CLIMB);
        }
        app.root.addChild(this.holder);
        character.entity.reparent(this.holder);
        const upVector = forward.clone().mulScalar(-1);
        const grips = (['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] as const).map(id => ({
            footId: id, boneName: id, upVector, footOffsetDist: BEFORE * unit, extraRayDistanceCheck: BEHIND * unit, setExtraRayDistanceCheckAutomatically: false,
            // of a hand the palm lies on the bar, fingers are bent over its edge
            footLength: id.endsWith('Hand') ? PALM * unit : 0
        }));
        this.script = this.add('mecFootPlacer', mecFootPlacerAttributes, clip ? { feet: grips, adjustPelvisVertically: false, predictSwing: false, posture: 0 } : {});
        this.standBeside(BESIDE * unit, this.holder);
        this.build(forward);
        this.begin();
        stage.follow(Vec3.ZERO);
    }

    override view(): View {
        const { halfExtents } = this.character.bounds;
        const centre = this.holder.getPosition().clone().add(new Vec3(0, 1.15 * halfExtents.y, 0));
        return { box: this.withBoth(new BoundingBox(centre, new Vec3(0.3, 0.54, 0.3).mulScalar(2 * halfExtents.y))), around: 134, above: 6 };
    }

    override update(dt: number) {
        if (!this.isClimbing) return;
        if (this.holder.getPosition().y > TOP * this.stage.unit) this.begin();
        const up = new Vec3(0, CLIMB_SPEED * this.character.speed * dt * this.stage.unit, 0);
        this.holder.translate(up);
        this.stage.follow(up);
    }

    override close() {
        this.stage.follow(null);
        this.character.forgetTracks([CLIMB]);
        this.character.entity.reparent(this.stage.app.root);
        this.holder.destroy();
        this.arena.destroy();
    }

    private begin() {
        const before = this.holder.getPosition().clone();
        this.holder.setPosition(0, 0, 0);
        this.stage.follow(before.mulScalar(-1));
    }

    /** A bar for each hold, for each of the two. */
    private build(forward: Vec3) {
        const { unit } = this.stage;
        const face = (WALL_DISTANCE + DEPTH / 2) * unit;
        const heading = Math.atan2(forward.x, forward.z) * 180 / Math.PI;
        for (const beside of [0, BESIDE]) {
            for (let i = 0; (i + 0.5) * SPACING < EDGE; i++) {
                const size = new Vec3(WIDTH, HEIGHT, DEPTH).mulScalar(unit);
                const bar = this.arena.addBox('bar', size, { type: 'static' });
                const place = forward.clone().mulScalar(face - RELIEF[i % RELIEF.length] * unit).add(this.leftward.mulScalar(beside * unit));
                // upper edges are where fingers bend over them
                place.y += (HOLD % SPACING + GRIP - HEIGHT / 2 + i * SPACING) * unit;
                bar.rigidbody!.teleport(place, new Vec3(0, heading, 0));
            }
        }
    }
}

export const climberPage: Page = {
    name: 'climber',
    title: 'Climber',
    summary: 'The clip is made for an even wall. With a row for each hand and foot, whose up vector points away from the wall, they hold on to its bars as far as these stand out.',
    sample: 'mannequin',
    open: (stage, character) => new OpenClimber(stage, character)
};
