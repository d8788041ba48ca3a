import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { HOUND, MANNEQUIN } from '../support/characters';
import { CHEST, hit, onHitStage, type Hero, type HitSource } from '../support/hit-stage';
import { boundOf, type Reached } from '../support/reached';

// Nothing but gravity and who pushes gives a body energy: not its joints, not a clip that leaps back to its start while it falls, not what is pressed into
// the floor.

/* eslint-disable @typescript-eslint/no-explicit-any -- the bodies as Ammo has them */

/** Masses, moments and joints of the bodies as they were built, and the bodies in the world. */
function bodiesOf({ actor }: Hero): { bodies: any[]; parts: any[]; places: readonly any[] } | null {
    const { built, simulation } = (actor.ragdoll as any).control;
    return simulation && { bodies: simulation.ragdoll.bodies.bodies, parts: built.build.settings.bodies, places: built.plan.bodies };
}

const vectorOf = (v: any) => new Vec3(v.x(), v.y(), v.z());

/** Energy of the motion, joules. */
function energyOf(hero: Hero): number {
    const all = bodiesOf(hero);
    return all ? all.bodies.reduce((sum: number, body, i) => {
        const { mass, inertia } = all.places[i];
        const rotation = body.getWorldTransform().getBasis();
        const spin = vectorOf(body.getAngularVelocity());
        const rows = [0, 1, 2].map(row => vectorOf(rotation.getRow(row)));
        const about = (axis: 'x' | 'y' | 'z') => rows[0][axis] * spin.x + rows[1][axis] * spin.y + rows[2][axis] * spin.z;
        const turning = inertia[0] * about('x') ** 2 + inertia[1] * about('y') ** 2 + inertia[2] * about('z') ** 2;
        return sum + (mass * vectorOf(body.getLinearVelocity()).lengthSq() + turning) / 2;
    }, 0) : 0;
}

/** Height of the lowest middle of a body. */
const lowestOf = (hero: Hero) => Math.min(...bodiesOf(hero)?.bodies.map(body => vectorOf(body.getWorldTransform().getOrigin()).y) ?? [Infinity]);

const source = (name: string, file = `${name}.glb`): HitSource => ({ name, file, clipFile: file, clip: '' });

const heightOf = ({ actor }: Hero) => (actor.ragdoll as any).control.built.height as number;

/** People and animals; the first clip of most of the strangers does not end where it starts. */
const SOURCES = [
    source('mannequin', MANNEQUIN), source('hound', HOUND), source('Zebra'), source('Cow'), source('Husky'), source('Xbot'), source('Orc'),
    source('RobotExpressive', 'more/RobotExpressive.glb'), source('Pug')
];

/** Speed that a hit of more than half its mass would give it, m/s. */
const SPEED = 10;

/** Share by which a neck that is held may put into the motion within a frame. */
const HELD = 0.02;

/** Heights of the character that the middle of a body may be below the floor: paws are flat. */
const BELOW = 0.021;

/** Who is lower for a moment: a long shin of Cow, pushed by the trunk that rolls over it; a paw of the hound by half a millimetre. */
const BELOW_REACHED: Reached = { Cow: 0.029 };

onHitStage('a body in the air', (stage) => {
    it('never gains energy while its clip starts again and again', function () {
        this.timeout(60000);
        const { gravity } = stage.app.systems.rigidbody!;
        const before = gravity.clone();
        const holder = stage.addEntity('player');
        holder.setPosition(0, 60, 0);
        const hero = stage.addHero({ getUpDelay: 60, bracing: 0 }, undefined, holder);
        gravity.set(0, 0, 0);
        const { totalMass } = hero.actor.ragdoll;
        hit(hero, CHEST, new Vec3(0.3, 0.1, 1).normalize().mulScalar(SPEED * totalMass));
        hero.reactions.fall();
        stage.run(2 / 60);
        let energy = energyOf(hero);
        expect(energy).to.be.above(100);
        let grown = 0;
        const frames = Math.max(120, Math.ceil(2.5 * 60 * stage.track.duration));
        for (let frame = 0; frame < Math.min(600, frames); frame++) {
            stage.step();
            const now = energyOf(hero);
            grown = Math.max(grown, now / energy - 1);
            energy = now;
        }
        gravity.copy(before);
        console.log(`      grows by ${(100 * grown).toFixed(2)} % in a frame at most`);
        expect(grown).to.be.at.most(HELD);
    });
}, SOURCES);

onHitStage('a body that was pushed a second after it began', (stage) => {
    it('stays above the floor, and comes to rest', function () {
        this.timeout(60000);
        stage.addFloor();
        for (const side of [0, 3]) {
            const hero = stage.addHero({ getUpDelay: 60, bracing: 0 });
            stage.run(1);
            const angle = Math.PI / 4 * side;
            hero.reactions.fall();
            hit(hero, CHEST, new Vec3(90 * Math.sin(angle), 0, 90 * Math.cos(angle)));
            let lowest = 0, seconds = 0;
            for (; seconds < 12 && hero.reactions.state !== 'settled'; seconds += 1 / 60) {
                stage.step();
                lowest = Math.min(lowest, lowestOf(hero));
            }
            console.log(`      at rest after ${seconds.toFixed(1)} s, lowest middle of a body at ${(1000 * lowest).toFixed(0)} mm`);
            expect(hero.reactions.state).to.equal('settled');
            expect(lowest, 'a body below the floor').to.be.above(-boundOf(stage.source, BELOW, BELOW_REACHED) * heightOf(hero));
            hero.actor.model.destroy();
            hero.twin.model.destroy();
        }
    });
}, SOURCES);
