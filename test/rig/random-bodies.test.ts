import { expect } from 'chai';
import type { AppBase } from 'playcanvas';

import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { createApp } from '../support/app';
import { sampled } from '../support/characters';
import { seededRandom } from '../support/geometry';
import { BODY_CLASSES, buildRandomBody, type BodyClass } from '../support/random-bodies';
import { faultsOfBody } from '../support/random-faults';
import { NAMINGS, tellsParts, type Naming } from '../support/random-names';

// Bodies at random of six classes, with names of five conventions, of another language, half of them missing, shuffled, and without names: most
// are right, and what is wrong says so.

const COUNT = sampled(100, 3);

/** Shares that must be right, and the largest that may be wrong without a sentence about it. */
const NAMED = 0.97;
const NAMELESS = 0.9;
const SILENT = 0.003;

describe('bodies at random', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    /** Finds so many of a class, and answers what was wrong. */
    function look(kind: BodyClass, namings: readonly Naming[]): { words: string; isSilent: boolean }[] {
        const random = seededRandom(2029);
        return Array.from({ length: COUNT }, (_, i) => buildRandomBody(app, kind, namings[i % namings.length], random)).flatMap((body) => {
            const { faults, isSilent } = faultsOfBody(detectRig(findSkeleton(body.root)!), body);
            body.root.destroy();
            return faults.length > 0 ? [{ words: `${body.words}: ${faults.join('; ')}`, isSilent }] : [];
        });
    }

    const silent: string[] = [];
    for (const kind of BODY_CLASSES) {
        for (const [words, namings, right] of [['names that tell something', NAMINGS.filter(tellsParts), NAMED], ['names that tell nothing', NAMINGS.filter(naming => !tellsParts(naming)), NAMELESS]] as const) {
            it(`${kind}, ${words}: nearly all are right`, function () {
                const wrong = look(kind, namings);
                silent.push(...wrong.filter(({ isSilent }) => isSilent).map(one => one.words));
                this.test!.title += ` (${(100 - 100 * wrong.length / COUNT).toFixed(0)} %)`;
                expect(wrong.length / COUNT, wrong.map(one => one.words).join('\n')).to.be.at.most(1 - right);
            });
        }
    }

    it('what is wrong says so', () => {
        expect(silent.length / (2 * BODY_CLASSES.length * COUNT), silent.join('\n')).to.be.at.most(SILENT);
    });
});
