import { expect } from 'chai';
import { Quat, Vec3, type AnimTrack, type AppBase, type Entity } from 'playcanvas';

import { loadIdleGraph, registerLimber } from '../../scripts/index';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { MANNEQUIN } from '../support/characters';

// The clips of templates/mannequin-idle.glb as the engine plays them on the mannequin.

const NAMES = [
    'shift-left', 'shift-right', 'look-left', 'look-right', 'look-up', 'look-down', 'face-calm', 'face-curious', 'fidget-neck', 'fidget-shoulders', 'fidget-wrist'
];
const bone = (name: string) => `mixamorig:${name}`;
const FEET = ['LeftFoot', 'RightFoot', 'LeftToeBase', 'RightToeBase'].map(bone);

/** Angle between two rotations, exact when small. */
function degrees(a: Quat, b: Quat): number {
    const turn = new Quat().copy(a).normalize().invert().mul(new Quat().copy(b).normalize());
    return 2 * Math.atan2(Math.hypot(turn.x, turn.y, turn.z), Math.abs(turn.w)) * 180 / Math.PI;
}

describe('mannequin-idle.glb', () => {
    let app: AppBase, model: LoadedCharacter, clips: Map<string, AnimTrack>;

    before(async () => {
        app = createApp();
        registerLimber(app);
        model = await loadGlb(app, MANNEQUIN);
        ({ clips } = await loadGlb(app, 'templates/mannequin-idle.glb'));
    });

    after(() => app.destroy());

    function play(track: AnimTrack): Entity {
        const entity = model.instantiate();
        app.root.addChild(entity);
        entity.addComponent('anim', { activate: true, speed: 0 });
        entity.anim!.assignAnimation('Clip', track);
        app.update(0);
        return entity;
    }

    /** What is read at even moments of a clip. */
    function read<T>(track: AnimTrack, at: (entity: Entity) => T, count = 20): T[] {
        const entity = play(track);
        const values = Array.from({ length: count }, (_, i) => {
            entity.anim!.baseLayer!.activeStateCurrentTime = track.duration * 0.9999 * i / (count - 1);
            app.update(0);
            return at(entity);
        });
        entity.destroy();
        return values;
    }

    const idle = () => model.clips.get('idle')!;
    const pose = (entity: Entity) => new Map(entity.find(() => true).map(node => [node.name, node.getLocalRotation().clone()]));
    const farthest = (a: ReadonlyMap<string, Quat>, b: ReadonlyMap<string, Quat>) => Math.max(...[...a].map(([name, turn]) => degrees(turn, b.get(name)!)));

    it('holds two shifts, four looks, two faces and three fidgets, whose feet stand where those of the idle do', () => {
        expect([...clips.keys()].sort()).to.deep.equal([...NAMES].sort());
        const places = (entity: Entity) => FEET.map(name => entity.findByName(name)!.getPosition().clone());
        const [stood] = read(idle(), places, 2);
        for (const name of NAMES) {
            for (const now of read(clips.get(name)!, places)) now.forEach((at, i) => expect(at.distance(stood[i]), `${name}, ${FEET[i]}`).to.be.below(0.002));
        }
    });

    it('shifts the weight by 3.5 to 6 cm to each side in the time of the idle, the hip up over the leg that carries', () => {
        const hips = (entity: Entity) => entity.findByName(bone('Hips'))!.getPosition().x;
        const [rest] = read(idle(), hips, 2);
        for (const [name, sign] of [['shift-left', 1], ['shift-right', -1]] as const) {
            const track = clips.get(name)!;
            expect(track.duration).to.be.closeTo(idle().duration, 0.04);
            expect(sign * (read(track, hips, 2)[0] - rest)).to.be.within(0.035, 0.06);
            const [tilt] = read(track, entity => ['LeftUpLeg', 'RightUpLeg'].map(leg => entity.findByName(bone(leg))!.getPosition().y), 2);
            expect(sign * (tilt[0] - tilt[1])).to.be.above(0.005);
        }
    });

    it('looks 36 degrees aside and 24 up and down, and shows that at full weight through the blend tree within 0.1 degrees', () => {
        const facing = (entity: Entity) => entity.findByName(bone('Head'))!.getRotation().clone();
        const [rest] = read(idle(), facing, 2);
        const entity = model.instantiate();
        app.root.addChild(entity);
        const track = (name: string) => clips.get(name)!;
        const problems = loadIdleGraph(entity, {
            idle: idle(), shiftLeft: track('shift-left'), shiftRight: track('shift-right'), lookLeft: track('look-left'), lookRight: track('look-right'),
            lookUp: track('look-up'), lookDown: track('look-down'), faces: [track('face-calm'), track('face-curious')], fidgets: { Neck: track('fidget-neck') }
        });
        expect(problems).to.deep.equal([]);
        entity.anim!.speed = 0;
        for (const [name, x, y] of [['look-left', -1, 0], ['look-right', 1, 0], ['look-up', 0, 1], ['look-down', 0, -1]] as const) {
            const [turned] = read(track(name), facing, 2);
            const seen = new Quat().mul2(turned, new Quat().copy(rest).invert()).transformVector(new Vec3(0, 0, 1));
            if (x !== 0) expect(Math.asin(seen.x) * 180 / Math.PI, name).to.be.closeTo(-36 * x, 0.5);
            else expect(Math.asin(seen.y) * 180 / Math.PI, name).to.be.closeTo(24 * y, 0.5);
            entity.anim!.setFloat('lookX', x);
            entity.anim!.setFloat('lookY', y);
            app.update(0);
            const authored = read(track(name), pose, 2)[0];
            const shown = pose(entity);
            for (const part of ['Hips', 'Spine', 'Spine2', 'Neck', 'Head', 'LeftArm', 'RightForeArm'].map(bone)) expect(degrees(shown.get(part)!, authored.get(part)!), `${name}, ${part}`).to.be.below(0.1);
        }
        entity.destroy();
    });

    it('faces and fidgets begin and end as the idle begins, and differ from it between', () => {
        const [start] = read(idle(), pose, 2);
        for (const name of NAMES.slice(6)) {
            const poses = read(clips.get(name)!, pose);
            expect(farthest(poses[0], start), `${name} at its start`).to.be.below(0.1);
            expect(farthest(poses[poses.length - 1], start), `${name} at its end`).to.be.below(0.1);
            expect(Math.max(...poses.map(each => farthest(each, start))), name).to.be.above(2);
        }
    });
});
