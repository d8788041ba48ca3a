import type { HandPlacer } from 'limber';
import { Color, Entity, Quat, StandardMaterial, Vec3 } from 'playcanvas';

import type { Character } from '../../frame/character';
import type { Stage } from '../../frame/stage';
import { Twin } from '../../frame/twin';

// A crate that two people lift. The character carries it by the marks gripLeft and gripRight; the other one, who stands across from it, reaches for two marks more.

/** The crate: its size, and where it is from between the shoulders, up and ahead, metres of a person. */
const SIZE = [0.36, 0.24, 0.5] as const;
const UP = -0.32;
const AHEAD = 0.5;

/** How far it is lifted and lowered, metres of a person, and how fast, radians per second. */
const LIFT = 0.12;
const SPEED = 1.6;

/** Where the palms are: from the sides, and from the middle to either end, metres of a person. */
const ASIDE = 0.025;
const TO_END = 0.12;

export class Crate {
    readonly entity = new Entity('crate');

    /** Place of the right hand on it, where the crate is lifted to. */
    readonly grip = new Entity('grip');

    private readonly lifted = new Entity('lifted');

    private readonly wood = new StandardMaterial();

    private readonly partner: Twin;

    private readonly script: HandPlacer;

    /** Marks of the partner. */
    private readonly marks = { left: new Entity('left'), right: new Entity('right') };

    private seconds = 0;

    /**
     * @param between - The point between the shoulders.
     */
    constructor(private readonly stage: Stage, character: Character, private readonly between: Vec3, private readonly forward: Vec3) {
        const { unit, app } = stage;
        const { entity, lifted, wood, marks } = this;
        wood.diffuse = new Color(0.5, 0.36, 0.22);
        wood.update();
        const box = new Entity('box');
        box.addComponent('render', { type: 'box', material: wood });
        box.setLocalScale(SIZE[0] * unit, SIZE[1] * unit, SIZE[2] * unit);
        entity.addChild(box);
        const add = (to: Entity, mark: Entity, side: number, turn: number) => {
            // z is ahead and x to the left: fingers point away from who holds it, and the backs of the hands away from the crate
            const around = new Quat().setFromEulerAngles(0, turn, 0);
            mark.setLocalPosition(around.transformVector(new Vec3(side * (SIZE[0] / 2 + ASIDE) * unit, 0, -TO_END * unit), new Vec3()));
            mark.setLocalRotation(around.mul(new Quat().setFromEulerAngles(0, 180, 0)).mul(new Quat().setFromEulerAngles(0, 0, 90 * side)));
            to.addChild(mark);
        };
        add(entity, new Entity('gripLeft'), 1, 0);
        add(entity, new Entity('gripRight'), -1, 0);
        add(lifted, this.grip, -1, 0);
        add(entity, marks.left, 1, 180);
        add(entity, marks.right, -1, 180);
        for (const part of [entity, lifted]) {
            part.setEulerAngles(0, Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
            app.root.addChild(part);
        }
        this.partner = new Twin(character, app.root as Entity, false);
        const { entity: other } = this.partner;
        other.setPosition(forward.clone().mulScalar(AHEAD * unit).add(between).mul(new Vec3(2, 0, 2)));
        other.setEulerAngles(0, 180, 0);
        other.addComponent('script');
        this.script = other.script!.create('handPlacer') as unknown as HandPlacer;
        this.isShown = false;
    }

    /** Whether it is there, and with it the one who helps. */
    set isShown(shown: boolean) {
        const { entity, lifted, partner, script, marks } = this;
        entity.enabled = partner.entity.enabled = shown;
        entity.setPosition(lifted.getPosition());
        for (const row of script.hands) {
            row.turn = 1;
            row.target = shown ? marks[row.hand as 'left' | 'right'] : null;
        }
    }

    get isShown(): boolean {
        return this.entity.enabled;
    }

    /** Whether the hands of the one who helps are on it. */
    get isHelped(): boolean {
        return this.script.isReached('left') && this.script.isReached('right');
    }

    update(dt: number) {
        this.seconds += dt;
        const { unit } = this.stage;
        const up = UP + LIFT * Math.sin(SPEED * this.seconds);
        this.lifted.setPosition(this.forward.clone().mulScalar(AHEAD * unit).add(this.between).add(new Vec3(0, up * unit, 0)));
    }

    destroy() {
        for (const part of [this.entity, this.lifted]) part.destroy();
        this.partner.destroy();
        this.wood.destroy();
    }
}
