import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';

import * as engine from 'playcanvas';
import type { Entity } from 'playcanvas';

import { loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { createPhysicsApp } from '../support/physics-app';

// A crowd as a player sees it, in a process of its own; node crowd.ts N N ... answers with one line of JSON, see {@link CrowdOutcome}.
//
// N mannequins walk on a box of Ammo with the engine's own anim component, all with two scripts as build/limber.js has them: mecFootPlacer beside
// perfectLookAt, and beside strideWarp. A frame is `app.update` and the world matrices that a renderer needs. The time inside each script's callback is set against
// what the same frame takes without both: so measured it is steady on a noisy machine, where differences of whole frames are not.

/** Largest share of look-at in the engine's own frame, and the counts that are held against it. */
const GATE = 0.1;
const GATED = [40, 100];

const STEP = 1 / 60;

/** Frames before the measurement, and characters times frames of it. */
const WARM_UP = 240;
const MEASURED = 24000;

/** Speed of the mannequin's walk, metres per second, and the length after which a character starts again. */
const SPEED = 1.4;
const LANE = 20;

/** What came out for one number of characters: medians of the frames. */
export interface CrowdResult {
    readonly count: number;
    /** Microseconds per character of what is not the scripts'. */
    readonly rest: number;
    /** Microseconds per character in each script, and its share of the rest; and the share of both. */
    readonly share: number;
    readonly scripts: Readonly<Record<string, { readonly time: number; readonly share: number }>>;
}

/** All of it, and a sentence about each gate that is missed. */
export interface CrowdOutcome { readonly results: readonly CrowdResult[]; readonly missed: readonly string[] }

/** What stands on each character, in order. */
const PAIRS = [['perfectLookAt', 'mecFootPlacer'], ['strideWarp', 'mecFootPlacer']] as const;

const ATTRIBUTES: Readonly<Record<string, (target: Entity) => object>> = {
    perfectLookAt: targetObject => ({ targetObject }), strideWarp: () => ({ speed: SPEED })
};

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Adds up the time that a script's callback takes. */
function time(script: { postUpdate(dt: number): void }, total: { time: number }) {
    const original = script.postUpdate;
    script.postUpdate = function postUpdate(dt: number) {
        const start = performance.now();
        original.call(this, dt);
        total.time += performance.now() - start;
    };
}

async function measure(count: number, names: readonly string[]): Promise<CrowdResult> {
    const app = await createPhysicsApp('ammojs-typed');
    compileFunction(readFileSync('build/limber.js', 'utf8'), ['pc'], { filename: 'build/limber.js' })(engine);
    const totals = names.map((name) => {
        const total = { time: 0 };
        time(app.scripts.get(name)!.prototype as unknown as { postUpdate(dt: number): void }, total);
        return total;
    });

    const root = app.root as Entity;
    const floor = new engine.Entity('floor');
    root.addChild(floor);
    floor.setLocalPosition(0, -0.5, 0);
    floor.addComponent('rigidbody', { type: 'static' });
    floor.addComponent('collision', { type: 'box', halfExtents: new engine.Vec3(200, 0.5, 200) });
    const target = new engine.Entity('target');
    root.addChild(target);

    const loaded = await loadGlb(app, MANNEQUIN);
    const track = [...loaded.clips].find(([name]) => name.toLowerCase().includes('walk'))![1];
    const crowd = Array.from({ length: count }, (_, i) => {
        const model = loaded.instantiate();
        root.addChild(model);
        model.setLocalPosition(2 * (i % 10), 0, -3 * Math.floor(i / 10));
        model.addComponent('anim', { activate: true });
        model.anim!.assignAnimation('walk', track, undefined, 0.8 + 0.01 * (i % 40));
        model.addComponent('script');
        for (const name of names) {
            const script = model.script!.create(name, { attributes: ATTRIBUTES[name]?.(target) ?? {} });
            const problems = (script as unknown as { problems(): string[] }).problems();
            if (problems.length > 0) throw new Error(problems.join('\n'));
        }
        return model;
    });

    const frames: { rest: number; times: number[] }[] = [];
    const measured = Math.ceil(MEASURED / count);
    for (let frame = 0; frame < WARM_UP + measured; frame++) {
        crowd.forEach((model, i) => {
            const { x, y } = model.getLocalPosition();
            model.setLocalPosition(x, y, -3 * Math.floor(i / 10) + (SPEED * STEP * frame) % LANE);
        });
        target.setLocalPosition(9 + 8 * Math.sin(0.01 * frame), 1.6 + 0.4 * Math.sin(0.017 * frame), LANE + 12);
        for (const total of totals) total.time = 0;
        const start = performance.now();
        app.update(STEP);
        root.syncHierarchy();
        const whole = performance.now() - start;
        const times = totals.map(total => total.time);
        if (frame >= WARM_UP) frames.push({ rest: whole - times[0] - times[1], times });
    }
    app.destroy();
    const microseconds = (values: number[]) => 1000 * median(values) / count;
    return {
        count,
        rest: microseconds(frames.map(({ rest }) => rest)),
        share: median(frames.map(({ rest, times }) => (times[0] + times[1]) / rest)),
        scripts: Object.fromEntries(names.map((name, i) => [name, {
            time: microseconds(frames.map(({ times }) => times[i])),
            share: median(frames.map(({ rest, times }) => times[i] / rest))
        }]))
    };
}

const results: CrowdResult[] = [];
for (const names of PAIRS) for (const count of process.argv.slice(2).map(Number)) results.push(await measure(count, names));
const missed = results
.filter(({ count, scripts }) => GATED.includes(count) && scripts.perfectLookAt?.share > GATE)
.map(({ count, scripts }) => `crowd, ${count} characters: perfectLookAt takes ${(100 * scripts.perfectLookAt.share).toFixed(1)} % of the rest of the frame; the gate is ${100 * GATE} %.`);
console.log(JSON.stringify({ results, missed } satisfies CrowdOutcome));
process.exit(0);
