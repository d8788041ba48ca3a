import { BLEND_NORMAL, Color, Entity, StandardMaterial, type AppBase, type Texture } from 'playcanvas';

// The place in which every page plays: a square in daylight, its paving fading into the haze, with trees, lamps and benches at its edge and hills behind.

/** Metres of a person from the middle at which the things at the edge begin; they stand farther out on a wider floor. */
const EDGE = 7.5;

/** Colour of the haze at the horizon, into which floor and hills fade. */
export const HAZE = '#c3d2d8';

/** Colours of what stands around. */
const COLOURS = {
    trunk: [0.33, 0.24, 0.17], leaf: [0.36, 0.52, 0.25], darkLeaf: [0.25, 0.42, 0.24], lamp: [0.16, 0.19, 0.21], glass: [0.95, 0.9, 0.75],
    wood: [0.6, 0.38, 0.22], stone: [0.7, 0.68, 0.64], pot: [0.66, 0.33, 0.22]
} as const;

/** A part of a thing: a shape, its look, where its middle is and its size, metres of a person. */
type Part = readonly [shape: 'box' | 'sphere' | 'cylinder' | 'cone', look: keyof typeof COLOURS, at: readonly [number, number, number], size: readonly [number, number, number]];

const THINGS = {
    tree: [
        ['cylinder', 'trunk', [0, 0.9, 0], [0.28, 1.8, 0.28]], ['sphere', 'leaf', [0, 2.9, 0], [2.5, 2.4, 2.5]], ['sphere', 'darkLeaf', [0.6, 2.4, 0.4], [1.7, 1.5, 1.7]],
        ['sphere', 'leaf', [-0.6, 2.5, -0.2], [1.8, 1.6, 1.8]]
    ],
    cypress: [['cylinder', 'trunk', [0, 0.3, 0], [0.24, 0.6, 0.24]], ['cone', 'darkLeaf', [0, 2.6, 0], [1.5, 4.4, 1.5]]],
    lamp: [['cylinder', 'lamp', [0, 1.6, 0], [0.09, 3.2, 0.09]], ['cylinder', 'lamp', [0, 0.12, 0], [0.26, 0.24, 0.26]], ['sphere', 'glass', [0, 3.3, 0], [0.36, 0.4, 0.36]]],
    bench: [
        ['box', 'wood', [0, 0.44, 0], [1.8, 0.07, 0.46]], ['box', 'wood', [0, 0.74, -0.24], [1.8, 0.34, 0.06]], ['box', 'lamp', [-0.7, 0.21, 0], [0.08, 0.42, 0.42]],
        ['box', 'lamp', [0.7, 0.21, 0], [0.08, 0.42, 0.42]]
    ],
    planter: [['box', 'stone', [0, 0.28, 0], [1.7, 0.56, 0.7]], ['sphere', 'leaf', [-0.45, 0.7, 0], [0.8, 0.6, 0.7]], ['sphere', 'darkLeaf', [0.35, 0.72, 0], [1, 0.7, 0.75]]],
    pot: [['cylinder', 'pot', [0, 0.25, 0], [0.5, 0.5, 0.5]], ['sphere', 'leaf', [0, 0.75, 0], [0.75, 0.8, 0.75]]]
} as const satisfies Record<string, readonly Part[]>;

/** What stands around, where: degrees around from z, and metres beyond the edge. */
const AROUND: readonly (readonly [thing: keyof typeof THINGS, degrees: number, beyond: number])[] = [
    ['tree', 152, 1.5], ['lamp', 168, 0.3], ['bench', 182, 0.2], ['planter', 196, 0.3], ['cypress', 205, 2.5], ['tree', 222, 1], ['bench', 238, 0.2], ['lamp', 250, 0.4],
    ['cypress', 262, 2], ['tree', 280, 2.5], ['planter', 300, 0.4], ['tree', 322, 1.5], ['lamp', 340, 0.4], ['cypress', 4, 2.2], ['bench', 20, 0.3], ['tree', 38, 1.8],
    ['pot', 52, 0], ['lamp', 66, 0.4], ['tree', 84, 2.4], ['planter', 102, 0.3], ['cypress', 116, 2], ['pot', 128, 0.1], ['lamp', 140, 0.6]
];

