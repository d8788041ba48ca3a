import { Vec3, type GraphNode } from 'playcanvas';

import type { AnimationMirror } from '../../../scripts/index';
import { findCharacter } from '../../../scripts/rig/character';
import type { Rig } from '../../../scripts/rig/rig';
import { SIDED } from '../../../scripts/rig/roles';
import { MirrorSkin, sameNodes } from '../../../test/support/mirror-skin';
import type { Character } from '../character';
import type { Clip } from '../clip';
import type { Figure } from '../figures';
import type { Instance } from '../instance';
import type { Listener } from '../listener';

// How well animationMirror works on a character: whether what is drawn is the reflection of a copy that plays the same clip without it. The
// plane is that of the rig's own left and right bones in the bind pose; which vertices are twins is read from the skin.

/** Moments at which each clip is measured. */
const MOMENTS = 12;

/** Largest asymmetry of the bind pose in degrees that the script says nothing about. */
const ASYMMETRY = 2;

/** Share of all bones that may be without a place in the mirror image, percent: what is held in a hand, a strap on one side. */
const UNPAIRED = 20;

export function measureMirror(character: Character, { progress, problem }: Listener): Figure[] {
    const poses = character.poses.map((clip): [string, Clip | null] => [clip?.name ?? 'rest pose', clip]);
    const figures: Figure[] = [];
    let sentences: readonly string[] = [];
    let skin: MirrorSkin | null = null;
    poses.forEach(([pose, clip], i) => {
        progress(pose);
        const stand = new MirrorStand(character, clip);
        if (i === 0) {
            sentences = stand.script.problems();
            skin = stand.findSkin();
            figures.push(...describe(stand, skin));
        }
        if (skin) figures.push({ what: 'skin from the reflection of the clip', pose, measured: stand.worst(skin), bound: 'at most', limit: 0.1, unit: 'mm' });
    });
    sentences.forEach(problem);
    character.clear();
    return [{ what: 'complaints of the script', pose: '', measured: sentences.length, bound: 'at most', limit: 0, unit: '' }, ...figures];
}

/** What does not depend on a pose. */
function describe({ script, rig }: MirrorStand, skin: MirrorSkin | null): Figure[] {
    const report = script.report();
    if (!report) return [];
    const bones = rig.skeleton.nodes.length;
    const apart = SIDED.filter((part) => {
        const [left, right] = [rig.bones.get(`left${part}`), rig.bones.get(`right${part}`)];
        return left !== undefined && right !== undefined && script.getMirrorMappedBone(rig.skeleton.nodes[left]) !== rig.skeleton.nodes[right];
    });
    return [
        { what: 'pairs of bones', pose: '', measured: report.pairs.length, bound: 'at least', limit: 1, unit: '' },
        { what: 'left bones not paired with the right ones', pose: '', measured: apart.length, bound: 'at most', limit: 0, unit: '' },
        { what: 'bones neither paired nor in the middle', pose: '', measured: 100 * report.unpaired.length / bones, bound: 'at most', limit: UNPAIRED, unit: '%' },
        { what: 'asymmetry of the bind pose', pose: '', measured: report.asymmetry, bound: 'at most', limit: ASYMMETRY, unit: 'degrees' },
        { what: 'vertices with a twin', pose: '', measured: skin ? 100 * skin.pairs.length / skin.count : null, bound: 'at least', limit: 5, unit: '%' }
    ];
}

/** An instance with the script, and one without. */
class MirrorStand {
    readonly script: AnimationMirror;

    readonly rig: Rig;

    private readonly actor: Instance;

    private readonly twin: Instance;

    constructor(private readonly character: Character, private readonly clip: Clip | null) {
        character.clear();
        this.actor = character.add();
        this.twin = character.add();
        const { model } = this.actor;
        this.rig = findCharacter(model)!;
        this.seek(0);
        model.addComponent('script');
        this.script = model.script!.create('animationMirror', { attributes: { mirror: true } }) as AnimationMirror;
        character.step();
    }

    /** Largest distance of a vertex from the reflection of its twin beyond what the bind pose lacks, millimetres of a body of 1.8 m. */
    worst(skin: MirrorSkin): number {
        let most = 0;
        for (let moment = 0; moment < MOMENTS; moment++) {
            this.seek((moment + 0.5) / MOMENTS);
            const { beyond } = skin.compare(this.places(skin, this.twin), this.places(skin, this.actor));
            most = Math.max(most, beyond);
        }
        return most;
    }

    private seek(share: number) {
        for (const instance of [this.actor, this.twin]) instance.pose(this.clip, share);
        this.character.step();
    }

    /** The skin across the plane between the left and the right bones of the rig; null where no vertices are twins. */
    findSkin(): MirrorSkin | null {
        const { rig, script } = this;
        if (!script.report()) return null;
        const { nodes, positions } = rig.skeleton;
        const at = (role: `left${typeof SIDED[number]}` | `right${typeof SIDED[number]}`) => {
            const node = rig.bones.get(role);
            return node === undefined ? null : new Vec3(positions[3 * node], positions[3 * node + 1], positions[3 * node + 2]);
        };
        const sides = SIDED.map(part => [at(`left${part}`), at(`right${part}`)]).filter((ends): ends is [Vec3, Vec3] => ends[0] !== null && ends[1] !== null);
        if (sides.length === 0) return null;
        const normal = sides.reduce((sum, [left, right]) => sum.add(left).sub(right), new Vec3()).normalize();
        const offset = sides.reduce((sum, [left, right]) => sum + (left.dot(normal) + right.dot(normal)) / 2, 0) / sides.length;
        const index = new Map<GraphNode, number>(nodes.map((node, i) => [node, i]));
        const skin = new MirrorSkin(rig.skeleton, node => index.get(script.getMirrorMappedBone(nodes[node]) ?? nodes[node]) ?? node, normal, offset, rig.height);
        return skin.pairs.length > 0 ? skin : null;
    }

    private places(skin: MirrorSkin, instance: Instance): Vec3[] {
        const { rig, actor } = this;
        const space = rig.skeleton.space!;
        const own = actor.nodes.includes(space) ? instance.same(space, actor) : space;
        return skin.places(sameNodes(rig.skeleton, actor.model, instance.model), own);
    }
}
