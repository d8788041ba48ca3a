import type { GraphNode } from 'playcanvas';

import { MirrorStage, mirrorSources } from '../support/mirror-stage';

// What animationMirror costs on 70 bones of the mannequin, against the engine's own cost of writing their rotations. It has no peer: no web
// engine mirrors at run time. A frame writes all bones, as the animation does; it is timed with and without the script. As in a scene that is
// drawn, the world matrices are up to date before that, so that a write includes telling all bones below; `bare` is that of bones whose
// matrices nobody has asked for, which does little but store four numbers. Rounds are short and take turns, as other programs run too.

/** What came out: microseconds for 70 bones, and bytes a frame above those of the bare writes; medians of the rounds. */
export interface MirrorOutcome {
    readonly write: number;
    readonly bare: number;
    readonly script: number;
    readonly ratio: number;
    readonly bytes: number;
    readonly missed: readonly string[];
}

const BONES = 70;
const FRAMES = 10;
const ROUNDS = 2000;
const COUNTED_FRAMES = 4000;

/** Times of the bare writes that the script may take. */
const GATE = 2;

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

const stage = new MirrorStage();
await stage.open(mirrorSources()[0], /walk/i, { mirror: true });
const nodes = stage.mirrored.find(() => true) as GraphNode[];
const turns = nodes.map(node => node.getLocalRotation().clone());
const counter = stage.app as unknown as { frame: number };

function frame(isMirrored: boolean) {
    for (let i = 0; i < nodes.length; i++) {
        const { x, y, z, w } = turns[i];
        nodes[i].setLocalRotation(x, y, z, w);
    }
    if (!isMirrored) return;
    counter.frame++;
    stage.script.postUpdate(1 / 60);
}

/** Microseconds a frame for 70 bones. */
function time(isMirrored: boolean, isDrawn = true): number {
    let sum = 0;
    for (let i = 0; i < FRAMES; i++) {
        if (isDrawn) stage.app.root.syncHierarchy();
        const start = performance.now();
        frame(isMirrored);
        sum += performance.now() - start;
    }
    return 1000 * sum / FRAMES * BONES / nodes.length;
}

/** Bytes a frame. */
function allocated(isMirrored: boolean): number {
    const { heapUsed } = process.memoryUsage();
    for (let i = 0; i < COUNTED_FRAMES; i++) frame(isMirrored);
    return (process.memoryUsage().heapUsed - heapUsed) / COUNTED_FRAMES;
}

for (let i = 0; i < ROUNDS / 4; i++) time(i % 2 === 0);
const rounds = Array.from({ length: ROUNDS }, () => ({ write: time(false), whole: time(true), bare: time(false, false) }));
globalThis.gc?.();
const bytes = allocated(true) - allocated(false);
const write = median(rounds.map(round => round.write));
const ratio = median(rounds.map(round => (round.whole - round.write) / round.write));
const bare = median(rounds.map(round => round.bare));
const script = median(rounds.map(round => round.whole - round.write));
const missed = ratio <= GATE ? [] : [`mirror: ${ratio.toFixed(1)} times the engine's writes of the same bones; the gate is ${GATE}.`];
console.log(JSON.stringify({ write, bare, script, ratio, bytes, missed } satisfies MirrorOutcome));
process.exit(0);
