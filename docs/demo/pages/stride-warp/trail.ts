import type { ClipSteps } from 'limber';
import { Color, Entity, StandardMaterial, Vec3, type GraphNode } from 'playcanvas';

import type { Stage } from '../../frame/stage';

// Marks on the ground where somebody's soles stand: one that stands leaves one mark, one that slides leaves a streak.

/** Marks of a trail at most; the oldest one goes first. */
const MOST = 60;

/** Width and height of a mark, and the distance of a sole from its last one at which it leaves another, metres of a person. */
const WIDTH = 0.09;
const HEIGHT = 0.008;
const SPACING = 0.03;

/** Share of a stance in which the sole is flat on the ground: heels come down before it and leave the ground after it. */
const FLAT = [0.2, 0.75] as const;

/** A sole, the stances of its foot, and its last mark. */
interface Sole {
    readonly node: GraphNode;
    readonly stances: ClipSteps['feet'][number]['stances'];
    last: Entity | null;
}

export class Trail {
    private readonly root = new Entity('trail');

    private readonly marks: Entity[] = [];

    private readonly material = new StandardMaterial();

    private readonly place = new Vec3();

    private soles: Sole[] = [];

    private duration = 1;

    /** The mark that is used next. */
    private next = 0;

    /**
     * @param colour - As in a style sheet.
     */
    constructor(private readonly stage: Stage, colour: string) {
        const { app, unit } = stage;
        this.material.diffuse = new Color().fromString(colour);
        this.material.update();
        for (let i = 0; i < MOST; i++) {
            const mark = new Entity('mark', app);
            mark.addComponent('render', { type: 'cylinder', material: this.material, castShadows: false });
            mark.setLocalScale(WIDTH * unit, HEIGHT * unit, WIDTH * unit);
            mark.enabled = false;
            this.root.addChild(mark);
            this.marks.push(mark);
        }
        app.root.addChild(this.root);
    }

    /**
     * Follows the feet of a clip from now on.
     *
     * @param steps - Null for a clip without feet.
     * @param same - The walker's node of a node of the character.
     */
    read(steps: ClipSteps | null, same: (node: GraphNode) => GraphNode) {
        this.duration = steps?.duration ?? 1;
        // toes stay where they are as the heel goes up
        this.soles = steps?.feet.map(({ bone, stances }) => ({ node: same(bone.children[0] ?? bone), stances, last: null })) ?? [];
    }

    /**
     * Leaves marks under the soles that stand. Called when the frame's pose is final.
     *
     * @param time - Seconds since the clip has begun.
     */
    update(time: number) {
        const { place, soles, marks, stage: { unit, floor } } = this;
        for (const sole of soles) {
            if (!this.isFlat(sole, time % this.duration)) continue;
            place.copy(sole.node.getPosition());
            place.y = floor.getPosition().y + HEIGHT * unit / 2;
            if (sole.last && sole.last.getPosition().distance(place) < SPACING * unit) continue;
            sole.last = marks[this.next];
            sole.last.setPosition(place);
            sole.last.enabled = true;
            this.next = (this.next + 1) % MOST;
        }
    }

    /** Moves all marks, as the walker is moved. */
    move(offset: Vec3) {
        for (const mark of this.marks) mark.translate(offset);
    }

    clear() {
        for (const mark of this.marks) mark.enabled = false;
        for (const sole of this.soles) sole.last = null;
    }

    destroy() {
        this.root.destroy();
        this.material.destroy();
    }

    private isFlat({ stances }: Sole, time: number): boolean {
        for (const { strike, release } of stances) {
            // a stance over the end of the loop goes on after its beginning
            const from = (time < strike ? time + this.duration : time) - strike, share = from / (release - strike);
            if (share > FLAT[0] && share < FLAT[1]) return true;
        }
        return false;
    }
}
