import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_LINEAR, Quat, Vec3, type AppBase, type Entity, type GraphNode } from 'playcanvas';

import type { LoadedCharacter } from './app';
import { playGraph } from './state-graphs';

// Clips that are pieces of another one, as the engine evaluates it, with a body that is turned on the way.

/** Keys a second. */
const RATE = 60;

/** The piece of a clip that is baked, in seconds of it. */
export interface Piece {
    readonly start: number;
    readonly length: number;
    /** Degrees by which the whole body is turned about the player's up, by the share 0..1 of the piece; left out: none. */
    readonly yaw?: (share: number) => number;
}

/**
 * Bakes a piece of a clip.
 *
 * @param title - Name of the clip that is made.
 */
export function bakeClip(app: AppBase, model: LoadedCharacter, clip: AnimTrack, title: string, { start, length, yaw = () => 0 }: Piece): AnimTrack {
    const entity = model.instantiate();
    app.root.addChild(entity);
    const anim = playGraph(entity, [{ states: { Clip: clip } }]);
    app.update(0);
    const nodes = entity.find(node => node !== entity) as GraphNode[];
    const tops = entity.children;
    const count = Math.round(RATE * length);
    const times = Array.from({ length: count + 1 }, (_, i) => length * i / count);
    const keys = times.map((time) => {
        anim.baseLayer!.activeStateCurrentTime = (((start + time) % clip.duration) + clip.duration) % clip.duration;
        app.update(0);
        const turn = new Quat().setFromEulerAngles(0, yaw(time / length), 0);
        // around the player's up; the model's root may lie on its back, and its clip may move it
        const root = entity.getLocalRotation();
        const around = root.clone().invert().mul(turn).mul(root);
        const origin = entity.getLocalTransform().clone().invert().transformPoint(new Vec3());
        return nodes.map((node) => {
            const isTop = tops.includes(node);
            const place = node.getLocalPosition().clone();
            return {
                turn: isTop ? around.clone().mul(node.getLocalRotation()) : node.getLocalRotation().clone(),
                place: isTop ? around.transformVector(place.sub(origin)).add(origin) : place
            };
        });
    });
    const outputs: AnimData[] = [];
    const curves = nodes.flatMap((node, i) => {
        let last = keys[0][i].turn;
        const turns = keys.flatMap((pose) => {
            const { turn } = pose[i];
            const sign = turn.dot(last) < 0 ? -1 : 1;
            last = turn.clone().mulScalar(sign);
            return [last.x, last.y, last.z, last.w];
        });
        const places = keys.flatMap((pose) => {
            const { x, y, z } = pose[i].place;
            return [x, y, z];
        });
        outputs.push(new AnimData(4, turns), new AnimData(3, places));
        const path = { entityPath: node.path.slice(entity.path.length + 1).split('/'), component: 'graph' };
        return [['localRotation', 2 * i], ['localPosition', 2 * i + 1]].map(([property, output]) => new AnimCurve(
            [{ ...path, propertyPath: [property as string] }], 0, output as number, INTERPOLATION_LINEAR
        ));
    });
    (entity as Entity).destroy();
    return new AnimTrack(title, length, [new AnimData(1, times)], outputs, curves);
}
