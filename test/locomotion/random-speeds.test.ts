import { expect } from 'chai';
import type { GraphNode } from 'playcanvas';

import { FULL } from '../support/characters';
import { FRAME, onEachCharacter, onStrangersInStride, type Actor, type FootStage } from '../support/foot-stage';
import { boundOf, type Reached } from '../support/reached';
import { isUnsupported, WIDE_FEET, type Unsupported } from '../support/unsupported';
import { WalkAbout } from '../support/walk-about';

// A character whose speed and turn are changed at random: no joint turns much faster than in its clips, and no sole goes into the floor.

/** Seconds of it. */
const SECONDS = FULL ? 300 : 20;

/** Metres a second squared with which a speed is taken up, on a person, and degrees a second of a turn. */
const ACCELERATION = 8;
const TURN = 90;

/** Degrees a second at which no joint looks hasty, however still its clips hold it. */
const CALM = 150;

/** How much faster than in the clips a joint of a leg or the trunk is at most, times. Long bodies turn their paws far out of place, and these come back in a quarter of a second. */
const FASTER = 3.6;
const REACHED_JOINTS: Reached = { mannequin: 4.2, hound: 6.2, Husky: 10.2, Cow: 18.7 };

/** Legs that do not reach round in turns. */
const UNSUPPORTED: Unsupported = ['Knight', 'SkeletonMinion'];

/** How deep soles go into the floor, beyond what the clips do: millimetres on a person; goal: 11. The heel of a foot that trails is lifted about its toes. */
const REACHED_DEPTH: Reached = { Xbot: 20 };

/** Numbers between 0 and 1 that are the same each time (Park and Miller's generator). */
function createRandom(state: number): () => number {
    return () => {
        state = state * 48271 % 0x7fffffff;
        return state / 0x7fffffff;
    };
}

/** Joints of the legs and the hips. */
function jointsOf(stage: FootStage, actor: Actor): GraphNode[] {
    return [...new Set([actor.bone('hips'), ...stage.feet.flatMap(id => actor.leg(id))])];
}

/** The fastest turn of each joint from one frame to the next, degrees a second. */
class Turns {
    readonly fastest: number[];

    private readonly last: number[][];

    constructor(private readonly joints: readonly GraphNode[]) {
        this.last = joints.map(readRotation);
        this.fastest = joints.map(() => 0);
    }

    look() {
        this.joints.forEach((joint, i) => {
            const now = readRotation(joint), last = this.last[i];
            const dot = Math.abs(now.reduce((sum, value, k) => sum + value * last[k], 0));
            this.fastest[i] = Math.max(this.fastest[i], 2 * Math.acos(Math.min(1, dot)) * 180 / Math.PI / FRAME);
            this.last[i] = now;
        });
    }
}

function readRotation(node: GraphNode): number[] {
    const { x, y, z, w } = node.getLocalRotation();
    return [x, y, z, w];
}

function lowest(stage: FootStage, actor: Actor): number {
    let least = Infinity;
    for (const id of stage.feet) {
        const points = actor.sole(id).read();
        for (let o = 1; o < points.length; o += 3) least = Math.min(least, points[o]);
    }
    return least;
}

/** What the clips themselves do. */
function ofClips(stage: FootStage, clips: readonly string[]): { turns: number[], low: number } {
    const fastest: number[] = [];
    let low = Infinity;
    for (const clip of clips) {
        const actor = stage.add().play(clip);
        stage.step();
        const turns = new Turns(jointsOf(stage, actor));
        for (let i = 0; i < stage.clip(clip).duration / FRAME - 2; i++) {
            stage.step();
            turns.look();
            low = Math.min(low, lowest(stage, actor));
        }
        turns.fastest.forEach((turn, joint) => { fastest[joint] = Math.max(fastest[joint] ?? 0, turn); });
        stage.clear();
    }
    return { turns: fastest.map(turn => Math.max(CALM, turn)), low };
}

function rows(stage: FootStage, clips: readonly string[]) {
    it('moves no joint much faster than its clips do, and keeps its soles out of the floor', function () {
        const own = ofClips(stage, clips.filter(clip => stage.clip(clip)));
        const about = new WalkAbout(stage, {}, clips);
        const { hero } = about;
        const turns = new Turns(jointsOf(stage, hero));
        const fastest = 1.2 * Math.max(...clips.slice(1).filter(clip => stage.clip(clip)).map(clip => stage.speedOf(clip)));
        const random = createRandom(31);
        let speed = 0, goal = 0, turning = 0, until = 0, low = Infinity, worst = 0;
        for (let i = 0; i < SECONDS / FRAME; i++) {
            if (i * FRAME > until) {
                until += 0.3 + 2 * random();
                // it stands now and then
                goal = Math.max(0, 1.3 * random() - 0.3) * fastest;
                turning = TURN * (2 * random() - 1);
            }
            const most = ACCELERATION * stage.size * FRAME;
            speed += Math.min(most, Math.max(-most, goal - speed));
            about.step(speed, 0, goal > 0 ? turning : 0);
            turns.look();
            const ratio = Math.max(...turns.fastest.map((turn, joint) => turn / own.turns[joint]));
            worst = Math.max(worst, ratio);
            low = Math.min(low, lowest(stage, hero));
        }
        const deep = 1000 * (own.low - low) / stage.size;
        this.test!.title += ` (joints ${worst.toFixed(1)}, soles ${deep.toFixed(0)} mm)`;
        if (!isUnsupported(stage, UNSUPPORTED, WIDE_FEET, about.script.problems())) expect(worst, 'joints').to.be.below(boundOf(stage, FASTER, REACHED_JOINTS));
        expect(deep, 'soles').to.be.below(boundOf(stage, 11, REACHED_DEPTH));
    });
}

onEachCharacter('locomotion at random speeds', stage => rows(stage, stage.clips));

onStrangersInStride('locomotion at random speeds, strangers', (stage) => {
    if (stage.name !== 'hound') rows(stage, stage.clips);
});
