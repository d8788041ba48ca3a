import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, Entity, INTERPOLATION_LINEAR, type AppBase } from 'playcanvas';

import { loadIdleGraph, registerLimber, type IdleRandomizer } from '../../scripts/index';
import { createApp } from '../support/app';
import { sampled } from '../support/characters';

// Faces as states of the anim component: each plays to its end, and the next one is drawn there.

const DT = 1 / 30;

/** Seconds that a clip of a face lasts, and of the cross-fade at its end. */
const FACE = 1.2;
const FADE = 0.3;

/** Seconds that are watched. */
const SECONDS = sampled(1200, 300);

/** A clip that turns the bone from rest about its x by some sine, and back. */
function nod(name: string, duration: number, sine: number): AnimTrack {
    const keys = [0, 0.5, 1].map(share => share * duration);
    const turn = (x: number) => [x, 0, 0, Math.sqrt(1 - x * x)];
    return new AnimTrack(name, duration, [new AnimData(1, keys)], [new AnimData(4, [...turn(0), ...turn(sine), ...turn(0)])], [
        new AnimCurve([{ entityPath: ['hero', 'mask'], component: 'graph', propertyPath: ['localRotation'] }], 0, 0, INTERPOLATION_LINEAR)
    ]);
}

interface Stage { readonly app: AppBase, readonly entity: Entity, readonly head: Entity, readonly script: IdleRandomizer }

/** A bone with the blend tree of an idle, and the script. */
function withFaces(attributes: object, test: (stage: Stage) => void) {
    const app = createApp();
    try {
        registerLimber(app);
        const entity = new Entity('hero'), head = new Entity('mask');
        entity.addChild(head);
        app.root.addChild(entity);
        loadIdleGraph(entity, { idle: nod('idle', 2, 0), faces: [nod('one', FACE, 0.1), nod('two', FACE, -0.2)] });
        entity.addComponent('script');
        const script = entity.script!.create('idleRandomizer', { attributes: {
            seed: 4, preset: 'custom', facial: { range: [1, 1], transitionTime: [0.5, 0.5], holdTime: [1, 1], parameter: 'facial', states: ['FaceOne', 'FaceTwo'], ...attributes }
        } }) as IdleRandomizer;
        test({ app, entity, head, script });
    } finally {
        app.destroy();
    }
}

/** What is wrong with the faces: that the bone is nobody's body is told, too. */
const problemsOf = ({ script }: Stage) => script.problems().filter(sentence => !sentence.includes('no two bones in different places'));

const faceOf = ({ entity }: Stage) => entity.anim!.findAnimationLayer('Face')!;

describe('faces of an idle', () => {
    it('switch at random as they end, and only then: each comes as often, the same again as often as the other', () => withFaces({}, (stage) => {
        const { app, head } = stage;
        const layer = faceOf(stage);
        const ends: string[] = [];
        let step = 0;
        app.update(DT);
        let { x } = head.getLocalRotation();
        for (let i = 0; i < SECONDS / DT; i++) {
            const { activeState, activeStateCurrentTime: time } = layer;
            app.update(DT);
            if (layer.activeStateCurrentTime < time) {
                expect(time + DT).to.be.within(FACE - FADE - 1e-6, FACE - FADE + DT + 1e-6);
                ends.push(layer.activeState);
            } else {
                expect(layer.activeState).to.equal(activeState);
            }
            step = Math.max(step, Math.abs(head.getLocalRotation().x - x));
            ({ x } = head.getLocalRotation());
        }
        expect(ends.length).to.be.within(SECONDS / FACE, SECONDS / (FACE - FADE));
        const share = (count: number) => count / ends.length;
        expect(share(ends.filter(state => state === 'FaceOne').length)).to.be.within(0.4, 0.6);
        expect(share(ends.filter((state, i) => i > 0 && state !== ends[i - 1]).length)).to.be.within(0.4, 0.6);
        // no faster than the faster of the clips, and a cross-fade of both
        expect(step).to.be.below(2 * DT * 0.2 / (FACE / 2));
    }));

    it('switch as often in frames that are longer than the cross-fade', () => withFaces({}, (stage) => {
        const seen = new Set<string>();
        for (let i = 0; i < 60; i++) {
            stage.app.update(0.5);
            seen.add(faceOf(stage).activeState);
        }
        expect([...seen].sort()).to.deep.equal(['FaceOne', 'FaceTwo']);
    }));

    it('are left alone where no states are named, and while the idle is gone; facial at 0 is none', () => {
        withFaces({ states: [] }, (stage) => {
            for (let i = 0; i < 20 / DT; i++) stage.app.update(DT);
            expect(faceOf(stage).activeState).to.equal('FaceOne');
            expect(problemsOf(stage)).to.deep.equal([]);
        });
        withFaces({}, (stage) => {
            const { app, script, head } = stage;
            let most = 0;
            for (let i = 0; i < 5 / DT; i++) {
                app.update(DT);
                most = Math.max(most, Math.abs(head.getLocalRotation().x));
            }
            expect(most).to.be.above(0.09);
            script.fadeOut(0);
            app.update(DT);
            const { activeState } = faceOf(stage);
            for (let i = 0; i < 20 / DT; i++) {
                app.update(DT);
                expect(faceOf(stage).activeState).to.equal(activeState);
                expect(Math.abs(head.getLocalRotation().x)).to.be.below(1e-6);
            }
        });
    });

    it('the same seed draws the same faces, another one others', () => {
        const drawn = (seed: number) => {
            const states: string[] = [];
            withFaces({}, (stage) => {
                stage.script.seed = seed;
                for (let i = 0; i < 40 / DT; i++) {
                    stage.app.update(DT);
                    states.push(faceOf(stage).activeState);
                }
            });
            return states;
        };
        expect(drawn(5)).to.deep.equal(drawn(5));
        expect(drawn(5)).to.not.deep.equal(drawn(6));
    });

    it('a name that is no state is told with the nearest one, and the others go on', () => withFaces({ states: ['FaceOne', 'FaceToo'] }, (stage) => {
        expect(problemsOf(stage)).to.have.length(1);
        expect(problemsOf(stage)[0]).to.include('Facial, States').and.include('no state or clip "FaceToo". Did you mean "FaceTwo"?');
        for (let i = 0; i < 20 / DT; i++) stage.app.update(DT);
        expect(faceOf(stage).activeState).to.equal('FaceOne');
    }));
});
