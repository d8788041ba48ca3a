import { additiveOverlayAttributes, handPlacerAttributes, type AdditiveOverlay, type HandPlacer } from 'limber';
import { BoundingBox, Color, Entity, StandardMaterial, Vec3 } from 'playcanvas';

import { Crate } from './hand-placer/crate';
import { Rifle } from './hand-placer/rifle';
import type { Character } from '../frame/character';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import { Target } from '../frame/target';
import type { View } from '../frame/view';

// The right hand follows a ball; the left hand holds the handle of a gate that somebody swings. Both aim a rifle at the ball, or lift a crate with somebody
// who stands across from it.

/** The handle from the left shoulder, metres of a person: to the left, up, ahead. */
const HANDLE = [0.06, -0.32, 0.42] as const;

/** The gate: from the handle to its hinge, its thickness, and how far the handle is above it, metres of a person. */
const WIDTH = 0.75;
const THICKNESS = 0.04;
const ABOVE = 0.06;

/** How far it swings, degrees, and how fast, radians per second. */
const SWING = 14;
const SPEED = 1.3;

/** How much farther away the ball is while the rifle aims at it, metres of a person. */
const FAR = 2;

export class OpenHandPlacer extends OpenPage {
    readonly target: Target;

    readonly script: HandPlacer;

    override readonly entities: readonly Entity[];

    override readonly actions: readonly Action[] = [
        {
            title: 'Right hand', hint: 'reach(\'right\', ball), release(\'right\')',
            act: () => this.toggle('right', this.target.entity), isChosen: () => this.holds('right')
        },
        { title: 'Left hand', hint: 'reach(\'left\', handle), release(\'left\')', act: () => this.toggle('left', this.handle), isChosen: () => this.holds('left') },
        { title: 'Rifle', hint: 'attach() with both hands, a row of aims', act: () => this.draw(), isChosen: () => this.isDrawn },
        { title: 'Fire', hint: 'additiveOverlay: play(\'recoil\')', act: () => this.overlay.play('recoil'), isEnabled: () => this.isDrawn },
        { title: 'Crate', hint: 'attach() with both hands; who helps reaches for marks on it', act: () => this.lift(), isChosen: () => this.crate.isShown },
        { title: 'Let the ball move', hint: 'Until somebody takes it', act: () => this.target.release(), isEnabled: () => !this.target.wandering }
    ];

    override readonly figures: readonly Figure[] = [
        { label: 'right hand', read: () => this.told('right') },
        { label: 'left hand', read: () => this.told('left') }
    ];

    private readonly hinge = new Entity('gate');

    private readonly handle = new Entity('handle');

    private readonly rifle: Rifle;

    private readonly overlay: AdditiveOverlay;

    readonly crate: Crate;

    private seconds = 0;

    /** Where the ball goes around, and where the character looks. */
    private readonly centre = new Vec3();

