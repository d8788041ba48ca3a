import { expect } from 'chai';
import { Vec3, type AppBase } from 'playcanvas';

import { createSpringApp, hangChain } from '../support/spring-stage';

/** Side of the root, metres: 0.2 m at half a hertz. */
const sway = (time: number) => 0.2 * Math.sin(Math.PI * time);

/** Where the tip is against the root at the end of each frame. */
function swing(app: AppBase, dtOf: (frame: number) => number, seconds: number): [number, number][] {
    const { root, bones } = hangChain(app);
    app.update(1 / 60);
    const path: [number, number][] = [];
    for (let frame = 0, time = 0; time < seconds; frame++) {
        const dt = dtOf(frame);
        time += dt;
        root.setLocalPosition(sway(time), 0, 0);
        app.update(dt);
        path.push([time, bones[4].getPosition().x - sway(time)]);
    }
    root.destroy();
    return path;
}

const between = (path: readonly [number, number][], time: number) => {
    const i = Math.max(1, path.findIndex(([t]) => t >= time));
    const [[a, x], [b, y]] = [path[i - 1], path[i]];
    return x + (y - x) * (time - a) / (b - a);
};

/**
 * The law by itself, in steps of a ten thousandth of a second: acceleration 60 along the rest, 40 % of the velocity lost in a sixtieth, and
 * five rigid links held by projecting each tail in turn.
 */
function swingByFormula(seconds: number): [number, number][] {
    const h = 1e-4;
    const keep = 0.6 ** (60 * h);
    const tails = Array.from({ length: 5 }, (_, i) => new Vec3(0, 0.9 - 0.1 * i, 0));
    tails[4].y = 0.53;
    const lengths = [0.1, 0.1, 0.1, 0.1, 0.07];
    const speeds = tails.map(() => new Vec3());
    const path: [number, number][] = [];
    for (let step = 1; step * h <= seconds; step++) {
        const time = step * h;
        let head = new Vec3(sway(time), 1, 0);
        let rest = new Vec3(0, -1, 0);
        tails.forEach((tail, i) => {
            const before = tail.clone();
            speeds[i].add(rest.clone().mulScalar(60 * h)).mulScalar(keep);
            tail.add(speeds[i].clone().mulScalar(h)).sub(head).normalize();
            rest = tail.clone();
            tail.mulScalar(lengths[i]).add(head);
            speeds[i] = tail.clone().sub(before).mulScalar(1 / h);
            head = tail;
        });
        if (step % 10 === 0) path.push([time, tails[3].x - sway(time)]);
    }
    return path;
}

describe('springChain at other frame rates', () => {
    let app: AppBase;
    let reference: [number, number][];
    let peak = 0;

    before(() => {
        app = createSpringApp();
        reference = swing(app, () => 1e-3, 4.1);
        peak = Math.max(...reference.map(([, x]) => Math.abs(x)));
    });

    after(() => app.destroy());

    const differences = (path: readonly [number, number][]) => path.map(([time, x]) => Math.abs(x - between(reference, time)) / peak);

    const rates: [string, (frame: number) => number][] = [20, 30, 60, 75, 120, 144, 240].map(rate => [`${rate} Hz`, () => 1 / rate]);
    [...rates, ['jittered', frame => (1 + 0.5 * Math.sin(7 * frame)) / 60] as typeof rates[number]].forEach(([name, dtOf]) => {
        it(`shows the same at ${name} as at 1 kHz`, () => {
            const path = differences(swing(app, dtOf, 4));
            expect(Math.sqrt(path.reduce((sum, x) => sum + x * x, 0) / path.length)).below(0.01);
            expect(Math.max(...path)).below(0.05);
        });
    });

    it('follows the law', () => {
        const path = differences(swingByFormula(4));
        expect(Math.sqrt(path.reduce((sum, x) => sum + x * x, 0) / path.length)).below(0.01);
    });

    it('goes on after a hitch of a second as a twin does that had none', () => {
        const hitch = swing(app, frame => (frame === 60 ? 1 : 1 / 60), 4);
        for (const [time, x] of hitch) {
            expect(x).to.satisfy(Number.isFinite);
            if (time > 2.6) expect(Math.abs(x - between(reference, time)) / peak, `${time} s`).below(0.1);
        }
    });
});
