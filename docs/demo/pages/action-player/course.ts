import { Vec3 } from 'playcanvas';

import type { Arena } from '../../frame/arena';

// What there is to run and jump on: blocks in a row along x, in metres of a person.

interface Block {
    readonly from: number;
    readonly to: number;
    readonly height: number;
}

const BLOCKS: readonly Block[] = [
    { from: -7.2, to: -5, height: 0.45 },
    { from: 2.6, to: 4.6, height: 0.4 },
    { from: 4.6, to: 7, height: 0.85 }
];

/** Where the course ends on both sides, and how deep its blocks are. */
const END = 9;
const DEPTH = 1.6;

/** What a foot steps over without a jump. */
const STEP = 0.06;

/** How near two come, and somebody and a wall. */
const BODY = 0.6;
const WALL = 0.25;

export class Course {
    /** Metres of the scene from the middle to both ends. */
    readonly end: number;

    /** Where others stand. */
    bodies: readonly Vec3[] = [];

    private readonly blocks: readonly Block[];

    private readonly step: number;

    private readonly body: number;

    private readonly wall: number;

    constructor(arena: Arena) {
        const { scale } = arena;
        this.end = END * scale;
        this.blocks = BLOCKS.map(({ from, to, height }) => ({ from: from * scale, to: to * scale, height: height * scale }));
        for (const { from, to, height } of this.blocks) {
            const box = arena.addBox('block', new Vec3(to - from, height, DEPTH * scale), { type: 'static' });
            arena.place(box, new Vec3((from + to) / 2, height / 2, 0));
        }
        this.step = STEP * scale;
        this.body = BODY * scale;
        this.wall = WALL * scale;
    }

    /** Height of the ground. */
    top(x: number): number {
        return Math.max(0, ...this.blocks.filter(({ from, to }) => x >= from && x <= to).map(({ height }) => height));
    }

    /** How far somebody comes who is at a height: not through blocks, and not through others. */
    reach(x: number, to: number, y: number): number {
        const inside = Math.max(-this.end, Math.min(this.end, to));
        const isBlocked = this.bodies.some((body) => {
            const isLevel = Math.abs(body.y - y) < this.body;
            const [before, after] = [Math.abs(body.x - x), Math.abs(body.x - inside)];
            return isLevel && after < this.body && after < before;
        });
        return isBlocked || this.top(inside + this.wall * Math.sign(to - x)) > y + this.step ? x : inside;
    }
}
