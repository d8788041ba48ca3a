import { calculateNormals, Color, CULLFACE_NONE, Entity, Mesh, MeshInstance, Quat, StandardMaterial, Vec3, type AppBase, type GraphNode } from 'playcanvas';

// A cape: chains of plain entities on an arc around the shoulders, and the cloth between them.

/** Chains, and joints of each. */
const CHAINS = 9;
const JOINTS = 9;

/** Degrees from the middle of the back to the outermost chains. */
const SPREAD = 75;

/** Metres of a person: from the neck down to the collar, from there to the hem, and half axes of both about the neck. */
const DOWN = 0.05;
const LENGTH = 0.95;
const COLLAR = { side: 0.19, back: 0.11 };
const HEM = { side: 0.32, back: 0.27 };

const RADIANS = Math.PI / 180;

export class Cape {
    /** The joints of each chain, from one side to the other, each from the collar to the hem. */
    readonly chains: readonly (readonly Entity[])[];

    /** What the chains hang on. Its name says what it is, so that the script finds it. */
    private readonly collar = new Entity('cape');

    /**
     * @param chest - What it hangs on.
     * @param neck - The middle of its arc.
     * @param forward - Where the character faces, in the world.
     * @param size - Metres of the scene for a metre of a person.
     */
    constructor(private readonly chest: GraphNode, neck: Vec3, forward: Vec3, size: number) {
        chest.addChild(this.collar);
        this.collar.setPosition(neck);
        this.collar.setRotation(new Quat().setFromDirections(Vec3.BACK, forward));
        const right = new Vec3().cross(forward, Vec3.UP);
        const place = (angle: number, share: number) => {
            const side = (COLLAR.side + share * (HEM.side - COLLAR.side)) * Math.sin(angle);
            const back = (COLLAR.back + share * (HEM.back - COLLAR.back)) * Math.cos(angle);
            return neck.clone().add(right.clone().mulScalar(side * size)).add(forward.clone().mulScalar(-back * size))
            .add(new Vec3(0, -(DOWN + share * LENGTH) * size, 0));
        };
        this.chains = Array.from({ length: CHAINS }, (_, chain) => {
            const angle = SPREAD * RADIANS * (2 * chain / (CHAINS - 1) - 1);
            let above = this.collar;
            return Array.from({ length: JOINTS }, (_, i) => {
                const joint = new Entity(`cape ${chain + 1} ${i + 1}`);
                above.addChild(joint);
                joint.setPosition(place(angle, i / (JOINTS - 1)));
                above = joint;
                return joint;
            });
        });
    }

    /** Triangles of the cloth: three numbers of joints each, counted from chain to chain. */
    static get triangles(): number[] {
        const corners: number[] = [];
        for (let chain = 0; chain + 1 < CHAINS; chain++) {
            for (let i = 0; i + 1 < JOINTS; i++) {
                const a = chain * JOINTS + i, b = a + JOINTS;
                corners.push(a, a + 1, b, b, a + 1, b + 1);
            }
        }
        return corners;
    }

    /** Places of the joints in the world, three numbers each. */
    readPlaces(out: number[]) {
        let o = 0;
        for (const chain of this.chains) {
            for (const joint of chain) {
                const { x, y, z } = joint.getPosition();
                out[o++] = x;
                out[o++] = y;
                out[o++] = z;
            }
        }
    }

    /** Whether it hangs on the character. */
    set isWorn(worn: boolean) {
        if (worn === this.isWorn) return;
        if (worn) this.chest.addChild(this.collar);
        else this.chest.removeChild(this.collar);
    }

    get isWorn(): boolean {
        return this.collar.parent !== null;
    }

    destroy() {
        this.collar.destroy();
    }
}

/** What is seen of a cape. */
export class CapeCloth {
    private readonly entity = new Entity('cape cloth');

    private readonly material = new StandardMaterial();

    private readonly mesh: Mesh;

    private readonly places: number[] = [];

    private readonly triangles = Cape.triangles;

    constructor(private readonly cape: Cape, app: AppBase) {
        const { entity, material } = this;
        material.diffuse = new Color(0.12, 0.16, 0.42);
        material.gloss = 0.2;
        material.cull = CULLFACE_NONE;
        material.twoSidedLighting = true;
        material.update();
        app.root.addChild(entity);
        this.mesh = new Mesh(app.graphicsDevice);
        this.update();
        entity.addComponent('render', { meshInstances: [new MeshInstance(this.mesh, material)] });
    }

    /** Shows the cape as it hangs now. Called after each frame's scripts. */
    update() {
        const { cape, entity, mesh, places, triangles } = this;
        entity.enabled = cape.isWorn;
        if (!cape.isWorn) return;
        cape.readPlaces(places);
        mesh.setPositions(places);
        mesh.setNormals(calculateNormals(places, triangles));
        mesh.setIndices(triangles);
        mesh.update();
    }

    destroy() {
        this.entity.destroy();
        this.material.destroy();
    }
}