/** Hills behind: degrees around, and shares of their distance from the middle that they are wide and high. */
const HILLS: readonly (readonly [degrees: number, wide: number, high: number])[] = [
    [10, 0.9, 0.13], [55, 1, 0.18], [105, 0.8, 0.12], [150, 1, 0.16], [195, 0.9, 0.2], [240, 1.1, 0.14], [290, 0.8, 0.19], [335, 1, 0.15]
];
const HILL_DISTANCE = 34;
const HILL_COLOUR = new Color(0.6, 0.71, 0.76);

/** The land between floor and hills: metres of a person below the floor, and across. */
const LAND_BELOW = 0.4;
const LAND_SIZE = 360;
const LAND_COLOUR = new Color(0.68, 0.74, 0.66);

export class Place {
    private readonly root = new Entity('place');

    private readonly things: Entity[] = [];

    private readonly hills: Entity[] = [];

    private readonly land = new Entity('land');

    /** Floor and what stands around. */
    constructor(app: AppBase, readonly floor: Entity, readonly floorMaterial: StandardMaterial, grid: Texture, fade: Texture) {
        floorMaterial.diffuseMap = grid;
        floorMaterial.gloss = 0.2;
        // the floor fades into the haze
        floorMaterial.opacityMap = fade;
        floorMaterial.opacityMapChannel = 'r';
        floorMaterial.blendType = BLEND_NORMAL;
        floorMaterial.update();
        floor.addComponent('render', { type: 'plane', material: floorMaterial, castShadows: false });
        app.root.addChild(floor);
        app.root.addChild(this.root);
        const looks = Object.fromEntries(Object.entries(COLOURS).map(([look, colour]) => [look, createMaterial(new Color(...colour))])) as Record<keyof typeof COLOURS, StandardMaterial>;
        for (const [thing] of AROUND) {
            const entity = new Entity(thing);
            for (const [type, look, at, size] of THINGS[thing] as readonly Part[]) {
                const part = new Entity(look);
                part.addComponent('render', { type, material: looks[look] });
                part.setLocalPosition(...at);
                part.setLocalScale(...size);
                entity.addChild(part);
            }
            this.root.addChild(entity);
            this.things.push(entity);
        }
        const far = createFlat(HILL_COLOUR);
        // below the floor, which fades into it
        this.land.addComponent('render', { type: 'plane', material: createFlat(LAND_COLOUR), castShadows: false });
        this.land.setLocalPosition(0, -LAND_BELOW, 0);
        this.land.setLocalScale(LAND_SIZE, 1, LAND_SIZE);
        this.root.addChild(this.land);
        for (const [, wide, high] of HILLS) {
            const hill = new Entity('hill');
            hill.addComponent('render', { type: 'sphere', material: far, castShadows: false });
            hill.setLocalScale(wide * HILL_DISTANCE, high * HILL_DISTANCE, wide * HILL_DISTANCE);
            this.root.addChild(hill);
            this.hills.push(hill);
        }
    }

    /**
     * Sets everything to the size of a character and of its floor.
     *
     * @param unit - Height of the character over that of a person.
     * @param wider - Times the usual width of the floor.
     */
    fit(unit: number, wider: number) {
        const { root, floor } = this;
        root.setPosition(floor.getPosition());
        root.setLocalScale(unit, unit, unit);
        AROUND.forEach(([, degrees, beyond], i) => {
            const angle = degrees * Math.PI / 180, away = EDGE * wider + beyond;
            this.things[i].setLocalPosition(Math.sin(angle) * away, 0, Math.cos(angle) * away);
            // its front is to the middle
            this.things[i].setLocalEulerAngles(0, degrees + 180, 0);
        });
        HILLS.forEach(([degrees], i) => {
            const angle = degrees * Math.PI / 180, away = HILL_DISTANCE * Math.max(1, wider);
            this.hills[i].setLocalPosition(Math.sin(angle) * away, 0, Math.cos(angle) * away);
        });
    }
}

/** A material of one colour, whatever the light is. */
function createFlat(colour: Color): StandardMaterial {
    const material = new StandardMaterial();
    material.useLighting = false;
    material.useSkybox = false;
    material.emissive = colour;
    material.update();
    return material;
}

function createMaterial(colour: Color): StandardMaterial {
    const material = new StandardMaterial();
    material.diffuse = colour;
    material.gloss = 0.25;
    material.update();
    return material;
}
