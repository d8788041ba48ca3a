import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { loadGlb } from '../support/app';
import { assetOf } from '../support/clip-asset';
import { turnBetween } from '../support/geometry';
import { boneOf, CHEST, FINE_STEP, FOREARM, hit, onHitStage, type Hero, type HitStage } from '../support/hit-stage';
import { itFull } from '../support/skip';

// Every attribute does what its text says; a test fails when it is ignored.

const MASS = 70;

/** Largest turn of some bones against the twin within a time, degrees, and its mean over that time. */
function reaction(stage: HitStage, hero: Hero, seconds: number, names = /./, isInWorld = false): { peak: number; mean: number } {
    const found = { peak: 0, mean: 0 };
    const frames = Math.round(seconds * 60);
    stage.run(seconds, 60, () => {
        let largest = 0;
        hero.actor.nodes.forEach((node, i) => {
            if (!names.test(node.name) || node === hero.actor.model) return;
            const [own, same] = [node, hero.twin.nodes[i]].map(one => (isInWorld ? one.getRotation() : one.getLocalRotation()).clone());
            largest = Math.max(largest, turnBetween(own, same));
        });
        found.peak = Math.max(found.peak, largest);
        found.mean += largest / frames;
    });
    return found;
}

function reactionWith(stage: HitStage, attributes: object, names: readonly string[], impulse: Vec3, seconds: number, bones?: RegExp, isInWorld = false) {
    stage.addFloor();
    const hero = stage.addHero(attributes);
    hit(hero, names, impulse);
    const found = reaction(stage, hero, seconds, bones, isInWorld);
    stage.clear();
    return found;
}

/** Seconds until a state is told; Infinity: it is not. */
function timeUntil(stage: HitStage, hero: Hero, state: string, most: number): number {
    let time = 0;
    while (time < most && !(hero.states as string[]).includes(state)) {
        stage.step();
        time += 1 / 60;
    }
    return time < most ? time : Infinity;
}

function fallTime(stage: HitStage, attributes: object, state: string, most = 12): number {
    stage.addFloor();
    const hero = stage.addHero(attributes);
    hero.reactions.fall();
    const time = timeUntil(stage, hero, state, most);
    stage.clear();
    return time;
}

