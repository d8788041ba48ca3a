import { Vec3, type Entity } from 'playcanvas';

import type { Ground, MecFootPlacer } from '../../../scripts/index';
import type { LimbName } from '../../../scripts/rig/rig';
import { measureSole, Sole } from '../../../test/support/sole';
import type { Character } from '../character';
import type { Clip } from '../clip';
import { feetOf } from '../feet-of';
import type { Instance } from '../instance';

// An instance with mecFootPlacer that walks over ground, beside it its twin: the same model under the same clip at the same places over
// its own level ground, without the script.

/** Length of a frame in seconds. */
const FRAME = 1 / 60;

/** Distance from the line between hip and ankle to full length, as a share, within which a leg is said not to reach. */
const REACHING = 0.03;

/** A leg reaches surely when so much of its length is left beyond that. */
const SURELY = 0.005;

/** What a character walks on. */
export interface Floor {
    readonly ground: Ground;
    /** Unit normal, the same everywhere. */
    readonly normal: Vec3;
    heightAt(x: number, z: number): number;
}

/** Ground of one slope that rises along a level direction. */
export function slopeAlong(direction: Vec3, degrees: number): Floor {
    const rise = Math.tan(degrees * Math.PI / 180);
    const [kx, kz] = [rise * direction.x, rise * direction.z];
    const normal = new Vec3(-kx, 1, -kz).normalize();
    return {
        ground: levelGround((x, z) => kx * x + kz * z, normal),
        normal,
        heightAt: (x, z) => kx * x + kz * z
    };
}

/** Level ground at a height. */
export function levelAt(height: number): Floor {
    return { ground: levelGround(() => height, Vec3.UP), normal: Vec3.UP, heightAt: () => height };
}

function levelGround(heightAt: (x: number, z: number) => number, { x, y, z }: Vec3): Ground {
    return {
        cast(hit, ray) {
            // rays go straight down
            const height = heightAt(ray[0], ray[2]);
            if (!(ray[1] >= height && ray[1] - ray[6] <= height)) return false;
            hit.point.set([ray[0], height, ray[2]]);
            hit.normal.set([x, y, z]);
            return true;
        }
    };
}

export class FeetStand {
    readonly actor: Instance;

    readonly twin: Instance;

    readonly placer: MecFootPlacer;

    /** Feet that are planted, as the script's events tell. */
    readonly planted = new Set<string>();

    /** Whether the clip has begun anew in this frame. */
    atSeam = false;

    private readonly carriers: Entity[];

    private readonly soles: Map<string, Sole>[];

    private time = 0;

    /**
     * @param clip - What both play; null: the rest pose.
     * @param floor - What the instance with the script walks on.
     * @param velocity - World velocity over the ground as seen from above, metres per second.
     * @param isClimbing - Whether the character goes up and down with the floor.
     * @param attributes - Attributes of the script.
     */
    constructor(
        readonly character: Character, private readonly clip: Clip | null, readonly floor: Floor, private readonly velocity: Vec3,
        private readonly isClimbing: boolean, attributes: object
    ) {
        character.clear();
        [this.actor, this.twin] = [character.add(), character.add()];
        const bound = character.add();
        bound.standAsBound();
        const shapes = new Map(this.feet.map(id => [id, measureSole(bound.model, this.legOf(bound, id)[2], Vec3.UP, character.forward, character.height)]));
        this.soles = [this.actor, this.twin].map((instance) => {
            return new Map([...shapes].map(([id, shape]) => [id, new Sole(shape, node => instance.same(node, bound))]));
        });
        bound.model.enabled = false;
        // clips may move the model itself
        this.carriers = [this.actor, this.twin].map((instance) => {
            const carrier = character.addEntity();
            instance.model.reparent(carrier);
            instance.play(clip);
            return carrier;
        });
        const { model } = this.actor;
        model.addComponent('script');
        this.placer = model.script!.create('mecFootPlacer', { attributes }) as MecFootPlacer;
        this.placer.setGround(floor.ground);
        this.placer.on('foot:plant', (id: string) => this.planted.add(id));
        this.placer.on('foot:release', (id: string) => this.planted.delete(id));
    }

