import { Quat, Vec3, type AnimTrack, type AppBase, type Entity, type GraphNode } from 'playcanvas';

import type { LoadedCharacter } from './app';

// What clips do with the mannequin, read off the bones that the engine poses.

/** What a body does at a moment, in model space; bones without their namespace. */
export interface Moment {
    readonly time: number;
    place(bone: string): Vec3;
    /** How far a bone has turned from the bind pose. */
    turn(bone: string): Quat;
}

/** Distance of the heel's contact behind the ankle, metres. */
const HEEL = 0.044;

const PREFIX = 'mixamorig:';

/** An instance of the mannequin that takes poses out of clips. */
export class PosedMannequin {
    /** Names of its bones. */
    readonly bones: readonly string[];

    readonly bind: Moment;

    private readonly entity: Entity;

    private readonly nodes: Nodes;

    private playing: AnimTrack | null = null;

    private readonly known = new Map<AnimTrack, readonly Moment[]>();

    /** @param rate - Moments a second that {@link moments} gives. */
    constructor(private readonly app: AppBase, model: LoadedCharacter, private readonly rate: number) {
        this.entity = model.instantiate();
        app.root.addChild(this.entity);
        const nodes = nodesOf(this.entity);
        this.bones = [...nodes.keys()];
        this.bind = read(nodes, 0, null);
        this.nodes = nodes;
        this.entity.addComponent('anim', { activate: true, speed: 0 });
    }

    /** The pose of a clip at a time; at its end the last one, also where it loops. */
    at(track: AnimTrack, time: number): Moment {
        const anim = this.entity.anim!;
        if (this.playing !== track) anim.assignAnimation('Clip', track);
        this.playing = track;
        anim.baseLayer!.activeStateCurrentTime = Math.min(time, 0.99999 * track.duration);
        this.app.update(0);
        return read(this.nodes, time, this.bind);
    }

    /** Even moments of a clip from its start to its end, read once. */
    moments(track: AnimTrack): readonly Moment[] {
        const count = Math.round(track.duration * this.rate);
        const moments = this.known.get(track) ?? Array.from({ length: count + 1 }, (_, i) => this.at(track, track.duration * i / count));
        this.known.set(track, moments);
        return moments;
    }

    /** Points under a foot that can stand on the floor: heel, ball and tip of the toes. */
    soles({ place, turn }: Moment, side: string): Vec3[] {
        const bind = (bone: string) => this.bind.place(side + bone);
        const carried = (bone: string, point: Vec3) => turn(side + bone).transformVector(point.clone().sub(bind(bone))).add(place(side + bone));
        const onFloor = (v: Vec3) => new Vec3(v.x, 0, v.z);
        const ahead = onFloor(bind('ToeBase').clone().sub(bind('Foot'))).normalize();
        const heel = onFloor(bind('Foot')).sub(ahead.mulScalar(HEEL));
        return [carried('Foot', heel), carried('ToeBase', onFloor(bind('ToeBase'))), carried('ToeBase', onFloor(bind('Toe_End')))];
    }

    /** Reads what another instance of the model shows, in the world, as often as it is asked. */
    watch(other: Entity): (time: number) => Moment {
        const nodes = nodesOf(other);
        return time => read(nodes, time, this.bind);
    }
}

type Nodes = ReadonlyMap<string, GraphNode>;

function nodesOf(entity: Entity): Nodes {
    return new Map(entity.find(node => node.name.startsWith(PREFIX)).map(node => [node.name.slice(PREFIX.length), node as GraphNode]));
}

function read(nodes: Nodes, time: number, bind: Moment | null): Moment {
    const places = new Map([...nodes].map(([name, node]) => [name, node.getPosition().clone()]));
    const turns = new Map([...nodes].map(([name, node]) => [name, node.getRotation().clone()]));
    return {
        time,
        place: bone => places.get(bone)!,
        turn: bone => (bind ? turns.get(bone)!.clone().mul(bind.turn(bone).invert()) : turns.get(bone)!.clone())
    };
}

/** Heading of a turn about the vertical, degrees to the left: that of the axis across, which pitch leaves as it is. */
export function headingOf(turn: Quat): number {
    const left = turn.transformVector(new Vec3(1, 0, 0));
    return Math.atan2(-left.z, left.x) * 180 / Math.PI;
}
