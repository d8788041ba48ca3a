import { registerLimber } from '../../scripts/index';
import { createApp } from '../support/app';
import { GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { loadLive } from '../support/retarget-stage';

// What a frame of animationRetarget's Live costs on one character that shows another's pose, beside the engine's own cost of writing the same rotations. As in
// a scene that is drawn, world matrices are up to date before each frame. The best of many short blocks counts, as other work of the machine only adds.

/** What came out: microseconds a frame of the script, and of bare writes of as many rotations. */
export interface LiveOutcome {
    readonly rows: readonly { readonly name: string; readonly bones: number; readonly script: number; readonly writes: number }[];
}

const FRAMES = 20;
const BLOCKS = 1500;

const low = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 3];

async function measure(path: string, motions: string): Promise<LiveOutcome['rows'][number]> {
    const app = createApp();
    registerLimber(app);
    const { fan, frame: show } = await loadLive(app, path, motions);
    const nodes = fan.rig.skeleton.nodes.filter(node => fan.entity.findByName(node.name));
    const turns = nodes.map(node => node.getLocalRotation().clone());
    const block = (frame: () => void) => {
        let sum = 0;
        for (let i = 0; i < FRAMES; i++) {
            app.root.syncHierarchy();
            const start = performance.now();
            frame();
            sum += performance.now() - start;
        }
        return 1000 * sum / FRAMES;
    };
    const write = () => {
        for (let i = 0; i < nodes.length; i++) {
            const { x, y, z, w } = turns[i];
            nodes[i].setLocalRotation(x, y, z, w);
        }
    };
    const rounds = Array.from({ length: BLOCKS }, () => [block(show), block(write)]).slice(BLOCKS / 3);
    app.destroy();
    return { name: path, bones: nodes.length, script: low(rounds.map(([time]) => time)), writes: low(rounds.map(([, time]) => time)) };
}

const rows = [];
for (const [path, motions] of [[MANNEQUIN, 'templates/motions-people.glb'], [GNOME, 'templates/motions-people.glb'], [HOUND, 'templates/motions-animals.glb']]) rows.push(await measure(path, motions));
console.log(JSON.stringify({ rows } satisfies LiveOutcome));
process.exit(0);
