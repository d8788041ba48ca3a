import { Logger, NodeIO, type Accessor, type Primitive } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { expect } from 'chai';
import { Morph, MorphInstance, MorphTarget, Vec3, type AppBase } from 'playcanvas';

import { FaceMorphs } from '../../scripts/idle-randomizer/face-morphs';
import { registerLimber, type IdleRandomizer } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import { readGlb } from '../../tools/glb/read-glb';
import { createApp, loadGlb } from '../support/app';
import { furtherRig } from '../support/characters';

// Faces made of morph targets: which targets are moved, and where the skin goes.

describe('names of morph targets', () => {
    /** What a mesh with some targets shows with closed eyes and a whole face. */
    function shown(names: readonly string[], bones: readonly string[] = []): Map<string, number> {
        const app = createApp();
        try {
            const targets = names.map(name => new MorphTarget({ name, deltaPositions: new Float32Array(3) } as never));
            const morphInstance = new MorphInstance(new Morph(targets, app.graphicsDevice));
            new FaceMorphs({ skeleton: { meshInstances: [{ morphInstance }, {}] }, bones: new Map(bones.map((bone, i) => [bone, i])) } as unknown as Rig).show(1, 1);
            return new Map(names.map((name): [string, number] => [name, morphInstance.getWeight(name)]).filter(([, weight]) => weight > 0));
        } finally {
            app.destroy();
        }
    }

    const cases: [from: string, names: string[], blink: string[], open: string[], smile: string[]][] = [
        ['ARKit', ['browDownLeft', 'eyeBlinkLeft', 'eyeBlinkRight', 'eyeWideLeft', 'eyeSquintLeft', 'jawOpen', 'jawLeft', 'mouthSmileLeft', 'mouthSmileRight', 'mouthClose', 'eyesClosed'],
            ['eyeBlinkLeft', 'eyeBlinkRight'], ['jawOpen'], ['mouthSmileLeft', 'mouthSmileRight']],
        ['VRoid', ['Fcl_ALL_Fun', 'Fcl_EYE_Natural', 'Fcl_EYE_Close', 'Fcl_EYE_Close_L', 'Fcl_EYE_Close_R', 'Fcl_MTH_Close', 'Fcl_MTH_Fun', 'Fcl_MTH_A'], ['Fcl_EYE_Close'], ['Fcl_MTH_A'], ['Fcl_MTH_Fun']],
        ['VRM expressions', ['Neutral', 'Blink', 'Joy', 'A'], ['Blink'], [], []],
        ['VRM expressions by side', ['blink_l', 'blink_r'], ['blink_l', 'blink_r'], [], []],
        ['VRChat', ['vrc.v_aa', 'vrc.blink', 'vrc.lowerlid_left'], ['vrc.blink'], ['vrc.v_aa'], []],
        ['MMD', ['まばたき', 'ウィンク', 'あ', 'にやり'], ['まばたき'], ['あ'], ['にやり']],
        ['Ready Player Me', ['mouthOpen', 'mouthSmile'], [], ['mouthOpen'], ['mouthSmile']],
        ['bodies', ['fat', 'Muscle_A', 'blinker', 'unsmile', 'jawOpener', 'door_close'], [], [], []]
    ];
    for (const [from, names, blink, open, smile] of cases) {
        it(`${from}: ${[...blink, ...open, ...smile].join(', ') || 'none'}`, () => {
            const weights = shown(names);
            expect([...weights.keys()].sort()).to.deep.equal([...blink, ...open, ...smile].sort());
            for (const name of blink) expect(weights.get(name)).to.equal(1);
            for (const name of [...open, ...smile]) expect(weights.get(name)).to.be.within(0.05, 0.4);
        });
    }

    it('leaves to bones what they do', () => {
        expect([...shown(cases[0][1], ['jaw', 'leftUpperEyelid']).keys()]).to.deep.equal(['mouthSmileLeft', 'mouthSmileRight']);
    });

    it('adds to what a clip sets, in each frame anew, and gives it back', () => {
        const app = createApp();
        const morphInstance = new MorphInstance(new Morph([new MorphTarget({ name: 'blink', deltaPositions: new Float32Array(3) } as never)], app.graphicsDevice));
        const morphs = new FaceMorphs({ skeleton: { meshInstances: [{ morphInstance }] }, bones: new Map() } as unknown as Rig);
        for (let i = 0; i < 10; i++) {
            morphs.show(0.25, 0);
            expect(morphInstance.getWeight('blink')).to.equal(0.25);
        }
        for (let i = 0; i < 10; i++) {
            morphInstance.setWeight('blink', 0.5);
            morphs.show(0.25, 0);
            expect(morphInstance.getWeight('blink')).to.equal(0.75);
        }
        morphs.show(1, 0);
        expect(morphInstance.getWeight('blink'), 'never more than whole').to.equal(1);
        morphs.show(0, 0);
        expect(morphInstance.getWeight('blink')).to.equal(0.5);
        app.destroy();
    });
});

