import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import type { OpenHitReactions } from '../../docs/demo/pages/hit-reactions';

declare global {
    interface Window {
        /** The page of the hits, and the states that were told on it. */
        hits: OpenHitReactions;
        states: string[];
        moved: number;
    }
}

describe('page of hitReactions', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=hit-reactions');
    });

    after(() => gallery?.stop());

    const read = <T>(evaluate: () => T) => gallery.page.evaluate(evaluate);

    /** Opens the page anew and notes the states. */
    const begin = async () => {
        await gallery.show('hit-reactions');
        await read(() => {
            window.hits = window.gallery!.page as unknown as OpenHitReactions;
            window.states = [];
            window.hits.script.on('state', (state: string | boolean) => { if (typeof state === 'string') window.states.push(state); });
        });
    };

    it('shows by itself a hit that is caught, a fall and a get-up', async () => {
        await begin();
        await gallery.step(1.2);
        // steps catch it where it leads the body off its feet
        const caught = await read(() => window.states);
        expect(caught).to.not.include('falling');
        expect(caught[0]).to.be.oneOf(['reacting', 'staggering']);
        await gallery.step(2.3);
        expect(await read(() => window.states), 'within the first seconds').to.include('falling');
        await gallery.step(7);
        expect(await read(() => window.states)).to.include.members(['falling', 'settled', 'gettingUp']);
        expect(await read(() => window.hits.problems())).to.deep.equal([]);
        expect(gallery.messages).to.deep.equal([]);
    });

    it('leaves the rest to who acts', async () => {
        await begin();
        await read(() => window.hits.actions.find(({ title }) => title === 'Light hit')!.act());
        expect(await read(() => window.hits.show.isOn)).to.equal(false);
        await gallery.step(5);
        expect(await read(() => window.states)).not.to.include('falling');
        expect(await read(() => window.hits.script.state)).to.equal('animated');
    });

    it('pushes as strongly as its slider says, and draws the balance', async () => {
        await begin();
        expect(await read(() => window.hits.script.drawDebugBalance), 'the first picture is plain').to.equal(false);
        await read(() => { window.hits.strength.value = 5; });
        await read(() => window.hits.actions.find(({ title }) => title === 'Push')!.act());
        await gallery.step(1.5);
        expect(await read(() => window.states)).not.to.include('staggering');
        await read(() => { window.hits.strength.value = 150; });
        await read(() => window.hits.actions.find(({ title }) => title === 'Push')!.act());
        await gallery.step(1);
        expect(await read(() => window.states)).to.include.oneOf(['staggering', 'falling']);
        expect(await read(() => window.hits.script.drawDebugBalance)).to.equal(true);
        expect(gallery.messages).to.deep.equal([]);
    });

    it('catches a push with steps that take it along', async () => {
        await begin();
        await read(() => {
            window.moved = 0;
            window.hits.script.on('moved', (shift: unknown) => { window.moved -= (shift as { z: number }).z; });
            window.hits.strength.value = 50;
            window.hits.actions.find(({ title }) => title === 'Push')!.act();
        });
        await gallery.step(2);
        expect(await read(() => window.states)).to.include('staggering').and.not.include('falling');
        expect(await read(() => window.moved)).to.be.above(0.05);
        expect(gallery.messages).to.deep.equal([]);
    });
});
