import type { GraphNode } from 'playcanvas';

// Whether nothing has moved: bones and what they hang on, compared with what they were exactly.

/** Numbers of a bone's local transform, and of a world matrix. */
const LOCAL = 10;
const MATRIX = 16;

export class StillNodes {
    private readonly parents: readonly (GraphNode | null)[];

    private readonly locals: Float64Array;

    private readonly matrices: Float32Array;

    private isKept = false;

    /**
     * @param bones - Nodes whose local transforms count.
     * @param places - Nodes whose places in the world count.
     */
    constructor(private readonly bones: readonly GraphNode[], private readonly places: readonly GraphNode[]) {
        this.parents = bones.map(({ parent }) => parent);
        this.locals = new Float64Array(LOCAL * bones.length);
        this.matrices = new Float32Array(MATRIX * places.length);
    }

    /** Remembers how they are now; what is remembered already, stays. */
    keep() {
        const { bones, places, locals, matrices } = this;
        if (this.isKept) return;
        this.isKept = true;
        for (let i = 0; i < bones.length; i++) {
            const r = bones[i].getLocalRotation(), p = bones[i].getLocalPosition(), s = bones[i].getLocalScale();
            const o = LOCAL * i;
            locals[o] = r.x;
            locals[o + 1] = r.y;
            locals[o + 2] = r.z;
            locals[o + 3] = r.w;
            locals[o + 4] = p.x;
            locals[o + 5] = p.y;
            locals[o + 6] = p.z;
            locals[o + 7] = s.x;
            locals[o + 8] = s.y;
            locals[o + 9] = s.z;
        }
        for (let i = 0; i < places.length; i++) matrices.set(places[i].getWorldTransform().data, MATRIX * i);
    }

    /** Whether they are as they were remembered; if they are not, nothing is remembered any more. */
    areStill(): boolean {
        this.isKept = this.isKept && this.arePlaces() && this.areBones();
        return this.isKept;
    }

    forget() {
        this.isKept = false;
    }

    private areBones(): boolean {
        const { bones, parents, locals } = this;
        for (let i = 0; i < bones.length; i++) {
            const bone = bones[i];
            if (bone.parent !== parents[i] || !bone.enabled) return false;
            const r = bone.getLocalRotation(), p = bone.getLocalPosition(), s = bone.getLocalScale();
            const o = LOCAL * i;
            if (r.x !== locals[o] || r.y !== locals[o + 1] || r.z !== locals[o + 2] || r.w !== locals[o + 3]) return false;
            if (p.x !== locals[o + 4] || p.y !== locals[o + 5] || p.z !== locals[o + 6]) return false;
            if (s.x !== locals[o + 7] || s.y !== locals[o + 8] || s.z !== locals[o + 9]) return false;
        }
        return true;
    }

    private arePlaces(): boolean {
        const { places, matrices } = this;
        for (let i = 0; i < places.length; i++) {
            const { data } = places[i].getWorldTransform();
            for (let k = 0; k < MATRIX; k++) if (data[k] !== matrices[MATRIX * i + k]) return false;
        }
        return true;
    }
}
