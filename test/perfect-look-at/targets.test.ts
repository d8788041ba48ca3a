import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { sampled } from '../support/characters';
import { seededRandom } from '../support/geometry';
import { addDefaultLook, around } from '../support/look-at-motion';
import { AT_ONCE, FRAME, onEachCharacter, type Settings } from '../support/look-at-stage';
import { catchWarnings } from '../support/warnings';

/** Slack of times, seconds: a frame to either side. */
const SLACK = 2 * FRAME;

interface Row { target: Entity; priority?: number; radius?: number; minDwell?: number; maxDwell?: number }

onEachCharacter('a list of targets', (stage) => {
    catchWarnings();

    function stand(rows: Row[] = [], settings: Settings = {}) {
        const actor = stage.add();
        const look = addDefaultLook(actor, { targets: rows as never, lookAtBlendSpeed: AT_ONCE, maxTurnSpeed: 0, ...settings });
        const looks: { entity: Entity | null; start: number }[] = [];
        let time = 0;
        look.on('target', (entity: Entity | null) => looks.push({ entity, start: time }));
        const run = (seconds: number) => {
            for (const end = time + seconds; time < end - FRAME / 2; time += FRAME) stage.step();
        };
        const gazeAt = (place: Entity) => actor.gazeError(look.lookAtBones[0].bone!, place.getPosition());
        return { actor, look, looks, run, gazeAt };
    }

    const at = (left: number, distance: number) => stage.addEntity(around({ stage } as never, left, 0, distance));

    it('is looked at from the nearest on when all are as important, and from the most important when all are as near', () => {
        const [near, far] = [at(30, 2), at(-30, 3)];
        const { look, looks, run, gazeAt } = stand([{ target: far }, { target: near }]);
        run(0.5);
        expect(looks.map(({ entity }) => entity)).to.deep.equal([near]);
        expect(gazeAt(near)).to.be.below(0.1);
        look.targets = [{ target: far, priority: 5 }, { target: near }] as never;
        run(1.5);
        expect(looks[1].entity).to.equal(far);
        expect(gazeAt(far)).to.be.below(0.1);
    });

    it('has no interest in what is beyond its radius, or of no priority, or switched off', () => {
        const [outside, unimportant, off] = [at(30, 5), at(-30, 2), at(0, 2)];
        off.enabled = false;
        const { looks, run } = stand([{ target: outside, radius: 4.5 }, { target: unimportant, priority: 0 }, { target: off }]);
        run(0.5);
        expect(looks).to.deep.equal([]);
        off.enabled = true;
        run(0.5);
        expect(looks.map(({ entity }) => entity)).to.deep.equal([off]);
        off.enabled = false;
        run(0.1);
        expect(looks[1].entity).to.equal(null);
    });

    it('scales the radius that is left at its default by the character\'s height, and takes another one as it stands', () => {
        const tenth = 10 * stage.height / 1.75;
        for (const [radius, distance, seen] of [[10, 0.95 * tenth, true], [10, 1.05 * tenth, false], [11, 10.5, true], [11, 11.5, false]] as const) {
            const { looks, run } = stand([{ target: at(0, distance), radius }]);
            run(0.1);
            expect(looks.length > 0, `${distance} m of ${radius}`).to.equal(seen);
            stage.clear();
        }
    });

    it('leaves none before its shortest time, nor stays beyond its longest while there is another one', function () {
        const random = seededRandom(91);
        const minimum = 0.7, maximum = 1.9;
        const rows = Array.from({ length: 5 }, () => ({
            target: at(100 * random() - 50, 2 + 5 * random()), priority: 0.5 + random(), radius: 12, minDwell: minimum, maxDwell: maximum
        }));
        const { looks, run } = stand(rows);
        for (let i = 0; i < sampled(250, 120); i++) {
            run(0.25);
            const { target } = rows[Math.floor(5 * random())];
            target.setPosition(around({ stage } as never, 100 * random() - 50, 0, 2 + 5 * random()));
        }
        const times = looks.slice(1).map(({ start }, i) => start - looks[i].start);
        this.test!.title += ` (${looks.length} looks of ${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} s)`;
        expect(times.length).to.be.above(10);
        expect(Math.min(...times)).to.be.above(minimum - SLACK);
        expect(Math.max(...times)).to.be.below(maximum + SLACK);
        expect(new Set(looks.map(({ entity }) => entity)).size).to.be.above(2);
    });

    it('goes to a more interesting one after the shortest time', () => {
        const [first, second] = [at(20, 3), at(-20, 8)];
        const { looks, run } = stand([{ target: first, minDwell: 1, maxDwell: 30 }, { target: second, minDwell: 1, maxDwell: 30 }]);
        run(0.2);
        second.setPosition(around({ stage } as never, -20, 0, 1));
        run(0.7);
        expect(looks).to.have.length(1);
        run(0.3);
        expect(looks.map(({ entity }) => entity)).to.deep.equal([first, second]);
        expect(looks[1].start).to.be.closeTo(1, SLACK);
    });

    it('stays with the only one beyond its longest time', () => {
        const { looks, run } = stand([{ target: at(20, 3), minDwell: 0.2, maxDwell: 0.5 }]);
        run(3);
        expect(looks).to.have.length(1);
    });

    it('gives way to the target object, and takes over again when that is gone', () => {
        const [listed, object] = [at(30, 2), at(-30, 4)];
        const { look, looks, run, gazeAt } = stand([{ target: listed }]);
        run(0.2);
        look.targetObject = object;
        run(0.2);
        expect(gazeAt(object)).to.be.below(0.1);
        look.targetObject = null;
        run(0.2);
        expect(gazeAt(listed)).to.be.below(0.1);
        expect(looks.map(({ entity }) => entity)).to.deep.equal([listed, object, listed]);
    });

    it('grows by addTarget and shrinks by removeTarget, and says so by its event', () => {
        const [one, two] = [at(30, 3), at(-30, 2)];
        const { look, looks, run } = stand();
        look.addTarget(one);
        expect(look.targets).to.deep.equal([{ target: one, priority: 1, radius: 10, minDwell: 1, maxDwell: 4 }]);
        run(0.2);
        look.addTarget(two, 3, 8);
        expect(look.targets[1]).to.deep.include({ target: two, priority: 3, radius: 8 });
        run(1.2);
        look.removeTarget(two);
        run(0.2);
        look.removeTarget(one);
        expect(look.targets).to.deep.equal([]);
        run(0.2);
        expect(looks.map(({ entity }) => entity)).to.deep.equal([one, two, one, null]);
        expect(look.problems()).to.deep.equal([]);
    });

    it('is read again after refresh when it was changed inside', () => {
        const [one, two] = [at(30, 3), at(-30, 2)];
        const { look, looks, run } = stand([{ target: one }]);
        run(0.2);
        look.targets[0].target = two;
        look.refresh();
        run(0.2);
        expect(looks.map(({ entity }) => entity)).to.deep.equal([one, two]);
    });

    it('moves with its targets', () => {
        const target = at(30, 3);
        const { run, gazeAt } = stand([{ target }]);
        for (let i = 0; i < 20; i++) {
            target.translate(new Vec3(0, 0.05, 0));
            run(FRAME);
            expect(gazeAt(target)).to.be.below(0.1);
        }
    });
});
