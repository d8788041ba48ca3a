import { fileURLToPath } from 'node:url';

import { median } from './peer';
import { IdleChannels } from '../../scripts/core/idle/idle-channels';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { settingsOf } from '../support/idle-settings';

// What the channels of an idle cost against the engine's own update of the anim component that plays one clip on the mannequin,
// alternating in one process. Medians of rounds.

const STEP = 1 / 60;
const ROUNDS = 100;
const FRAMES = 200;

/** Largest share of the anim component's update. */
const GATE = 0.1;

/** What came out: microseconds a frame, and a sentence where the gate is missed. */
export interface IdleOutcome { readonly anim: number; readonly channels: number; readonly ratio: number; readonly missed: readonly string[] }

function time(frame: () => void): number {
    const start = performance.now();
    for (let i = 0; i < FRAMES; i++) frame();
    return (performance.now() - start) * 1000 / FRAMES;
}

export async function measureIdle(): Promise<IdleOutcome> {
    const app = createApp();
    const model = await loadGlb(app, MANNEQUIN);
    const entity = model.instantiate();
    app.root.addChild(entity);
    entity.addComponent('anim', { activate: true });
    entity.anim!.assignAnimation('Idle', model.clips.get('idle')!);
    app.update(STEP);
    const idle = new IdleChannels(1, settingsOf('game', 'talking'));
    const animTimes: number[] = [], channelTimes: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
        animTimes.push(time(() => entity.anim!.update(STEP)));
        channelTimes.push(time(() => idle.step(STEP, true)));
    }
    app.destroy();
    const [anim, channels] = [median(animTimes), median(channelTimes)];
    const ratio = channels / anim;
    const missed = ratio <= GATE ? [] : [`idle: the channels take ${ratio.toFixed(3)} of the anim component's update; the gate is ${GATE}.`];
    return { anim, channels, ratio, missed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await measureIdle()));
