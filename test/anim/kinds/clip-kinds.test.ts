import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_LINEAR, Quat, Vec3, type GraphNode } from 'playcanvas';

import { findKind, kindOf } from '../../../scripts/anim/kinds/clip-kinds';
import { findCharacter } from '../../../scripts/rig/character';
import { createApp, loadGlb } from '../../support/app';
import { FULL, GNOME, HOUND, MANNEQUIN, RIGS } from '../../support/characters';
import { CLIP_TRUTH } from '../../support/clip-truth';
import { itFull } from '../../support/skip';

// What clips are for one who goes about, against what their names say to who reads them.

/** A character and a file with clips for it. */
type Files = readonly [character: string, clips: string];

/** Files whose clips are judged, further ones from the folder of further characters. */
function allFiles(): Files[] {
    const own: Files[] = [
        [MANNEQUIN, MANNEQUIN], [HOUND, HOUND], [GNOME, GNOME], [MANNEQUIN, 'templates/motions-people.glb'], [HOUND, 'templates/motions-animals.glb']
    ];
    const folders = RIGS === '' ? [] : [RIGS, join(RIGS, 'more')];
    const further = folders.flatMap(folder => readdirSync(folder).filter(name => /\.(?:glb|vrm)$/.test(name)).map(name => join(folder, name)));
    return [...own, ...further.map((file): Files => [/bitmoji-/.test(file) ? join(RIGS, 'bitmoji.glb') : file, file])];
}

/** Compares the kinds of the clips of some files with the truth. */
async function judge(files: readonly Files[]) {
    const seen = { clips: 0, wrong: [] as string[], wrongAndSure: 0, meant: 0, missed: 0 };
    for (const [character, file] of files) {
        const app = createApp();
        const loaded = await loadGlb(app, character);
        const { clips } = file === character ? loaded : await loadGlb(app, file);
        const entity = loaded.instantiate();
        app.root.addChild(entity);
        const rig = findCharacter(entity);
        for (const [name, track] of rig ? clips : []) {
            const own = name.slice(name.lastIndexOf('|') + 1);
            const truth = CLIP_TRUTH[basename(file)]?.[own] ?? null;
            const { kind, isSure } = kindOf(track, entity, rig!);
            seen.clips++;
            if (truth) seen.meant++;
            if (kind === truth) continue;
            if (truth) seen.missed++;
            if (isSure) seen.wrongAndSure++;
            seen.wrong.push(`${basename(file)} ${own}: ${kind}, is ${truth}${isSure ? '' : ', not sure'}`);
        }
        app.destroy();
    }
    return seen;
}

describe('kinds of clips', () => {
    it('are those that the clips of the pack were made as', async () => {
        const { wrong } = await judge(FULL ? [] : [[MANNEQUIN, MANNEQUIN], [HOUND, HOUND]]);
        expect(wrong).to.deep.equal([]);
    });

    itFull('are those that one reads from the names, for 97 of 100 clips of all files, and who is wrong is not sure', async function () {
        this.timeout(120_000);
        const { clips, wrong, wrongAndSure, meant, missed } = await judge(allFiles());
        expect(wrong.length / clips, wrong.join('\n')).to.be.below(0.03);
        expect(missed / meant, wrong.join('\n')).to.be.below(0.03);
        expect(wrongAndSure, wrong.join('\n')).to.be.below(2);
    });

    it('go by what a clip does before its name', () => {
        const steps = { steps: true, speed: 0.8, direction: 0, flight: 0, down: 0.6, turn: 0, twist: 0, gap: 0, rise: 0, lowest: 0.9, bent: 0.1 };
        expect(findKind('Action.003', steps).kind).to.equal('walk');
        expect(findKind('Action.003', { ...steps, speed: 2.4, flight: 0.3 }).kind).to.equal('run');
        expect(findKind('Walk', { ...steps, direction: Math.PI }).kind).to.equal('back');
        expect(findKind('Walk', { ...steps, direction: 1.5 }).kind).to.equal('strafeLeft');
        expect(findKind('Run', { ...steps, speed: 0.5 })).to.deep.equal({ kind: 'run', isSure: false });
        expect(findKind('Idle', { ...steps, steps: false, lowest: 0.1 }).kind).to.equal(null);
        expect(findKind('Breathing Idle', { ...steps, steps: false }).kind).to.equal('idle');
    });

    it('take two signs of a clip without a name: steps and a loop, a turn of the hips and of the feet', () => {
        const stands = { steps: false, speed: 0, direction: 0, flight: 0, down: 1, turn: 1.6, twist: 0.1, gap: 0, rise: 0, lowest: 0.9, bent: 0.1 };
        expect(findKind('mixamo.com', stands).kind).to.equal('turnLeft');
        expect(findKind('mixamo.com', { ...stands, turn: -1.6 }).kind).to.equal('turnRight');
        expect(findKind('mixamo.com', { ...stands, twist: 1.6 }).kind).to.equal(null);
        const steps = { ...stands, steps: true, speed: 0.8, turn: 0 };
        expect(findKind('mixamo.com', { ...steps, gap: 0.2 }).kind).to.equal(null);
        expect(findKind('mixamo.com', steps).kind).to.equal('walk');
        expect(findKind('Walk', { ...steps, gap: 0.2 }).kind).to.equal('walk');
    });

    it('do not take a swing of hips over feet that stand for a turn', async () => {
        const app = createApp();
        const { instantiate } = await loadGlb(app, MANNEQUIN);
        const entity = instantiate();
        app.root.addChild(entity);
        const character = findCharacter(entity)!;
        /** The idle, with the hips turned by 80 degrees in its course, and the legs below them or not. */
        const turning = (isWhole: boolean) => {
            const hips = character.skeleton.nodes[character.bones.get('hips')!];
            const legs = hips.children.filter(child => /leg|thigh/i.test(child.name));
            expect(legs).to.have.length(2);
            const turned = (node: GraphNode, degrees: number) => {
                const own = node.getLocalRotation(), parent = node.parent!.getRotation();
                const turn = parent.clone().invert().mul(new Quat().setFromAxisAngle(Vec3.UP, degrees)).mul(parent);
                return [own, turn.mul(own)].flatMap(({ x, y, z, w }) => [x, y, z, w]);
            };
            const nodes: [GraphNode, number][] = [[hips, 80], ...isWhole ? [] : legs.map((leg): [GraphNode, number] => [leg, -80])];
            const curves = nodes.map(([node], i) => new AnimCurve([{ entityPath: node.path.slice(entity.path.length + 1).split('/'), component: 'graph', propertyPath: ['localRotation'] } as never], 0, i, INTERPOLATION_LINEAR));
            return new AnimTrack('mixamo.com', 2, [new AnimData(1, [0, 2])], nodes.map(([node, degrees]) => new AnimData(4, turned(node, degrees))), curves);
        };
        expect(kindOf(turning(true), entity, character).kind).to.equal('turnLeft');
        expect(kindOf(turning(false), entity, character).kind).to.equal(null);
        app.destroy();
    });

    it('say that they are not sure where a name stands alone', () => {
        expect(findKind('Walk', null)).to.deep.equal({ kind: 'walk', isSure: false });
        expect(findKind('Spin', null)).to.deep.equal({ kind: null, isSure: false });
    });
});
