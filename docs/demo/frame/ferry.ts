import type { GroundBody } from 'limber';
import { Mat4, Quat, Vec3, type Entity } from 'playcanvas';


// A platform that takes a character over: it goes when somebody stands on it, and comes back when it is empty.

/** Seconds of a passage, and before it sets off. */
const PASSAGE = 3.5;
const WAIT = 0.8;

/** What it does on the way: height in metres of a person, and degrees. */
const RISE = 0.2;
const YAW = 30;

const at = new Vec3();

export class Ferry implements GroundBody {
    /** Share of the passage: 0 at this side, 1 at the other one. */
    share = 0;

    /** How the ferry has moved in the last frame, in world space. */
    readonly move = new Mat4();

    private readonly home: Vec3;

    private waited = 0;

    private readonly before = new Mat4();

    /**
     * @param entity - The platform at this side.
     * @param half - Half of its size.
     * @param way - How far it goes along z.
     * @param scale - Metres of the scene for a metre of a person.
     */
    constructor(readonly entity: Entity, private readonly half: Vec3, private readonly way: number, private readonly scale: number) {
        this.home = entity.getPosition().clone();
    }

    /** Height of its deck. */
    get deck(): number {
        return this.entity.getPosition().y + this.half.y;
    }

    /** Whether a point is above the deck. */
    carries(x: number, z: number): boolean {
        at.set(x, this.deck, z);
        this.entity.getWorldTransform().clone().invert().transformPoint(at, at);
        return Math.abs(at.x) <= this.half.x && Math.abs(at.z) <= this.half.z;
    }

    /**
     * @param rider - Somebody: null, on board, or standing there ready to go.
     */
    update(dt: number, rider: 'ready' | 'aboard' | null) {
        const goal = rider === 'ready' ? 1 : rider === null ? 0 : this.share;
        this.waited = goal === this.share ? 0 : this.waited + dt;
        if (this.waited > WAIT) this.share += Math.sign(goal - this.share) * Math.min(dt / PASSAGE, Math.abs(goal - this.share));
        this.place();
    }

    /** Brings it to this side at once. */
    reset() {
        this.share = 0;
        this.place();
        this.move.setIdentity();
    }

    readPlace(out: Float64Array) {
        const { x, y, z } = this.entity.getPosition();
        const turn = this.entity.getRotation();
        out.set([x, y, z, turn.x, turn.y, turn.z, turn.w]);
    }

    isThere(): boolean {
        return this.entity.parent !== null;
    }

    private place() {
        this.before.copy(this.entity.getWorldTransform()).invert();
        const { share, home } = this;
        const eased = share * share * (3 - 2 * share);
        const bump = Math.sin(Math.PI * share) ** 2;
        this.entity.setPosition(home.x, home.y + RISE * this.scale * bump, home.z + this.way * eased);
        this.entity.setRotation(new Quat().setFromEulerAngles(0, YAW * bump, 0));
        this.move.mul2(this.entity.getWorldTransform(), this.before);
    }
}
