import { expect } from 'chai';
import { Quat, Vec3, type AppBase, type Entity } from 'playcanvas';

import { registerLimber, type PerfectLookAt } from '../../scripts/index';
import { createApp } from '../support/app';
import { sampled } from '../support/characters';
import { buildFigure } from '../support/figure';
import { angleOf, randomRotation, seededRandom, turnBetween } from '../support/geometry';
import { headingOf, reorientBones } from '../support/look-at-motion';
import { AT_ONCE, FRAME } from '../support/look-at-stage';

const LEGS = [[0.98, 0], [0.5, 0.05], [0.1, 0]] as const;

/** Places of the head and what hangs on it, metres. */
const HEAD_ABOVE = [['Head', 0, 1.6, 0], ['HeadEnd', 0, 1.8, 0], ['LeftEye', 0.03, 1.68, 0.08], ['RightEye', -0.03, 1.68, 0.08]] as const;

/** Ways in which the bones' own axes lie. */
const ORIENTATIONS = 12;

/** Limits of the head: to the side, up, down, about its forward axis; degrees. */
const HEAD = { boneName: 'Head', rotationLimit: 50, limitUp: 20, limitDown: 35, limitTwist: 10 };
const CHAIN = [HEAD, { boneName: 'Neck', rotationLimit: 20, limitUp: 30, limitDown: 10 }, { boneName: 'Chest', rotationLimit: 25, rotateAroundUpVectorWeight: 0.3 }];

/** A blended axis has no sign straight above and below the eye, where the bone goes over to the other side: here without. */
const FREE_CHAIN = CHAIN.map(row => ({ ...row, rotateAroundUpVectorWeight: 0 }));

const VIOLATION = 0.05;
const SAME = 0.1;

/** What a bone may move more than a target that slides along its limit. */
const GAIN = 1.5;

const EYE = new Vec3(0, 1.68, 0.08);

/** The figure with its bones' axes turned, and the script on it. */
class Turned {
    readonly root: Entity;

    readonly look: PerfectLookAt;

    private readonly rests = new Map<Entity, Quat>();

    constructor(app: AppBase, target: Entity, turnOf: () => Quat, rows: object[], settings: object) {
        this.root = buildFigure(app, LEGS);
        // upright in its joints, so that its forward and up are the world's
        for (const [name, x, y, z] of HEAD_ABOVE) this.root.findByName(name)!.setPosition(x, y, z);
        reorientBones(this.root, turnOf);
        for (const bone of this.bones) this.rests.set(bone, bone.getRotation().clone());
        this.root.addComponent('script');
        this.look = this.root.script!.create('perfectLookAt', { attributes: {
            targetObject: target, lookAtBones: rows, lookAtBlendSpeed: AT_ONCE, maxTurnSpeed: 0, giveUpAngle: 180, eyeOffset: Vec3.ZERO, ...settings
        } }) as PerfectLookAt;
    }

    get bones(): Entity[] {
        return ['Head', 'Neck', 'Chest', 'Spine'].map(name => this.root.findByName(name) as Entity);
    }

    /** Turn of a bone from its rest, in the world. */
    turnOf(bone: Entity): Quat {
        return bone.getRotation().clone().mul(this.rests.get(bone)!.clone().invert());
    }

    /** Turn of a bone from its rest, against its parent. */
    ownTurnOf(bone: Entity): Quat {
        const parent = bone.parent as Entity;
        const above = this.rests.has(parent) ? this.turnOf(parent) : new Quat();
        return above.clone().invert().mul(this.turnOf(bone));
    }
}

/** How far a bone is beyond its ellipse, degrees, measured along the line from the middle. */
function violation(turn: Quat, row: { rotationLimit: number; limitUp?: number; limitDown?: number }): number {
    const [side, up] = headingOf(turn.transformVector(Vec3.BACK, new Vec3()), Vec3.BACK, Vec3.UP);
    const vertical = (up < 0 ? row.limitDown : row.limitUp) || row.rotationLimit;
    const ratio = Math.hypot(side / row.rotationLimit, up / vertical);
    return ratio > 0 ? Math.hypot(side, up) * (1 - 1 / ratio) : -row.rotationLimit;
}

