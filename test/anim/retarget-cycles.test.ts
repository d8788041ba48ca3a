import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, Entity, INTERPOLATION_LINEAR, Mat4, Quat, Vec3, type AppBase } from 'playcanvas';

import { createMirror, mirrorTrack, registerLimber, retargetTrack } from '../../scripts/index';
import { createApp, loadGlb } from '../support/app';
import { furtherRig, GNOME } from '../support/characters';
import { assetOf } from '../support/clip-asset';
import { compare, loadPlayer, quantile, retarget, type Player } from '../support/retarget-stage';
import { skipBecause } from '../support/skip';

// What becomes of a clip that goes around and travels, is mirrored, is added to another one, has keys of other times, or is for a character that stands somewhere.

const PEOPLE = 'templates/motions-people.glb';
const ANIMALS = 'templates/motions-animals.glb';

/** Who walks ahead, and in a circle: degrees a round. */
const WALKERS = [GNOME, 'Xbot.glb', 'rpm.glb', 'avatar.vrm', 'Soldier.glb', 'Knight.glb'].flatMap(file => [0, 36].map(yaw => ({ file, yaw })));

/** Share of a path, and millimetres and degrees. */
const PATH = 0.01;
const SAME_PLACE = 1e-4;

/** The walk with a root that travels and turns: metres and degrees a round. */
function travelling(track: AnimTrack, node: string, ahead: number, yaw: number): AnimTrack {
    const share = Array.from({ length: 61 }, (_, i) => i / 60);
    const turns = share.map(part => new Quat().setFromEulerAngles(0, yaw * part, 0)).flatMap(({ x, y, z, w }) => [x, y, z, w]);
    // along an arc, so that each round begins where the last one has ended
    const radius = yaw === 0 ? 0 : ahead / (yaw * Math.PI / 180);
    const places = share.flatMap((part) => {
        const angle = yaw * part * Math.PI / 180;
        return yaw === 0 ? [0, 0, ahead * part] : [radius * (1 - Math.cos(angle)), 0, radius * Math.sin(angle)];
    });
    const inputs = [...track.inputs, new AnimData(1, share.map(part => part * track.duration))];
    const outputs = [...track.outputs, new AnimData(4, turns), new AnimData(3, places)];
    const curve = (property: string, output: number) => new AnimCurve(
        [{ entityPath: [node], component: 'graph', propertyPath: [property] }] as never, inputs.length - 1, output, INTERPOLATION_LINEAR
    );
    const { curves } = track;
    return new AnimTrack(track.name, track.duration, inputs, outputs, [...curves, curve('localRotation', outputs.length - 2), curve('localPosition', outputs.length - 1)]);
}

