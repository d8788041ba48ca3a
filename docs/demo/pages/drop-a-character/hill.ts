import { Color, Entity, Geometry, Mesh, MeshInstance, StandardMaterial, Vec3, calculateNormals } from 'playcanvas';

import type { Stage } from '../../frame/stage';

// A small round hill to stand on: as steep as a roof's flat side half way up, level on top and at its foot.

/** Height and radius in metres of a person. The steepest place has a slope of 17 degrees. */
const HEIGHT = 0.36;
const RADIUS = 1.85;

/** Rings and sectors of its mesh. */
const RINGS = 24;
const SECTORS = 64;

/** Depth below the floor of its rim, so that it does not flicker there, as a share of its height. */
const SUNK = 0.01;

const COLOUR = new Color(0.62, 0.60, 0.55);

export class Hill {
    readonly entity = new Entity('hill');

    private readonly radius: number;

    private readonly height: number;

    private readonly material = new StandardMaterial();

    /**
     * @param size - Metres of the scene for a metre of a person.
     * @param centre - Where its top is, on the floor.
     */
    constructor(stage: Stage, size: number, private readonly centre: Vec3) {
        this.radius = RADIUS * size;
        this.height = HEIGHT * size;
        const mesh = this.createMesh(stage, size);
        this.material.diffuse = COLOUR.clone().mulScalar(1.9);
        this.material.diffuseMap = stage.grid;
        this.material.gloss = 0.2;
        this.material.update();
        this.entity.addComponent('render', { meshInstances: [new MeshInstance(mesh, this.material)] });
        this.entity.setPosition(centre);
        stage.app.root.addChild(this.entity);
        this.entity.addComponent('collision', { type: 'mesh', render: { meshes: [mesh] } });
        this.entity.addComponent('rigidbody', { type: 'static', friction: 0.9 });
    }

    /** Radius in metres of a person, for who wants to stand on a flank. */
    static get radius(): number {
        return RADIUS;
    }

    /** Height of the ground over the floor. */
    heightAt(x: number, z: number): number {
        return this.profile(Math.hypot(x - this.centre.x, z - this.centre.z));
    }

    destroy() {
        this.entity.destroy();
        this.material.destroy();
    }

    private profile(distance: number): number {
        return distance < this.radius ? this.height * Math.cos(Math.PI / 2 * distance / this.radius) ** 2 : 0;
    }

    private createMesh(stage: Stage, size: number): Mesh {
        const positions: number[] = [], uvs: number[] = [], indices: number[] = [];
        for (let ring = 0; ring <= RINGS; ring++) {
            const distance = this.radius * ring / RINGS;
            for (let sector = 0; sector <= SECTORS; sector++) {
                const angle = 2 * Math.PI * sector / SECTORS;
                const x = distance * Math.sin(angle), z = distance * Math.cos(angle);
                positions.push(x, this.profile(distance) - (ring === RINGS ? SUNK * this.height : 0), z);
                uvs.push(x / size, z / size);
                if (ring === RINGS || sector === SECTORS) continue;
                const at = ring * (SECTORS + 1) + sector, out = at + SECTORS + 1;
                indices.push(at, out, out + 1, at, out + 1, at + 1);
            }
        }
        const geometry = new Geometry();
        geometry.positions = positions;
        geometry.normals = calculateNormals(positions, indices);
        geometry.uvs = uvs;
        geometry.indices = indices;
        return Mesh.fromGeometry(stage.app.graphicsDevice, geometry);
    }
}
