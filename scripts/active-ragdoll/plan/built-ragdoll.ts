import type { GraphNode } from 'playcanvas';

import type { RagdollBoneRow } from '../attributes';
import { prepareBodies, type BodyPlan } from './body-plan';
import type { MassPreset } from './masses';
import { resizeSettings, type RagdollSettings } from '../settings';
import { makeRagdoll, prepareRagdoll, type RagdollBuild, type RagdollOptions } from './setup';
import { animRootOf, findAnim } from '../../anim/component/find-anim';
import { ownTracks } from '../../anim/component/interlude';
import type { Steps } from '../../core/timing/steps';
import type { PoseRecord } from '../../pose/pose-record';
import type { Rig } from '../../rig/rig';
import { resolveBone, type Report } from '../../rig/row-bone';
import { AnimatedBodies } from '../bodies/animated-bodies';
import { findBodyOf } from '../bodies/body-lookup';

// What is made of a character before there are bodies: their plan, their bones, and where the animation has them.

/** Change of the character's scale, as a share of it, from which the bodies no longer fit. */
const OTHER_SCALE = 1e-3;

/** What of the script's attributes the bodies are made from. */
interface BuildSettings {
    readonly totalMass: number;
    readonly massPreset: MassPreset;
    readonly bones: readonly RagdollBoneRow[];
}

/** Whether two rows make the same body and joint. */
function isOfSameBody(row: RagdollBoneRow, made: RagdollBoneRow): boolean {
    const isSame = (['bone', 'boneName', 'parentBone', 'parentBoneName', 'shape', 'radius', 'length', 'mass', 'swingLimitY', 'swingLimitZ', 'twistLimit'] as const).every(field => row[field] === made[field]);
    return isSame && row.offset.equals(made.offset);
}

function isInRange({ rotationWeight, translationWeight, stiffness, damping }: RagdollBoneRow): boolean {
    return rotationWeight >= 0 && rotationWeight <= 1 && translationWeight >= 0 && translationWeight <= 1 && stiffness >= 0 && damping >= 0;
}

/** World metres per unit of model space, as it stands in the scene. */
function seenScale({ skeleton: { space } }: Rig): number {
    return space ? space.getWorldTransform().getScale().x : 1;
}

function optionsOf(rig: Rig, { totalMass, massPreset, bones: rows }: BuildSettings): RagdollOptions {
    const anim = findAnim(rig.skeleton.nodes[0]);
    const seen = seenScale(rig);
    // without a size there are bodies to be asked for, and none in the world: the pose is not read then
    const scale = seen > 0 && seen < Infinity ? seen : 1;
    const [clips, animRoot] = anim ? [ownTracks(anim), animRootOf(anim)] : [[], null];
    return { scale, totalMass, massPreset, rows, clips, animRoot };
}

export class BuiltRagdoll {
    readonly plan: BodyPlan;

    /** The bones of the bodies. */
    readonly nodes: readonly GraphNode[];

    animated!: AnimatedBodies;

    /** World scale above the bodies when they were made; 0: not seen yet, NaN: there was none. */
    private madeFor = 0;

    /**
     * Makes the bodies of a character.
     *
     * @param report - Receives a sentence for each thing that is wrong; then there are none.
     */
    static of(rig: Rig, record: PoseRecord, settings: BuildSettings, report: Report): BuiltRagdoll | null {
        const build = makeRagdoll(rig, optionsOf(rig, settings), report);
        if (!build) return null;
        const built = new BuiltRagdoll(rig, build, build.settings, settings.bones.map(row => ({ ...row, offset: row.offset.clone() })));
        if (build.settings.scale !== seenScale(rig)) built.madeFor = NaN;
        built.animate(record);
        return built;
    }

    /** The same bodies for the scale that the character has by now; null where there was none before. */
    resized(record: PoseRecord): BuiltRagdoll | null {
        const ratio = this.scale / this.madeFor;
        if (!(ratio > 0 && ratio < Infinity)) return null;
        const built = new BuiltRagdoll(this.rig, this.build, resizeSettings(this.settings, ratio), this.made, this.nodes);
        for (const part of ['rotationFactors', 'translationFactors', 'stiffness', 'damping'] as const) built.plan[part].set(this.plan[part]);
        built.animate(record);
        return built;
    }

    /** Finds out in pieces what {@link of} needs. */
    static prepare(rig: Rig, settings: BuildSettings): Steps<void> {
        return prepareRagdoll(rig, optionsOf(rig, settings));
    }

    private constructor(
        private readonly rig: Rig, readonly build: RagdollBuild, readonly settings: RagdollSettings, private readonly made: readonly RagdollBoneRow[],
        nodes?: readonly GraphNode[]
    ) {
        const all = rig.skeleton.nodes;
        this.plan = prepareBodies(settings, all);
        this.nodes = nodes ?? settings.bodies.map(({ bone }) => all[bone]);
    }

    private animate(record: PoseRecord) {
        this.animated = new AnimatedBodies(this.nodes, record, this.plan.mounting, this.height);
    }

    /** Height of the character in the scene's units. */
    get height(): number {
        return this.rig.height * this.settings.scale;
    }

    /** The body of a bone, its role or its name; that of the next bone above that has one, or -1. What is no bone is reported. */
    bodyOf(bone: GraphNode | string, report: Report): number {
        return findBodyOf(this.rig, this.settings, bone, report);
    }

    /** World scale above the bodies in the pose that was read last. */
    private get scale(): number {
        const { set, bones } = this.animated;
        return set.pose.scales[bones[0]];
    }

    /** Whether the character has the scale that the bodies were made for, in the pose that was read last. */
    fits(): boolean {
        const { scale } = this;
        if (this.madeFor === 0) this.madeFor = scale;
        return Math.abs(scale - this.madeFor) <= OTHER_SCALE * this.madeFor;
    }

    /**
     * Takes over the weights and springs of rows.
     *
     * @returns Whether that is all in which they differ from those that the bodies were made from, and in range.
     */
    retune(rows: readonly RagdollBoneRow[]): boolean {
        if (rows.length !== this.made.length || !rows.every((row, i) => isOfSameBody(row, this.made[i]) && isInRange(row))) return false;
        const { rotationFactors, translationFactors, stiffness, damping } = this.plan;
        for (const row of rows) {
            const body = this.settings.bodies.findIndex(({ bone }) => bone === resolveBone(this.rig, row.bone, row.boneName));
            if (body < 0) return false;
            rotationFactors[body] = row.rotationWeight;
            translationFactors[body] = row.translationWeight;
            stiffness[body] = row.stiffness;
            damping[body] = row.damping;
        }
        return true;
    }

    /** Sets factors on the weights of single bones: of rotation, and of translation. */
    giveWeights(factors: ReadonlyMap<GraphNode, readonly [number, number]>) {
        for (const [node, [rotation, translation]] of factors) {
            const body = this.nodes.indexOf(node);
            if (body < 0) continue;
            this.plan.rotationFactors[body] = rotation;
            this.plan.translationFactors[body] = translation;
        }
    }
}
