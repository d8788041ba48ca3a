import { expect } from 'chai';
import { Entity, Geometry, Mesh, Vec3, calculateNormals } from 'playcanvas';

import type { HitReactions, ReactionState } from '../../scripts/index';
import { sampled } from '../support/characters';
import { seededRandom } from '../support/geometry';
import { boneOf, CHEST, onHitStage, STANDING_HOUND, STANDING_MANNEQUIN, STANDING_XBOT, type HitSource, type HitStage } from '../support/hit-stage';
import { setUp } from '../support/setup-stage';

// Who is felled on the flank of a hill comes to rest, and gets up.

/** Height and radius of the hill, metres of a person, and where on it the character stands. */
const HILL = { height: 0.36, radius: 1.85, aside: 0.42, ahead: 0.2 };
const RINGS = 24;
const SECTORS = 64;

/** A ball for a person, on two legs and on more: kilograms and metres a second; and where it comes from, against the chest: left, up, forward, metres. */
const BALL = { mass: 26, massOnFour: 30, speed: 10, radius: 0.16 };
const FROM = new Vec3(-1.7, 0.35, 2.2);

const SEED = 6;

/** Seconds from the ball until it lies at rest, from then until it gets up, and until it is back in its animation. */
const WITHIN = { settled: 3.5, lies: 2.5, back: 8 };

const GNOME: HitSource = {
    name: 'gnome', file: 'templates/gnome.glb', clipFile: 'templates/gnome.glb', clip: 'idle', borrowed: { file: 'templates/mannequin-get-up.glb', from: STANDING_MANNEQUIN.file }
};

function addHill(stage: HitStage, size: number): (x: number, z: number) => number {
    const radius = HILL.radius * size, profile = (distance: number) => (distance < radius ? HILL.height * size * Math.cos(Math.PI / 2 * distance / radius) ** 2 : 0);
    const top = new Vec3(HILL.aside, 0, -HILL.ahead).mulScalar(radius);
    const positions: number[] = [], indices: number[] = [];
    for (let ring = 0; ring <= RINGS; ring++) {
        for (let sector = 0; sector <= SECTORS; sector++) {
            const distance = radius * ring / RINGS, angle = 2 * Math.PI * sector / SECTORS;
            positions.push(distance * Math.sin(angle), profile(distance), distance * Math.cos(angle));
            if (ring === RINGS || sector === SECTORS) continue;
            const at = ring * (SECTORS + 1) + sector, out = at + SECTORS + 1;
            indices.push(at, out, out + 1, at, out + 1, at + 1);
        }
    }
    const geometry = new Geometry();
    geometry.positions = positions;
    geometry.normals = calculateNormals(positions, indices);
    geometry.indices = indices;
    const mesh = Mesh.fromGeometry(stage.app.graphicsDevice, geometry);
    const hill = stage.addEntity('hill');
    hill.setPosition(top);
    hill.addComponent('collision', { type: 'mesh', render: { meshes: [mesh] } });
    hill.addComponent('rigidbody', { type: 'static', friction: 0.9 });
    return (x, z) => profile(Math.hypot(x - top.x, z - top.z));
}

/** Throws a ball at a character that has all scripts on, and answers when states began, in seconds after it met. */
function fell(stage: HitStage, random: () => number): Map<ReactionState, number> {
    const { app } = stage;
    (app.systems.rigidbody as unknown as { fixedTimeStep: number }).fixedTimeStep = 1 / 60;
    const carrier = stage.addEntity('carrier');
    const actor = stage.add(carrier);
    actor.play();
    const { model } = actor;
    for (const [name, getUp] of stage.getUps) model.anim!.assignAnimation(name, getUp, undefined, 1, false);
    if (!model.script) model.addComponent('script');
    const target = stage.addEntity('target');
    target.setPosition(0, 1, 3);
    setUp(model, { lookAt: true, targetObject: target, feet: true, hitReactions: true, idle: true, springs: true });
    stage.step();
    const hits = model.script!.get('hitReactions') as unknown as HitReactions;
    const rig = actor.ragdoll;
    rig.active = false;
    const isFour = /hound|Husky/.test(stage.source.name);
    const places = actor.nodes.map(node => node.getPosition());
    const extent = (axis: 'y' | 'z') => Math.max(...places.map(place => place[axis])) - Math.min(...places.map(place => place[axis]));
    const size = (isFour ? Math.max(extent('y'), extent('z')) : extent('y')) / 1.75;
    const heightAt = addHill(stage, size);
    stage.addBox(new Vec3(40, 0.5, 40), new Vec3(0, -0.5, 0), { type: 'static', friction: 0.6 });
    carrier.setPosition(0, heightAt(0, 0), 0);
    rig.teleport(new Vec3(0, heightAt(0, 0), 0));
    stage.run(0.5 + random());
    const chest = boneOf(actor, CHEST).getPosition().clone();
    const from = chest.clone().add(FROM.clone().mulScalar(size));
    const speed = BALL.speed * Math.sqrt(size);
    const mass = (isFour ? BALL.massOnFour : BALL.mass) * rig.totalMass / 70;
    const ball = stage.addEntity('ball');
    ball.setPosition(from);
    const lift = 9.81 * 0.5 * chest.distance(from) / speed;
    ball.addComponent('collision', { type: 'sphere', radius: BALL.radius * size });
    ball.addComponent('rigidbody', { type: 'dynamic', mass, restitution: 0.3, angularDamping: 0.3, friction: 0.6 });
    const velocity = chest.clone().sub(from).normalize().mulScalar(speed).add(new Vec3(0, lift, 0));
    ball.rigidbody!.linearVelocity = velocity;
    let isFlying = true, time = 0;
    const found = new Map<ReactionState, number>();
    stage.run(WITHIN.back + 1, 60, () => {
        if (isFlying) {
            const place = ball.getPosition();
            velocity.copy(ball.rigidbody!.linearVelocity);
            const near = rig.control.bones.map(bone => ({ bone, distance: bone.getPosition().distance(place) })).sort((a, b) => a.distance - b.distance)[0];
            if (near.distance < BALL.radius * size + 0.1 * size + 0.04 * velocity.length()) {
                isFlying = false;
                hits.hit(near.bone as Entity, place.clone(), velocity.clone().mulScalar(mass));
            }
            return;
        }
        time += 1 / 60;
        if (!found.has(hits.state)) found.set(hits.state, time);
    });
    return found;
}

onHitStage('who is felled on a hill', (stage) => {
    it('lies at rest soon, gets up soon after that, and stands', function () {
        this.timeout(600000);
        const random = seededRandom(SEED), before = Math.random;
        // idles are chosen by chance
        Math.random = random;
        const worst = { settled: 0, lies: 0, back: 0 };
        for (let i = 0; i < sampled(24, 4); i++) {
            const states = fell(stage, random);
            const at = (state: ReactionState) => states.get(state) ?? Infinity;
            worst.settled = Math.max(worst.settled, at('settled'));
            worst.lies = Math.max(worst.lies, at('gettingUp') - at('settled'));
            worst.back = Math.max(worst.back, at('animated'));
            stage.clear();
        }
        Math.random = before;
        console.log(`      at rest after ${worst.settled.toFixed(2)} s, gets up ${worst.lies.toFixed(2)} s later, back after ${worst.back.toFixed(2)} s`);
        for (const [name, seconds] of Object.entries(worst)) expect(seconds, name).to.be.at.most(WITHIN[name as keyof typeof WITHIN]);
    });
}, [STANDING_MANNEQUIN, GNOME, STANDING_HOUND, STANDING_XBOT]);
