import { expect } from 'chai';
import type { AnimTrack, AppBase } from 'playcanvas';

import { findSteps, registerLimber, type ActionPlayer } from '../../scripts/index';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { playGraph } from '../support/state-graphs';

// Actions and what follows on them, played with left and right exchanged while the right foot is down.

describe('actionPlayer by the foot that is down', () => {
    let app: AppBase, model: LoadedCharacter, clips: Map<string, AnimTrack>;

    beforeEach(async () => {
        app = createApp();
        registerLimber(app);
        model = await loadGlb(app, MANNEQUIN);
        ({ clips } = await loadGlb(app, 'templates/motions-people.glb'));
    });

    afterEach(() => app.destroy());

    /** A mannequin in its run, at a moment at which one foot is down alone. */
    function addRunner(foot: number, attributes: object) {
        const run = model.clips.get('run')!;
        const body = model.instantiate();
        app.root.addChild(body);
        const anim = playGraph(body, [{ states: { Run: run, Stop: clips.get('run-stop')!, Walk: model.clips.get('walk')! }, once: ['Stop'] }]);
        body.addComponent('script');
        const script = body.script!.create('actionPlayer', { attributes }) as ActionPlayer;
        app.update(0);
        const { strike, release } = findSteps(body, run)!.feet[foot].stances[0];
        anim.baseLayer!.activeStateCurrentTime = run.duration + (strike + release) / 2;
        app.update(1 / 60);
        return { script, body, layer: anim.baseLayer! };
    }

    const actions = (mirrorByFoot: boolean) => [{ name: 'stop', state: 'Stop', mirrorByFoot }];

    it('plays the clip as it is on the left foot, mirrored on the right one', () => {
        for (const [foot, mirrors, state] of [[0, true, 'Stop'], [1, true, 'Stop mirrored'], [1, false, 'Stop']] as const) {
            const { script, body, layer } = addRunner(foot, { actions: actions(mirrors) });
            expect(script.problems()).to.deep.equal([]);
            script.request('stop');
            app.update(1 / 60);
            expect(layer.activeState, `foot ${foot}`).to.equal(state);
            body.destroy();
        }
    });

    it('ends and goes on as the action that it is', () => {
        const { script, layer } = addRunner(1, { actions: actions(true), continuations: [{ from: 'Stop', to: 'Walk' }] });
        const events: string[] = [];
        for (const event of ['start', 'end', 'cancel']) script.on(event, (name: string) => events.push(`${event} ${name}`));
        script.request('stop');
        for (let i = 0; i < 60 * layer.activeStateDuration + 120; i++) app.update(1 / 60);
        expect(events).to.deep.equal(['start stop', 'end stop']);
        expect(layer.activeState).to.equal('Walk');
    });

    it('mirrors what follows where the action ends on the right foot', () => {
        for (const [foot, state] of [[0, 'Walk'], [1, 'Walk mirrored']] as const) {
            const { script, body, layer } = addRunner(foot, {
                actions: [{ name: 'go', state: 'Run' }], continuations: [{ from: 'Run', to: 'Walk', mirrorByFoot: true }]
            });
            const time = layer.activeStateCurrentTime;
            script.request('go');
            app.update(1 / 60);
            layer.activeStateCurrentTime = time;
            app.update(1 / 60);
            script.enabled = false;
            app.update(1 / 60);
            expect(layer.activeState, `foot ${foot}`).to.equal(state);
            for (let i = 0; i < 90; i++) app.update(1 / 60);
            expect(layer.activeState, 'a loop goes on').to.equal(state);
            body.destroy();
        }
    });
});
