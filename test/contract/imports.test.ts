import { readdirSync, readFileSync } from 'node:fs';

import { expect } from 'chai';

import { findCircles, findForbiddenImports } from '../support/import-table';

/** The sources below a folder, by their path from the top of the project. */
function sourcesBelow(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(file => /\.m?[jt]s$/.test(file));
}

/** Imports that are forbidden: the file, its code, and what the sentence says. */
const FORBIDDEN: [string, string, string][] = [
    ['scripts/core/gaze/aim.ts', 'import { Rig } from \'../../rig/rig\';', 'Take the values as arguments'],
    ['scripts/core/gaze/aim.ts', 'import type { Rig } from \'../../rig/rig\';', 'Take the values as arguments'],
    ['scripts/core/gaze/aim.ts', 'import { Entity } from \'playcanvas\';', 'Take the values as arguments'],
    ['scripts/core/gaze/aim.ts', 'import * as pc from \'playcanvas\';', 'Take the values as arguments'],
    ['scripts/rig/find.ts', 'import { sample } from \'../anim/sample\';', 'move what is pure to core'],
    ['scripts/pose/bone-set.ts', 'import type { Rig } from \'../rig/rig\';', 'without knowing who is what'],
    ['scripts/skin/skin.ts', 'import { detectRig } from \'../rig/detect\';', 'not which bone is what'],
    ['scripts/rig/detect.ts', 'import { pairBones } from \'../mirror/mirror-pairs\';', 'move what is pure to core'],
    ['scripts/anim/sample.ts', 'import { Leg } from \'../feet/leg\';', 'move what is pure to core'],
    ['scripts/feet/leg.ts', 'import { MecFootPlacer } from \'../mec-foot-placer\';', 'no script'],
    ['scripts/physics/body.ts', 'export { detectRig } from \'../rig/detect\';', 'move what is pure to core'],
    ['scripts/debug/lines.ts', 'import { BoneSet } from \'../pose/bone-set\';', 'drawing reads plain data'],
    ['scripts/shell/problems.ts', 'import { PhysicsGround } from \'../physics/physics-ground\';', 'the same for every script'],
    ['scripts/idle.ts', 'import { PerfectLookAt } from \'./perfect-look-at\';', 'entity.script.get'],
    ['scripts/idle.ts', 'import { Look } from \'./perfect-look-at/look\';', 'entity.script.get'],
    ['scripts/idle/pick.ts', 'const look = await import(\'../perfect-look-at\');', 'entity.script.get'],
    ['scripts/idle/pick.ts', 'import { Idle } from \'../idle\';', 'entity.script.get'],
    ['scripts/idle.ts', 'import { index } from \'./index\';', 'entity.script.get'],
    ['scripts/idle.ts', 'import { createApp } from \'../test/support/app\';', 'entity.script.get'],
    ['scripts/index.ts', 'export * from \'../tools/build\';', 'stands in scripts/'],
    ['scripts/rig/find.ts', 'import { readFile } from \'node:fs\';', 'move what is pure to core'],
    ['docs/demo/main.ts', 'import { detectRig } from \'../../scripts/rig/detect\';', 'Import from \'limber\''],
    ['templates/setup.ts', 'import { Entity } from \'playcanvas\';', 'Import from \'limber\'']
];

/** Imports that are allowed. */
const ALLOWED: [string, string][] = [
    ['scripts/core/gaze/aim.ts', 'import { Quat, type Vec3 } from \'playcanvas\'; import { a } from \'../math/flat-math\';'],
    ['scripts/anim/sample.ts', 'import { detectRig } from \'../rig/detect\'; import { planMirror } from \'../mirror/mirror-plan\';'],
    ['scripts/feet/leg.ts', 'import { BoneSet } from \'../pose/bone-set\'; import { PhysicsGround } from \'../physics/physics-ground\';'],
    ['scripts/idle.ts', 'import { pick } from \'./idle/pick\'; import { register } from \'./shell/attributes\';'],
    ['scripts/idle/pick.ts', 'import type { Idle } from \'../idle\'; import { other } from \'./other\';'],
    ['scripts/index.ts', 'export { Idle } from \'./idle\'; export { detectRig } from \'./rig/detect\';'],
    ['docs/demo/main.ts', 'import { detectRig } from \'limber\'; import { Panel } from \'@playcanvas/pcui\'; import { page } from \'./pages/page\';'],
    ['docs/demo/frame/glb.ts', 'import { decodeGlb } from \'../../../tools/glb/decode\';'],
    ['tools/build.ts', 'import { a } from \'../scripts/core/gaze/aim\';'],
    ['test/core/gaze/aim.test.ts', 'import { a } from \'../../scripts/core/gaze/aim\';']
];

describe('imports', () => {
    it('stay inside the rooms of the project', () => {
        const files = ['scripts', 'docs', 'templates'].flatMap(sourcesBelow);
        expect(files).to.include('scripts/index.ts').and.to.include('docs/demo/main.ts');
        expect(files.flatMap(file => findForbiddenImports(file, readFileSync(file, 'utf8')))).to.deep.equal([]);
    });

    it('go round in no circle', () => {
        const files = ['scripts', 'tools', 'docs/demo'].flatMap(sourcesBelow);
        expect(files).to.include('scripts/index.ts').and.to.include('tools/build.ts');
        expect(findCircles(new Map(files.map(file => [file, readFileSync(file, 'utf8')])))).to.deep.equal([]);
    });

    it('that go round are told once, also where nothing but types is imported, with what to do instead', () => {
        const sentences = findCircles(new Map([
            ['scripts/idle.ts', 'import { pick } from \'./idle/pick\';'],
            ['scripts/idle/pick.ts', 'import { once } from \'./once\'; import { Vec3 } from \'playcanvas\';'],
            ['scripts/idle/once.ts', 'import type { Pick } from \'./pick\';']
        ]));
        expect(sentences).to.have.length(1);
        expect(sentences[0]).to.include('scripts/idle/pick.ts imports scripts/idle/once.ts imports scripts/idle/pick.ts').and.to.include('file of their own');
    });

    for (const [file, code, instead] of FORBIDDEN) {
        it(`are forbidden, with what to do instead: ${file}: ${code}`, () => {
            const sentences = findForbiddenImports(file, code);
            expect(sentences).to.have.length(1);
            expect(sentences[0]).to.include(file).and.to.include(instead);
        });
    }

    for (const [file, code] of ALLOWED) {
        it(`are allowed: ${file}: ${code}`, () => {
            expect(findForbiddenImports(file, code)).to.deep.equal([]);
        });
    }
});
