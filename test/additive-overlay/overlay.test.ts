import { expect } from 'chai';
import { Entity, Quat, Vec2, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import type { AdditiveOverlay } from '../../scripts/index';
import type { LoadedCharacter } from '../support/app';
import { assetOf } from '../support/clip-asset';
import { turnBetween } from '../support/geometry';
import { playGraph } from '../support/state-graphs';
import { loadChanging } from '../support/transition-stage';
import { catchWarnings } from '../support/warnings';

// What an overlay adds, against what the engine plays: an entity shows the base, another one the overlay's clip alone.

const FRAME = 1 / 60;

/** What rotations may differ by that are put together in another order of numbers, degrees; and places, in shares of the largest one. */
const SAME = 0.01;

/** Names of a bone in the middle of each body, which is the mask of some tests. */
const MASKS: Readonly<Record<string, string>> = { Husky: 'neck', hound: 'neck' };

/** Feet that hang on the root: they follow their legs, and what is added to them is added there. */
const HUNG = /^(?:IK|FF|FB)/;

/** A share of a turn about its axis. */
function partOf(turn: Quat, share: number): Quat {
    const axis = new Vec3();
    const angle = turn.getAxisAngle(axis);
    return new Quat().setFromAxisAngle(axis, share * (angle > 180 ? angle - 360 : angle));
}

for (const name of ['mannequin', 'hound', 'Xbot', 'Knight', 'Husky']) {
    describe(`additiveOverlay: ${name}`, () => {
        let app: AppBase;
        let model: LoadedCharacter;
        let base: AnimTrack;
        let clip: AnimTrack;
        let entities: Entity[];
        const warnings = catchWarnings();
        const mask = MASKS[name] ?? 'spine';

        beforeEach(async function () {
            ({ app, model, tracks: [, base, clip] } = await loadChanging(name, this));
            entities = [];
        });

        afterEach(() => app?.destroy());

        /** A character that plays a clip from its start. */
        function add(track: AnimTrack): Entity {
            const entity = model.instantiate();
            app.root.addChild(entity);
            playGraph(entity, [{ states: { Play: track } }]);
            entities.push(entity);
            return entity;
        }

        /** A character that plays the overlay's clip alone from its first key. */
        function addClip(): Entity {
            const entity = add(clip);
            const first = Math.min(...clip.inputs.map(({ data }) => data[0]));
            entity.anim!.baseLayer!.transition('Play', 0, first / clip.duration);
            return entity;
        }

        function overlay(entity: Entity, row: object = {}): AdditiveOverlay {
            entity.addComponent('script');
            return entity.script!.create('additiveOverlay', {
                attributes: { overlays: [{ name: 'hit', clip: assetOf(app, clip), ...row }] }
            }) as AdditiveOverlay;
        }

        function step(frames = 1, dt = FRAME) {
            for (let i = 0; i < frames; i++) app.update(dt);
        }

        const nodes = (entity: Entity) => entity.find(node => node !== entity) as GraphNode[];
        const largestTurn = (a: Entity, b: Entity) => {
            const others = nodes(b);
            return Math.max(...nodes(a).map((node, i) => turnBetween(node.getLocalRotation(), others[i].getLocalRotation())));
        };

        function expectSame(a: Entity, b: Entity, message?: string) {
            const others = nodes(b);
            nodes(a).forEach((node, i) => {
                expect(node.getLocalRotation().equals(others[i].getLocalRotation()), `${node.name} ${message ?? ''}`).to.equal(true);
                expect(node.getLocalPosition().equals(others[i].getLocalPosition()), `${node.name} ${message ?? ''}`).to.equal(true);
            });
        }

        /** Compares a character with base · (reference⁻¹ · clip) as the engine shows the three. */
        function expectSum(actor: Entity, shown: Entity, added: Entity, first: readonly { turn: Quat; place: Vec3 }[], share: number, isIn: (node: GraphNode) => boolean = () => true) {
            const [bases, clips] = [nodes(shown), nodes(added)];
            nodes(actor).forEach((node, i) => {
                if (HUNG.test(node.name)) return;
                const turn = first[i].turn.clone().invert().mul(clips[i].getLocalRotation()).normalize();
                const part = partOf(turn, isIn(node) ? share : 0);
                const expected = bases[i].getLocalRotation().clone().mul(part);
                expect(turnBetween(node.getLocalRotation(), expected), node.name).to.be.below(SAME);
                const place = clips[i].getLocalPosition().clone().sub(first[i].place).mulScalar(isIn(node) ? share : 0).add(bases[i].getLocalPosition());
                expect(node.getLocalPosition().distance(place), node.name).to.be.below(1e-4 * (1 + place.length()));
            });
        }

        /** What the engine shows of the first pose of the overlay's clip. */
        function firstPose(): { turn: Quat; place: Vec3 }[] {
            const entity = add(clip);
            app.update(0);
            const pose = nodes(entity).map(node => ({ turn: node.getLocalRotation().clone(), place: node.getLocalPosition().clone() }));
            entity.destroy();
            return pose;
        }

        it('adds the difference of its clip to its first pose, from the frame in which it is played, and leaves the base its time', () => {
            const first = firstPose();
            const [actor, twin] = [add(base), add(base)];
            const script = overlay(actor);
            expect(script.problems()).to.deep.equal([]);
            step(20);
            expectSame(actor, twin);
            script.play('hit');
            const alone = addClip();
            const frames = Math.min(30, Math.floor(clip.duration / FRAME) - 3);
            let seen = 0;
            for (let i = 0; i < frames; i++) {
                step();
                expectSum(actor, twin, alone, first, 1);
                seen = Math.max(seen, largestTurn(actor, twin));
                if (i === 0) expect(largestTurn(actor, twin), 'in the frame of the call').to.be.above(SAME);
                expect(actor.anim!.baseLayer!.activeStateCurrentTime).to.equal(twin.anim!.baseLayer!.activeStateCurrentTime);
            }
            expect(seen).to.be.above(5);
        });

        it('takes its weight, its strength and the bones below its mask alone', () => {
            const first = firstPose();
            const [actor, twin] = [add(base), add(base)];
            const script = overlay(actor, { boneMask: mask, weight: 0.6 });
            expect(script.problems()).to.deep.equal([]);
            step(3);
            script.play('hit', 0.5);
            const alone = addClip();
            step(10);
            const turned = nodes(actor).filter((node, i) => turnBetween(node.getLocalRotation(), nodes(twin)[i].getLocalRotation()) > 1e-3 && !HUNG.test(node.name));
            const top = turned[0];
            for (const node of turned) expect(node === top || node.isDescendantOf(top), node.name).to.equal(true);
            expectSum(actor, twin, alone, first, 0.3, node => node === top || node.isDescendantOf(top));
            expect(largestTurn(actor, twin)).to.be.above(0.5);
        });

        it('plays by itself when a run comes to a stop, as strong as the run was fast, and at no other time', () => {
            /** Moves ahead at speeds for some seconds each; answers the largest turn that is seen in the seconds after. */
            const seenAfter = (row: object, speeds: readonly (readonly [number, number])[], dt = FRAME) => {
                const [actor, twin] = [add(base), add(base)];
                overlay(actor, { playOnStop: 3, ...row });
                // a clip may write the place of the model's own entity
                const player = new Entity('player', app);
                app.root.addChild(player);
                player.addChild(actor);
                let seen = 0;
                for (const [speed, seconds] of [...speeds, [0, 0.4] as const]) {
                    for (let t = 0; t < seconds - dt / 2; t += dt) {
                        player.translate(0, 0, speed * dt);
                        step(1, dt);
                        seen = Math.max(seen, largestTurn(actor, twin));
                    }
                }
                return seen;
            };
            const whole = seenAfter({}, [[4, 0.5]]);
            expect(whole, 'a run that stops at once').to.be.above(1);
            expect(seenAfter({}, [[4, 0.5], [2.5, 0.1], [1, 0.1]]), 'within moments').to.be.above(1);
            for (const rate of [30, 144]) expect(seenAfter({}, [[4, 0.5]], 1 / rate), `at ${rate} Hz`).to.be.above(1);
            expect(seenAfter({}, [[2.5, 0.5]]), 'slower').to.be.below(SAME);
            expect(seenAfter({}, [[4, 0.5], [1.5, 1]]), 'goes on walking, and stops from there').to.be.below(SAME);
            expect(seenAfter({}, []), 'stands').to.be.below(SAME);
            expect(seenAfter({}, [[0, 0.3], [500, FRAME]]), 'is put elsewhere').to.be.below(SAME);
            expect(seenAfter({ playOnStop: 0 }, [[4, 0.5]]), 'not asked for').to.be.below(SAME);
            const part = seenAfter({ scaleByImpact: new Vec2(2, 8) }, [[4, 0.5]]);
            expect(part / whole, 'a third of the way from 2 to 8').to.be.within(0.25, 0.42);
        });

        it('plays at its speed, and is gone without a step after its end', () => {
            const [actor, twin] = [add(base), add(base)];
            const script = overlay(actor, { speed: 2 });
            step(3);
            script.play('hit');
            step(1);
            const jump = Math.max(0, ...steps(actor, twin, Math.ceil((clip.duration / 2 + 0.5) / FRAME)));
            expectSame(actor, twin, 'after its end');
            // the clip itself goes no faster than this, at twice its speed
            const alone = add(clip);
            const own = Math.max(...steps(alone, null, Math.ceil(clip.duration / FRAME)));
            expect(jump).to.be.below(2.2 * own + 2);
        });

        /** The largest turn of any bone from frame to frame, against a twin where there is one. */
        function steps(actor: Entity, twin: Entity | null, frames: number): number[] {
            const read = () => nodes(actor).map((node, i) => {
                const turn = node.getLocalRotation().clone();
                return twin ? nodes(twin)[i].getLocalRotation().clone().invert().mul(turn) : turn;
            });
            let last = read();
            return Array.from({ length: frames }, () => {
                step();
                const now = read();
                const most = Math.max(...now.map((turn, i) => turnBetween(turn, last[i])));
                last = now;
                return most;
            });
        }

        it('begins anew without a jump when it is played again', () => {
            const [actor, twin] = [add(base), add(base)];
            const script = overlay(actor);
            step(3);
            script.play('hit');
            step(Math.floor(0.4 * clip.duration / FRAME));
            const [before] = steps(actor, twin, 1);
            const shown = largestTurn(actor, twin);
            script.play('hit');
            const [after] = steps(actor, twin, 1);
            expect(shown).to.be.above(5);
            expect(after).to.be.below(before + 0.2 * shown + 1);
        });

        it('gives the bones back when it is switched off, and plays nothing then', () => {
            const [actor, twin] = [add(base), add(base)];
            const script = overlay(actor);
            script.play('hit');
            step(10);
            script.enabled = false;
            step();
            expectSame(actor, twin);
            script.play('hit');
            script.enabled = true;
            step(2);
            expectSame(actor, twin);
            expect(warnings).to.deep.equal([]);
        });

        it('gives the bones back when it is destroyed, or its entity is switched off for a while', () => {
            const [actor, twin, other, second] = [add(base), add(base), add(base), add(base)];
            const scripts = [actor, other].map(one => overlay(one));
            for (const script of scripts) script.play('hit');
            step(10);
            actor.script!.destroy('additiveOverlay');
            for (const one of [other, second]) one.enabled = false;
            step();
            expectSame(actor, twin);
            for (const one of [other, second]) one.enabled = true;
            step(2);
            expectSame(other, second);
            scripts[1].play('hit');
            step(3);
            other.destroy();
            step();
            expect(warnings).to.deep.equal([]);
        });

        it('has the strength of an impact by its speed', () => {
            const first = firstPose();
            const [actor, twin] = [add(base), add(base)];
            const script = overlay(actor, { scaleByImpact: new Vec2(2, 8) });
            step(3);
            for (const [speed, share] of [[1, 0], [NaN, 0], [5, 0.5], [20, 1]]) {
                script.refresh();
                script.play('hit', speed);
                const alone = addClip();
                step(5);
                expectSum(actor, twin, alone, first, share);
                alone.destroy();
            }
        });
    });
}