describe('retargetTrack: rounds, mirrors, layers', () => {
    let app: AppBase;
    let people: Awaited<ReturnType<typeof loadPlayer>>;
    before(async () => {
        app = createApp();
        registerLimber(app);
        people = await loadPlayer(app, PEOPLE);
    });
    after(() => app.destroy());

    const show = (player: Player, time: number) => {
        player.seek(time);
        app.update(0);
    };

    /** Where the hips and all bones of known roles are at a time. */
    function look(player: Player, time: number): { hips: Mat4, nodes: Vec3[] } {
        show(player, time);
        const { rig: { bones, skeleton } } = player;
        const hips = player.bone('hips')!;
        return { hips: new Mat4().setTRS(hips.getPosition(), hips.getRotation(), Vec3.ONE), nodes: [...bones.values()].map(bone => skeleton.nodes[bone].getPosition().clone()) };
    }

    /** One round of a clip: where it leads, the largest gap at its seam, and the largest changes of speed there and half a round away, a second; shares of the height. */
    function roundOf(player: Player, track: AnimTrack): { round: Mat4, gap: number, jolt: number, half: number } {
        player.play(track);
        const step = 0.01;
        const [begin, soon, late, end, ...middle] = [0, step, track.duration - step, track.duration - 1e-6, -1, 0, 1].map((time, i) => look(player, i < 4 ? time : track.duration / 2 + time * step));
        const round = end.hips.clone().mul(begin.hips.clone().invert());
        const again = (node: Vec3) => round.transformPoint(node, new Vec3());
        const most = (measure: (node: Vec3, i: number) => number) => Math.max(...end.nodes.map(measure)) / player.size;
        return {
            round,
            gap: most((node, i) => again(begin.nodes[i]).distance(node)),
            jolt: most((node, i) => again(soon.nodes[i]).add(late.nodes[i]).sub(node).distance(node) / step),
            half: most((_, i) => middle[0].nodes[i].add(middle[2].nodes[i]).sub(middle[1].nodes[i]).distance(middle[1].nodes[i]) / step)
        };
    }

    const legOf = (player: Player) => {
        const [thigh, shin, foot] = (['leftThigh', 'leftShin', 'leftFoot'] as const).map(role => player.bone(role)!.getPosition());
        return thigh.distance(shin) + shin.distance(foot);
    };

    WALKERS.forEach(({ file, yaw }) => {
        it(`${file}: ten rounds of a walk that ${yaw ? 'goes in a circle' : 'goes ahead'} lead as far as the legs are long, and none has a seam`, async function () {
            const path = file === GNOME ? file : furtherRig(file);
            if (!path) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const { player } = await loadPlayer(app, path);
            // a clip leaves the root where it has brought it
            people.player.entity.setLocalPosition(0, 0, 0);
            people.player.entity.setLocalRotation(0, 0, 0, 1);
            const ahead = 1.34 * people.clips.get('walk')!.duration;
            const track = travelling(people.clips.get('walk')!, 'Mannequin', ahead, yaw);
            const ratio = legOf(player) / legOf(people.player);
            const made = retarget(track, people.player, player);
            const { round, gap, jolt, half } = roundOf(player, made);
            expect(gap, 'gap').below(SAME_PLACE);
            // the other heel strikes half a round away, where no seam is
            expect(jolt, 'jolt').below(1.1 * half);
            expect(jolt, 'jolt against the source').below(1.2 * roundOf(people.player, track).jolt);
            const ten = new Mat4();
            for (let i = 0; i < 10; i++) ten.mul(round);
            // ten rounds of 36 degrees come back to where they began; nine do not
            const nine = ten.clone().mul(round.clone().invert());
            for (const [rounds, matrix] of [[9, nine], [10, ten]] as const) {
                const turn = rounds * yaw * Math.PI / 180;
                const radius = yaw ? ahead * rounds / turn : 0;
                const expected = yaw ? new Vec3(radius * (1 - Math.cos(turn)), 0, radius * Math.sin(turn)) : new Vec3(0, 0, ahead * rounds);
                const forward = player.forward;
                const left = new Vec3().cross(player.up, forward);
                const wanted = left.mulScalar(expected.x * ratio).add(forward.clone().mulScalar(expected.z * ratio));
                // the origin of the clips is what goes along the path
                const at = matrix.transformPoint(new Vec3(), new Vec3());
                expect(at.distance(wanted) / (rounds * ahead * ratio), `${rounds} rounds`).below(PATH);
            }
            player.entity.destroy();
        });
    });

    it('makes the mirrored clip as it makes the clip: feet that stand, arms that point as the mirrored source\'s', async () => {
        const { player } = await loadPlayer(app, GNOME);
        const track = people.clips.get('walk')!;
        const mirrored = mirrorTrack(track, createMirror(people.player.entity)!)!;
        const figures = compare(people.player, player, mirrored, retarget(mirrored, people.player, player, { keepHands: false }));
        expect(figures.planted).above(20);
        expect(figures.drift, 'drift').below(5);
        expect(figures.height, 'height').below(5);
        for (const part of ['leftUpperArm-leftForearm', 'rightForearm-rightHand']) {
            expect(quantile(figures.directions[part], 0.5), part).below(1);
            expect(quantile(figures.directions[part], 0.99), part).below(5);
        }
        // it is another clip: the other foot leads
        const plain = compare(people.player, player, mirrored, retarget(track, people.player, player, { keepHands: false }));
        expect(quantile(plain.directions['leftUpperArm-leftForearm'], 0.9)).above(10);
        player.entity.destroy();
    });

    it('is mirrored by mirrorTrack as the source\'s clip is', async () => {
        const { player } = await loadPlayer(app, GNOME);
        const track = people.clips.get('walk')!;
        const mirrored = mirrorTrack(track, createMirror(people.player.entity)!)!;
        const made = mirrorTrack(retarget(track, people.player, player, { keepHands: false }), createMirror(player.entity)!)!;
        const figures = compare(people.player, player, mirrored, made);
        expect(figures.drift, 'drift').below(5);
        for (const part of ['leftUpperArm-leftForearm', 'rightForearm-rightHand']) expect(quantile(figures.directions[part], 0.99), part).below(5);
        player.entity.destroy();
    });

    it('adds with additiveOverlay what the source\'s clip adds, and nothing to the legs', async () => {
        const { player } = await loadPlayer(app, GNOME);
        const [idle, windmill] = ['idle', 'windmill'].map(name => people.clips.get(name)!);
        const heroes = [people.player, player].map((one, i) => {
            const entity = i === 0 ? people.player : player;
            const [base, added] = i === 0 ? [idle, windmill] : [idle, windmill].map(track => retarget(track, people.player, player, { keepHands: false }));
            entity.play(base);
            if (!entity.entity.script) entity.entity.addComponent('script');
            const overlay = entity.entity.script!.create('additiveOverlay', { attributes: { overlays: [{ name: 'windmill', clip: assetOf(app, added), boneMask: 'spine' }] } }) as unknown as { play(name: string): void };
            return { one, overlay };
        });
        app.update(1 / 60);
        const angles: number[] = [];
        let most = 0;
        const rest = heroes.map(({ one }) => one.way('leftUpperArm', 'leftForearm')!);
        for (const { overlay } of heroes) overlay.play('windmill');
        for (let frame = 0; frame < 50; frame++) {
            app.update(1 / 60);
            for (const [from, to] of [['leftUpperArm', 'leftForearm'], ['rightForearm', 'rightHand']] as const) {
                const [a, b] = heroes.map(({ one }) => one.way(from, to)!);
                angles.push(Math.acos(Math.min(1, a.dot(b))) * 180 / Math.PI);
            }
            most = Math.max(most, Math.acos(Math.min(1, heroes[1].one.way('leftUpperArm', 'leftForearm')!.dot(rest[1]))) * 180 / Math.PI);
        }
        expect(most, 'degrees that the overlay moves an arm').above(20);
        expect(quantile(angles, 0.5), 'median').below(1);
        expect(quantile(angles, 0.99), '99 %').below(5);
        heroes[0].one.entity.script!.destroy('additiveOverlay');
        player.entity.destroy();
    });

    it('makes the same motion of keys at other times', async () => {
        const { player } = await loadPlayer(app, GNOME);
        const track = people.clips.get('walk')!;
        const made = retarget(track, people.player, player);
        const places = (one: AnimTrack, target: Player) => {
            target.play(one);
            return Array.from({ length: 12 }, (_, i) => look(target, i / 12 * track.duration).nodes);
        };
        const expected = places(made, player);
        for (const rate of [24, 120]) {
            const other = retarget(rekeyed(track, rate), people.player, player);
            expect(other.duration).closeTo(made.duration, 1e-5);
            places(other, player).forEach((nodes, i) => nodes.forEach((node, j) => (
                expect(node.distance(expected[i][j]) / player.size * 1750, `${rate} keys a second, bone ${j}`).below(rate < 60 ? 20 : 6))));
        }
        player.entity.destroy();
    });

    it('makes the same clip wherever the character stands, however large it is, and whatever plays on it', async () => {
        const file = await loadGlb(app, GNOME);
        const shown = async (prepare: (entity: Entity) => void) => {
            const entity = file.instantiate();
            const above = new Entity('above', app);
            app.root.addChild(above);
            above.addChild(entity);
            prepare(entity);
            // not the clip that was kept for the model
            const { clips } = await loadGlb(app, PEOPLE);
            const { track } = retargetTrack(clips.get('walk')!, people.player.entity, entity);
            const values = track!.outputs.flatMap(({ data }) => [...data]);
            above.destroy();
            return values;
        };
        const plain = await shown(() => {});
        for (const [name, prepare] of [
            ['moved, turned and large', (entity: Entity) => {
                entity.parent!.setLocalPosition(3, -2, 5);
                entity.parent!.setLocalEulerAngles(0, 130, 20);
                entity.parent!.setLocalScale(3, 3, 3);
            }],
            ['its own entity small', (entity: Entity) => entity.setLocalScale(0.01, 0.01, 0.01)],
            ['in the middle of a clip', (entity: Entity) => {
                entity.addComponent('anim', { activate: true });
                entity.anim!.assignAnimation('Clip', file.clips.get('walk') ?? [...file.clips.values()][0]);
                for (let i = 0; i < 20; i++) app.update(1 / 60);
            }]
        ] as const) {
            const values = await shown(prepare);
            expect(values.length, name).equal(plain.length);
            expect(Math.max(...values.map((value, i) => Math.abs(value - plain[i]))), name).below(1e-4);
        }
    });

    it('gives animals\' gaits a seam that cannot be seen', async function () {
        const path = furtherRig('Husky.glb');
        if (!path) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
        const animals = await loadPlayer(app, ANIMALS);
        const { player } = await loadPlayer(app, path);
        for (const clip of ['walk', 'trot', 'gallop', 'idle']) {
            const made = retarget(animals.clips.get(clip)!, animals.player, player);
            expect(roundOf(player, made).gap, clip).below(SAME_PLACE);
        }
        player.entity.destroy();
    });
});

