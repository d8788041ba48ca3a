import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import { angleOf, seededRandom } from '../../../test/support/geometry';
import { elbowOf, findGrasp, placeInReach, Reacher, seenFrom, type Side } from '../../../test/support/hand-stage';
import type { Character } from '../character';
import type { Clip } from '../clip';
import type { Figure } from '../figures';
import type { Instance } from '../instance';
import type { Listener } from '../listener';

// How well handPlacer works on a character: whether the palm is on its target, the same point of the hand wherever that is; and whether an elbow is where
// the clip has it, for a hand that is asked to be where the clip's own is.

/** Moments at which each clip is measured. */
const MOMENTS = 12;

/** Height of the person in metres for whom lengths are told. */
const PERSON = 1.75;

const MILLIMETRES = 1000;

export function measureHands(character: Character, { progress, problem }: Listener): Figure[] {
    const sentences = new Set<string>();
    const elbows: number[] = [];
    const figures: Figure[] = [];
    let sides: readonly Side[] = [];
    for (const clip of character.poses) {
        const pose = clip?.name ?? 'rest pose';
        progress(pose);
        const stand = new HandStand(character, clip);
        ({ sides } = stand);
        // animals stand on theirs
        if (sides.length === 0) break;
        const palm = stand.measure(elbows);
        figures.push({ what: 'palms from targets in reach', pose, measured: palm * MILLIMETRES * PERSON / character.height, bound: 'at most', limit: 1, unit: 'mm' });
        stand.reacher.hands.problems().forEach(sentence => sentences.add(sentence));
    }
    character.clear();
    if (sides.length === 0) return [];
    sentences.forEach(problem);
    elbows.sort((a, b) => a - b);
    // a rest pose shows no elbow
    const middle = character.clips.length > 0 ? elbows[elbows.length >> 1] ?? null : null;
    return [
        { what: 'complaints of the script', pose: '', measured: sentences.size, bound: 'at most', limit: 0, unit: '' },
        { what: 'elbows from those of the clips, median', pose: '', measured: middle, bound: 'at most', limit: 30, unit: 'degrees' },
        ...figures
    ];
}

/** An instance with the script, and one without. */
class HandStand {
    readonly reacher: Reacher;

    /** Hands that the script has found. */
    readonly sides: readonly Side[];

    private readonly actor: Instance;

    private readonly twin: Instance;

    private readonly random = seededRandom(1);

    constructor(private readonly character: Character, private readonly clip: Clip | null) {
        character.clear();
        this.actor = character.add();
        this.twin = character.add();
        const { model } = this.actor;
        this.reacher = new Reacher(model);
        model.addComponent('script');
        model.script!.create('handPlacer', { attributes: { blendTime: 0 } });
        const { hands } = this.reacher.hands;
        for (const row of hands) row.bodyShare = 0;
        this.sides = hands.map(({ hand }) => hand as Side);
        this.seek(0);
    }

    /** Largest distance of a palm from where it is in its hand; collects the angles of elbows from the clip's. */
    measure(elbows: number[]): number {
        const { character, reacher, sides, random } = this;
        const step = () => character.step();
        const addTarget = (at?: Vec3): Entity => {
            const target = character.addEntity();
            target.setPosition(at!);
            return target;
        };
        const rows = reacher.hands.hands;
        const grasps = sides.map(side => findGrasp({ addTarget, step }, reacher, side));
        const palms: Vec3[][] = sides.map(() => []);
        for (let moment = 0; moment < MOMENTS; moment++) {
            this.seek((moment + 0.5) / MOMENTS);
            rows.forEach((row, i) => {
                row.turn = 0;
                row.target!.setPosition(placeInReach(reacher, sides[i], random));
            });
            step();
            rows.forEach(({ target }, i) => palms[i].push(seenFrom(reacher.arm(sides[i])!.hand, target!.getPosition())));
            rows.forEach((row, i) => {
                const hand = this.same(reacher.arm(sides[i])!.hand);
                row.turn = 1;
                row.target!.setPosition(hand.getRotation().transformVector(grasps[i].palm, new Vec3()).add(hand.getPosition()));
                row.target!.setRotation(hand.getRotation().clone().mul(grasps[i].turn));
            });
            step();
            for (const side of sides) {
                const arm = reacher.arm(side)!;
                const { shoulder, elbow, hand } = arm;
                const shown = elbowOf({ shoulder: this.same(shoulder), elbow: this.same(elbow), hand: this.same(hand) });
                if (shown) elbows.push(angleOf(shown, elbowOf(arm) ?? shown));
            }
        }
        return Math.max(...palms.map((points) => {
            const middle = points.reduce((sum, point) => sum.add(point), new Vec3()).mulScalar(1 / points.length);
            return Math.max(...points.map(point => point.distance(middle)));
        }));
    }

    private same(node: GraphNode): Entity {
        return this.twin.same(node, this.actor);
    }

    private seek(share: number) {
        for (const instance of [this.actor, this.twin]) instance.pose(this.clip, share);
        this.character.step();
    }
}
