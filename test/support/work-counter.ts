import { Mesh } from 'playcanvas';

// Work as numbers that are the same on every machine.

/** What some work did: how many numbers it worked out by the functions of `Math` that searches ask, and how many vertices it read from meshes. */
export interface Work { readonly numbers: number; readonly vertices: number }

const FUNCTIONS = ['sqrt', 'hypot', 'abs', 'max'] as const;

/** Counts while something is done. */
export function countWork(work: () => void): Work {
    let numbers = 0;
    let vertices = 0;
    const before = FUNCTIONS.map(name => Math[name]);
    const { getVertexStream: original } = Mesh.prototype;
    FUNCTIONS.forEach((name, i) => {
        const one = before[i] as (...values: number[]) => number;
        Math[name] = (...values: number[]) => {
            numbers++;
            return one(...values);
        };
    });
    Mesh.prototype.getVertexStream = function getVertexStream(semantic, data) {
        vertices += this.vertexBuffer.numVertices;
        return original.call(this, semantic, data);
    };
    try {
        work();
    } finally {
        FUNCTIONS.forEach((name, i) => { Math[name] = before[i] as typeof Math.max; });
        Mesh.prototype.getVertexStream = original;
    }
    return { numbers, vertices };
}
