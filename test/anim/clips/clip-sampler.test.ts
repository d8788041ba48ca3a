import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, Entity, INTERPOLATION_CUBIC, INTERPOLATION_STEP, type AppBase } from 'playcanvas';

import { evaluateChannel } from '../../../scripts/anim/clips/clip-channels';
import { ClipSampler } from '../../../scripts/anim/clips/clip-sampler';
import { AnimReader } from '../../../scripts/anim/component/anim-reader';
import { rotateVec } from '../../../scripts/core/math/flat-math';
import type { Rig } from '../../../scripts/rig/rig';
import { findSkeleton } from '../../../scripts/rig/skeleton';
import { createApp } from '../../support/app';
import { RIGS } from '../../support/characters';
import { CLIPS, HOUND, loadActor, makeTrack, type Actor } from '../../support/clips';
import { seededRandom } from '../../support/geometry';

// A clip's pose without a scene is the pose that the engine gives to the nodes.

/** Largest difference of a quaternion's numbers, and of a position relative to the character's height. */
const TOLERANCE = 1e-5;

/** Times at which each clip is compared. */
const TIMES = 50;

/** Lets the engine play a clip on an actor and compares the nodes to the sampler at random times. */
function compareToEngine(app: AppBase, { entity, rig }: Actor, track: AnimTrack): number {
    const { nodes } = rig.skeleton;
    const sampler = new ClipSampler(track, entity, rig.skeleton);
    entity.addComponent('anim', { activate: true });
    entity.anim!.assignAnimation('clip', track);
    const layer = entity.anim!.baseLayer!;
    layer.play('clip');
    app.update(0);
    const random = seededRandom(7);
    const differences: number[] = [];
    const compare = (values: number[], array: Float64Array, offset: number, scale: number) => {
        for (let k = 0; k < values.length; k++) differences.push(Math.abs(values[k] - scale * array[offset + k]));
    };
    const compareNodes = (time: number) => {
        const { localRotations, localPositions, positions } = sampler.sample(time);
        // the whole way down, in the space of the entity
        const inverse = entity.getWorldTransform().clone().invert();
        nodes.forEach((node, index) => {
            const bone = sampler.first + index;
            const { x, y, z, w } = node.getLocalRotation();
            const dot = [x, y, z, w].reduce((sum, value, k) => sum + value * localRotations[4 * bone + k], 0);
            compare([x, y, z, w], localRotations, 4 * bone, Math.sign(dot));
            const local = node.getLocalPosition();
            compare([local.x, local.y, local.z].map(value => value / rig.height), localPositions, 3 * bone, 1 / rig.height);
            const place = inverse.transformPoint(node.getPosition());
            compare([place.x, place.y, place.z].map(value => value / rig.height), positions, 3 * bone, 1 / rig.height);
        });
    };
    for (let i = 0; i < TIMES; i++) {
        const time = random() * track.duration;
        layer.activeStateCurrentTime = time;
        app.update(0);
        compareNodes(time);
    }
    return differences.reduce((a, b) => Math.max(a, b));
}

/** Seconds of the playing clip of which the pose is. */
function clipTime(entity: Entity): number {
    const reader = new AnimReader(entity);
    reader.update();
    return reader.clip(0).time;
}

