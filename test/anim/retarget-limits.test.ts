import { expect } from 'chai';
import { Vec3, type AppBase } from 'playcanvas';

import { createApp } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { FULL, sampled } from '../support/characters';
import { seededRandom } from '../support/geometry';
import { writeRandom } from '../support/random-skeletons';
import { loadPlayer, Player, retarget } from '../support/retarget-stage';

// Limits of joints: other proportions bend no knee the wrong way, and stretch no leg beyond its length.

/** Sine of the angle by which a knee may be past straight: half a degree is rounding of what is found to be the leg's plane. */
const STRAIGHT = Math.sin(0.5 * Math.PI / 180);

describe('retargetTrack: limits of joints', () => {
    let app: AppBase;
    let people: Awaited<ReturnType<typeof loadPlayer>>;
    before(async () => {
        app = createApp();
        people = await loadPlayer(app, 'templates/motions-people.glb');
    });
    after(() => app.destroy());

    Array.from({ length: sampled(12, 2) }, (_, i) => i).forEach((i) => {
        it(`bends no knee of body ${i} past straight, and draws no leg out`, () => {
            const { root } = buildSkeleton(app, writeRandom('people', seededRandom(300 + i)));
            const player = new Player(app, root);
            expect(player.rig.legs).equal(2);
            for (const clip of FULL ? ['run', 'sit-down', 'jump', 'walk-stop'] : ['run']) {
                const track = people.clips.get(clip)!;
                player.play(retarget(track, people.player, player, { keepHands: false }));
                const lengths = new Map<string, number>();
                let most = 0;
                for (let frame = 0; frame < 60 * track.duration; frame += 2) {
                    player.seek(frame / 60);
                    app.update(0);
                    for (const side of ['left', 'right'] as const) {
                        const [thigh, shin] = [player.way(`${side}Thigh`, `${side}Shin`)!, player.way(`${side}Shin`, `${side}Foot`)!];
                        const index = player.rig.bones.get(`${side}Thigh`);
                        const left = new Vec3().cross(player.look(index, 'up')!, player.look(index, 'forward')!);
                        // bent, the shin goes back: about the axis to the left
                        const bend = new Vec3().cross(thigh, shin).dot(left);
                        most = Math.max(most, bend);
                        expect(bend, `${clip}, frame ${frame}, ${side} knee`).above(-STRAIGHT);
                        const length = player.bone(`${side}Thigh`)!.getPosition().distance(player.bone(`${side}Shin`)!.getPosition());
                        const key = `${side}Thigh`;
                        expect(length / (lengths.get(key) ?? length), `${clip}, frame ${frame}, length of the ${side} thigh`).closeTo(1, 1e-3);
                        lengths.set(key, lengths.get(key) ?? length);
                    }
                }
                expect(most, `${clip}: knees bend`).above(0.5);
            }
            root.destroy();
        });
    });
});