    private readonly forward = new Vec3();

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const { bounds, model } = character;
        const forward = model?.forward ?? Vec3.BACK;
        const shoulder = (side: 'left' | 'right') => (model?.bones.get(`${side}UpperArm`)?.getPosition() ?? bounds.center).clone();
        this.buildGate(shoulder('left'), forward);
        this.target = new Target(stage);
        this.forward.copy(forward);
        this.centre.copy(shoulder('right'));
        this.centre.y -= 0.12 * stage.unit;
        this.target.circle(this.centre, forward);
        this.rifle = new Rifle(stage, character, shoulder('right'), forward);
        this.crate = new Crate(stage, character, new Vec3().lerp(shoulder('left'), shoulder('right'), 0.5), forward);
        const { recoil } = this.rifle;
        this.overlay = this.add('additiveOverlay', additiveOverlayAttributes, { overlays: recoil ? [{ name: 'recoil', clip: recoil }] : [] });
        this.script = this.add('handPlacer', handPlacerAttributes, {
            hands: [{ hand: 'left', target: this.handle }, { hand: 'right', target: this.target.entity }],
            aims: [{ barrel: this.rifle.barrel }]
        });
        this.entities = [this.target.entity, this.handle];
    }

    override view(): View {
        const box = this.character.bounds.clone();
        box.add(new BoundingBox(this.hinge.getPosition().clone(), new Vec3(0.1, 0.1, 0.1).mulScalar(this.stage.unit)));
        return { box, around: -20, above: 12 };
    }

    override update(dt: number) {
        this.seconds += dt;
        this.hinge.children[0].setLocalEulerAngles(0, SWING * Math.sin(SPEED * this.seconds), 0);
        this.crate.update(dt);
    }

    override close() {
        this.target.destroy();
        this.hinge.destroy();
        this.rifle.destroy();
        this.crate.destroy();
    }

    private buildGate(shoulder: Vec3, forward: Vec3) {
        const { unit, app, floor } = this.stage;
        const ground = floor.getPosition().y;
        const [left, up, ahead] = HANDLE.map(way => way * unit);
        const wood = new StandardMaterial();
        wood.diffuse = new Color(0.45, 0.3, 0.2);
        wood.update();
        const box = (entity: Entity, size: readonly number[], at: readonly number[]) => {
            entity.addComponent('render', { type: 'box', material: wood });
            entity.setLocalScale(size[0] * unit, size[1] * unit, size[2] * unit);
            entity.setLocalPosition(at[0], at[1], at[2]);
        };
        // the hinge is to the left of the handle; its child swings
        this.hinge.setEulerAngles(0, Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
        app.root.addChild(this.hinge);
        const way = this.hinge.getRotation().transformVector(new Vec3(left + WIDTH * unit, 0, ahead), new Vec3());
        this.hinge.setPosition(shoulder.x + way.x, ground, shoulder.z + way.z);
        const wing = new Entity('wing'), slab = new Entity('slab'), bar = new Entity('bar');
        this.hinge.addChild(wing);
        for (const part of [slab, bar, this.handle]) wing.addChild(part);
        const height = shoulder.y + up - ground;
        const top = height - ABOVE * unit;
        box(slab, [WIDTH + 0.06, top / unit, THICKNESS], [-(WIDTH - 0.03) * unit / 2, top / 2, 0]);
        box(bar, [0.02, 2 * ABOVE, 0.02], [-WIDTH * unit, height - 0.02 * unit, 0]);
        this.handle.setLocalPosition(-WIDTH * unit, height + 0.02 * unit, -0.02 * unit);
    }

    /** Lifts the crate with somebody who helps, or puts it away and goes back to gate and ball. */
    private lift() {
        const { script, crate } = this;
        if (this.isDrawn) this.draw();
        crate.isShown = !crate.isShown;
        this.hinge.enabled = !crate.isShown;
        this.turnRight(crate.isShown);
        if (crate.isShown) {
            script.release('left');
            script.reach('right', crate.grip);
            for (const hand of ['right', 'left'] as const) script.attach(hand, crate.entity);
        } else {
            this.letGo();
        }
    }

    private get isDrawn(): boolean {
        return this.rifle.entity.enabled;
    }

    /** Draws the rifle and aims it at the ball, or puts it away and goes back to gate and ball. */
    private draw() {
        const { script, rifle, target } = this;
        if (this.crate.isShown) this.lift();
        rifle.entity.enabled = !rifle.entity.enabled;
        // a ball that is nearer than the barrel is long cannot be aimed at
        const away = this.isDrawn ? FAR * this.stage.unit : 0;
        target.circle(this.forward.clone().mulScalar(away).add(this.centre), this.forward);
        this.turnRight(this.isDrawn);
        if (this.isDrawn) {
            script.release('left');
            script.reach('right', rifle.grip);
            for (const hand of ['right', 'left'] as const) script.attach(hand, rifle.entity, 0);
        } else {
            this.letGo();
        }
        script.aims[0].target = this.isDrawn ? target.entity : null;
    }

    /** Whether the right hand turns as its target does. */
    private turnRight(turns: boolean) {
        const right = this.script.hands.find(({ hand }) => hand === 'right');
        if (right) right.turn = turns ? 1 : 0;
    }

    /** Lets both hands go back to gate and ball. */
    private letGo() {
        const { script, target, handle } = this;
        for (const hand of ['left', 'right'] as const) script.detach(hand);
        script.reach('left', handle);
        script.reach('right', target.entity);
    }

    private holds(hand: 'left' | 'right'): boolean {
        return this.script.hands.some(row => row.hand === hand && row.target !== null);
    }

    private toggle(hand: 'left' | 'right', target: Entity) {
        if (this.holds(hand)) this.script.release(hand);
        else this.script.reach(hand, target);
    }

    private told(hand: 'left' | 'right'): readonly [string, 'good' | 'busy' | ''] {
        return this.script.isReached(hand) ? ['reached', 'good'] : this.holds(hand) ? ['out of reach', 'busy'] : ['free', ''];
    }
}

export const handPlacerPage: Page = {
    name: 'hand-placer',
    title: 'Hands',
    summary: 'The right hand follows the ball, the left hand holds the handle of a gate that swings. Drag the ball out of reach, behind the back or to the floor, or aim a rifle at it and fire. Two people lift a crate.',
    open: (stage, character) => new OpenHandPlacer(stage, character)
};
