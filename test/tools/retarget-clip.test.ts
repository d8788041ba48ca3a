import { writeFile } from 'node:fs/promises';

import { expect } from 'chai';

import { retargetTrack } from '../../scripts/index';
import { retargetClips } from '../../tools/retarget-clip';
import { createApp, loadGlb } from '../support/app';
import { furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { loadPlayer, retarget } from '../support/retarget-stage';
import { itFull, skipBecause } from '../support/skip';
import { temporaryFile } from '../support/temporary';

const PEOPLE = 'templates/motions-people.glb';

describe('retarget-clip', () => {
    itFull('writes clips into the file of the target that are what is made of them at run time', async () => {
        const { bytes, names, problems } = await retargetClips(PEOPLE, GNOME, ['walk', 'idle']);
        expect(names).deep.equal(['walk', 'idle']);
        expect(problems).deep.equal([]);
        const out = temporaryFile('out.glb');
        await writeFile(out, bytes);
        const app = createApp();
        const [written, source] = [await loadGlb(app, out), await loadGlb(app, PEOPLE)];
        const made = retargetTrack(source.clips.get('walk')!, source.instantiate(), written.instantiate()).track!;
        const read = written.clips.get('walk')!;
        expect(read.duration).closeTo(made.duration, 1e-5);
        expect(read.curves.length).equal(made.curves.length);
        const keysOf = (track: typeof made) => track.outputs.reduce((sum, { data }) => sum + data.length, 0);
        expect(keysOf(read)).equal(keysOf(made));
        app.destroy();
    });

    it('keeps a horse upright whose bones hang on the topmost node of its file', async function () {
        const horse = furtherRig('more/HorseBones.glb');
        if (!horse) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
        const out = temporaryFile('horse.glb');
        await writeFile(out, (await retargetClips('templates/motions-animals.glb', horse, ['trot'])).bytes);
        const app = createApp();
        const [written, file] = [await loadPlayer(app, out), await loadPlayer(app, horse)];
        const source = await loadPlayer(app, 'templates/motions-animals.glb');
        const made = retarget(source.clips.get('trot')!, source.player, file.player);
        const places = ([[written.player, written.clips.get('trot')!], [file.player, made]] as const).map(([player, track]) => {
            player.play(track);
            player.seek(0.2);
            app.update(0);
            return player.rig.skeleton.nodes.map(node => node.getPosition().clone());
        });
        places[0].forEach((place, i) => expect(place.distance(places[1][i])).below(1e-3));
        app.destroy();
    });

    it('says what is wrong with files and names', async () => {
        const refusal = (...given: Parameters<typeof retargetClips>) => retargetClips(...given).then(() => '', (error: Error) => error.message);
        expect(await refusal('nowhere.glb', GNOME)).match(/there is no file "nowhere\.glb"/);
        expect(await refusal(PEOPLE, GNOME, ['wlk'])).match(/has no clip "wlk"\. Its clips are: .*"walk"/);
        expect(await refusal(MANNEQUIN, HOUND)).match(/stands on 2 legs and .* on 4/);
    });
});
