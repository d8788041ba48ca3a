import { expect } from 'chai';
import { Color, Vec3 } from 'playcanvas';

import { MecFootPlacer, mecFootPlacerAttributes, footPlacementStatesAttributes } from '../../scripts/index';
import { expectTable } from '../support/attribute-table';
import { onEachBiped, type FootRow, type Settings } from '../support/foot-stage';
import { Walk } from '../support/foot-walk';
import { turnBetween } from '../support/geometry';
import { RecordedGround, type Ray } from '../support/recorded-ground';
import { slope, stairs } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/** Name, type and default of each attribute; a list holds its fields. */
const TABLE = [
    ['adjustPelvisVertically', 'boolean', false], ['dampPelvis', 'boolean', false], ['maxLegLength', 'number', 0], ['minLegLength', 'number', 0],
    ['pelvisAdjustmentSpeed', 'number', 1], ['pelvisBone', 'entity'], ['pelvisBoneName', 'string', ''], ['layersToIgnore', 'string[]'], ['softReach', 'number', 0.03],
    ['predictSwing', 'boolean', true], ['tiltBody', 'number', 0], ['posture', 'number', 1], ['levelSole', 'number', 0], ['maxSlope', 'number', 50], ['maxStep', 'number', 0.5],
    ['feet', 'json', [
        ['footId', 'string', ''], ['footBone', 'entity'], ['boneName', 'string', ''], ['bonesCount', 'number', 0], ['plantFoot', 'boolean', true],
        ['forwardVector', 'vec3', [0, 0, 0]], ['ikHintOffset', 'vec3', [0, 0, 0]], ['upVector', 'vec3', [0, 1, 0]], ['footOffsetDist', 'number', 0.5],
        ['footLength', 'number', 0], ['footHalfWidth', 'number', 0], ['footHeight', 'number', 0], ['footRotationLimit', 'number', 45],
        ['transitionTime', 'number', 0.2], ['extraRayDistanceCheck', 'number', 0], ['setExtraRayDistanceCheckAutomatically', 'boolean', false],
        ['footDistanceFromGroundThreshold', 'number', 0.1], ['extraRayDistanceCheckMin', 'number', 0], ['extraRayDistanceCheckMax', 'number', 2],
        ['disablePlantFromDistance', 'number', 0.3], ['disablePlantFromAngle', 'number', 60], ['drawDebugRay', 'boolean', false]
    ]]
];

const STATES = [['states', 'json', [
    ['state', 'string', ''], ['plant', 'boolean', true], ['plantBlendSpeed', 'number', 5], ['adjustPelvis', 'boolean', false], ['extraRayStance', 'number', 0],
    ['extraRaySwing', 'number', 0]
]]];

describe('the attributes of mecFootPlacer and footPlacementStates', () => {
    it('have the names, types and defaults of the table', () => {
        expectTable(mecFootPlacerAttributes, TABLE);
        expectTable(footPlacementStatesAttributes, STATES);
    });
});

