import { existsSync } from 'node:fs';

import { AnimData, AnimTrack, Vec3, type Entity } from 'playcanvas';

import { loadGlb } from './app';
import { furtherRig, HOUND, MANNEQUIN, usual } from './characters';
import type { Build } from './physics-app';
import { RagdollStage, type Actor, type Source } from './ragdoll-stage';
import { describeFull } from './skip';
import { retargetTrack, type HitReactions, type ReactionState } from '../../scripts/index';

// A stage for the tests of hitReactions: characters with what they get up with, physics at 120 steps a second, and a floor.

/** The step that the figures are told for. */
export const FINE_STEP = 1 / 120;

/** Half edge of the floor, metres: animals of seven metres fall and roll on it. */
const FLOOR = 25;

/** A character, and the clips that it gets up with. */
export interface HitSource extends Source {
    /** File with get-up clips, and the character that they were made for where that is another one. */
    readonly borrowed?: { readonly file: string; readonly from?: string };
    /** A clip that lies down, which is played backwards, and the side on which it ends. */
    readonly fallen?: { readonly clip: string; readonly side: 'prone' | 'supine' | 'left' | 'right' };
}

export const STANDING_MANNEQUIN: HitSource = {
    name: 'mannequin', file: MANNEQUIN, clipFile: MANNEQUIN, clip: 'idle', borrowed: { file: 'templates/mannequin-get-up.glb' }
};
export const STANDING_HOUND: HitSource = { name: 'hound', file: HOUND, clipFile: HOUND, clip: 'idle', borrowed: { file: 'templates/hound-get-up.glb' } };
export const STANDING_XBOT: HitSource = {
    name: 'Xbot', file: 'Xbot.glb', clipFile: 'Xbot.glb', clip: 'agree', borrowed: { file: 'templates/mannequin-get-up.glb', from: MANNEQUIN }
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
    readonly getUps = new Map<string, AnimTrack>();

    constructor(override readonly source: HitSource, build: Build = 'ammojs-typed') {
        super(source, build);
    }

    /** As large as falls need. */
    override addFloor(half = FLOOR): Entity {
        return this.addBox(new Vec3(half, 0.5, half), new Vec3(0, -0.5, 0), { type: 'static', friction: 0.6 });
    }

    override async open() {
        await super.open();
        (this.app.systems.rigidbody as unknown as { fixedTimeStep: number }).fixedTimeStep = FINE_STEP;
        const { borrowed, fallen } = this.source;
        const from = borrowed?.from ? (await loadGlb(this.app, borrowed.from)).instantiate() : null;
        const own = this.add().model;
        for (const [name, track] of borrowed ? (await loadGlb(this.app, borrowed.file)).clips : []) {
            if (name.startsWith('get-up')) this.getUps.set(name, from ? retargetTrack(track, from, own).track! : track);
        }
        from?.destroy();
        this.clear();
        const lying = fallen && [...this.clips.values()].find(({ name }) => name.split('|').pop() === fallen.clip);
        if (lying) this.getUps.set(`get-up-${fallen.side}`, backwards(lying));
    }

    /** A standing character with both scripts, and its twin without. */
    addHero(attributes: object = {}, clip?: string, parent = this.addEntity('player')): Hero {
        const [actor, twin] = [this.add(parent), this.add()];
        const track = clip ? [...this.clips.values(), ...this.getUps.values()].find(({ name }) => name.includes(clip))! : this.track;
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
        const hips = ragdoll.control.bones[0] as Entity;
        return { actor, twin, reactions, states, hips };
    }
}

/** The first of some bones that a character has. */
export function boneOf({ ragdoll }: Actor, names: readonly string[]): Entity {
    const body = names.map(name => ragdoll.control.bodyOf(name, () => {})).find(index => index >= 0)!;
    return ragdoll.control.bones[body] as Entity;
}

export const CHEST = ['spine2', 'spine1', 'spine'];
export const FOREARM = ['leftForearm', 'leftUpperArm'];

/** Hits a bone at its own place. */
export function hit({ actor, reactions }: Hero, names: readonly string[], impulse: Vec3) {
    const bone = boneOf(actor, names);
    reactions.hit(bone, bone.getPosition().clone(), impulse);
}

/** Describes a behaviour on characters; those that are not at hand are skipped with a message. */
export function onHitStage(
    behaviour: string, tests: (stage: HitStage) => void, sources: readonly HitSource[] = [STANDING_MANNEQUIN], build: Build = 'ammojs-typed'
) {
    const describeBuild = build === 'ammo.js' ? describeFull : describe;
    for (const source of usual(sources)) {
        describeBuild(`${behaviour}: ${source.name}${build === 'ammo.js' ? ', ammo.js' : ''}`, () => {
            if (!existsSync(source.file) && furtherRig(source.file) === null) {
                it.skip(`needs ${source.file} in the folder that LIMBER_RIGS names`);
                return;
            }
            const stage = new HitStage(source, build);
            before(() => stage.open());
            afterEach(() => stage.clear());
            after(() => stage.close());
            tests(stage);
        });
    }
}
