import { AnimData, AnimTrack, Quat, Vec3, type Entity, type GraphNode } from 'playcanvas';

import { loadGlb } from './app';
import { furtherRig, HOUND, MANNEQUIN } from './characters';
import { RagdollStage, type Actor, type Source } from './ragdoll-stage';
import type { HitReactions, ReactionState } from '../../scripts/index';

// A stage for the tests of hitReactions: characters with what they get up with, physics at 120 steps a second, and a floor.

/** The step that the figures are told for. */
export const FINE_STEP = 1 / 120;

/** A character, and the clips that it gets up with. */
export interface HitSource extends Source {
    /** File with get-up clips for bones of the same names; and where its root hangs on another parent, the root. */
    readonly borrowed?: { readonly file: string; readonly root?: string };
    /** A clip that lies down, which is played backwards, and the side on which it ends. */
    readonly fallen?: { readonly clip: string; readonly side: 'prone' | 'supine' | 'left' | 'right' };
}

export const STANDING_MANNEQUIN: HitSource = {
    name: 'mannequin', file: MANNEQUIN, clipFile: MANNEQUIN, clip: 'idle', borrowed: { file: 'templates/mannequin-get-up.glb' }
};
export const STANDING_HOUND: HitSource = { name: 'hound', file: HOUND, clipFile: HOUND, clip: 'idle', borrowed: { file: 'templates/hound-get-up.glb' } };
export const STANDING_XBOT: HitSource = {
    name: 'Xbot', file: 'Xbot.glb', clipFile: 'Xbot.glb', clip: 'agree', borrowed: { file: 'templates/mannequin-get-up.glb', root: 'mixamorig:Hips' }
};

/** Two legs and four, of several makers. */
export const STANDING: readonly HitSource[] = [
    STANDING_MANNEQUIN, STANDING_XBOT, STANDING_HOUND,
    { name: 'Knight', file: 'Knight.glb', clipFile: 'Knight.glb', clip: 'Idle', fallen: { clip: 'Death_A', side: 'supine' } },
    { name: 'Husky', file: 'Husky.glb', clipFile: 'Husky.glb', clip: 'Idle', fallen: { clip: 'Death', side: 'left' } }
];

function rowsOf({ data, components }: AnimData): number[][] {
    return Array.from({ length: data.length / components }, (_, i) => Array.from(data.slice(i * components, (i + 1) * components)));
}

/** A clip played backwards. */
function backwards(track: AnimTrack): AnimTrack {
    const turned = (data: AnimData) => new AnimData(data.components, new Float32Array(rowsOf(data).reverse().flat()));
    const inputs = track.inputs.map(input => new AnimData(1, new Float32Array(Array.from(input.data, time => track.duration - time).reverse())));
    return new AnimTrack(`${track.name} backwards`, track.duration, inputs, track.outputs.map(turned), track.curves);
}

/** The same clip with the root's place and turn in the frame of another parent. */
function reparented(track: AnimTrack, root: string, parent: GraphNode): AnimTrack {
    const turn = parent.getRotation().clone().invert();
    const scale = 1 / parent.getWorldTransform().getScale().y;
    const curves = track.curves.flatMap(({ paths, output }) => {
        const [{ entityPath, propertyPath }] = paths as unknown as { entityPath: string[]; propertyPath: string[] }[];
        return entityPath[entityPath.length - 1] === root ? [{ output, property: propertyPath[0] }] : [];
    });
    const outputs = track.outputs.map((data, i) => {
        const { property } = curves.find(({ output }) => output === i) ?? {};
        const convert = (row: number[]) => {
            const { x, y, z } = turn.transformVector(new Vec3(row[0], row[1], row[2])).mulScalar(scale);
            const turned = turn.clone().mul(new Quat(row[0], row[1], row[2], row[3]));
            return property === 'localPosition' ? [x, y, z] : property === 'localRotation' ? [turned.x, turned.y, turned.z, turned.w] : row;
        };
        return new AnimData(data.components, new Float32Array(rowsOf(data).flatMap(convert)));
    });
    return new AnimTrack(track.name, track.duration, track.inputs, outputs, track.curves);
}

/** A character that is hit. */
export interface Hero {
    readonly actor: Actor;
    readonly twin: Actor;
    readonly reactions: HitReactions;
    /** States in the order in which they were told. */
    readonly states: ReactionState[];
    /** The bone that carries the hips, the first with a body. */
    readonly hips: Entity;
}

export class HitStage extends RagdollStage {
    /** Get-up clips by the side. */
    private readonly getUps = new Map<string, AnimTrack>();

    constructor(override readonly source: HitSource) {
        super(source);
    }

    override async open() {
        await super.open();
        (this.app.systems.rigidbody as unknown as { fixedTimeStep: number }).fixedTimeStep = FINE_STEP;
        const { borrowed, fallen } = this.source;
        for (const [name, track] of borrowed ? (await loadGlb(this.app, borrowed.file)).clips : []) {
            this.getUps.set(name, borrowed!.root ? reparented(track, borrowed!.root, this.add().node(borrowed!.root).parent!) : track);
        }
        this.clear();
        const lying = fallen && [...this.clips.values()].find(({ name }) => name.split('|').pop() === fallen.clip);
        if (lying) this.getUps.set(`get-up-${fallen.side}`, backwards(lying));
    }

    /** A standing character with both scripts, and its twin without. */
    addHero(attributes: object = {}, clip?: string, parent = this.addEntity('player')): Hero {
        const [actor, twin] = [this.add(parent), this.add()];
        const track = clip ? this.clips.get(clip)! : this.track;
        for (const one of [actor, twin]) {
            one.play(track);
            for (const [name, getUp] of this.getUps) one.model.anim!.assignAnimation(name, getUp, undefined, 1, false);
        }
        const ragdoll = actor.add({ active: false });
        const reactions = actor.model.script!.create('hitReactions', { attributes }) as unknown as HitReactions;
        const states: ReactionState[] = [];
        reactions.on('state', (state: ReactionState | boolean) => { if (typeof state === 'string') states.push(state); });
        // the poses of two frames are known then
        this.run(0.1);
        const hips = ragdoll.bodyBones[0] as Entity;
        return { actor, twin, reactions, states, hips };
    }
}

/** The first of some bones that a character has. */
export function boneOf({ ragdoll }: Actor, names: readonly string[]): Entity {
    const body = names.map(name => ragdoll.bodyIndex(name)).find(index => index >= 0)!;
    return ragdoll.bodyBones[body] as Entity;
}

export const CHEST = ['spine2', 'spine1', 'spine'];
export const FOREARM = ['leftForearm', 'leftUpperArm'];

/** Hits a bone at its own place. */
export function hit({ actor, reactions }: Hero, names: readonly string[], impulse: Vec3) {
    const bone = boneOf(actor, names);
    reactions.hit(bone, bone.getPosition().clone(), impulse);
}

/** Describes a behaviour on characters; those that are not at hand are skipped with a message. */
export function onHitStage(behaviour: string, tests: (stage: HitStage) => void, sources: readonly HitSource[] = [STANDING_MANNEQUIN]) {
    for (const source of sources) {
        describe(`${behaviour}: ${source.name}`, () => {
            if (!source.file.includes('/') && furtherRig(source.file) === null) {
                it.skip(`needs ${source.file} in the folder that LIMBER_RIGS names`);
                return;
            }
            const stage = new HitStage(source);
            before(() => stage.open());
            afterEach(() => stage.clear());
            after(() => stage.close());
            tests(stage);
        });
    }
}