onEachBiped('an attribute of mecFootPlacer', (stage) => {
    catchWarnings();

    /** Where hips and feet come to be in some frames, in a scene in which the attribute matters. */
    function places(settings: Settings, row: FootRow, { frames = 60, scenery = slope(25, 60), clip = stage.standing, rootHeight }: {
        frames?: number; scenery?: ReturnType<typeof slope> | ReturnType<typeof stairs>; clip?: string; rootHeight?: () => number;
    } = {}): Vec3[] {
        const walk = new Walk(stage, scenery, { clip, settings: { maxStep: 1, ...settings }, rootHeight });
        if (Object.keys(row).length > 0) walk.placer.feet = walk.placer.feet.map(own => ({ ...own, ...row })) as never;
        const out: Vec3[] = [];
        for (let i = 0; i < frames; i++) {
            walk.step();
            out.push(...[walk.hero.bone('hips'), ...stage.feet.map(id => walk.hero.foot(id))].map(bone => bone.getPosition().clone()));
        }
        stage.clear();
        return out;
    }

    const difference = (a: Vec3[], b: Vec3[]) => Math.max(...a.map((place, i) => place.distance(b[i]))) / stage.size;

    /** Rays of the frame after some frames. */
    function rays(settings: Settings, row: FootRow, clip = stage.standing, frames = 30, height = 0): { rays: Ray[]; walk: Walk; ground: RecordedGround } {
        const ground = new RecordedGround(height);
        const walk = new Walk(stage, { ground, heightAt: () => 0, distanceTo: (_x, y) => y }, { clip, settings });
        walk.placer.feet = walk.placer.feet.map(own => ({ ...own, ...row })) as never;
        walk.run(frames / 60);
        ground.rays = [];
        walk.step();
        return { rays: ground.rays, walk, ground };
    }

    it('has its default on an instance that sets nothing, and rows get the defaults of what they leave out', () => {
        const hero = stage.add();
        hero.model.addComponent('script');
        const placer = hero.model.script!.create('mecFootPlacer') as MecFootPlacer;
        for (const [name, type, initial] of TABLE as [keyof MecFootPlacer, string, unknown][]) {
            if (type === 'number' || type === 'boolean') expect(placer[name], name).to.equal(initial);
        }
        expect(placer.pelvisBone).to.equal(null);
        expect(placer.layersToIgnore).to.deep.equal([]);
        placer.feet = [{ boneName: 'leftFoot' }] as never;
        const [row] = placer.feet;
        for (const [name, type, initial] of TABLE[TABLE.length - 1][2] as [keyof typeof row, string, unknown][]) {
            // the id is that of the bone
            if (name === 'boneName' || name === 'footId') continue;
            if (type === 'vec3') expect([(row[name] as Vec3).x, (row[name] as Vec3).y, (row[name] as Vec3).z], name).to.deep.equal(initial);
            else expect(row[name] ?? undefined, name).to.equal(initial);
        }
    });

    it('feet is filled with both feet, their rays set automatically', () => {
        const placer = stage.add().place({}, slope(0).ground);
        expect(placer.feet.map(({ footId }) => footId)).to.deep.equal(['leftFoot', 'rightFoot']);
        for (const row of placer.feet) {
            expect(row.footBone).to.not.equal(null);
            expect(row.setExtraRayDistanceCheckAutomatically).to.equal(true);
        }
        expect(placer.problems()).to.deep.equal([]);
    });

    const changes: [string, Settings, FootRow, Settings, FootRow, object?][] = [
        ['adjustPelvisVertically', { adjustPelvisVertically: false }, {}, { adjustPelvisVertically: true }, {}],
        ['dampPelvis', { adjustPelvisVertically: true, dampPelvis: false }, {}, { adjustPelvisVertically: true, dampPelvis: true }, {}],
        ['maxLegLength', { adjustPelvisVertically: true, maxLegLength: 0.45 }, {}, { adjustPelvisVertically: true }, {}],
        ['pelvisAdjustmentSpeed', { adjustPelvisVertically: true, pelvisAdjustmentSpeed: 0.1 }, {}, { adjustPelvisVertically: true }, {}],
        ['softReach', { softReach: 0.15 }, {}, { softReach: 0 }, {}, { scenery: slope(25, 0), clip: 'walk' }],
        ['levelSole', { levelSole: 0 }, {}, { levelSole: 1 }, {}, { clip: 'walk' }],
        ['maxSlope', { maxSlope: 20 }, {}, { maxSlope: 50 }, {}],
        ['plantFoot', {}, { plantFoot: true }, {}, { plantFoot: false }, { clip: 'walk' }],
        ['footRotationLimit', {}, { footRotationLimit: 3 }, {}, { footRotationLimit: 45 }, { scenery: slope(30, 0), clip: 'walk' }],
        ['transitionTime', {}, { transitionTime: 0.05 }, {}, { transitionTime: 0.6 }],
        ['footHeight', { levelSole: 1 }, { footHeight: 0.3 }, { levelSole: 1 }, { footHeight: 0 }]
    ];
    for (const [name, settings, row, otherSettings, otherRow, options] of changes) {
        it(`${name} changes what is shown`, () => {
            const found = difference(places(settings, row, options), places(otherSettings, otherRow, options));
            if (name === 'footRotationLimit' || name === 'levelSole') expect(found).to.be.above(0);
            else expect(found).to.be.above(name === 'softReach' ? 0.001 : 0.004);
        });
    }

    it('minLegLength keeps the pelvis from crushing a leg', () => {
        const leg = stage.legLength('leftFoot');
        const hips = [0, 0.9].map((share) => {
            const ground = new RecordedGround(0.2 * stage.size);
            const hero = stage.add().play(stage.standing, 0);
            hero.place({ adjustPelvisVertically: true, minLegLength: share * leg, maxLegLength: 0.6 * leg, maxStep: 1 }, ground);
            for (let i = 0; i < 90; i++) stage.step();
            const height = hero.bone('hips').getPosition().y;
            stage.clear();
            return height;
        });
        expect(hips[1] - hips[0]).to.be.above(0.05 * stage.size);
    });

    it('pelvisBone moves instead of the hips', () => {
        const hero = stage.add().play(stage.standing, 0);
        const hips = hero.bone('hips');
        const above = hips.parent as typeof hips;
        const placer = hero.place({ adjustPelvisVertically: true, pelvisBone: hips }, slope(25, 60).ground);
        for (let i = 0; i < 60; i++) stage.step();
        expect(placer.problems()).to.deep.equal([]);
        const [before, parent] = [hips.getLocalPosition().clone(), above.getLocalPosition().clone()];
        placer.adjustPelvisVertically = false;
        for (let i = 0; i < 60; i++) stage.step();
        expect(hips.getLocalPosition().distance(before)).to.be.above(0);
        expect(above.getLocalPosition().distance(parent)).to.equal(0);
    });

    it('pelvisBoneName names it, by its role or its own name', () => {
        for (const [pelvisBoneName, count] of [['hips', 0], [stage.add().bone('hips').name, 0], ['head', 1]] as const) {
            const hero = stage.add().play(stage.standing, 0);
            const placer = hero.place({ adjustPelvisVertically: true, pelvisBoneName }, slope(25, 60).ground);
            expect(placer.problems(), pelvisBoneName).to.have.length(count);
        }
    });

    it('footOffsetDist is where rays start above the foot', () => {
        for (const footOffsetDist of [0.3, 0.8]) {
            const { rays: found, walk } = rays({}, { footOffsetDist, plantFoot: false });
            const ankle = walk.twin.foot('leftFoot').getPosition().y;
            const tops = found.map(({ from }) => from[1]);
            expect(Math.max(...tops)).to.be.closeTo(ankle + footOffsetDist, 0.02 * stage.size);
            stage.clear();
        }
    });

    it('left at its default footOffsetDist scales with the character', () => {
        const { rays: found, walk } = rays({}, { plantFoot: false });
        const top = Math.max(...found.map(({ from }) => from[1]));
        expect(top - walk.twin.foot('leftFoot').getPosition().y).to.be.closeTo(0.5 * stage.size, 0.02 * stage.size);
    });

    it('footLength and footHalfWidth are where the rays of toe and heel corner go, forwardVector their direction', () => {
        const spread = (row: FootRow, settings: Settings = {}) => {
            const { rays: found, walk } = rays(settings, { plantFoot: false, ...row });
            const { x, z } = walk.twin.foot('leftFoot').getPosition();
            const forward = walk.twin.forwardOf('leftFoot');
            forward.y = 0;
            forward.normalize();
            const other = walk.twin.foot('rightFoot').getPosition();
            const isOwn = (place: readonly number[]) => Math.hypot(place[0] - x, place[2] - z) < Math.hypot(place[0] - other.x, place[2] - other.z);
            const ways = (rays: typeof found) => rays.map(({ from }) => new Vec3(from[0] - x, 0, from[2] - z)).sort((a, b) => a.length() - b.length()).slice(0, 4);
            const near = ways(found.filter(({ from }) => isOwn(from)));
            stage.clear();
            return {
                ahead: Math.max(...near.map(way => way.dot(forward))),
                aside: Math.max(...near.map(way => Math.abs(new Vec3().cross(forward, way).y))),
                // the toe's ray may come near the other foot
                right: Math.max(...ways(found).map(way => -way.x))
            };
        };
        expect(spread({ footLength: 0.1, footHalfWidth: 0.02 }).ahead).to.be.closeTo(0.1, 0.006);
        expect(spread({ footLength: 0.14, footHalfWidth: 0.02 }).ahead).to.be.closeTo(0.14, 0.006);
        expect(spread({ footLength: 0.1, footHalfWidth: 0.03 }).aside).to.be.closeTo(0.03, 0.012);
        expect(spread({ footLength: 0.1, footHalfWidth: 0.06 }).aside).to.be.closeTo(0.06, 0.012);
        expect(spread({ footLength: 0.1, footHalfWidth: 0.02, forwardVector: new Vec3(-1, 0, 0) }).right).to.be.closeTo(0.1, 0.015);
    });

    it('upVector is the direction of the rays, of any length', () => {
        for (const upVector of [new Vec3(0.3, 1, 0), new Vec3(0, 4, 0)]) {
            const { rays: found } = rays({}, { upVector });
            const wanted = upVector.clone().normalize().mulScalar(-1);
            for (const { way } of found) expect(new Vec3(...way).distance(wanted)).to.be.below(1e-6);
            stage.clear();
        }
    });

    it('extraRayDistanceCheck is how far below the sole ground is found', () => {
        for (const [extra, depth, found] of [[0.1, 0.06, true], [0.1, 0.14, false], [0.3, 0.14, true], [0, 0.14, true]] as const) {
            const { walk } = rays({ maxStep: 2, adjustPelvisVertically: true }, { setExtraRayDistanceCheckAutomatically: false, extraRayDistanceCheck: extra, plantFoot: false }, stage.standing, 40, -depth);
            const moved = walk.hero.foot('leftFoot').getPosition().distance(walk.twin.foot('leftFoot').getPosition());
            if (found) expect(moved, `${extra}, ${depth}`).to.be.above(1e-4);
            else expect(moved, `${extra}, ${depth}`).to.be.below(1e-5);
            stage.clear();
        }
    });

    it('set automatically, rays reach extraRayDistanceCheckMax below a foot that is near its ground, and extraRayDistanceCheckMin below one that is not', () => {
        const row = { setExtraRayDistanceCheckAutomatically: true, extraRayDistanceCheckMin: 0.05, extraRayDistanceCheckMax: 0.4, plantFoot: false };
        const lengths: { down: boolean; high: number; below: number }[] = [];
        const ground = new RecordedGround(0);
        const walk = new Walk(stage, { ground, heightAt: () => 0, distanceTo: (_x, y) => y }, { settings: { predictSwing: false } });
        walk.placer.feet = walk.placer.feet.map(own => ({ ...own, ...row })) as never;
        const id = 'leftFoot';
        walk.run(1.2 * stage.clip('walk').duration, () => {
            const ankle = walk.twin.foot(id).getPosition();
            const own = ground.rays.filter(({ from }) => Math.hypot(from[0] - ankle.x, from[2] - ankle.z) < 1e-3 * stage.size);
            ground.rays = [];
            if (own.length !== 1) return;
            let lowest = Infinity;
            const { points } = walk.twin.sole(id);
            for (let v = 1; v < points.length; v += 3) lowest = Math.min(lowest, points[v]);
            // how far below the sole of a level foot the ray ends
            const end = own[0].from[1] - own[0].length;
            lengths.push({ down: walk.placer.isDown(id), high: lowest, below: ankle.y - walk.twin.sole(id).depth - end });
        });
        const down = lengths.filter(one => one.down && one.high < 0.01 * stage.size), up = lengths.filter(one => !one.down && one.high > 0.03 * stage.size);
        expect(down.length).to.be.above(5);
        expect(up.length).to.be.above(5);
        for (const { below } of down) expect(below).to.be.closeTo(0.4, 0.02 * stage.size);
        for (const { below } of up) expect(below).to.be.closeTo(0.05, 0.02 * stage.size);
    });

    it('footDistanceFromGroundThreshold says what is near', () => {
        const count = (footDistanceFromGroundThreshold: number) => {
            const ground = new RecordedGround(0);
            const walk = new Walk(stage, { ground, heightAt: () => 0, distanceTo: (_x, y) => y }, { settings: { predictSwing: false } });
            walk.placer.feet = walk.placer.feet.map(own => ({
                ...own, footDistanceFromGroundThreshold, extraRayDistanceCheckMin: 0, extraRayDistanceCheckMax: 1, plantFoot: false
            })) as never;
            ground.rays = [];
            walk.run(1.5 * stage.clip('walk').duration);
            const long = ground.rays.filter(({ from, length }) => length - from[1] > 0.5).length;
            const share = long / ground.rays.length;
            stage.clear();
            return share;
        };
        const [near, far] = [count(0.1 * stage.size), count(2)];
        expect(near).to.be.below(0.95);
        expect(far).to.equal(1);
    });

    it('drawDebugRay draws the rays that hit: foot red, toe blue, heel green', () => {
        const hero = stage.add().play(stage.standing);
        const placer = hero.place({}, slope(5).ground);
        const lines: { from: Vec3; to: Vec3; color: Color }[] = [];
        stage.app.drawLine = (from: Vec3, to: Vec3, color?: Color) => { lines.push({ from: from.clone(), to: to.clone(), color: color!.clone() }); };
        stage.step();
        expect(lines).to.have.length(0);
        placer.feet = placer.feet.map(row => ({ ...row, drawDebugRay: true })) as never;
        stage.step();
        const of = (test: (color: Color) => boolean) => lines.filter(({ color }) => test(color));
        const red = of(c => c.r > 0.8 && c.g < 0.5 && c.b < 0.5), green = of(c => c.g > 0.6 && c.r < 0.5 && c.b < 0.5), blue = of(c => c.b > 0.8 && c.r < 0.6);
        expect([red.length, green.length, blue.length]).to.deep.equal([2, 4, 2]);
        const plane = slope(5);
        for (const { to } of lines) expect(Math.abs(plane.distanceTo(to.x, to.y, to.z))).to.be.below(1e-4);
        const forward = stage.forward;
        red.forEach(({ to }, i) => expect(blue[i].to.clone().sub(to).dot(forward)).to.be.above(0.05 * stage.size));
        lines.length = 0;
        placer.setGround({ cast: () => false });
        stage.step();
        expect(lines).to.have.length(0);
    });

    it('footBone comes before boneName, which is a role or a node\'s name; footId names the foot in methods', () => {
        const hero = stage.add();
        const left = hero.foot('leftFoot');
        for (const row of [{ footId: 'a', boneName: 'leftFoot' }, { footId: 'a', boneName: left.name }, { footId: 'a', boneName: 'rightFoot', footBone: left }]) {
            const actor = stage.add().play(stage.standing);
            const given = 'footBone' in row ? { ...row, footBone: actor.foot('leftFoot') } : row;
            const placer = actor.place({ feet: [{ setExtraRayDistanceCheckAutomatically: true, ...given }] as never }, new RecordedGround(0.05 * stage.size));
            const twin = stage.add().play(stage.standing);
            for (let i = 0; i < 40; i++) stage.step();
            const moved = stage.feet.filter(id => actor.foot(id).getPosition().distance(twin.foot(id).getPosition()) > 0.02 * stage.size);
            expect(moved).to.deep.equal(['leftFoot']);
            expect([placer.isActive('a'), placer.isActive('leftFoot')]).to.deep.equal([true, false]);
        }
    });

    it('bonesCount is how many bones of the leg are solved', () => {
        const turned = [2, 3].map((bonesCount) => {
            const actor = stage.add().play(stage.standing, 0), twin = stage.add().play(stage.standing, 0);
            actor.place({ feet: [{ footId: 'leftFoot', boneName: 'leftFoot', bonesCount, setExtraRayDistanceCheckAutomatically: true }] as never }, new RecordedGround(0.05 * stage.size));
            for (let i = 0; i < 40; i++) stage.step();
            const bones = actor.leg('leftFoot'), own = twin.leg('leftFoot');
            return turnBetween(bones[0].getLocalRotation(), own[0].getLocalRotation());
        });
        expect(turned[0]).to.equal(0);
        expect(turned[1]).to.be.above(1);
    });

    it('is read every frame, and a list when it is assigned or after refresh', () => {
        const actor = stage.add().play(stage.standing, 0), twin = stage.add().play(stage.standing, 0);
        const placer = actor.place({}, new RecordedGround(0.1 * stage.size));
        const off = () => actor.foot('leftFoot').getPosition().distance(twin.foot('leftFoot').getPosition()) / stage.size;
        for (let i = 0; i < 40; i++) stage.step();
        expect(off()).to.be.above(0.08);
        placer.maxStep = 0.05 * stage.size;
        for (let i = 0; i < 40; i++) stage.step();
        expect(off()).to.be.below(1e-4);
        placer.maxStep = 0.5;
        placer.feet[0].setExtraRayDistanceCheckAutomatically = true;
        placer.refresh();
        for (let i = 0; i < 40; i++) stage.step();
        expect(off()).to.be.above(0.08);
    });
});
