import { AnimCurve, AnimData, AnimTrack, AnimEvents, INTERPOLATION_LINEAR, type GraphNode } from 'playcanvas';

import { Soles } from './soles';
import { SourceMotion } from './source-motion';
import { TemplateBody } from './template-body';
import { middleOf, Transfer } from './transfer';
import type { Rig } from '../../rig/rig';

const RATE = 60;

export function retargetRaw(track: AnimTrack, source: Rig, sourceRoot: GraphNode, target: Rig, targetRoot: GraphNode): AnimTrack {
    const from = new TemplateBody(source, sourceRoot);
    const to = new TemplateBody(target, targetRoot);
    const motion = new SourceMotion(from, track, sourceRoot);
    const transfer = new Transfer(from, to);
    const [fromSoles, toSoles] = [new Soles(from), new Soles(to)];
    const hip = new Float64Array(3);
    // standing
    transfer.apply(from.space.pose);
    const level = (soles: Soles, pose: typeof from.space.pose) => soles.feet.reduce((sum, _, i) => sum + soles.place(pose, i), 0) / soles.feet.length;
    middleOf(hip, from.space.pose, transfer.sourceHips);
    const fromLevel = level(fromSoles, from.space.pose);
    const rest = hip.slice();
    const h = hip[1] - fromLevel;
    const toRest = new Float64Array(3);
    const toLevel0 = level(new Soles(to), to.space.pose);
    middleOf(toRest, to.space.pose, transfer.hips);
    middleOf(hip, transfer.pose, transfer.hips);
    const h2 = hip[1] - level(toSoles, transfer.pose);
    const ratio = h2 / h;
    console.log(`ratio ${ratio.toFixed(3)} levels ${fromLevel.toFixed(3)} ${toLevel0.toFixed(3)} rest h ${h.toFixed(3)} ${h2.toFixed(3)}`);
    const count = Math.max(1, Math.round(track.duration * RATE));
    const times = new Float32Array(count + 1);
    const bones = [...transfer.plan.turns.map(t => t.bone), ...transfer.plan.lines.flatMap(l => l.bones)];
    const turns = new Map(bones.map(bone => [bone, new Float32Array(4 * count + 4)]));
    const places = new Float32Array(3 * count + 3);
    const at = new Float64Array(3);
    for (let i = 0; i <= count; i++) {
        times[i] = track.duration * i / count;
        const pose = motion.sample(times[i], true);
        transfer.apply(pose);
        middleOf(hip, pose, transfer.sourceHips);
        for (let axis = 0; axis < 3; axis++) at[axis] = toRest[axis] + ratio * (hip[axis] - rest[axis]);
        at[1] = toLevel0 + ratio * (hip[1] - fromLevel);
        transfer.place(at, 0);
        for (const [bone, out] of turns) {
            const sign = i > 0 && [0, 1, 2, 3].reduce((sum, k) => sum + out[4 * i - 4 + k] * transfer.pose.localRotations[4 * bone + k], 0) < 0 ? -1 : 1;
            for (let k = 0; k < 4; k++) out[4 * i + k] = sign * transfer.pose.localRotations[4 * bone + k];
        }
        for (let k = 0; k < 3; k++) places[3 * i + k] = transfer.pose.localPositions[3 * transfer.carrier + k];
    }
    const inputs = [new AnimData(1, times)];
    const outputs: AnimData[] = [];
    const curves: AnimCurve[] = [];
    const add = (bone: number, property: string, size: number, data: Float32Array) => {
        const path = { entityPath: pathNames(targetRoot, to.space.nodes[bone]), component: 'graph', propertyPath: [property] };
        outputs.push(new AnimData(size, data));
        curves.push(new AnimCurve([path as never], 0, outputs.length - 1, INTERPOLATION_LINEAR));
    };
    for (const [bone, out] of turns) add(bone, 'localRotation', 4, out);
    add(transfer.carrier, 'localPosition', 3, places);
    return new AnimTrack(track.name, track.duration, inputs, outputs, curves, new AnimEvents(track.events as never));
}

function pathNames(root: GraphNode, node: GraphNode): string[] {
    const names: string[] = [];
    for (let step: GraphNode | null = node; step && step !== root; step = step.parent) names.unshift(step.name);
    return names;
}
