import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { sampled } from '../support/characters';
import { CHEST, hit, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type HitStage } from '../support/hit-stage';
import { ShownSkin } from '../support/shown-skin';
import { itFull } from '../support/skip';

// From the floor into the clip: nothing whips, and nothing goes through the floor.

/** Metres per second of a joint that carries skin; and metres of the skin below the floor. */
const FASTEST = 6.2;
const SUNK = 0.036;

/** Frames a second. */
const RATES = [60, 30, 144];

/** Newton seconds that knock a person down. */
const KNOCK = 210;

/** Every so many vertices are looked at, in every so many frames. */
const VERTICES = 1500;
const EVERY = 3;

/** Knocks a character down in a direction, and watches how it gets up. */
function watch(stage: HitStage, degrees: number, rate: number): { speed: number; bone: string; sunk: number; side: string; stands: boolean } {
    const hero = stage.addHero();
    const { actor, reactions } = hero;
    const rig = findCharacter(actor.model)!;
    const skin = new ShownSkin(rig);
    const { holders } = skin.skin;
    const nodes = [...new Set(holders)].filter(holder => holder >= 0).map(holder => rig.skeleton.nodes[holder]);
    // what swings behind the body is springChain's
    const carried = [...holders.keys()].filter(v => !/Scarf|Strap/.test(rig.skeleton.nodes[holders[v]]?.name ?? ''));
    const looked = carried.filter((_, i) => i % Math.ceil(carried.length / VERTICES) === 0);
    const angle = degrees * Math.PI / 180;
    reactions.fall();
    hit(hero, CHEST, new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar(KNOCK));
    const places = () => nodes.map(node => node.getPosition().clone());
    const found = { speed: 0, bone: '', sunk: 0, side: '', stands: false };
    let before = places();
    let frames = 0;
    stage.run(9, rate, () => {
        const now = places();
        if (reactions.state === 'gettingUp') {
            found.side ||= (reactions as unknown as { sequence: { clip: { side: string } } }).sequence.clip.side;
            now.forEach((place, i) => {
                const speed = rate * place.distance(before[i]);
                if (speed > found.speed) Object.assign(found, { speed, bone: nodes[i].name });
            });
            if (frames++ % EVERY === 0) {
                skin.update();
                for (const vertex of looked) found.sunk = Math.max(found.sunk, -skin.place(vertex).y);
            }
        }
        before = now;
    });
    found.stands = reactions.state === 'animated';
    actor.model.destroy();
    hero.twin.model.destroy();
    return found;
}

onHitStage('getting up', (stage) => {
    itFull('whips no limb, and takes none through the floor', function () {
        this.timeout(200000);
        stage.addFloor(9);
        const count = sampled(16, 4);
        const found = Array.from({ length: count }, (_, i) => watch(stage, 360 * i / count + 5, RATES[i % 3]));
        const fastest = found.reduce((a, b) => (b.speed > a.speed ? b : a));
        const sunkFrom = (from: string) => Math.max(...found.map(({ side, sunk }) => (side === from ? sunk : 0)));
        console.log(`      ${count} get-ups: ${fastest.speed.toFixed(1)} m/s at ${fastest.bone}; ${[...new Set(found.map(({ side }) => side))].map(side => `${(1000 * sunkFrom(side)).toFixed(0)} mm in the floor from ${side}`).join(', ')}`);
        expect(found.every(({ stands }) => stands)).to.equal(true);
        expect(fastest.speed, fastest.bone).to.be.below(FASTEST);
        expect(sunkFrom('prone')).to.be.above(1e-3);
        for (const { sunk, side } of found) expect(sunk, side).to.be.below(SUNK);
    });
}, [STANDING_MANNEQUIN, STANDING_XBOT]);
