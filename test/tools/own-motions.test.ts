import { statSync } from 'node:fs';

import { expect } from 'chai';
import type { AnimTrack, AppBase } from 'playcanvas';

import { OWN_MOTIONS, type OwnMotion } from '../../scripts/anim/kinds/own-motions';
import { findCharacter } from '../../scripts/rig/character';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { boundOf, type Reached } from '../support/reached';
import { ShownSkin } from '../support/shown-skin';

// The pack's own motions as the engine loads them: what their table says holds of their files.

const FILES = {
    people: { path: 'templates/motions-people.glb', above: 'Mannequin', bind: 'templates/mannequin.glb' },
    animals: { path: 'templates/motions-animals.glb', above: 'Hound', bind: 'templates/hound.glb' }
} as const;

/** Names of the nodes that a clip moves. */
const movedBy = (track: AnimTrack) => track.curves.flatMap(curve => (curve.paths as unknown as { entityPath: string[] }[]).map(({ entityPath }) => entityPath[entityPath.length - 1]));

/** Largest difference between the first and the last value of any curve. */
function seamOf(track: AnimTrack): number {
    return Math.max(...track.curves.map((curve) => {
        const { data, components } = track.outputs[curve.output];
        const [first, last] = [data.slice(0, components), data.slice(data.length - components)];
        const apart = (sign: number) => Math.max(...first.map((value, i) => Math.abs(value - sign * last[i])));
        return components === 4 ? Math.min(apart(1), apart(-1)) : apart(1);
    }));
}

/** Millimetres that skin may be in the floor, and moments of a clip that are looked at. Ears fold. */
const DEPTH = 12;
const MOMENTS = 10;

/** A foot on its toes where the first step ends, a heel where the body rolls off its back. */
const DEEPER: Reached = { 'walk-start': 20, 'get-up-supine': 16 };

for (const [kind, { path, above, bind }] of Object.entries(FILES)) {
    describe(`the pack's own motions of ${kind}`, () => {
        const table = OWN_MOTIONS[kind as keyof typeof OWN_MOTIONS] as Readonly<Record<string, OwnMotion>>;
        let app: AppBase, file: LoadedCharacter, sample: LoadedCharacter;

        before(async () => {
            app = createApp();
            file = await loadGlb(app, path);
            sample = await loadGlb(app, bind);
        });

        after(() => app.destroy());

        it('are a file of less than a megabyte that holds the clips of the table', () => {
            expect(statSync(path).size).to.be.below(1e6);
            expect([...file.clips.keys()]).to.have.members(Object.keys(table));
        });

        it('repeat without a seam where the table says so, and only there', () => {
            for (const [name, { loop }] of Object.entries(table)) {
                const seam = seamOf(file.clips.get(name)!);
                if (loop) expect(seam, name).to.be.below(1e-4);
            }
        });

        it('move the node above the hips where the table says that they travel, and only there', () => {
            for (const [name, { travels }] of Object.entries(table)) {
                expect(movedBy(file.clips.get(name)!).includes(above), name).to.equal(travels === true);
            }
        });

        it('keep the body out of the floor', () => {
            const entity = file.instantiate();
            app.root.addChild(entity);
            const rig = findCharacter(entity)!;
            const skin = new ShownSkin(rig);
            const { nodes } = rig.skeleton;
            const vertices = [...skin.skin.holders.keys()].filter(i => i % 3 === 0 && !nodes[skin.skin.holders[i]].name.startsWith('ear'));
            entity.addComponent('anim', { activate: true });
            for (const [name, track] of file.clips) {
                entity.anim!.assignAnimation(name, track);
                const layer = entity.anim!.baseLayer!;
                layer.play(name);
                let lowest = 0;
                for (let i = 0; i < MOMENTS; i++) {
                    layer.activeStateCurrentTime = track.duration * i / MOMENTS;
                    app.update(0);
                    skin.update();
                    for (const vertex of vertices) lowest = Math.min(lowest, skin.place(vertex).y);
                }
                expect(-1000 * lowest, name).below(boundOf({ name }, DEPTH, DEEPER));
            }
            entity.destroy();
        });

        it('move nodes that the sample character has, below the same ones', () => {
            const [own, other] = [file, sample].map(({ instantiate }) => instantiate());
            for (const track of file.clips.values()) {
                for (const name of movedBy(track)) {
                    expect(other.findByName(name)?.parent?.name === own.findByName(name)?.parent?.name || name === above, name).to.equal(true);
                }
            }
        });
    });
}
