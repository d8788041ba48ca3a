import { frameAbout, freeAxes, holdBelow, holdOf, outermostFirst, samplePoints, searchShape, type PointSets, type HalfSpace } from './fit-shape';
import { areCloser, copyShape, reachAlong, thicknessOf, type Shape } from './shape';
import { dotVec, normalizeVec, type Flat } from '../../core/math/flat-math';
import type { Steps } from '../../core/timing/steps';

// Moves shapes apart that overlap.
//
// Between two shapes that overlap a plane is laid that parts their points best, and both are fitted anew, each on its side. Where they then
// overlap a third shape, a plane is laid there too. At last each shape that still leaves points outside grows into the space that is free.
// Lengths are in heights of the character.

/** A shape with the points that it is to hold. */
export interface HeldShape {
    readonly shape: Shape;
    readonly cloud: PointSets;
    /** A shape that a designer has given stays as it is. */
    readonly fixed: boolean;
    /** Direction in which it is not moved: across the body, for what is on its middle. */
    readonly middle: Flat | null;
}

/** Gap that is left between two shapes. */
const MIN_GAP = 0.0005;

/** Share of its radius by which a shape's points may lie beyond the plane that it stays behind. */
const OUTSIDE = 0.1;

/** First step of a new fit. */
const FIRST_STEP = 0.015;

/** Largest radius that a shape gets beside planes, as a share of what it had. */
const THICKEST = 1.35;

/** Rounds over all pairs; in the last ones the planes stay where they are. */
const ROUNDS = 14;
const LAST_ROUNDS = 4;

/** Difference between the growth that two sides need, below which a plane stays where it is. */
const EQUAL_HOLDS = 0.01;

/** Number of points up to which the last search looks at each of them. */
const FEW_POINTS = 8000;

/** Most rounds of the last search. */
const SPREAD_ROUNDS = 40;

/** Planes that are tried for each pair. */
const TRIED = 6;

/** Steps of the search for a plane's place. */
const BISECTIONS = 20;

/** Growth that is small enough, a little below what is promised; and how far a plane is moved per difference between its sides, in thicknesses. */
const GOOD_HOLD = 1.14;
const SHIFT = 0.4;

/** Growth from which two shapes count as inseparable, and from which the last search is not worth its time. */
const INSEPARABLE = 1.17;
const HOPELESS = 1.5;

/** Steps of the last search in heights, its turn in radians, and the smallest gain for which a step is taken. */
const LAST_STEPS = [0.003, 0.0015, 0.0007];
const TILT = 0.02;
const LEAST_GAIN = 1e-4;

/** A plane between two shapes; its normal points to the second. */
interface Parting { readonly a: number; readonly b: number; readonly normal: Flat; distance: number }

/** Two shapes, and how far the worse of them has to grow to hold its points. */
interface HardPair { readonly a: number; readonly b: number; readonly hold: number }

/** Shapes that are being separated. */
interface Separation {
    readonly held: readonly HeldShape[];
    readonly areNeighbours: (a: number, b: number) => boolean;
    /** Directions in which planes between them are tried. */
    readonly normals: readonly Flat[];
    /** Some points of each shape's cloud, and the shapes as they were fitted first. */
    readonly samples: readonly PointSets[];
    readonly first: readonly Shape[];
    /** The planes so far. */
    readonly partings: Parting[];
    /** Shapes fitted beside planes: by their index and these. */
    readonly refits: Map<string, Shape>;
}

/**
 * Moves all pairs apart that must not overlap.
 *
 * @param held - The shapes; changed.
 * @param twins - The body on the other side of the character for each body; itself for one in the middle.
 * @param areNeighbours - Whether two of them may overlap.
 * @param normals - Directions that planes may face besides those of the shapes.
 */
