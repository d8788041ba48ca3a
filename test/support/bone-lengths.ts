import type { Entity, GraphNode } from 'playcanvas';

// Whether the bones of a model are still as long as they were when it came.

/** Share of the height by which a bone may be longer or shorter: clips and soft bodies move bones too. */
const SLACK = 0.25;

/** A node that carries more than this share of all others is moved with the whole character, as hips are. */
const TRUNK = 0.4;

interface Bone {
    readonly node: GraphNode;
    /** Distance from its parent when the model came, and units of its parent, in metres. */
    readonly length: number;
    readonly unit: number;
}

export class BoneLengths {
    private readonly bones: readonly Bone[];

    private readonly height: number;

    constructor(model: Entity) {
        const nodes = model.find(() => true).slice(1) as GraphNode[];
        const heights = nodes.map(node => node.getPosition().y);
        this.height = Math.max(...heights) - Math.min(...heights);
        this.bones = nodes.filter(node => node.find(() => true).length < TRUNK * nodes.length).map((node) => {
            const unit = node.parent!.getWorldTransform().getScale().y;
            return { node, unit, length: unit * node.getLocalPosition().length() };
        });
    }

    /** A bone that is too long or too short, and by how much, in words; null: none. */
    findStretched(): string | null {
        for (const { node, length, unit } of this.bones) {
            const more = unit * node.getLocalPosition().length() - length;
            if (Math.abs(more) > SLACK * this.height) return `${node.name} is ${Math.abs(more).toFixed(2)} m too ${more > 0 ? 'long' : 'short'}`;
        }
        return null;
    }
}
