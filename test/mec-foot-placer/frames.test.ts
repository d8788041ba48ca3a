import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import type { Ground } from '../../scripts/index';
import { sampled } from '../support/characters';
import { FRAME, onEachBiped, type Actor } from '../support/foot-stage';
import { Worst } from '../support/foot-walk';
import { randomDirection, seededRandom } from '../support/geometry';
import { boundOf, type Reached } from '../support/reached';
import { slope } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/**
 * Goal: how far apart bones may be at other rates of frames, millimetres on a person; and what is reached: a foot that comes down is planted in
 * the frame after, and a clip that slides its feet is somewhere else by then.
 */
const RATES = 7.6;
const REACHED_RATES: Reached = { Xbot: 11 };

/** Ground in a frame of its own: what a tilted or grown world asks of the ground that is upright. */
function framed(inner: Ground, rotation: Quat, scale: number): Ground {
    const back = rotation.clone().invert();
    return { cast: (hit, ray) => {
        const from = back.transformVector(new Vec3(ray[0], ray[1], ray[2]), new Vec3()).mulScalar(1 / scale);
        const way = back.transformVector(new Vec3(ray[3], ray[4], ray[5]), new Vec3());
        const local = Float64Array.of(from.x, from.y, from.z, way.x, way.y, way.z, ray[6] / scale);
        if (!inner.cast(hit, local)) return false;
        for (const [list, grown] of [[hit.point, scale], [hit.normal, 1]] as const) {
            const v = rotation.transformVector(new Vec3(list[0], list[1], list[2]), new Vec3()).mulScalar(grown);
            [list[0], list[1], list[2]] = [v.x, v.y, v.z];
        }
        return true;
    } };
}

/** Ground that is uneven, smooth and the same at every place of one stride. */
const hills: Ground = { cast: (hit, ray) => {
    const height = (x: number, z: number) => 0.06 * Math.sin(2.1 * x + 0.4) + 0.05 * Math.sin(3 * z);
    const share = (ray[1] - height(ray[0], ray[2])) / ray[6];
    // rays are straight down here, up to rounding
    if (!(share >= 0 && share <= 1)) return false;
    const [x, z] = [ray[0], ray[2]];
    hit.point.set([x, height(x, z), z]);
    const e = 1e-4;
    const normal = new Vec3(height(x - e, z) - height(x + e, z), 2 * e, height(x, z - e) - height(x, z + e)).normalize();
    hit.normal.set([normal.x, normal.y, normal.z]);
    hit.body = null;
    return true;
} };