/** A primitive with targets of a file, and their names. */
interface Face { readonly primitive: Primitive, readonly names: readonly string[] }

async function facesOf(path: string): Promise<Face[]> {
    const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).setLogger(new Logger(Logger.Verbosity.ERROR));
    const document = await io.readBinary(await readGlb(path));
    return document.getRoot().listMeshes().flatMap((mesh) => {
        const names = (mesh.getExtras().targetNames ?? mesh.listPrimitives()[0].getExtras().targetNames ?? []) as string[];
        return mesh.listPrimitives().filter(primitive => primitive.listTargets().length > 0).map(primitive => ({ primitive, names }));
    });
}

const pointOf = (accessor: Accessor, i: number) => new Vec3(accessor.getElement(i, []));

/** Where the vertices that a set of weights moves are on the mean, and where they go: those that move at least half as far as any. */
function moved(faces: readonly Face[], weightOf: (name: string) => number): { at: Vec3, way: Vec3 } {
    const vertices = faces.flatMap(({ primitive, names }) => {
        const place = primitive.getAttribute('POSITION')!;
        const ways = primitive.listTargets().map((target, i) => [target.getAttribute('POSITION'), weightOf(names[i])] as const).filter(([, weight]) => weight > 0);
        return Array.from({ length: ways.length > 0 ? place.getCount() : 0 }, (_, i) => {
            const way = new Vec3();
            for (const [deltas, weight] of ways) if (deltas) way.add(pointOf(deltas, i).mulScalar(weight));
            return { at: pointOf(place, i), way };
        });
    });
    const most = Math.max(...vertices.map(({ way }) => way.length()));
    const far = vertices.filter(({ way }) => way.length() > 0.5 * most);
    const mean = (of: (vertex: typeof far[number]) => Vec3) => far.reduce((sum, vertex) => sum.add(of(vertex)), new Vec3()).mulScalar(1 / far.length);
    return { at: mean(({ at }) => at), way: mean(({ way }) => way) };
}

describe('faces of characters', () => {
    for (const [file, closes] of [['avatar.vrm', true], ['rpm.glb', false]] as const) {
        const path = furtherRig(file);
        (path ? it : it.skip)(`${file}: ${closes ? 'the lids come down over the eyes in a blink, ' : ''}the lips part with the face, all is gone when it is switched off${path ? '' : ' (LIMBER_RIGS has no such file)'}`, async () => {
            const app: AppBase = createApp();
            registerLimber(app);
            const entity = (await loadGlb(app, path!)).instantiate();
            app.root.addChild(entity);
            entity.addComponent('script');
            const rig = findCharacter(entity)!;
            const faces = await facesOf(path!);
            const { meshInstances, positions } = rig.skeleton;
            const weightOf = (name: string) => Math.max(0, ...meshInstances.map(({ morphInstance }) => morphInstance?.getWeight(name) ?? 0));
            const placeOf = (node: number) => new Vec3(positions[3 * node], positions[3 * node + 1], positions[3 * node + 2]);
            const eyes = new Vec3().add2(placeOf(rig.bones.get('leftEye')!), placeOf(rig.bones.get('rightEye')!)).mulScalar(0.5);
            const script = entity.script!.create('idleRandomizer', { attributes: {
                seed: 2, preset: 'custom', facial: { range: [1, 1], transitionTime: [0.5, 0.5], holdTime: [1, 1] }, weightShift: { range: [0, 0] }, blink: false
            } }) as IdleRandomizer;
            for (let i = 0; i < 150; i++) app.update(1 / 30);
            // in millimetres: a mouth is below the eyes, and its lower lip goes down
            const mouth = moved(faces, weightOf);
            expect(1000 * (eyes.y - mouth.at.y)).to.be.within(30, 120);
            expect(1000 * mouth.way.length()).to.be.within(0.3, 10);
            script.facial = { ...script.facial, range: script.facial.range.clone().set(0, 0) };
            script.refresh();
            for (let i = 0; i < 120; i++) app.update(1 / 30);
            expect(Math.max(...faces.flatMap(({ names }) => names.map(weightOf)))).to.equal(0);
            script.blink = true;
            let lids: ReturnType<typeof moved> | null = null;
            for (let i = 0; i < 60 * 30; i++) {
                app.update(1 / 60);
                if (script.currentLids > 0.9 && closes) lids ??= moved(faces, weightOf);
                if (!closes) for (const { names } of faces) for (const name of names) expect(weightOf(name)).to.equal(0);
            }
            if (closes) {
                expect(1000 * Math.abs(lids!.at.y - eyes.y), 'height of the lids').to.be.below(40);
                expect(1000 * lids!.way.y, 'way down').to.be.below(-3);
            }
            script.enabled = false;
            for (let i = 0; i < 30; i++) app.update(1 / 60);
            expect(Math.max(...faces.flatMap(({ names }) => names.map(weightOf)))).to.equal(0);
            app.destroy();
        });
    }
});