export function *separateShapes(
    held: readonly HeldShape[], twins: readonly number[], areNeighbours: (a: number, b: number) => boolean, normals: readonly Flat[]
): Steps<void> {
    // two shapes that would lose too many points when parted may overlap: to hold the points matters more
    const left = new Set<string>();
    const mayOverlap = (i: number, j: number) => left.has(`${i} ${j}`) || areNeighbours(i, j);
    const first = held.map(({ shape }) => copyShape(shape));
    const known = { held, areNeighbours: mayOverlap, normals, samples: held.map(({ cloud }) => samplePoints(cloud)), first, refits: new Map<string, Shape>() };
    for (;;) {
        const task: Separation = { ...known, partings: [] };
        let hardest = (yield* partShapes(task)) ?? findHardest(task);
        yield;
        if (!(hardest && hardest.hold > HOPELESS)) {
            const others = held.map((_, i) => held.flatMap((_other, j) => (j !== i && !mayOverlap(i, j) ? [j] : [])));
            const most = first.map(({ radius }) => THICKEST * radius);
            for (const step of LAST_STEPS) yield* spread(held, others, most, step);
            hardest = findHardest(task);
        }
        if (!(hardest && hardest.hold > INSEPARABLE)) return;
        const { a, b } = hardest;
        held.forEach(({ shape }, i) => Object.assign(shape, copyShape(first[i])));
        left.add(`${a} ${b}`).add(`${twins[a]} ${twins[b]}`).add(`${twins[b]} ${twins[a]}`);
    }
}

/**
 * Puts planes between shapes that overlap, and fits both sides anew beside them, until nothing changes. Answers two that no plane parts, even if there were
 * no others: there is no use in going on with them.
 */
function *partShapes(task: Separation): Steps<HardPair | null> {
    const { held, areNeighbours, samples, partings } = task;
    for (let round = 0; round < ROUNDS; round++) {
        const changed = new Set<number>();
        if (round < ROUNDS - LAST_ROUNDS) {
            for (const parting of partings) {
                if (balanceParting(parting, held, samples)) changed.add(parting.a).add(parting.b);
            }
        }
        for (let a = 0; a < held.length; a++) {
            for (let b = a + 1; b < held.length; b++) {
                if (areNeighbours(a, b) || (held[a].fixed && held[b].fixed)) continue;
                if (!areCloser(held[a].shape, held[b].shape, MIN_GAP) || partings.some(parting => parting.a === a && parting.b === b)) continue;
                const { hold, ...parting } = yield* chooseParting(task, a, b);
                const alone = hold > HOPELESS ? yield* holdBeside(task, parting, [parting]) : hold;
                if (alone > HOPELESS) return { a, b, hold: alone };
                partings.push(parting);
                changed.add(a).add(b);
            }
        }
        if (changed.size === 0) break;
        for (const index of changed) Object.assign(held[index].shape, yield* refit(task, index, partings));
    }
    return null;
}

/** A shape fitted anew beside its planes: from the first fit, since one that was pressed flat does not find back by small steps. */
function *refit({ held, samples, first, refits }: Separation, index: number, beside: readonly Parting[]): Steps<Shape> {
    if (held[index].fixed) return held[index].shape;
    const planes: HalfSpace[] = beside.flatMap(({ a, b, normal, distance }) => {
        if (index === a) return [{ normal, distance: distance - MIN_GAP }];
        return index === b ? [{ normal: normal.map(value => -value), distance: -distance - MIN_GAP }] : [];
    });
    const key = `${index} ${planes.map(({ normal, distance }) => `${normal.join()} ${distance}`).join()}`;
    let shape = refits.get(key);
    if (!shape) {
        shape = copyShape(first[index]);
        yield* searchShape(shape, samples[index], held[index].middle, planes, THICKEST * shape.radius, FIRST_STEP);
        refits.set(key, shape);
    }
    return copyShape(shape);
}

/** How far the worse side of a plane has to grow beside some planes; it is not told exactly where that is `enough` and more. */
function *holdBeside(task: Separation, { a, b }: Parting, beside: readonly Parting[], enough = Infinity): Steps<number> {
    let worst = -Infinity;
    // a side that is worse already needs no look at the other one
    for (const index of [a, b]) if (worst < enough) worst = Math.max(worst, holdOf(yield* refit(task, index, beside), task.samples[index]));
    return worst;
}

/** The plane between two shapes beside which the worse of both sides holds its points best. */
function *chooseParting(task: Separation, a: number, b: number): Steps<Parting & HardPair> {
    const { held, samples, normals, partings } = task;
    let best: Parting | null = null;
    let least = Infinity;
    const placed = findPartings(held[a], held[b], samples[a][0], samples[b][0], normals);
    yield;
    for (const { normal, distance } of placed) {
        const parting = { a, b, normal, distance };
        const worst = yield* holdBeside(task, parting, [...partings, parting], least);
        if (!(worst < least)) continue;
        least = worst;
        best = parting;
    }
    return { ...best!, hold: least };
}

