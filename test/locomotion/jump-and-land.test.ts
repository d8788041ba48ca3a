import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import { loadGlb } from '../support/app';
import { FULL } from '../support/characters';
import { FRAME, onEachCharacter, onStrangersInStride, type FootStage } from '../support/foot-stage';
import { createPhysicsApp } from '../support/physics-app';
import { boundOf, type Reached } from '../support/reached';
import { WalkAbout } from '../support/walk-about';

// A character that jumps, or goes off an edge, and lands: moved by the physics, and by a controller that knows of gravity only.

/** Metres between the levels, on a person. */
const LEVELS = FULL ? [0, 0.5, 1, 2, 3, 8] : [0, 1, 3, 8];

/** Metres a second squared, and a second of a jump on a person. */
const GRAVITY = 9.81;
const JUMP = 3.5;

/** How deep soles come into the floor after it, millimetres on a person; goal: 10. The pack's landing bends Soldier's feet so far. */
const REACHED_DEPTH: Reached = { Soldier: 18 };

/** Shares of the leg's length: what knees give for any speed, and at most, with what a clip of a landing bends them. */
const MOST = 0.38;
const DEEPEST = 0.8;

/** One fall or jump as it was seen. */
interface Seen {
    /** Frames from that in which the body was stopped by the floor to the event; its speed, and the body's before. */
    late: number;
    speed: number;
    fallen: number;
    /** Height of the lowest sole over the floor in that frame and the least after it, millimetres on a person. */
    soles: number;
    deepest: number;
    /** How far the hips came below where they stand afterwards, metres on a person. */
    given: number;
    kinds: string[];
    jumps: number;
}

class Drop {
    readonly about: WalkAbout;

    private readonly floor: Entity;

    private readonly size: number;

    constructor(readonly stage: FootStage, private readonly isPhysical: boolean) {
        this.size = stage.size;
        this.floor = this.box(-0.5 * this.size);
        this.about = new WalkAbout(stage, {}, ['idle', ...stage.clips.slice(1)]);
        if (isPhysical) this.addBody();
    }

    /** A block of the floor whose top is at a height. */
    private box(centre: number): Entity {
        const box = this.stage.addEntity();
        box.setPosition(0, centre, 0);
        box.addComponent('collision', { type: 'box', halfExtents: new Vec3(20 * this.size, 0.5 * this.size, 20 * this.size) });
        box.addComponent('rigidbody', { type: 'static', friction: 0.5, restitution: 0 });
        return box;
    }

    private addBody() {
        const { height } = this.stage;
        const { holder } = this.about.hero;
        holder.addComponent('collision', { type: 'capsule', height, radius: 0.15 * height, linearOffset: new Vec3(0, height / 2, 0) });
        holder.addComponent('rigidbody', { type: 'dynamic', mass: 70, friction: 0, restitution: 0, angularFactor: Vec3.ZERO });
    }

    /** Falls from a height in metres on a person; from none, jumps there. */
    run(level: number): Seen {
        const { about, size, floor } = this;
        const { holder } = about.hero;
        const seen: Seen = { late: NaN, speed: NaN, fallen: 0, soles: NaN, deepest: Infinity, given: 0, kinds: [], jumps: 0 };
        let frame = 0, contact = -1, event = -1;
        about.script.on('land', (speed: number) => {
            event = frame;
            seen.speed = speed / size;
        });
        about.script.on('jump', () => seen.jumps++);
        about.hold(0.3);
        const rest = this.soles();
        const hips = this.hips();
        const start = holder.getPosition().y;
        // the floor goes away below it, onto a lower one
        if (level > 0) {
            this.box((-0.5 - level) * size);
            floor.enabled = false;
        }
        let velocity = level === 0 ? JUMP * size : 0;
        if (level === 0) about.script.jump();
        if (level === 0 && this.isPhysical) holder.rigidbody!.linearVelocity = new Vec3(0, velocity, 0);
        let last = start;
        for (; frame < 180; frame++) {
            if (!this.isPhysical && contact < 0) {
                velocity -= GRAVITY * size * FRAME;
                const y = Math.max(start - level * size, holder.getPosition().y + velocity * FRAME);
                holder.setPosition(0, y, 0);
            }
            about.step(0);
            const { kind } = about.script;
            if (seen.kinds[seen.kinds.length - 1] !== kind) seen.kinds.push(kind);
            const y = holder.getPosition().y;
            const falls = (last - y) / FRAME / size;
            last = y;
            const bottom = start - level * size;
            if (contact < 0 && y < bottom + 0.0175 * size && frame > 5) {
                contact = frame;
                seen.soles = 1000 * (this.soles() - rest - (y - start)) / size;
            }
            if (contact < 0) {
                seen.fallen = falls;
                continue;
            }
            seen.deepest = Math.min(seen.deepest, 1000 * (this.soles() - rest - (y - start)) / size);
            seen.given = Math.max(seen.given, (hips - this.hips()) / size);
        }
        seen.late = event - contact;
        return seen;
    }

    private soles(): number {
        return Math.min(...this.stage.feet.map((id) => {
            const points = this.about.hero.sole(id).read();
            let least = Infinity;
            for (let o = 1; o < points.length; o += 3) least = Math.min(least, points[o]);
            return least;
        }));
    }

    /** Height of the hips over the entity. */
    private hips(): number {
        return this.about.hero.bone('hips').getPosition().y - this.about.hero.holder.getPosition().y;
    }
}

function rows(stage: FootStage) {
    for (const isPhysical of [true, false]) {
        const body = isPhysical ? 'a body of the physics' : 'a controller without physics';
        it(`lands in the frame of the contact, and its knees give by the speed: ${body}`, () => {
            const length = stage.legLength(stage.feet[0]) / stage.size;
            let before = 0;
            for (const level of LEVELS) {
                const seen = new Drop(stage, isPhysical).run(level);
                stage.clear();
                expect(seen.late, `${level} m`).to.equal(0);
                expect(seen.speed, `${level} m`).to.be.closeTo(seen.fallen, 0.1 * seen.fallen + 0.2);
                expect(Math.abs(seen.soles), `${level} m: soles`).to.be.below(10);
                expect(seen.deepest, `${level} m: soles`).to.be.above(-boundOf(stage, 10, REACHED_DEPTH));
                // they reach no further than they do
                expect(seen.given, `${level} m: knees`).to.be.within(Math.min(before + 0.02, MOST * length), DEEPEST * length);
                expect(seen.jumps).to.equal(level === 0 ? 1 : 0);
                before = level === 0 ? 0 : seen.given;
            }
        });
    }
}

const openPhysics = async (stage: FootStage) => {
    const app = await createPhysicsApp('ammojs-typed');
    for (const file of ['people', 'animals']) await loadGlb(app, `templates/motions-${file}.glb`);
    await stage.open(app);
};

onEachCharacter('jumps and landings', rows, openPhysics);

onStrangersInStride('jumps and landings on strangers', (stage) => {
    if (stage.name === 'Soldier' || stage.name === 'Husky') rows(stage);
}, openPhysics);