    /** Ids of the feet that the script places on this character. */
    get feet(): LimbName[] {
        return feetOf(this.character);
    }

    /** Runs frames. */
    run(seconds: number, each: () => void = () => {}) {
        for (let i = 0; i < seconds / FRAME; i++) {
            this.time += FRAME;
            const { x, z } = this.velocity.clone().mulScalar(this.time);
            this.carriers[0].setPosition(x, this.isClimbing ? this.floor.heightAt(x, z) : 0, z);
            this.carriers[1].setPosition(x, 0, z);
            const before = this.clipTime;
            this.character.step();
            const duration = this.clip?.track.duration ?? Infinity;
            this.atSeam = Math.floor(this.clipTime / duration) !== Math.floor(before / duration);
            for (const soles of this.soles) soles.forEach(sole => sole.read());
            each();
        }
    }

    /** Vertices of a foot's sole, of the instance with the script and of the twin. */
    solesOf(id: string): [Sole, Sole] {
        return [this.soles[0].get(id)!, this.soles[1].get(id)!];
    }

    /** Height of a vertex of the sole over the floor, along its normal. */
    overFloor = (points: Float64Array, vertex: number): number => {
        const [x, y, z] = points.subarray(3 * vertex, 3 * vertex + 3);
        return (y - this.floor.heightAt(x, z)) * this.floor.normal.y;
    };

    /** First bone, second bone and end of a foot's leg. */
    legOf(instance: Instance, id: LimbName): Entity[] {
        const { bones } = this.character.rig.limbs[id]!;
        return [bones[0], bones[1], bones[bones.length - 1]].map(bone => instance.nodes[this.character.placeOf(bone)] as Entity);
    }

    /** Distance between hip and ankle as a share of the leg's length, of the instance with the script and of the twin. */
    extensions(id: LimbName): [number, number] {
        const length = this.lengthOf(id);
        const [a, b] = [this.actor, this.twin].map((instance) => {
            const [hip, , ankle] = this.legOf(instance, id);
            return hip.getPosition().distance(ankle.getPosition()) / length;
        });
        return [a, b];
    }

    /** Where the ankle is that has over the floor what the twin's has over its own, at the same place as seen from above. */
    wantedAnkle(id: LimbName): Vec3 {
        const ankle = this.legOf(this.twin, id)[2].getPosition().clone();
        ankle.y = this.floor.heightAt(ankle.x, ankle.z) + ankle.y / this.floor.normal.y;
        return ankle;
    }

    /**
     * Whether the leg surely reaches that ankle.
     *
     * @param slip - How far the twin's foot has slid over its floor meanwhile: a planted one has stayed behind by that.
     */
    reaches(id: LimbName, slip = Vec3.ZERO): boolean {
        const { x, y, z } = this.floor.normal;
        const back = new Vec3(-slip.x, (x * slip.x + z * slip.z) / y, -slip.z);
        const needed = this.wantedAnkle(id).add(back).distance(this.legOf(this.actor, id)[0].getPosition()) / this.lengthOf(id);
        return needed < Math.max(1 - REACHING, this.extensions(id)[1]) - SURELY;
    }

    private lengthOf(id: LimbName): number {
        const { rig, scale } = this.character;
        const { bones } = rig.limbs[id]!;
        const { positions } = rig.skeleton;
        let length = 0;
        for (let i = 1; i < bones.length; i++) {
            length += Math.hypot(...[0, 1, 2].map(axis => positions[3 * bones[i] + axis] - positions[3 * bones[i - 1] + axis]));
        }
        return length * scale;
    }

    private get clipTime(): number {
        return this.twin.model.anim?.baseLayer?.activeStateCurrentTime ?? 0;
    }
}
