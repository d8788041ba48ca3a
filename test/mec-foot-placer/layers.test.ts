import { expect } from 'chai';
import type { GraphNode } from 'playcanvas';

import { FRAME, onEachCharacter, type Actor, type FootStage } from '../support/foot-stage';
import { RecordedGround } from '../support/recorded-ground';
import { playGraph, type GraphLayer } from '../support/state-graphs';
import { catchWarnings } from '../support/warnings';

// Feet under state graphs of several layers: as if only the clips played that are seen on the legs. What is expected is a twin that plays
// the walk alone.

/** Millimetres between feet that are the same. */
const SAME = 1;

/** The mask of a layer that moves a node and all below it. */
function maskOf({ model }: Actor, node: GraphNode): NonNullable<GraphLayer['mask']> {
    const path = [];
    for (let above = node; above !== model; above = above.parent!) path.unshift(above.name);
    return { [[model.name, ...path].join('/')]: { children: true, value: true } };
}

function makeWalkers(stage: FootStage, layers: (hero: Actor) => GraphLayer[]) {
    const [hero, twin] = [stage.add(), stage.add()];
    playGraph(twin.model, [{ states: { Walk: stage.clip('walk') } }]);
    playGraph(hero.model, layers(hero));
    const walkers = [hero, twin].map(actor => ({ actor, placer: actor.place({}, new RecordedGround(0)) }));
    const step = (frame: number) => {
        for (const { actor } of walkers) actor.holder.setLocalPosition(stage.forward.clone().mulScalar(stage.speedOf('walk') * frame * FRAME));
        stage.step();
    };
    return { hero: walkers[0], twin: walkers[1], step };
}

onEachCharacter('feet of a walk', (stage) => {
    const warnings = catchWarnings();

    const walk = (): GraphLayer => ({ states: { Walk: stage.clip('walk') } });
    const stand = (): GraphLayer => ({ states: { Stand: stage.clip(stage.standing) } });

    /** What carries no foot. */
    const upper = (hero: Actor) => maskOf(hero, hero.bone(stage.feet.length === 4 ? 'neck' : 'spine'));

    for (const [what, layers] of Object.entries<(hero: Actor) => GraphLayer[]>({
        'under a layer that stands, masked to the upper body': hero => [walk(), { ...stand(), mask: upper(hero) }],
        'over a base that stands, in a layer of weight 1': () => [stand(), walk()],
        'under a layer that stands, whose mask names no bone': () => [walk(), { ...stand(), mask: { nobody: { children: true } } }],
        'under a layer that stands, of weight 0': () => [walk(), { ...stand(), weight: 0 }],
        'under an additive layer on the upper body': hero => [walk(), { ...stand(), blendType: 'ADDITIVE', mask: upper(hero) }]
    })) {
        it(`${what} are as without the layer`, function () {
            const { hero, twin, step } = makeWalkers(stage, layers);
            let away = 0;
            const downs = { same: 0, down: 0, all: 0 };
            for (let frame = 0; frame < 120; frame++) {
                step(frame);
                for (const id of stage.feet) {
                    away = Math.max(away, 1000 * hero.actor.foot(id).getPosition().distance(twin.actor.foot(id).getPosition()));
                    downs.all++;
                    if (hero.placer.isDown(id) === twin.placer.isDown(id)) downs.same++;
                    if (hero.placer.isDown(id)) downs.down++;
                }
            }
            this.test!.title += ` (${away.toFixed(2)} mm; down in ${(100 * downs.down / downs.all).toFixed(0)} %)`;
            expect(downs.same).to.equal(downs.all);
            expect(downs.down / downs.all).to.be.within(0.3, 0.8);
            expect(away).to.be.below(SAME);
        });
    }

    it('under an additive layer on all bones are down when the walk has them down', () => {
        const { hero, twin, step } = makeWalkers(stage, () => [walk(), { ...stand(), blendType: 'ADDITIVE' }]);
        for (let frame = 0; frame < 120; frame++) {
            step(frame);
            for (const id of stage.feet) expect(hero.placer.isDown(id)).to.equal(twin.placer.isDown(id));
        }
    });

    it('that fades over to standing are down when the clip has them down that has more of the legs', () => {
        const fade = 0.5;
        const { hero, twin, step } = makeWalkers(stage, () => [{ states: { Walk: stage.clip('walk'), Stand: stage.clip(stage.standing) } }]);
        for (let frame = 0; frame < 100; frame++) {
            if (frame === 60) hero.actor.model.anim!.baseLayer!.transition('Stand', fade);
            step(frame);
            const share = (frame - 59) * FRAME / fade;
            // in the very middle both have as much
            if (Math.abs(share - 0.5) < 0.02) continue;
            for (const id of stage.feet) expect(hero.placer.isDown(id), `${id} in frame ${frame}`).to.equal(share > 0.5 || twin.placer.isDown(id));
        }
    });

    it('go on by their heights, with one sentence, where the engine does not show what plays', () => {
        warnings.length = 0;
        const { hero, twin, step } = makeWalkers(stage, () => [walk()]);
        step(0);
        Object.defineProperty((hero.actor.model.anim!.baseLayer as unknown as { _controller: object })._controller, 'animEvaluator', { value: undefined });
        hero.placer.refresh();
        const downs = { hero: 0, twin: 0 };
        for (let frame = 1; frame < 120; frame++) {
            step(frame);
            for (const id of stage.feet) {
                if (hero.placer.isDown(id)) downs.hero++;
                if (twin.placer.isDown(id)) downs.twin++;
            }
        }
        expect(warnings).to.have.length(1);
        expect(hero.placer.problems()).to.have.length(1);
        expect(hero.placer.problems()[0]).to.include('animEvaluator').and.to.include('Take an engine');
        expect(downs.hero, 'steps').to.be.within(0.5 * downs.twin, 1.6 * downs.twin);
    });

    it('go on as those of the twin after the anim component was removed, replaced, and its state graph taken away', () => {
        const { hero, twin, step } = makeWalkers(stage, () => [walk()]);
        let frame = 0;
        const run = (frames: number) => {
            for (let i = 0; i < frames; i++) step(frame++);
        };
        run(20);
        const { model } = hero.actor;
        for (const harm of [() => model.removeComponent('anim'), () => model.anim!.removeStateGraph()]) {
            harm();
            run(20);
            for (const id of stage.feet) expect(hero.actor.foot(id).getPosition().length()).to.be.below(100 * stage.height);
            for (const { actor } of [hero, twin]) {
                playGraph(actor.model, [walk()]);
                actor.model.anim!.playing = true;
            }
            run(120);
            for (const id of stage.feet) {
                expect(hero.placer.isDown(id)).to.equal(twin.placer.isDown(id));
                expect(1000 * hero.actor.foot(id).getPosition().distance(twin.actor.foot(id).getPosition())).to.be.below(SAME);
            }
        }
        expect(hero.placer.problems()).to.deep.equal([]);
    });
});
