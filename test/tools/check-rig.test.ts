import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { Document, NodeIO } from '@gltf-transform/core';
import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { MecFootPlacer, PerfectLookAt } from '../../scripts/index';
import { checkRig } from '../../tools/check-rig';
import { Character } from '../../tools/check-rig/character';
import { measuredText, resultOf } from '../../tools/check-rig/figures';
import { measureFeet } from '../../tools/check-rig/systems/feet';
import { measureLookAt } from '../../tools/check-rig/systems/look-at';
import { FULL, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { itFull, itOnce, requireRig, skipBecause } from '../support/skip';

interface Run { code: number; stdout: string; stderr: string }

/** Runs the command in a process of its own, as `npm run check-rig` does. */
function runProcess(...args: string[]): Promise<Run> {
    return new Promise((done) => {
        execFile(process.execPath, ['--import', './tools/typescript.mjs', 'tools/check-rig.ts', ...args], (error, stdout, stderr) => {
            done({ code: Number(error?.code ?? 0), stdout, stderr });
        });
    });
}

/** Runs the command in this process. */
async function run(...args: string[]): Promise<Run> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const code = await checkRig(args, stdout, stderr);
    return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

/** Rows of the table by their last word. */
function rows(stdout: string, result: string): string[] {
    return stdout.split('\n').filter(line => line.endsWith(`  ${result}`));
}

/** The lines that everybody reads. */
function headOf(stdout: string): string {
    return stdout.split('\n').slice(0, 10).join('\n');
}

/** Lines with measured values and the width of columns taken away. */
function shapeOf(text: string): string[] {
    return text.split('\n').map(line => line.replace(/(?:< )?[\d.]+ (degrees|mm|%) {2}/, '# $1  ').replace(/ {2,}/g, '  ').trim());
}

/** A GLB like another one with a different JSON. */
function withJson(glb: Buffer, change: (json: Record<string, unknown>) => object): Buffer {
    const length = glb.readUInt32LE(12);
    const text = JSON.stringify(change(JSON.parse(glb.toString('utf8', 20, 20 + length))));
    const json = Buffer.from(text.padEnd(4 * Math.ceil(text.length / 4)));
    const header = Buffer.from(glb.subarray(0, 20));
    header.writeUInt32LE(glb.length - length + json.length, 8);
    header.writeUInt32LE(json.length, 12);
    return Buffer.concat([header, json, glb.subarray(20 + length)]);
}

describe('check-rig', () => {
    let folder = '';
    const io = new NodeIO();

    /** Path of a file in the test's folder. */
    const at = (name: string) => join(folder, name);

    /** Writes a file and answers its path. */
    async function put(name: string, bytes: Uint8Array | string): Promise<string> {
        await writeFile(at(name), bytes);
        return at(name);
    }

    /** Writes a changed mannequin and answers its path. */
    async function putChanged(name: string, change: (mannequin: Document) => void): Promise<string> {
        const document = await io.read(MANNEQUIN);
        change(document);
        return put(name, await io.writeBinary(document));
    }

    before(async () => { folder = await mkdtemp(join(tmpdir(), 'limber-check-')); });

    after(() => rm(folder, { recursive: true }));

    itFull('finds the mannequin good: rig, figures of every clip, data', async () => {
        const { code, stdout, stderr } = await runProcess(MANNEQUIN, '--json', at('report.json'));
        expect(code).to.equal(0);
        expect(stdout).to.match(/mixamorig:Hips +hips\n/).and.match(/mixamorig:LeftForeArm +leftForearm\n/).and.match(/… 15 more\n/);
        expect(headOf(stdout)).to.match(/character +2 legs, 1\.75 m, faces \+z, up \+y\n/).and.match(/clips +all measured: idle \(standing\), walk \(walking\), run \(walking\)\n/);
        for (const script of ['rig', 'look-at', 'feet', 'hands', 'ragdoll', 'mirror']) expect(headOf(stdout)).to.match(new RegExp(`\n  ${script} +works\n`));
        expect(stdout).to.match(/not found +nothing\n/).and.not.include('Problems');
        for (const clip of ['idle', 'walk', 'run']) {
            expect(stdout).to.include(`\nlook-at, ${clip}\n`).and.include(`\nfeet, ${clip}\n`);
            expect(stderr).to.include(`look-at: ${clip}, gaze\n`);
        }
        expect(rows(stdout, 'MISSED')).to.deep.equal([]);

        const report = JSON.parse(await readFile(at('report.json'), 'utf8'));
        expect(report).to.include({ file: MANNEQUIN, legs: 2 });
        expect(report.height).to.be.closeTo(1.75, 0.01);
        expect(report.bones.head).to.equal('mixamorig:Head');
        expect(report.clips.map(({ name }: { name: string }) => name)).to.deep.equal(['idle', 'walk', 'run']);
        expect(report.figures).to.have.length(rows(stdout, 'good').length).above(30);
        for (const figure of report.figures) {
            expect(figure).to.have.all.keys('system', 'what', 'pose', 'measured', 'bound', 'limit', 'unit', 'result');
            expect(figure.result).to.equal('good');
        }

        const page = await readFile('docs/check-rig.md', 'utf8');
        const shown = /```\n(templates\/mannequin\.glb\n[^`]*)```/.exec(page)?.[1] ?? '';
        expect(shapeOf(shown), 'the output in docs/check-rig.md; run npm run check-rig -- templates/mannequin.glb').to.deep.equal(shapeOf(stdout));
    });

    for (const [file, clipFiles, clips] of [
        ['Xbot.glb', [], ['agree_Armature', 'run_Armature', 'walk_Armature']],
        ['bitmoji.glb', ['bitmoji-idle.glb', 'bitmoji-walk.glb', 'bitmoji-run.glb'], ['bitmoji-idle', 'bitmoji-walk', 'bitmoji-run']]
    ] as const) {
        it(`finds ${file} good with its clips`, async function () {
            const paths = [file, ...clipFiles].map(one => requireRig(one, this));
            const { code, stdout } = await run(...paths as string[]);
            expect(code).to.equal(0);
            for (const clip of clips) expect(stdout).to.include(`\nlook-at, ${clip}\n`);
            for (const role of ['hips', 'spine', 'head', 'leftEye', 'rightFoot']) expect(stdout).to.match(new RegExp(`  ${role}\n`));
            expect(rows(stdout, 'MISSED')).to.deep.equal([]);
        });
    }

    (FULL ? it : it.skip)('finds the hound good: four legs of four bones', async () => {
        const { code, stdout } = await run(HOUND);
        expect(rows(stdout, 'MISSED')).to.deep.equal([]);
        expect(code).to.equal(0);
        expect(headOf(stdout)).to.match(/character +4 legs, /);
        expect(stdout).to.match(/hind legs +2 /).and.match(/fore legs +2 /).and.match(/feet that stand in some clip +4 /);
    });

    itFull('measures the rest pose of a file without clips', async () => {
        const file = await putChanged('no-clips.glb', (document) => {
            for (const clip of document.getRoot().listAnimations()) clip.dispose();
        });
        const { code, stdout } = await run(file);
        expect(code).to.equal(0);
        expect(stdout).to.include('\nlook-at, rest pose\n').and.include('none: the rest pose is measured');
    });

    itFull('says in its first ten lines what does not work and what to do, and in its last one what misses, for a broken character', async () => {
        const broken: [string, (document: Document) => void, RegExp][] = [
            ['stretched.glb', (document) => {
                document.getRoot().listNodes().find(node => node.getName().endsWith('Hips'))!.setScale([1, 1.6, 1]);
            }, /the scale of "mixamorig:Hips" or of what is above it is not uniform and positive\. Give it one scale above 0/],
            ['unskinned.glb', (document) => {
                for (const node of document.getRoot().listNodes()) node.setSkin(null);
            }, /skin that the bones carry, 0\.0 %, limit at least 50 %/],
            ['lying.glb', (document) => {
                for (const node of document.getRoot().listScenes()[0].listChildren()) node.setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
                for (const clip of document.getRoot().listAnimations()) clip.dispose();
            }, /lies in its rest pose, 90 degrees from upright\. .*turn its armature upright in the model and export it again/]
        ];
        for (const [name, change, sentence] of broken) {
            const { code, stdout, stderr } = await run(await putChanged(name, change));
            expect(code, name).to.equal(1);
            expect(rows(stdout, 'MISSED'), name).to.have.length.above(0);
            expect(headOf(stdout), name).to.match(/ {2}(?:works in part|does not work): /).and.match(sentence);
            const last = stderr.trim().split('\n').pop()!;
            expect(last, name).to.match(/^\[check-rig\] ".*": \d+ of \d+ figures miss: [^\n]*limit at (?:most|least) [^;]*(?:; and \d+ more)?$/);
            expect(last, name).not.to.include('docs/');
        }
    });

    itOnce('refuses with code 2 and one sentence what it cannot check', async () => {
        const mannequin = await readFile(MANNEQUIN);
        const triangle = new Document();
        const corners = triangle.createAccessor().setType('VEC3').setArray(new Float32Array(9)).setBuffer(triangle.createBuffer());
        const mesh = triangle.createMesh().addPrimitive(triangle.createPrimitive().setAttribute('POSITION', corners));
        triangle.createScene().addChild(triangle.createNode('cube').setMesh(mesh));
        const strange = await putChanged('strange-clips.glb', (document) => {
            for (const node of document.getRoot().listNodes()) node.setName(`other ${node.getName()}`);
        });
        await mkdir(at('folder.json'));
        await mkdir(at('empty'));

        const refused: [string[], RegExp][] = [
            [[], /name the file of a character\. Usage: npm run check-rig -- FILE\.glb/],
            [['--jason', 'x.json', MANNEQUIN], /Unknown option '--jason'\. Usage: npm run check-rig/],
            [[at('nowhere.glb')], /there is no file ".*nowhere\.glb"\. Check its path/],
            [[MANNEQUIN, folder], /is a folder\. Name a \.glb file in it/],
            [[at('empty')], /"[^"]*empty" holds no \.glb or \.vrm file\. Name a folder of characters/],
            [[await put('text.glb', '{"asset": {"version": "2.0"}}')], /is not a GLB file\. Export the character as glTF binary/],
            [[await put('cut.glb', mannequin.subarray(0, 5000))], /ends after 5000 of \d+ bytes\. Copy it again/],
            [[await put('head.glb', Buffer.concat([mannequin.subarray(0, 20), Buffer.alloc(mannequin.length - 20)]))], /has a damaged head\. Export it again/],
            [[await put('mesh.glb', withJson(mannequin, json => ({ ...json, accessors: [] })))], /names an accessor \d+ that does not exist\. It was damaged .* export it again/],
            [[await put('triangle.glb', await io.writeBinary(triangle))], /is no character: "[^"]*" has no two bones in different places.*Export the skin together with its armature/],
            [[MANNEQUIN, at('triangle.glb')], /triangle\.glb" holds no clips\. Leave it away/],
            [[MANNEQUIN, strange], /the clips of ".*strange-clips\.glb" move none of the bones of ".*mannequin\.glb"\. Export them from the same armature/],
            [[MANNEQUIN, '--json', at('missing/report.json')], /"[^"]*report\.json" cannot be written \(ENOENT\)\. Name a file in a folder/],
            [[MANNEQUIN, '--json', at('folder.json')], /cannot be written \(EISDIR\)/],
            [[MANNEQUIN, '--json', strange], /which would be overwritten\. Name a \.json file/]
        ];
        for (const [args, sentence] of refused) {
            const { code, stdout, stderr } = await run(...args);
            const what = `check-rig ${args.join(' ')}`;
            expect(code, what).to.equal(2);
            expect(stdout, what).to.equal('');
            expect(stderr, what).to.match(/(?:^|\n)\[check-rig\] [^\n]+\n$/).and.match(sentence).and.not.match(/\n {4}at /);
        }
    });

    (FULL ? it : it.skip)('ends its process with the codes that it promises, and nothing but its own lines', async () => {
        const stretched = await putChanged('tall.glb', (document) => {
            document.getRoot().listNodes().find(node => node.getName().endsWith('Hips'))!.setScale([1, 1.6, 1]);
        });
        const runs = await Promise.all([runProcess(stretched), runProcess(at('nowhere.glb'))]);
        expect(runs.map(({ code }) => code)).to.deep.equal([1, 2]);
        expect(runs[0].stderr).to.match(/^reading [^\n]*\n(?:[a-z-]+: [^\n]*\n)+\[check-rig\] [^\n]*\n$/);
        expect(runs[1].stderr).to.match(/^reading [^\n]*\n\[check-rig\] [^\n]*\n$/);
    });

    itOnce('refuses a report that it may not write, before any work', async function () {
        if (process.getuid?.() === 0) {
            skipBecause(this, 'root may write everywhere');
        }
        const file = await put('locked.json', '');
        await chmod(file, 0o444);
        const { code, stderr } = await run(MANNEQUIN, '--json', file);
        expect(code).to.equal(2);
        expect(stderr).to.match(/^\[check-rig\] "[^"]*locked\.json" cannot be written \(EACCES\)[^\n]*\n$/);
    });

    itFull('misses every figure of a look-at that does everything a little wrong', async () => {
        const character = await Character.open(MANNEQUIN, []);
        character.poses = character.clips.slice(0, 1);
        const { prototype } = PerfectLookAt;
        const { postUpdate } = prototype;
        prototype.postUpdate = function (dt: number) {
            postUpdate.call(this, dt);
            const node = (name: string) => this.entity.findByName(`mixamorig:${name}`)!;
            const turn = (name: string, angle: number) => {
                node(name).setLocalRotation(new Quat().setFromAxisAngle(Vec3.UP, angle).mul(node(name).getLocalRotation()));
            };
            node('Hips').setLocalPosition(node('Hips').getLocalPosition().clone().add(new Vec3(0, 0.002, 0)));
            turn('RightEye', 0.2);
            turn('LeftFoot', 0.4);
            turn('LeftHandThumb1', 0.01);
            // as large as only a look far to the side is
            if (this.residual > 30) turn('RightHandThumb1', NaN);
        };
        try {
            const figures = measureLookAt(character, { progress: () => {}, problem: () => {} });
            const [complaints, ...others] = figures;
            expect(complaints).to.include({ what: 'complaints of the script', measured: 0 });
            expect(others).to.have.length(8);
            for (const figure of others) expect(resultOf(figure), figure.what).to.equal('missed');
        } finally {
            prototype.postUpdate = postUpdate;
        }
    });

    itFull('misses every figure of feet that are all a little wrong', async () => {
        const character = await Character.open(MANNEQUIN, []);
        character.poses = character.clips.slice(1, 2);
        const { prototype } = MecFootPlacer;
        const { postUpdate } = prototype;
        let frame = 0;
        const places = new Map<string, Vec3>();
        prototype.postUpdate = function (dt: number) {
            const node = (name: string) => this.entity.findByName(`mixamorig:${name}`)!;
            // no clip animates these positions
            for (const [name, place] of places) node(name).setLocalPosition(place);
            postUpdate.call(this, dt);
            frame++;
            const move = (name: string, way: Vec3) => {
                if (!places.has(name)) places.set(name, node(name).getLocalPosition().clone());
                node(name).setPosition(node(name).getPosition().clone().add(way));
            };
            // one leg is stretched into the ground while the other one floats, and both slide
            move('LeftFoot', new Vec3(0.02 * Math.sin(frame), -0.1, 0));
            move('RightFoot', new Vec3(0.02 * Math.sin(frame), 0.03, 0));
            if (frame % 100 === 0) node('RightHandThumb1').setLocalRotation(new Quat(NaN, 0, 0, 1));
        };
        try {
            const [complaints, sizes, standing, ...others] = measureFeet(character, { progress: () => {}, problem: () => {} });
            for (const figure of [complaints, sizes, standing]) expect(resultOf(figure), figure.what).to.equal('good');
            expect(others).to.have.length(7);
            for (const figure of others) expect(resultOf(figure), figure.what).to.equal('missed');
        } finally {
            prototype.postUpdate = postUpdate;
            character.close();
        }
    });

    itFull('measures soles as they were bound, and finds no figure that is no number: the gnome, whose rest pose is another one', async () => {
        const character = await Character.open(GNOME, []);
        character.poses = character.clips.filter(({ name }) => name === 'run');
        const figures = measureFeet(character, { progress: () => {}, problem: () => {} });
        character.close();
        expect(figures).to.have.length(10);
        for (const figure of figures) expect(resultOf(figure), `${figure.what}: ${measuredText(figure)}`).to.equal('good');
    });

    it('says that a figure is no number', () => {
        const figure = { what: 'drift', pose: 'run', measured: NaN, bound: 'at most', limit: 4, unit: 'mm' } as const;
        expect(measuredText(figure)).to.equal('no number');
        expect(resultOf(figure)).to.equal('missed');
    });

    itFull('misses a foot that never stands', async () => {
        const file = await putChanged('lame.glb', (document) => {
            // half a shin: that foot hangs in the air in every clip
            const foot = document.getRoot().listNodes().find(node => node.getName().endsWith('LeftFoot'))!;
            const [x, y, z] = foot.getTranslation();
            foot.setTranslation([x, 0.5 * y, z]);
            for (const clip of document.getRoot().listAnimations()) {
                for (const channel of clip.listChannels()) {
                    if (channel.getTargetNode() === foot && channel.getTargetPath() === 'translation') channel.dispose();
                }
            }
        });
        const { code, stdout } = await run(file);
        expect(code).to.equal(1);
        expect(rows(stdout, 'MISSED').join('\n')).to.match(/feet that stand in some clip +1 +at least 2 /);
    });
});