/** The two shapes of which the worse one holds its points worst, and how far it would have to grow; null where nothing was parted. */
function findHardest({ held, samples, partings }: Separation): HardPair | null {
    return partings.map((parting) => {
        const hold = Math.max(...[parting.a, parting.b].map(i => (held[i].fixed ? 0 : holdOf(held[i].shape, samples[i]))));
        return { ...parting, hold };
    }).reduce<HardPair | null>((worst, one) => (worst && worst.hold >= one.hold ? worst : one), null);
}

/** Lets each shape that leaves points outside move, turn and grow into space that is free, or that another one can give up. */
function *spread(held: readonly HeldShape[], others: readonly number[][], thickest: readonly number[], step: number): Steps<void> {
    const samples: PointSets[] = [];
    for (const { shape, cloud } of held) {
        yield;
        samples.push(outermostFirst(shape, cloud[0].length < 3 * FEW_POINTS ? cloud : samplePoints(cloud)));
    }
    const holds = held.map(({ shape }, i) => holdOf(shape, samples[i]));
    yield;
    const blocking = (index: number, shape: Shape) => others[index].filter(other => areCloser(shape, held[other].shape, MIN_GAP));
    const accept = (index: number, shape: Shape, hold: number) => {
        Object.assign(held[index].shape, shape);
        holds[index] = hold;
    };
    /** Moves a shape by the one step that frees the space of another one's candidate and costs it least growth. Answers whether there is one below `most`. */
    const giveWay = (index: number, other: number, candidate: Shape, most: number): boolean => {
        if (held[index].fixed) return false;
        let best: Shape | null = null;
        let least = most - LEAST_GAIN;
        for (const shape of nearbyShapes(held[index], step)) {
            if (shape.radius > thickest[index] || areCloser(shape, candidate, MIN_GAP)) continue;
            const hold = holdBelow(shape, samples[index], least);
            if (hold === Infinity || others[index].some(blocker => blocker !== other && areCloser(shape, held[blocker].shape, MIN_GAP))) continue;
            least = hold;
            best = shape;
        }
        if (best) accept(index, best, least);
        return best !== null;
    };
    for (let round = 0, moving = true; moving && round < SPREAD_ROUNDS; round++) {
        moving = false;
        for (let i = 0; i < held.length; i++) {
            if (held[i].fixed || holds[i] <= GOOD_HOLD) continue;
            for (const candidate of nearbyShapes(held[i], step)) {
                if (candidate.radius > thickest[i]) continue;
                const hold = holdBelow(candidate, samples[i], holds[i] - LEAST_GAIN);
                yield;
                if (hold === Infinity) continue;
                const blockers = blocking(i, candidate);
                const before = blockers.map(blocker => ({ blocker, shape: copyShape(held[blocker].shape), hold: holds[blocker] }));
                if (blockers.every(blocker => giveWay(blocker, i, candidate, holds[i]))) {
                    accept(i, candidate, hold);
                    moving = true;
                } else {
                    before.forEach(({ blocker, shape, hold: was }) => accept(blocker, shape, was));
                }
            }
        }
    }
}

/** A shape after one step of every kind. What does not change is shared with it. */
function nearbyShapes({ shape, middle }: HeldShape, step: number): Shape[] {
    const shapes: Shape[] = [];
    const { axes, center, half, radius, kind } = shape;
    const offer = (changes: Partial<Shape>) => {
        const copy = { ...shape, ...changes };
        if (copy.radius >= 0 && copy.half[0] >= 0 && copy.half[1] >= 0 && copy.half[2] >= 0) shapes.push(copy);
    };
    const moved = (axis: number, by: number) => {
        const to = new Float64Array(center);
        for (let i = 0; i < 3; i++) to[i] += by * axes[3 * axis + i];
        return to;
    };
    const longer = (side: number, by: number) => {
        const to = new Float64Array(half);
        to[side] += by;
        return to;
    };
    const free = freeAxes(shape, middle);
    const sides = kind === 'box' ? [0, 1, 2] : kind === 'capsule' ? [1] : [];
    for (const by of [step, -step]) {
        for (const axis of free) offer({ center: moved(axis, by) });
        for (const side of sides) {
            offer({ half: longer(side, by) });
            // one end alone
            for (const end of free.includes(side) ? [1, -1] : []) offer({ half: longer(side, by / 2), center: moved(side, end * by / 2) });
        }
        if (kind === 'box') continue;
        offer({ radius: radius + by });
        if (kind === 'sphere') continue;
        offer({ radius: radius + by, half: longer(1, -by) });
        for (const to of [0, 6].filter(start => free.includes(start / 3))) {
            const y = Float64Array.from([0, 1, 2], i => axes[3 + i] + TILT * Math.sign(by) * axes[to + i]);
            if (normalizeVec(y, 0)) offer({ axes: frameAbout(y, axes.subarray(0, 3)) });
        }
    }
    return shapes;
}