/** The clip with keys at another rate, as the engine evaluates it. */
function rekeyed(track: AnimTrack, rate: number): AnimTrack {
    const count = Math.round(rate * track.duration);
    const times = Array.from({ length: count + 1 }, (_, i) => track.duration * i / count);
    const outputs = track.curves.map((curve) => {
        const { data } = track.inputs[curve.input];
        const { data: values, components } = track.outputs[curve.output];
        const rows = times.flatMap((time) => {
            let next = 0;
            while (next < data.length - 1 && data[next] < time) next++;
            const before = Math.max(0, next - 1);
            const share = next === before ? 0 : Math.min(1, Math.max(0, (time - data[before]) / (data[next] - data[before])));
            const [a, b] = [before, next].map(key => Array.from(values.slice(components * key, components * key + components)));
            const sign = components === 4 && a.reduce((sum, value, i) => sum + value * b[i], 0) < 0 ? -1 : 1;
            const mixed = a.map((value, i) => value + (sign * b[i] - value) * share);
            const length = components === 4 ? Math.hypot(...mixed) : 1;
            return mixed.map(value => value / length);
        });
        return new AnimData(components, new Float32Array(rows));
    });
    const curves = track.curves.map((curve, i) => new AnimCurve(curve.paths, 0, i, INTERPOLATION_LINEAR));
    return new AnimTrack(track.name, track.duration, [new AnimData(1, new Float32Array(times))], outputs, curves);
}
