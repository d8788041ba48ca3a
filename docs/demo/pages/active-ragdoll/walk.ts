import type { ActiveRagdoll } from 'limber';
import { Vec3 } from 'playcanvas';

import type { Character } from '../../frame/character';

// A walk straight ahead, into what stands there, and back at once.

/** Metres of a person per second, and how far it goes. */
const SPEED = 1.3;
const WAY = 1.8;

export class Walk {
    private readonly home: Vec3;

    private readonly clipBefore: string;

    private way = 0;

    isOver = false;

    /**
     * @param size - Metres of the scene for a metre of the walk.
     */
    constructor(private readonly character: Character, private readonly script: ActiveRagdoll, private readonly size: number) {
        this.home = character.entity.getPosition().clone();
        this.clipBefore = character.clip;
        const walk = [...character.clips.keys()].find(clip => /walk/i.test(clip));
        if (walk) character.play(walk);
    }

    /** Goes on. Called before a frame's animation. */
    update(dt: number) {
        if (this.isOver) return;
        const step = SPEED * this.size * dt;
        this.way += step;
        this.character.entity.translate(0, 0, step);
        if (this.way >= WAY * this.size) this.end();
    }

    /** Goes back to where it started. */
    end() {
        if (this.isOver) return;
        this.isOver = true;
        this.character.play(this.clipBefore);
        this.script.teleport(this.home);
    }
}