/** Moves a plane away from the side that has lost more by it. Answers whether it was moved. */
function balanceParting(parting: Parting, held: readonly HeldShape[], samples: readonly PointSets[]): boolean {
    const { a, b } = parting;
    if (held[a].fixed || held[b].fixed) return false;
    const [holdA, holdB] = [a, b].map(index => Math.max(1, holdOf(held[index].shape, samples[index])));
    if (Math.max(holdA, holdB) < GOOD_HOLD || Math.abs(holdA - holdB) < EQUAL_HOLDS) return false;
    parting.distance += SHIFT * (holdA - holdB) * Math.min(thicknessOf(held[a].shape), thicknessOf(held[b].shape));
    return true;
}

/** Planes that part the points of two shapes, those first that leave the fewest on the wrong side; their normals point to the second. */
function findPartings(a: HeldShape, b: HeldShape, pointsA: Flat, pointsB: Flat, normals: readonly Flat[]): CuttingPlane[] {
    const between = a.shape.center.map((value, i) => b.shape.center[i] - value);
    const partings: CuttingPlane[] = [];
    for (const axis of [between, ...normals, ...axesOf(a.shape), ...axesOf(b.shape)]) {
        const normal = Float64Array.from(axis);
        if (!normalizeVec(normal, 0)) continue;
        if (dotVec(normal, 0, between, 0) < 0) normal.forEach((value, i) => { normal[i] = -value; });
        partings.push(placePlane(normal, a, b, pointsA, pointsB));
    }
    return partings.sort((one, other) => one.lost - other.lost).slice(0, TRIED);
}

function axesOf({ axes }: Shape): Flat[] {
    return [0, 3, 6].map(i => axes.slice(i, i + 3));
}

/** A plane and the share of points on its wrong side. */
interface CuttingPlane { readonly normal: Flat; readonly distance: number; readonly lost: number }

/** Slides a plane to where both sides lose the same share of points; beside a shape that stays as it is, to where that ends. */
function placePlane(normal: Flat, a: HeldShape, b: HeldShape, pointsA: Flat, pointsB: Flat): CuttingPlane {
    const reverse = normal.map(value => -value);
    const outA = OUTSIDE * thicknessOf(a.shape);
    const outB = OUTSIDE * thicknessOf(b.shape);
    let low = Math.min(-reachAlong(b.shape, reverse), -reachAlong(a.shape, reverse));
    let high = Math.max(reachAlong(a.shape, normal), reachAlong(b.shape, normal));
    if (a.fixed) low = high = reachAlong(a.shape, normal);
    if (b.fixed) low = high = -reachAlong(b.shape, reverse);
    for (let step = 0; step < BISECTIONS && high > low; step++) {
        const distance = (low + high) / 2;
        if (shareBeyond(pointsA, normal, distance + outA) > shareBeyond(pointsB, reverse, outB - distance)) low = distance;
        else high = distance;
    }
    const distance = (low + high) / 2;
    return { normal, distance, lost: Math.max(shareBeyond(pointsA, normal, distance + outA), shareBeyond(pointsB, reverse, outB - distance)) };
}

function shareBeyond(points: Flat, normal: Flat, distance: number): number {
    let count = 0;
    for (let i = 0; i < points.length; i += 3) if (dotVec(points, i, normal, 0) > distance) count++;
    return points.length > 0 ? 3 * count / points.length : 0;
}
