import { writeFile } from 'node:fs/promises';

import { expect } from 'chai';

import { registerLimber } from '../../scripts/index';
import { mirrorClips } from '../../tools/mirror-clip';
import { createApp, loadGlb } from '../support/app';
import { furtherRig, HOUND, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { skipBecause } from '../support/skip';
import { temporaryFile } from '../support/temporary';

describe('mirror-clip', () => {
    for (const [name, path, clip] of [['mannequin', MANNEQUIN, 'walk'], ['hound', HOUND, 'walk'], ['Knight', furtherRig('Knight.glb'), 'Walking_A']] as const) {
        it(`writes a clip into the file of ${name} that plays what the live mirror shows`, async function () {
            if (!path) skipBecause(this, `needs ${name}.glb in the folder that LIMBER_RIGS names`);
            const { bytes, names } = await mirrorClips(path, clip);
            expect(names).deep.equal([`${clip} mirrored`]);
            const out = temporaryFile('out.glb');
            await writeFile(out, bytes);
            const app = createApp();
            registerLimber(app);
            const { instantiate, clips } = await loadGlb(app, out);
            const [live, baked] = [clip, `${clip} mirrored`].map((track) => {
                const model = instantiate();
                app.root.addChild(model);
                model.addComponent('anim', { activate: true });
                model.anim!.assignAnimation('Clip', clips.get(track)!);
                model.addComponent('script');
                return model;
            });
            live.script!.create('animationMirror', { attributes: { mirror: true } });
            for (let frame = 0; frame < 20; frame++) {
                app.update(1 / 30);
                const others = baked.find(() => true);
                live.find(() => true).forEach((node, i) => expect(turnBetween(node.getLocalRotation(), others[i].getLocalRotation()), node.name).below(0.02));
            }
            app.destroy();
        });
    }

    it('says what is wrong with a file or a name', async () => {
        const refusal = (path: string, clip?: string) => mirrorClips(path, clip).then(() => '', (error: Error) => error.message);
        expect(await refusal('nowhere.glb')).match(/there is no file "nowhere\.glb"/);
        expect(await refusal(MANNEQUIN, 'wlk')).match(/has no clip "wlk"\. Its clips are: .*"walk"/);
    });
});
