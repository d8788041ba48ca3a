import { Color, Vec3, type AppBase } from 'playcanvas';

import type { Character } from './character';

// Draws the bones of the character over its skin.

const BONE = new Color(0.35, 0.9, 1);

/** Half width of a joint as a share of the character's height. */
const JOINT = 0.006;

export class SkeletonView {
    isShown = false;

    private readonly lines: Vec3[] = [];

    constructor(private readonly app: AppBase) {}

    /** Called when the frame's pose is final. */
    draw(character: Character) {
        if (!this.isShown || !character.model) return;
        const { lines } = this;
        const half = JOINT * character.model.height;
        let count = 0;
        const add = (place: Vec3, x = 0, y = 0, z = 0) => {
            if (count === lines.length) lines.push(new Vec3());
            lines[count++].set(place.x + x, place.y + y, place.z + z);
        };
        const bones = new Set(character.model.nodes);
        for (const bone of bones) {
            const place = bone.getPosition();
            for (const sign of [-1, 1]) add(place, sign * half);
            for (const sign of [-1, 1]) add(place, 0, sign * half);
            for (const sign of [-1, 1]) add(place, 0, 0, sign * half);
            if (!bone.parent || !bones.has(bone.parent)) continue;
            add(bone.parent.getPosition());
            add(place);
        }
        this.app.drawLines(lines.slice(0, count), BONE, false);
    }
}
