import { expect } from 'chai';
import { AnimEvents, AnimTrack, type Entity, type GraphNode } from 'playcanvas';

import { createMirror, mirrorTrack } from '../../scripts/index';
import { GNOME, usual } from '../support/characters';
import { writeDetached } from '../support/detach';
import { turnBetween } from '../support/geometry';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

const DETACHED_GNOME = writeDetached(GNOME, ['J_Bip_L_Foot', 'J_Bip_R_Foot']);

const SOURCES = [
    ...mirrorSources('Xbot.glb', 'Knight.glb', 'Husky.glb', 'Cat.glb', ['bitmoji.glb', 'bitmoji-walk.glb'], 'Zebra.glb', 'Pug.glb', 'more/KnightQ.glb', 'more/Frog.glb'),
    { name: 'gnome with feet on the root', file: DETACHED_GNOME, clips: DETACHED_GNOME }
];

/** Largest difference of two poses: of a rotation's numbers, and of a position as a share of the height. */
function differ(a: Entity, b: Entity, height: number): number {
    const others = b.find(() => true);
    return a.find(() => true).reduce((most, node, i) => {
        const [p, q] = [node.getLocalRotation(), others[i].getLocalRotation()];
        const sign = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w < 0 ? -1 : 1;
        const turn = Math.max(Math.abs(p.x - sign * q.x), Math.abs(p.y - sign * q.y), Math.abs(p.z - sign * q.z), Math.abs(p.w - sign * q.w));
        return Math.max(most, turn, node.getLocalPosition().distance(others[i].getLocalPosition()) / height);
    }, 0);
}

function replay(model: Entity, track: AnimTrack) {
    model.anim!.assignAnimation('Clip', track);
}

for (const source of usual(SOURCES)) {
    describe(`mirrorTrack: ${source.name}`, () => {
        const stage = new MirrorStage();

        before(() => stage.open(source));
        after(() => stage.close());

        it('plays what the live mirror shows, at keys and between them', () => {
            const track = stage.script.mirrorTrack(stage.track)!;
            expect(track.duration).equal(stage.track.duration);
            replay(stage.original, track);
            for (let frame = 0; frame < 24; frame++) {
                stage.pose((frame + 0.37) / 24);
                expect(differ(stage.mirrored, stage.original, stage.rig.height), `frame ${frame}`).below(1e-4);
            }
        });

        it('mirrored twice is the clip', () => {
            const twice = stage.script.mirrorTrack(stage.script.mirrorTrack(stage.track)!)!;
            const plain = stage.add();
            replay(stage.original, twice);
            for (let frame = 0; frame < 6; frame++) {
                plain.anim!.baseLayer!.activeStateCurrentTime = frame / 6 * stage.track.duration;
                stage.pose(frame / 6);
                expect(differ(plain, stage.original, stage.rig.height)).below(1e-5);
            }
            plain.parent!.destroy();
        });

        it('is made without a script too', () => {
            const track = mirrorTrack(stage.track, createMirror(stage.original)!)!;
            const other = stage.script.mirrorTrack(stage.track)!;
            expect(track.curves.length).equal(other.curves.length);
            const off = track.outputs.map(({ data }, i) => Math.max(...Array.from(data, (value, k) => Math.abs(value - other.outputs[i].data[k]))));
            expect(Math.max(...off)).below(1e-6);
        });
    });
}

for (const source of mirrorSources().slice(0, 2)) {
    describe(`mirrorTrack on ${source.name}`, () => {
        const stage = new MirrorStage();

        before(() => stage.open(source));
        after(() => stage.close());

        it('gives the events the other side', () => {
            const { name, duration, inputs, outputs, curves } = stage.track;
            const events = new AnimEvents([{ name: 'footLeft', time: 0.2, power: 3 }, { name: 'land', time: 0.4 }, { name: 'step_R', time: 0.5 }] as never);
            const track = stage.script.mirrorTrack(new AnimTrack(name, duration, inputs, outputs, curves, events))!;
            expect(track.events).deep.equal([{ name: 'footRight', time: 0.2, power: 3 }, { name: 'land', time: 0.4 }, { name: 'step_L', time: 0.5 }]);
        });

        it('answers null, with a sentence, for a clip of another rig', () => {
            const { name, duration, inputs, outputs } = stage.track;
            expect(stage.script.mirrorTrack(new AnimTrack(name, duration, inputs, outputs, []))).equal(null);
            expect(stage.script.problems().join()).match(/moves no bone of this character/);
            expect(stage.script.mirrorTrack(stage.track)).not.equal(null);
            expect(stage.script.problems()).deep.equal([]);
        });

        for (const [base, added] of [['idle', 'walk'], ['walk', 'run']]) {
            it(`mirrors what an additive ${added} adds to ${base}`, () => {
                const clip = (name: string) => [...stage.clips.values()].find(track => track.name === name)!;
                const layered = (first: AnimTrack, second: AnimTrack) => {
                    const model = stage.add(first);
                    const layer = model.anim!.addLayer('added', 1, undefined, 'ADDITIVE')!;
                    model.anim!.assignAnimation('Added', second, 'added');
                    return [model, layer] as const;
                };
                const [live] = layered(clip(base), clip(added));
                live.addComponent('script');
                live.script!.create('animationMirror', { attributes: { mirror: true } });
                const [baked] = layered(stage.script.mirrorTrack(clip(base))!, stage.script.mirrorTrack(clip(added), true)!);
                for (let frame = 0; frame < 12; frame++) {
                    stage.app.update(1 / 24);
                    const others = baked.find(() => true);
                    live.find(() => true).forEach((node: GraphNode, i) => {
                        expect(turnBetween(node.getLocalRotation(), others[i].getLocalRotation()), node.name).below(0.05);
                        expect(node.getLocalPosition().distance(others[i].getLocalPosition())).below(1e-4 * stage.rig.height);
                    });
                }
                for (const model of [live, baked]) model.parent!.destroy();
            });
        }
    });
}