onEachBiped('the same', (stage) => {
    catchWarnings();

    /** A hero that walks in a frame; its places in that frame, of hips and feet in each frame of the walk. */
    function walkIn(rotation: Quat, scale: number, ground: Ground, frames: number, dt = FRAME, settings = {}): { paths: Vec3[][]; hero: Actor } {
        const frame = stage.addEntity();
        frame.setLocalRotation(rotation);
        frame.setLocalScale(scale, scale, scale);
        const hero = stage.add(frame).play('walk');
        const up = rotation.transformVector(Vec3.UP, new Vec3());
        const placer = hero.place({ adjustPelvisVertically: true, dampPelvis: true, ...settings }, framed(ground, rotation, scale));
        placer.feet = placer.feet.map(row => ({ ...row, upVector: up.clone() })) as never;
        const back = frame.getWorldTransform().clone().invert();
        const paths: Vec3[][] = [];
        for (let i = 1; i <= frames; i++) {
            hero.holder.setLocalPosition(0, 0, stage.speedOf('walk') * i * dt);
            stage.step(dt);
            paths.push([hero.bone('hips'), ...stage.feet.map(id => hero.foot(id))].map(bone => back.transformPoint(bone.getPosition(), new Vec3())));
        }
        return { paths, hero };
    }

    function largest(a: Vec3[][], b: Vec3[][]): number {
        return Math.max(...a.flatMap((places, i) => places.map((place, bone) => place.distance(b[i][bone]))));
    }

    it('under up vectors in all directions', function () {
        const random = seededRandom(5);
        const upright = walkIn(new Quat(), 1, hills, 70).paths;
        stage.clear();
        const off = new Worst();
        for (let i = 0; i < sampled(20, 8); i++) {
            const up = randomDirection(random);
            const rotation = new Quat().setFromDirections(Vec3.UP, up).mul(new Quat().setFromEulerAngles(0, 360 * random(), 0));
            off.see(1000 * largest(walkIn(rotation, 1, hills, sampled(70, 40)).paths, upright) / stage.size, `up ${up}`);
            stage.clear();
        }
        this.test!.title += ` (${off.value.toFixed(3)} mm)`;
        expect(off.value, off.note).to.be.at.most(0.2);
    });

    it('at a hundredth and at a hundred times of the size', function () {
        const one = walkIn(new Quat(), 1, hills, 70).paths;
        stage.clear();
        for (const scale of [0.01, 100]) {
            const off = largest(walkIn(new Quat(), scale, hills, 70).paths, one) / stage.height;
            this.test!.title += ` (${(100 * off).toFixed(4)} %)`;
            expect(off).to.be.at.most(0.001);
            stage.clear();
        }
    });

    it('at 30, 60 and 144 frames a second', function () {
        const off = new Worst();
        const seconds = 1.5;
        const rates = [144, 60, 30];
        const runs = rates.map((rate) => {
            const found = walkIn(new Quat(), 1, hills, Math.round(seconds * rate), 1 / rate).paths;
            stage.clear();
            return found;
        });
        runs.forEach((slow, r) => runs.slice(0, r).forEach((fast, f) => slow.forEach((places, i) => {
            const time = (i + 1) / rates[r];
            if (time < 0.5) return;
            // between two frames of the faster run: bent by less than half a millimetre there
            const at = time * rates[f] - 1, from = Math.min(Math.floor(at + 1e-6), fast.length - 1), to = Math.min(from + 1, fast.length - 1);
            places.forEach((place, bone) => {
                const same = new Vec3().lerp(fast[from][bone], fast[to][bone], Math.max(0, at - from));
                off.see(1000 * place.distance(same) / stage.size, `${['hips', ...stage.feet][bone]} at ${rates[r]} and ${rates[f]} Hz, ${time.toFixed(3)} s`);
            });
        })));
        this.test!.title += ` (${off.value.toFixed(2)} mm)`;
        expect(off.value, off.note).to.be.at.most(boundOf(stage, RATES, REACHED_RATES));
    });

    it('after a teleport in its first frame', function () {
        const off = new Worst();
        for (const place of [new Vec3(40, 3, -7), new Vec3(-3, -0.9, 2)]) {
            const ground = slope(10);
            const shifted: Ground = { cast: (hit, ray) => {
                const local = Float64Array.from(ray);
                if (ray[0] > 20 || ray[0] < -2) {
                    local[0] -= place.x;
                    local[1] -= place.y;
                    local[2] -= place.z;
                }
                const met = ground.ground.cast(hit, local);
                if (ray[0] > 20 || ray[0] < -2) for (const [i, axis] of (['x', 'y', 'z'] as const).entries()) hit.point[i] += place[axis];
                return met;
            } };
            const hero = stage.add().play(stage.standing, 0);
            hero.place({ adjustPelvisVertically: true, dampPelvis: true }, shifted);
            for (let i = 0; i < 90; i++) stage.step();
            const read = () => [hero.bone('hips'), ...stage.feet.map(id => hero.foot(id))].map(bone => bone.getPosition().clone().sub(hero.holder.getPosition()));
            const before = read();
            hero.holder.setPosition(place);
            for (let i = 0; i < 5; i++) {
                stage.step();
                read().forEach((now, bone) => off.see(1000 * now.distance(before[bone]) / stage.size, `${['hips', ...stage.feet][bone]} in frame ${i + 1}`));
            }
            stage.clear();
        }
        this.test!.title += ` (${off.value.toFixed(2)} mm)`;
        expect(off.value, off.note).to.be.at.most(0.2);
    });

    it('in a frame without time', () => {
        const hero = stage.add().play('walk');
        hero.place({ adjustPelvisVertically: true, dampPelvis: true }, slope(15).ground);
        for (let i = 0; i < 40; i++) {
            hero.holder.setPosition(0, 0, 0.02 * i);
            stage.step();
        }
        const before = hero.nodes.map(node => node.getPosition().clone());
        for (let i = 0; i < 3; i++) {
            stage.step(0);
            hero.nodes.forEach((node, n) => expect(node.getPosition().distance(before[n]), node.name).to.be.below(1e-5));
        }
    });

    it('in frames of a quarter of a second: no foot leaves its leg, none is lost', () => {
        const { paths, hero } = walkIn(new Quat(), 1, hills, 60, 0.25);
        for (const places of paths) for (const place of places) expect(Number.isFinite(place.x + place.y + place.z)).to.equal(true);
        paths.forEach((places, i) => {
            const root = stage.speedOf('walk') * (i + 1) * 0.25;
            for (const place of places) {
                expect(Math.abs(place.z - root)).to.be.below(0.8 * stage.height);
                expect(place.y).to.be.within(-0.3 * stage.height, 0.8 * stage.height);
            }
        });
        for (const id of stage.feet) expect(hero.extension(id)).to.be.at.most(1.0001);
    });
});
