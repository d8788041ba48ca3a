import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import { CHEST, hit, type HitStage } from './hit-stage';
import { findCharacter } from '../../scripts/rig/character';

// What is seen of a character that is pushed, from its joints alone, against a twin that plays the same clip without scripts.

/** Share of the peak of a lean below which it counts as back; and degrees that nobody sees. */
const BACK = 0.15;
const UNSEEN = 0.1;

/** Height of a foot over its clip while it steps, of the character's height. */
const LIFTED = 0.004;

export interface Push {
    /** Newton seconds for a body of 70 kg and 1.75 m. */
    readonly impulse: number;
    /** Where it goes, degrees from ahead towards the character's left. */
    readonly degrees: number;
    readonly rate?: number;
    readonly seconds?: number;
    /** Where mecFootPlacer stands on the script component; none: nowhere. */
    readonly placer?: 'above' | 'below';
}

/** What is seen. */
export interface Pushed {
    /** Largest lean of the trunk in the direction of the push, degrees, and seconds until then. */
    peak: number;
    peakAt: number;
    /** Seconds until the lean stays below a share of the peak. */
    back: number;
    /** How often the trunk sways over to the other side. */
    sways: number;
    /** Steps of feet. */
    steps: number;
    /** Distance that the character has gone in the direction of the push, metres of a person. */
    way: number;
    /** Distance of each foot at the end from where it is in the clip on the character's place, and from where it was put down last, metres of a person. */
    off: number;
    slid: number;
    falls: boolean;
    legs: 2 | 4;
    /** Size against a person. */
    metre: number;
    /** Lean in each frame, degrees. */
    leans: number[];
}

const level = ({ x, z }: Vec3) => new Vec3(x, 0, z);

/** Pushes a character that stands at the chest and watches it. */
export function watchPush(stage: HitStage, { impulse, degrees, rate = 60, seconds = 2.5, placer }: Push): Pushed {
    const hero = stage.addHero({ getUpDelay: 60 });
    const { actor, twin, reactions, hips } = hero;
    if (placer) {
        actor.model.script!.create('mecFootPlacer', placer === 'above' ? { ind: 0 } : {});
        stage.run(0.5);
    }
    const rig = findCharacter(actor.model)!;
    const { nodes, space } = rig.skeleton;
    const metre = rig.height * (space?.getWorldTransform().getScale().y ?? 1) / 1.75;
    const same = (node: GraphNode) => twin.nodes[actor.nodes.indexOf(node as Entity)];
    const feet = (['leftFoot', 'rightFoot', ...rig.legs === 4 ? ['leftHand', 'rightHand'] as const : []] as const)
    .map(name => nodes[rig.limbs[name]!.bones.at(-1)!]).map(node => ({ node, isUp: false, landed: level(node.getPosition()) }));
    const chest = nodes[rig.neck[0] ?? rig.bones.get('head')!];
    const angle = degrees * Math.PI / 180;
    const direction = new Vec3(Math.sin(angle), 0, Math.cos(angle));
    const leanOf = (of: (node: GraphNode) => GraphNode) => {
        const line = of(chest).getPosition().clone().sub(of(hips).getPosition());
        return Math.atan2(line.dot(direction), line.y) * 180 / Math.PI;
    };
    // a trunk that lies level is turned about a level axis
    const rollOf = () => {
        const { x, z, w } = hips.getRotation().clone().mul(same(hips).getRotation().clone().invert());
        return 2 * Math.atan2(x * direction.z - z * direction.x, Math.abs(w)) * Math.sign(w) * 180 / Math.PI;
    };
    const start = level(actor.model.getPosition());
    hit(hero, CHEST, direction.clone().mulScalar(impulse * metre ** 0.5));
    const found: Pushed = { peak: 0, peakAt: 0, back: 0, sways: 0, steps: 0, way: 0, off: 0, slid: 0, falls: false, legs: rig.legs === 4 ? 4 : 2, metre, leans: [] };
    for (let frame = 0; frame < seconds * rate; frame++) {
        stage.step(1 / rate);
        found.leans.push(rig.legs === 4 ? rollOf() : leanOf(node => node) - leanOf(same));
        for (const foot of feet) {
            const isUp = foot.node.getPosition().y - same(foot.node).getPosition().y > LIFTED * 1.75 * metre;
            if (isUp && !foot.isUp) found.steps++;
            if (isUp || foot.isUp) foot.landed = level(foot.node.getPosition());
            foot.isUp = isUp;
        }
        found.falls ||= reactions.state === 'falling';
    }
    const way = level(actor.model.getPosition()).sub(start);
    found.way = way.dot(direction) / metre;
    for (const { node, landed } of feet) {
        found.off = Math.max(found.off, level(node.getPosition().clone().sub(same(node).getPosition())).sub(way).length() / metre);
        found.slid = Math.max(found.slid, level(node.getPosition()).distance(landed) / metre);
    }
    found.peak = Math.max(...found.leans);
    const first = found.leans.indexOf(found.peak);
    found.peakAt = (first + 1) / rate;
    const seen = Math.max(UNSEEN, BACK * found.peak);
    found.back = found.leans.reduce((last, lean, i) => (Math.abs(lean) > seen ? (i + 1) / rate : last), 0);
    let side = 1;
    for (const lean of found.leans.slice(first)) {
        if (!(Math.abs(lean) > seen) || Math.sign(lean) === side) continue;
        side = Math.sign(lean);
        found.sways++;
    }
    actor.model.destroy();
    twin.model.destroy();
    return found;
}
