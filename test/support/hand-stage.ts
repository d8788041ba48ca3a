import { Entity, Quat, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import { createApp, loadGlb, type LoadedCharacter } from './app';
import { registerLimber, findCharacter, type HandPlacer } from '../../scripts/index';

// A stage for the tests of handPlacer: characters whose hands reach, targets, and where their joints are by the engine's own world transforms.

export const SIDES = ['left', 'right'] as const;
export type Side = typeof SIDES[number];

/** A row of the script; what has a default may be left out. */
export type HandRow = Partial<HandPlacer['hands'][number]>;

export type Settings = Partial<Omit<HandPlacer, 'hands'>> & { hands?: HandRow[] };

/** An arm by the nodes of the scene. */
export interface Arm {
    readonly shoulder: GraphNode;
    readonly elbow: GraphNode;
    readonly hand: GraphNode;
}

/** A character on the stage. */
export class Reacher {
    readonly nodes: GraphNode[];

    readonly height: number;

    /** Direction that it faces where it is put. */
    readonly forward: Vec3;

    readonly roles: ReadonlyMap<string, GraphNode>;

    constructor(readonly model: Entity) {
        const found = findCharacter(model)!;
        this.nodes = model.find(() => true);
        this.height = found.height;
        this.forward = found.forward.clone();
        this.roles = found.bones;
    }

    get hands(): HandPlacer {
        return this.model.script!.get('handPlacer') as HandPlacer;
    }

    /** Arms by their sides, of those that were found. */
    arm(side: Side): Arm | null {
        const [shoulder, elbow, hand] = ['UpperArm', 'Forearm', 'Hand'].map(part => this.roles.get(side + part));
        return shoulder && elbow && hand ? { shoulder, elbow, hand } : null;
    }

    /** Sum of the lengths of both parts of an arm. */
    armLength(side: Side): number {
        const { shoulder, elbow, hand } = this.arm(side)!;
        return shoulder.getPosition().distance(elbow.getPosition()) + elbow.getPosition().distance(hand.getPosition());
    }

    /** A point seen from a shoulder, in shares of the height: outwards, up, ahead. */
    fromShoulder(side: Side, x: number, y: number, z: number): Vec3 {
        const out = new Vec3().cross(Vec3.UP, this.forward).mulScalar(side === 'left' ? 1 : -1);
        const at = this.arm(side)!.shoulder.getPosition().clone();
        for (const [axis, share] of [[out, x], [Vec3.UP, y], [this.forward, z]] as const) at.add(axis.clone().mulScalar(share * this.height));
        return at;
    }

    pose(): Quat[] {
        return this.nodes.map(node => node.getLocalRotation().clone());
    }
}

/** One character's file on an app of its own. */
export class HandStage {
    app!: AppBase;

    clips: ReadonlyMap<string, AnimTrack> = new Map();

    private character!: LoadedCharacter;

    private things: Entity[] = [];

    async open(file: string, app = createApp()) {
        this.app = app;
        registerLimber(this.app);
        this.character = await loadGlb(this.app, file);
        this.clips = this.character.clips;
    }

    close() {
        this.app.destroy();
    }

    clear() {
        for (const thing of this.things) thing.destroy();
        this.things = [];
    }

    /** A character without scripts; with a clip it plays that. */
    addModel(clip = '', parent: Entity = this.app.root as Entity): Entity {
        const model = this.character.instantiate();
        parent.addChild(model);
        this.things.push(model);
        model.addComponent('script');
        if (clip === '') return model;
        model.addComponent('anim', { activate: true });
        model.anim!.assignAnimation('clip', [...this.clips.values()].find(({ name }) => name.includes(clip))!);
        return model;
    }

    /** A character with the script; it goes over at once unless the settings say otherwise. */
    add(settings: Settings = {}, clip = '', parent?: Entity): Reacher {
        const model = this.addModel(clip, parent);
        const reacher = new Reacher(model);
        model.script!.create('handPlacer', { attributes: { blendTime: 0, ...settings } as object });
        return reacher;
    }

    addTarget(at = new Vec3(), turn = new Quat()): Entity {
        const target = new Entity('target', this.app);
        this.app.root.addChild(target);
        target.setPosition(at);
        target.setRotation(turn);
        this.things.push(target);
        return target;
    }

    step(dt = 1 / 60, frames = 1) {
        for (let i = 0; i < frames; i++) this.app.update(dt);
    }
}

/** Where a hand has its target: the palm and the rotation of a mark in the frame of its bone, found by reaching for one that is ahead. */
export interface Grasp {
    readonly palm: Vec3;
    readonly turn: Quat;
}

/** Finds it: a mark is asked again from where the hand was last, until the wrist can do it. */
export function findGrasp(stage: Pick<HandStage, 'addTarget' | 'step'>, reacher: Reacher, side: Side): Grasp {
    const row = reacher.hands.hands.find(({ hand }) => hand === side)!;
    const { hand } = reacher.arm(side)!;
    const target = stage.addTarget(reacher.fromShoulder(side, 0.05, -0.05, 0.8 * reacher.armLength(side) / reacher.height));
    const turn = new Quat();
    row.target = target;
    for (let i = 0; i < 4; i++) {
        row.turn = 0;
        stage.step();
        target.setRotation(hand.getRotation().clone().mul(turn));
        row.turn = 1;
        stage.step();
        turn.copy(hand.getRotation()).invert().mul(target.getRotation());
    }
    return { palm: seenFrom(hand, target.getPosition()), turn };
}

/** A point of the world in a node's frame, without its scale. */
export function seenFrom(node: GraphNode, point: Vec3): Vec3 {
    return node.getRotation().clone().invert().transformVector(point.clone().sub(node.getPosition()), new Vec3());
}

/** A place that the arm reaches, ahead of the character or beside it. */
export function placeInReach(reacher: Reacher, side: Side, random: () => number, most = 0.93): Vec3 {
    const { shoulder, elbow, hand } = reacher.arm(side)!;
    const [upper, lower] = [shoulder.getPosition().distance(elbow.getPosition()), elbow.getPosition().distance(hand.getPosition())];
    const length = (upper + lower) / reacher.height;
    // an elbow does not fold quite
    const least = Math.max(0.45, 1.2 * Math.sqrt(upper * upper + lower * lower - 1.7 * upper * lower) / (upper + lower));
    const at = new Vec3(random() * 1.4 - 0.3, random() * 1.8 - 1, random() * 1.2).normalize().mulScalar(length * (least + (most - least) * random()));
    return reacher.fromShoulder(side, at.x, at.y, at.z);
}

/** Distance of an elbow from the arm's line, as a share of its length, from which on it is to be seen where the elbow is. */
const BENT = 0.08;

/** The direction of the elbow, at right angles to the arm's line; null where the arm is nearly straight. */
export function elbowOf({ shoulder, elbow, hand }: Arm): Vec3 | null {
    const line = hand.getPosition().clone().sub(shoulder.getPosition());
    const aside = elbow.getPosition().clone().sub(shoulder.getPosition());
    const length = aside.length() + elbow.getPosition().distance(hand.getPosition());
    line.normalize();
    aside.sub(line.clone().mulScalar(aside.dot(line)));
    return aside.length() > BENT * length ? aside : null;
}
