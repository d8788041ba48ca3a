import { MeshGround, type Ground, type GroundHit } from 'limber';
import { Entity, Mat4, Vec3, type AppBase } from 'playcanvas';


import { createPieces, FERRY, FERRY_FROM, FERRY_TO, WAY } from './layout';
import { Way } from './way';
import { Ferry } from '../../frame/ferry';
import { addTriangles, createPiece, Looks, type Triangles } from '../../frame/pieces';
import type { Stage } from '../../frame/stage';

// The course on the stage: bodies of the physics engine, and the same geometry as triangles.

/** Sizes of characters, as heights over that of a person, that walk on the course as it is; to others it is scaled. */
const AS_IT_IS = [0.4, 2.5];

const toFerry = new Mat4();
const point = new Vec3();
const direction = new Vec3();

/** The triangles of the course: what stays, and the ferry in its own frame. */
export class CourseGround implements Ground {
    /** Rays that were cast. */
    rays = 0;

    private readonly ferryRay = new Float64Array(7);

    private readonly ferryHit: GroundHit = { point: new Float64Array(3), normal: new Float64Array(3), body: null };

    constructor(private readonly fixed: MeshGround, private readonly deck: MeshGround, private readonly ferry: Ferry) {}

    cast(hit: GroundHit, ray: Float64Array): boolean {
        this.rays++;
        const found = this.fixed.cast(hit, ray);
        const { ferry, ferryRay, ferryHit } = this;
        const shown = ferry.entity.getWorldTransform();
        toFerry.copy(shown).invert();
        toFerry.transformPoint(point.set(ray[0], ray[1], ray[2]), point);
        toFerry.transformVector(direction.set(ray[3], ray[4], ray[5]), direction);
        ferryRay.set([point.x, point.y, point.z, direction.x, direction.y, direction.z, ray[6]]);
        if (!this.deck.cast(ferryHit, ferryRay)) return found;
        const wayTo = (met: Float64Array, from: Float64Array) => [0, 1, 2].reduce((sum, i) => sum + (met[i] - from[i]) * from[3 + i], 0);
        if (found && wayTo(hit.point as Float64Array, ray) <= wayTo(ferryHit.point as Float64Array, ferryRay)) return true;
        shown.transformPoint(point.set(ferryHit.point[0], ferryHit.point[1], ferryHit.point[2]), point);
        shown.transformVector(direction.set(ferryHit.normal[0], ferryHit.normal[1], ferryHit.normal[2]), direction);
        (hit.point as Float64Array).set([point.x, point.y, point.z]);
        (hit.normal as Float64Array).set([direction.x, direction.y, direction.z]);
        hit.body = ferry;
        return true;
    }
}

export class Course {
    readonly ferry: Ferry;

    readonly way: Way;

    private readonly root = new Entity('course');

    private readonly looks: Looks;

    private readonly fixed: MeshGround;

    private readonly deck: MeshGround;

    /**
     * @param scale - Metres of the scene for a metre of a person.
     */
    constructor(app: AppBase, stage: Stage, readonly scale: number) {
        this.looks = new Looks(stage.grid);
        app.root.addChild(this.root);
        const pieces = createPieces();
        pieces.forEach((piece, i) => {
            const entity = createPiece(app, this.root, piece, this.looks, scale);
            // the stage has a floor to look at
            if (i === 0) entity.render!.enabled = false;
        });
        const all: Triangles = { positions: [], indices: [] };
        for (const piece of pieces) addTriangles(all, piece, scale);
        this.fixed = new MeshGround(all.positions, all.indices);
        const deck: Triangles = { positions: [], indices: [] };
        addTriangles(deck, FERRY, scale, false);
        this.deck = new MeshGround(deck.positions, deck.indices);
        const platform = createPiece(app, this.root, FERRY, this.looks, scale, 'kinematic');
        this.ferry = new Ferry(platform, new Vec3(...FERRY.size).mulScalar(scale / 2), (FERRY_TO - FERRY_FROM) * scale, scale);
        this.way = new Way(WAY, scale);
    }

    /** The scale of the course for a character. */
    static scaleFor(unit: number): number {
        return unit >= AS_IT_IS[0] && unit <= AS_IT_IS[1] ? 1 : unit;
    }

    /** The ground as triangles. */
    createGround(): CourseGround {
        return new CourseGround(this.fixed, this.deck, this.ferry);
    }

    destroy() {
        this.root.destroy();
        this.looks.destroy();
    }
}