describe('an elliptic limit', () => {
    let app: AppBase;
    let target: Entity;
    const random = seededRandom(71);

    beforeEach(() => {
        app = createApp();
        registerLimber(app);
        target = new (app.root.constructor as new () => Entity)();
        app.root.addChild(target);
    });
    afterEach(() => app.destroy());

    function make(turnOf: () => Quat, rows: object[], settings: object = {}): Turned {
        return new Turned(app, target, turnOf, rows, settings);
    }

    /** A place at angles to the left and up, degrees. */
    const place = (left: number, up: number, distance = 3) => {
        const direction = new Quat().setFromEulerAngles(-up, left, 0).transformVector(Vec3.BACK, new Vec3());
        return direction.mulScalar(distance).add(EYE);
    };

    it('holds on each side of a bone, with its axes in twelve ways, and gives the same look', function () {
        const turned = Array.from({ length: ORIENTATIONS }, (_, i) => make(() => (i === 0 ? new Quat() : randomRotation(random)), CHAIN));
        let [most, apart] = [-Infinity, 0];
        const reached = [0, 0, 0];
        for (let i = 0; i < sampled(400, 150); i++) {
            target.setPosition(place(260 * random() - 130, 140 * random() - 70, 0.5 * 10 ** random()));
            app.update(FRAME);
            for (const figure of turned) {
                expect(figure.look.problems()).to.deep.equal([]);
                for (const [k, row] of CHAIN.entries()) {
                    const over = violation(figure.ownTurnOf(figure.bones[k]), row);
                    most = Math.max(most, over);
                    if (over > -VIOLATION) reached[k]++;
                    apart = Math.max(apart, turnBetween(figure.turnOf(figure.bones[k]), turned[0].turnOf(turned[0].bones[k])));
                }
            }
        }
        this.test!.title += ` (${most.toFixed(4)} degrees beyond, ${apart.toFixed(4)} apart)`;
        expect(most).to.be.below(VIOLATION);
        expect(apart).to.be.below(SAME);
        reached.forEach(times => expect(times, 'stands at its limit').to.be.above(50));
    });

    /** Most that a bone moves for a step of the target, which goes round outside the head's ellipse. */
    function slide(figure: Turned): number {
        let most = 0;
        for (const out of [1.05, 1.3, 2]) {
            let [before, turns]: [Vec3 | null, Quat[]] = [null, []];
            for (let angle = 0; angle < 360; angle += 0.5) {
                const [c, s] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)];
                target.setPosition(place(out * HEAD.rotationLimit * c, out * (s > 0 ? HEAD.limitUp : HEAD.limitDown) * s));
                app.update(FRAME);
                const way = target.getPosition().clone().sub(EYE);
                const next = figure.bones.map(bone => figure.ownTurnOf(bone));
                const step = before ? angleOf(way, before) : Infinity;
                for (let k = 0; k < turns.length; k++) most = Math.max(most, turnBetween(next[k], turns[k]) / step);
                [before, turns] = [way, next];
            }
        }
        return most;
    }

    for (const [name, rows] of [['one bone', [HEAD]], ['one bone without a limit of twist', [{ ...HEAD, limitTwist: 0 }]], ['a chain', FREE_CHAIN]] as const) {
        it(`moves ${name} no more than half as much again as a target that slides along it, hard or soft`, function () {
            const gains = [1, 0.85].map(softLimit => slide(make(() => randomRotation(random), [...rows], { softLimit })));
            this.test!.title += ` (${gains.map(gain => gain.toFixed(2)).join(' and ')} times)`;
            gains.forEach(gain => expect(gain).to.be.below(GAIN));
        });
    }

    it('of twist holds the turn about the forward axis, and without one the turn goes on', () => {
        const twists = [10, 0].map((limitTwist) => {
            // a bone that turns about a slanted axis twists
            const figure = make(() => randomRotation(random), [{ boneName: 'Head', rotationLimit: 90, rotateAroundUpVectorWeight: 1, limitTwist }], { upVector: new Vec3(0, 1, 1), softLimit: 1 });
            let most = 0;
            for (let left = -80; left <= 80; left += 5) {
                target.setPosition(place(left, 0));
                app.update(FRAME);
                const { z, w } = figure.ownTurnOf(figure.bones[0]);
                most = Math.max(most, 2 * Math.atan2(Math.abs(z), Math.abs(w)) * 180 / Math.PI);
            }
            figure.look.enabled = false;
            return most;
        });
        expect(twists[0]).to.be.within(9.9, 10 + VIOLATION);
        expect(twists[1]).to.be.above(20);
    });
});