describe('ClipSampler', () => {
    let app: AppBase;

    beforeEach(() => { app = createApp(); });
    afterEach(() => app.destroy());

    if (RIGS === '') console.log('    LIMBER_RIGS is not set: the clips of further characters are skipped');

    CLIPS.forEach((source) => {
        it(`gives the engine's pose at ${TIMES} random times: ${source.map(path => path.split('/').pop()).join(' ')}`, async () => {
            const actor = await loadActor(app, source);
            expect(compareToEngine(app, actor, actor.track)).to.be.at.most(TOLERANCE);
        });
    });

    [['steps', INTERPOLATION_STEP, 1], ['cubic curves', INTERPOLATION_CUBIC, 3]].forEach(([what, interpolation, perKey]) => {
        it(`reads ${what} as the engine does`, async () => {
            const actor = await loadActor(app, CLIPS[0]);
            const random = seededRandom(3);
            const times = Float32Array.of(0.2, 0.5, 0.6, 1.1, 1.5);
            const noise = (components: number) => Float32Array.from({ length: times.length * components * Number(perKey) }, () => random() + 0.1);
            const bones = actor.rig.skeleton.nodes.slice(0, 5);
            const track = makeTrack(1.8, times, bones.flatMap(bone => [
                { bone, property: 'localRotation', values: noise(4), interpolation: Number(interpolation) },
                { bone, property: 'localPosition', values: noise(3), interpolation: Number(interpolation) }
            ]));
            // positions of about a unit, so the tolerance is that of single precision
            expect(compareToEngine(app, actor, track)).to.be.at.most(TOLERANCE);
        });
    });

    it('tells bones of one name apart by their paths, as the engine does', () => {
        const entity = new Entity('character');
        app.root.addChild(entity);
        const add = (name: string, parent: Entity) => {
            const child = new Entity(name);
            child.setLocalPosition(0.1, 0.2, 0.3);
            parent.addChild(child);
            return child;
        };
        const hips = add('hips', entity);
        const tips = ['left', 'right'].map(side => add('tip', add(side, hips)));
        const rig = { skeleton: findSkeleton(entity)!, height: 1 } as Rig;
        const values = Float32Array.of(0, 0, 0, 1, 0.6, 0, 0, 0.8);
        // the file's root has another name than the entity
        for (const path of [['file', 'hips', 'left', 'tip'], ['hips', 'right', 'tip'], ['another', 'way', 'tip'], ['character', 'hips']]) {
            const track = makeTrack(1, Float32Array.of(0, 1), [{ bone: tips[0], property: 'localRotation', values, path }]);
            expect(new ClipSampler(track, entity, rig.skeleton).curveCount).to.equal(1);
            expect(compareToEngine(app, { entity, rig, track }, track), path.join('/')).to.be.at.most(TOLERANCE);
            entity.removeComponent('anim');
            [hips, ...tips].forEach(node => node.setLocalRotation(0, 0, 0, 1));
        }
    });

    it('is in the space of the entity, also when the skeleton begins with it', () => {
        const entity = new Entity('character');
        app.root.addChild(entity);
        const ends = ['left', 'right'].map((name) => {
            const end = new Entity(name);
            end.setLocalPosition(0.1, 0.2, 0.3);
            entity.addChild(end);
            return end;
        });
        entity.setLocalPosition(3, 4, 5);
        entity.setLocalEulerAngles(0, 0, 90);
        entity.setLocalScale(2, 2, 2);
        const skeleton = findSkeleton(entity)!;
        expect(skeleton.nodes[0]).to.equal(entity);
        const values = Float32Array.of(1, 2, 3, 1, 2, 3);
        const track = makeTrack(1, Float32Array.of(0, 1), [{ bone: ends[1], property: 'localPosition', values }]);
        const sampler = new ClipSampler(track, entity, skeleton);
        const { positions } = sampler.sample(0.5);
        [0, 0, 0, 0.1, 0.2, 0.3, 1, 2, 3].forEach((value, i) => expect(positions[i]).to.be.closeTo(value, TOLERANCE));
        // up in the space above the entity is along its own x
        const up = new Float64Array(3);
        rotateVec(up, 0, sampler.modelRotation, 0, Float64Array.of(0, 1, 0), 0);
        [1, 0, 0].forEach((value, axis) => expect(up[axis]).to.be.closeTo(value, TOLERANCE));
        expect(sampler.modelScale).to.equal(0.5);
    });

    it('leaves the nodes alone, and does not care where they are', async () => {
        const { entity, rig, track } = await loadActor(app, CLIPS[1]);
        const sampler = new ClipSampler(track, entity, rig.skeleton);
        const before = sampler.sample(0.3).positions.slice();
        rig.skeleton.nodes.forEach(node => node.setLocalEulerAngles(10, 20, 30));
        entity.setPosition(5, 6, 7);
        const places = rig.skeleton.nodes.map(node => node.getPosition().toString());
        expect(sampler.sample(0.3).positions).to.deep.equal(before);
        expect(rig.skeleton.nodes.map(node => node.getPosition().toString())).to.deep.equal(places);
    });

    it('holds the first and the last key, whichever way it is asked', async () => {
        const { entity, rig, track } = await loadActor(app, CLIPS[1]);
        const sampler = new ClipSampler(track, entity, rig.skeleton);
        const at = (time: number) => sampler.sample(time).positions.slice();
        expect(at(-1)).to.deep.equal(at(sampler.begin));
        expect(at(99)).to.deep.equal(at(sampler.end));
        const forwards = at(0.4);
        at(0.9);
        expect(at(0.4)).to.deep.equal(forwards);
    });

    it('finds no curve in a clip of another skeleton, and then has the reference pose', async () => {
        const { entity, rig } = await loadActor(app, CLIPS[0]);
        const { track } = await loadActor(app, [HOUND, HOUND, 'walk']);
        const sampler = new ClipSampler(track, entity, rig.skeleton);
        expect(sampler.curveCount).to.equal(0);
        rig.skeleton.positions.forEach((value, i) => {
            expect(sampler.sample(0.2).positions[3 * sampler.first + i]).to.be.closeTo(value, TOLERANCE);
        });
    });

    CLIPS.filter(([, , clip]) => clip === 'walk').forEach((source) => {
        it(`tells which curve moves which bone, so that a clip made of them is the same: ${source.map(path => path.split('/').pop()).join(' ')}`, async () => {
            const actor = await loadActor(app, source);
            const { entity, rig, track } = actor;
            const { channels, first, curveCount } = new ClipSampler(track, entity, rig.skeleton);
            expect(channels).to.have.length(curveCount);
            for (const { node, bone, path, curve } of channels) {
                if (bone >= first) expect(rig.skeleton.nodes[bone - first]).to.equal(node);
                expect(curve.paths).to.include(path);
                expect(path.entityPath[path.entityPath.length - 1]).to.equal(node.name);
            }
            const inputs = channels.map(({ times }) => new AnimData(1, times as Float32Array));
            const outputs = channels.map(({ size, values }) => new AnimData(size, values as Float32Array));
            const curves = channels.map(({ node, property, interpolation }, i) => {
                return new AnimCurve([{ entityPath: node.path.split('/'), component: 'graph', propertyPath: [property] }], i, i, interpolation);
            });
            const copy = { ...actor, track: new AnimTrack('copy', track.duration, inputs, outputs, curves) };
            // the engine plays the copy, the sampler has the original
            const sampler = new ClipSampler(track, entity, rig.skeleton);
            entity.addComponent('anim', { activate: true });
            entity.anim!.assignAnimation('clip', copy.track);
            for (let i = 0; i < 20; i++) {
                app.update(0.07);
                const { localRotations } = sampler.sample(clipTime(entity));
                rig.skeleton.nodes.forEach((node, index) => {
                    const { x, y, z, w } = node.getLocalRotation();
                    const dot = [x, y, z, w].reduce((sum, value, k) => sum + value * localRotations[4 * (first + index) + k], 0);
                    expect(Math.abs(dot)).to.be.closeTo(1, TOLERANCE);
                });
            }
        });
    });

    it('has the curves that move the entity itself apart, with their values at any time', async () => {
        const { entity, rig } = await loadActor(app, CLIPS[0]);
        const values = Float32Array.of(0, 0, 0, 0, 0.1, 2);
        const hips = rig.skeleton.nodes[0];
        const track = makeTrack(1, Float32Array.of(0, 1), [
            { bone: entity, property: 'localPosition', values, path: [entity.name] }, { bone: hips, property: 'localPosition', values }
        ]);
        const { channels, rootChannels, first } = new ClipSampler(track, entity, rig.skeleton);
        expect(channels.map(({ bone }) => bone)).to.deep.equal([first]);
        expect(rootChannels.map(({ node, property }) => [node, property])).to.deep.equal([[entity, 'localPosition']]);
        entity.addComponent('anim', { activate: true });
        entity.anim!.assignAnimation('clip', track);
        const value = new Float64Array(4);
        for (let i = 0; i < 10; i++) {
            app.update(0.07);
            evaluateChannel(value, rootChannels[0], Float64Array.of(clipTime(entity)));
            const { x, y, z } = entity.getLocalPosition();
            [x, y, z].forEach((number, axis) => expect(value[axis]).to.be.closeTo(number, TOLERANCE));
        }
    });
});