onHitStage('attributes', (stage) => {
    const ahead = (impulse: number) => new Vec3(0, 0, impulse);

    it('hitForceScale: 0 is not felt, twice is more', () => {
        const [none, once, twice] = [0, 1, 2].map(hitForceScale => reactionWith(stage, { hitForceScale, balance: false }, CHEST, ahead(30), 0.4).peak);
        expect(none).to.be.below(0.1);
        expect(twice).to.be.above(1.2 * once);
    });

    it('maxHitSpeed: the rest of a hit goes to the parents', () => {
        const [slow, fast] = [0.5, 30].map(maxHitSpeed => reactionWith(stage, { maxHitSpeed, balance: false }, ['leftHand'], ahead(40), 0.1, /LeftForeArm|LeftHand$/).peak);
        expect(fast).to.be.above(1.2 * slow);
    });

    itFull('fallOffUp, fallOffDown and legProtection: how far a hit reaches', () => {
        const peak = (attributes: object, bones: RegExp) => reactionWith(stage, { balance: false, ...attributes }, CHEST, ahead(40), 0.4, bones, true).peak;
        expect(peak({ fallOffUp: 0.95 }, /Hips/)).to.be.above(1.3 * peak({ fallOffUp: 0.2 }, /Hips/));
        const arm = (fallOffDown: number) => reactionWith(stage, { balance: false, fallOffDown }, CHEST, ahead(40), 0.8, /LeftForeArm/, true).mean;
        expect(arm(1)).to.be.above(1.2 * arm(0));
        const legs = (legProtection: number) => reactionWith(stage, { balance: false, fallOffUp: 0.95, legProtection }, CHEST, ahead(40), 0.8, /Leg|Foot/, true).mean;
        expect(legs(0)).to.be.above(1.3 * legs(1));
    });

    itFull('holdTime, recoverHalfLife and recoverHalfLifeHeavy: how long a reaction lasts', () => {
        const time = (attributes: object, impulse: number) => {
            stage.addFloor();
            const hero = stage.addHero({ balance: false, ...attributes });
            hit(hero, CHEST, ahead(impulse));
            const found = timeUntil(stage, hero, 'animated', 12);
            stage.clear();
            return found;
        };
        expect(time({ holdTime: 1 }, 10) - time({ holdTime: 0 }, 10)).to.be.closeTo(1, 0.15);
        expect(time({ recoverHalfLife: 0.4 }, 5)).to.be.above(1.5 * time({ recoverHalfLife: 0.1 }, 5));
        expect(time({ recoverHalfLifeHeavy: 1 }, 80)).to.be.above(1.5 * time({ recoverHalfLifeHeavy: 0.2 }, 80));
    });

    it('unpinImpulse: what a light hit takes', () => {
        const [soft, hard] = [1, 100].map(unpinImpulse => reactionWith(stage, { unpinImpulse }, FOREARM, ahead(10), 0.3).mean);
        expect(soft).to.be.above(2 * hard);
    });

    it('contactSoftness: how far a ball moves who is pinned', () => {
        const moved = (contactSoftness: number) => {
            const hero = stage.addHero({ contactSoftness, balance: false, knockOutDistance: 10 });
            Object.assign(hero.actor.ragdoll, { active: true, rotationWeight: 1, translationWeight: 1 });
            stage.run(0.1);
            const chest = boneOf(hero.actor, CHEST).getPosition();
            const ball = stage.addEntity('ball');
            ball.setPosition(chest.x, chest.y, chest.z + 0.5);
            ball.addComponent('collision', { type: 'sphere', radius: 0.12 });
            ball.addComponent('rigidbody', { type: 'dynamic', mass: 15 });
            ball.rigidbody!.linearVelocity = new Vec3(0, 0.3, -8);
            const { mean } = reaction(stage, hero, 0.5, /Spine|Neck/, true);
            stage.clear();
            return mean;
        };
        const [soft, hard] = [0, 1].map(moved);
        expect(soft).to.be.above(1.2 * hard);
    });

    it('knockOutDistance: how far the pelvis may be pushed away', () => {
        const falls = (knockOutDistance: number) => {
            stage.addFloor();
            const hero = stage.addHero({ knockOutDistance, balance: false, fallOffUp: 1, legProtection: 0 });
            hit(hero, ['hips'], ahead(200));
            const time = timeUntil(stage, hero, 'falling', 1);
            stage.clear();
            return time;
        };
        expect(falls(0.05)).to.be.below(0.5);
        expect(falls(10)).to.equal(Infinity);
    });

    itFull('knockOutDistance at its default goes with the height of the character', () => {
        const fallsAt = (scale: number) => {
            stage.addFloor();
            const player = stage.addEntity('player');
            player.setLocalScale(scale, scale, scale);
            const hero = stage.addHero({ balance: false, fallOffUp: 1, legProtection: 0 }, undefined, player);
            const start = hero.hips.getPosition().clone();
            for (let i = 0; i < 240 && hero.reactions.state !== 'falling'; i++) {
                hit(hero, ['hips'], ahead(50 * Math.max(1, scale)));
                stage.step(FINE_STEP);
            }
            expect(hero.reactions.state, `scale ${scale}`).to.equal('falling');
            const away = hero.hips.getPosition().distance(start);
            stage.clear();
            return away;
        };
        const usual = fallsAt(1);
        expect(usual).to.be.within(0.4, 0.6);
        for (const scale of [0.3, 3]) expect(fallsAt(scale) / usual, `scale ${scale}`).to.be.within(0.8 * scale, 1.25 * scale);
    });

    itFull('balance: a shove beyond a step falls at once, without it not', () => {
        const falls = (balance: boolean) => {
            stage.addFloor();
            const hero = stage.addHero({ balance, knockOutDistance: 10 });
            hit(hero, CHEST, ahead(3 * MASS));
            const time = timeUntil(stage, hero, 'falling', 1);
            stage.clear();
            return time;
        };
        expect(falls(true)).to.be.below(0.05);
        expect(falls(false)).to.equal(Infinity);
    });

    itFull('fallTension and fallDamping: a tense body keeps its pose longer than a limp one, and does not swing', () => {
        const mean = (attributes: object) => {
            stage.addFloor();
            const hero = stage.addHero(attributes);
            hero.reactions.fall();
            const found = reaction(stage, hero, 0.5, /Arm|Leg|Spine/).mean;
            stage.clear();
            return found;
        };
        expect(mean({ fallTension: 0 })).to.be.above(1.3 * mean({ fallTension: 8 }));
        expect(Math.abs(mean({ fallDamping: 0 }) - mean({ fallDamping: 4 }))).to.be.above(0.5);
    });

    itFull('settleSpeed, settleTime and timeOut: when a fall is over', () => {
        const usual = fallTime(stage, {}, 'settled');
        expect(fallTime(stage, { settleTime: 1.5 }, 'settled') - usual).to.be.within(0.8, 2);
        expect(fallTime(stage, { settleSpeed: 5 }, 'settled')).to.be.below(usual);
        expect(fallTime(stage, { settleSpeed: 0.01, settleTime: 5, timeOut: 1.5 }, 'settled')).to.be.within(1.4, 2.2);
    });

    itFull('getUpDelay: how long it lies', () => {
        const [soon, late] = [0.1, 1.6].map(getUpDelay => fallTime(stage, { getUpDelay }, 'gettingUp'));
        expect(late - soon).to.be.closeTo(1.5, 0.1);
    });

    itFull('getUpBlend: how fast the pose on the ground is given up', () => {
        const after = (getUpBlend: number) => {
            stage.addFloor();
            const hero = stage.addHero({ getUpBlend });
            hero.reactions.fall();
            timeUntil(stage, hero, 'gettingUp', 12);
            const before = hero.actor.nodes.map(node => node.getLocalRotation().clone());
            stage.run(0.2);
            const turned = Math.max(...hero.actor.nodes.map((node, i) => turnBetween(node.getLocalRotation(), before[i])));
            stage.clear();
            return turned;
        };
        expect(after(0.05)).to.be.above(1.3 * after(1));
    });

    it('getUpClips: the state and the time that a row names', () => {
        stage.addFloor();
        const rows = ['prone', 'supine', 'left', 'right'].map(side => ({ side, state: 'get-up-supine', clip: null, startTime: 1 }));
        const hero = stage.addHero({ getUpClips: rows });
        hero.reactions.fall();
        timeUntil(stage, hero, 'gettingUp', 12);
        stage.run(0.1);
        const layer = hero.actor.model.anim!.baseLayer!;
        expect(layer.activeState).to.equal('get-up-supine');
        expect(layer.activeStateCurrentTime).to.be.within(1, 1.2);
    });

    itFull('capsule: what becomes of the game\'s own body', () => {
        for (const capsule of ['follow', 'leave', 'disable'] as const) {
            stage.addFloor();
            const player = stage.addEntity('player');
            player.addComponent('collision', { type: 'capsule', radius: 0.3, height: 1.8, linearOffset: new Vec3(0, 0.9, 0) });
            player.addComponent('rigidbody', { type: 'dynamic', mass: 70, angularFactor: Vec3.ZERO, linearFactor: Vec3.ZERO });
            const hero = stage.addHero({ capsule }, undefined, player);
            const before = player.getPosition().clone();
            hit(hero, CHEST, ahead(5 * MASS));
            stage.run(1);
            const body = player.rigidbody!;
            const moved = player.getPosition().distance(before);
            expect(body.type, capsule).to.equal(capsule === 'follow' ? 'kinematic' : 'dynamic');
            expect(body.enabled, capsule).to.equal(capsule !== 'disable');
            if (capsule === 'leave') expect(moved).to.be.below(1e-3);
            else expect(moved).to.be.above(0.5);
            timeUntil(stage, hero, 'animated', 12);
            stage.run(0.5);
            expect([body.type, body.enabled], capsule).to.deep.equal(['dynamic', true]);
            const { x, z } = hero.hips.getPosition();
            expect(Math.hypot(player.getPosition().x - x, player.getPosition().z - z), capsule).to.be.below(0.15);
            stage.clear();
        }
    });

    it('profiles: other numbers by name, within a time', () => {
        stage.addFloor();
        const hero = stage.addHero({ profiles: [{ name: 'armoured', hitForceScale: 0 }] });
        hero.reactions.setProfile('armoured');
        stage.run(0.05);
        hit(hero, CHEST, ahead(30));
        expect(reaction(stage, hero, 0.3).peak).to.be.below(0.1);
        hero.reactions.setProfile('', 0.5);
        stage.run(0.25);
        hit(hero, CHEST, ahead(30));
        const half = reaction(stage, hero, 0.3).peak;
        stage.run(3);
        hit(hero, CHEST, ahead(30));
        expect(reaction(stage, hero, 0.3).peak).to.be.above(half).and.above(3);
        expect(half).to.be.above(0.5);
    });
});

onHitStage('methods and bad input', (stage) => {
    it('limp lets bones hang until recover, recover raises who lies', () => {
        stage.addFloor();
        const hero = stage.addHero({ getUpDelay: 60 });
        hero.reactions.limp(['leftUpperArm', 'leftForearm']);
        stage.run(1);
        const arm = reaction(stage, hero, 0.5, /LeftArm|LeftForeArm/).mean;
        expect(arm).to.be.above(2);
        expect(reaction(stage, hero, 0.3, /RightArm|Leg$/).peak).to.be.below(3);
        hero.reactions.recover(0.5);
        stage.run(2);
        expect(hero.reactions.state).to.equal('animated');
        hero.reactions.fall();
        stage.run(3);
        expect(hero.reactions.state).to.equal('settled');
        hero.reactions.recover(1);
        stage.run(4);
        expect(hero.reactions.state).to.equal('animated');
        expect(reaction(stage, hero, 0.1).peak).to.be.below(1);
    });

    it('an explosion pushes away from its centre, less further away, and not at all beyond its radius', () => {
        const fly = (away: number) => {
            stage.addFloor();
            const hero = stage.addHero();
            hero.reactions.explode(new Vec3(0, 0.5, -away), 500, 4);
            stage.run(0.5);
            const { z } = hero.hips.getPosition();
            stage.clear();
            return z;
        };
        const [near, far, beyond] = [0.5, 1.5, 6].map(fly);
        expect(near).to.be.above(far + 0.1);
        expect(far).to.be.above(beyond + 0.05);
        expect(Math.abs(beyond)).to.be.below(0.05);
    });

    it('impulses that are no number and unknown profiles end in a sentence', () => {
        stage.addFloor();
        const hero = stage.addHero();
        const warn = console.warn;
        console.warn = () => {};
        for (const value of [NaN, Infinity]) {
            hit(hero, CHEST, new Vec3(0, 0, value));
            hero.reactions.explode(new Vec3(value, 0, 0), 100, 3);
        }
        expect(hero.reactions.state).to.equal('animated');
        expect(hero.reactions.problems()).to.have.length(1);
        hero.reactions.setProfile('nobody');
        hero.reactions.hitForceScale = NaN;
        stage.run(0.1);
        expect(hero.reactions.problems().join()).to.match(/nobody/).and.match(/Hit Force Scale is NaN/);
        console.warn = warn;
        stage.run(0.2);
        expect(Number.isFinite(hero.hips.getPosition().y)).to.equal(true);
    });

    it('what is no bone of the character ends in a sentence, once', () => {
        stage.addFloor();
        const hero = stage.addHero();
        const warned: string[] = [];
        const { warn } = console;
        console.warn = (text: string) => warned.push(text);
        for (const bone of ['chest', null as unknown as string]) {
            for (let i = 0; i < 2; i++) {
                hero.reactions.refresh();
                hero.reactions.hit(bone, new Vec3(), new Vec3(0, 0, 20));
                const hits = hero.reactions.problems();
                hero.reactions.refresh();
                hero.reactions.limp([bone]);
                expect(hero.reactions.problems()).to.deep.equal(hits);
                expect(hits).to.have.length(1);
                expect(hits[0]).to.match(/^\[hitReactions\].*(no bone named "chest"|null was passed as a bone)\. Pass a bone of this character, its role or its name\.$/);
            }
        }
        console.warn = warn;
        expect(warned).to.have.length(2);
        expect(hero.actor.ragdoll.problems()).to.deep.equal([]);
        expect(hero.reactions.state).to.equal('animated');
    });

    it('a get-up clip of another rig is left out with a sentence, and who has no other stays down', async () => {
        stage.addFloor();
        const [foreign] = (await loadGlb(stage.app, 'templates/hound-get-up.glb')).clips.values();
        const { warn } = console;
        console.warn = () => {};
        const clip = assetOf(stage.app, foreign);
        const hero = stage.addHero({ getUpClips: [{ side: 'prone', state: '', clip, startTime: 0 }] });
        hero.reactions.fall();
        stage.run(6);
        console.warn = warn;
        expect(hero.reactions.state).to.equal('settled');
        expect(hero.reactions.problems().join()).to.match(/moves no bone of this character/).and.match(/no clip to get up with/);
        expect(Number.isFinite(hero.hips.getPosition().y)).to.equal(true);
        hero.reactions.recover(0.5);
        stage.run(3);
        expect(hero.reactions.state).to.equal('animated');
    });

    it('a bone without a body passes a hit on; hits while getting up, destroyed while falling, a floor that goes', () => {
        const floor = stage.addFloor();
        const hero = stage.addHero();
        const finger = hero.actor.nodes.find(({ name }) => /LeftHandIndex3/.test(name))!;
        const bones: string[] = [];
        hero.reactions.on('hit', (bone: { name: string }) => bones.push(bone.name));
        hero.reactions.hit(finger, finger.getPosition(), new Vec3(0, 0, 5));
        stage.run(1 / 60);
        expect(bones).to.deep.equal([boneOf(hero.actor, ['leftHand']).name]);
        hero.reactions.fall();
        stage.run(0.2);
        timeUntil(stage, hero, 'gettingUp', 12);
        stage.run(0.5);
        hit(hero, FOREARM, new Vec3(0, 0, 20));
        stage.run(0.3);
        expect(hero.reactions.state).to.equal('gettingUp');
        hit(hero, CHEST, new Vec3(0, 0, 5 * MASS));
        stage.run(0.3);
        expect(hero.reactions.state).to.equal('falling');
        timeUntil(stage, hero, 'settled', 12);
        floor.destroy();
        stage.run(1);
        expect(Number.isFinite(hero.hips.getPosition().y)).to.equal(true);
        const before = stage.bodyCount;
        hero.actor.model.script!.destroy('hitReactions');
        stage.run(0.1);
        expect(hero.actor.ragdoll.control.bodies).to.equal(null);
        expect(stage.bodyCount).to.be.below(before + 1);
    });
});
