import { Vec3 } from 'playcanvas';

import { createBody } from './body';
import { bone } from './bone-name';
import { createBones } from './bones';
import { CLOTHES, SOLES, TROUSERS } from './clothes';
import { jawShare, STRIPES } from './face';
import { HAIR, OPENING } from './head';
import { createIdle } from './idle';
import { HAND, LANDMARKS } from './proportions';
import { createRun } from './run';
import { COLLAR, SCARF, STRAP } from './scarf';
import { createWalk } from './walk';
import { sample } from '../clip';
import { createEyes, type Eye, type EyeShape } from '../eyes';
import { PLACES } from '../mirror';
import { createRibbon, createRing } from '../ribbon';
import { simplify } from '../simplify';
import type { Skeleton } from '../skeleton';
import { createSkin } from '../skin';
import { mergeByMaterial, type SkinnedPart, type Surface } from '../skinned-parts';
import { stripe } from '../stripe';
import type { MeshSettings } from '../surface-nets';
import { writeGlb, type Look } from '../write-glb';

// The mannequin put together: body, scarf, eyes, lids, clips.

const SKIN: Surface = { name: 'Skin', color: [0.47, 0.245, 0.155], roughness: 0.62 };
const CLOTH: Surface = { name: 'Clothes', color: [0.05, 0.19, 0.24], roughness: 0.85 };
const DARK: Surface = { name: 'Dark', color: [0.035, 0.037, 0.045], roughness: 0.85 };
const RED: Surface = { name: 'Scarf', color: [0.42, 0.055, 0.04], roughness: 0.9 };
const EYE: Surface = { name: 'Eyes', color: [1, 1, 1], roughness: 0.18 };

/** The look that the file opens with. */
const FIRST: Look = { name: 'first', surfaces: new Map() };

/** A second look: who stands beside the first one is somebody else. */
const SECOND: Look = {
    name: 'second',
    surfaces: new Map([
        [SKIN, { name: 'Dark skin', color: [0.17, 0.072, 0.04], roughness: 0.58 }],
        [CLOTH, { name: 'Ochre clothes', color: [0.42, 0.2, 0.035], roughness: 0.85 }],
        [DARK, { name: 'Brown', color: [0.045, 0.025, 0.018], roughness: 0.85 }],
        [RED, { name: 'Green scarf', color: [0.06, 0.2, 0.12], roughness: 0.9 }]
    ])
};

/**
 * Eyes two thirds above life, so that the gaze reads from afar. Turning the upper lid's bone by 28 degrees about its X axis and the lower
 * one's by -14 shuts the eye.
 */
const EYE_SHAPE: EyeShape = {
    radius: 0.0205,
    lidRadius: 0.0238,
    lidThickness: 0.0017,
    pupil: 14,
    iris: 31,
    upperEdge: 17,
    lowerEdge: -25,
    colors: { pupil: [0.01, 0.01, 0.012], iris: [0.1, 0.3, 0.36], white: [0.86, 0.85, 0.82] }
};

/** Smallest edge of the mesh's cells in metres. */
const CELL = 0.0025;
/** Cells along each edge of the cube that holds the mannequin. */
const RESOLUTION = 1024;

/** Wanted edge of the mesh's cells, in metres: finest on the rims of the eyes, fine on hands and face, coarse on the trunk. */
function detail({ x, y, z }: Vec3): number {
    const aside = Math.abs(x);
    const { Eye, Hand } = LANDMARKS;
    const rim = Math.hypot((aside - Eye.x) / OPENING.x, (y - Eye.y) / OPENING.y);
    if (z > 0.072 && rim > 0.8 && rim < 1.35) return CELL;
    if (y > 1.5) return z > 0.03 && y < 1.66 && aside < 0.06 ? 2 * CELL : 4 * CELL;
    if (aside < 0.5) return y < 0.11 ? 4 * CELL : 8 * CELL;
    const alongHand = (aside - Hand.x) * HAND.x + (y - Hand.y) * HAND.y;
    if (alongHand > 0.03) return 2 * CELL;
    return alongHand > -0.03 ? 4 * CELL : 8 * CELL;
}

const MESH: MeshSettings = {
    origin: new Vec3(-CELL * RESOLUTION / 2, -0.1, -CELL * RESOLUTION / 2), cell: CELL, resolution: RESOLUTION, detail, smoothing: 3
};

function createBodySkin(skeleton: Skeleton): SkinnedPart[] {
    return createSkin(skeleton, {
        ...createBody(),
        mesh: MESH,
        smoothing: 3,
        ground: SKIN,
        coats: [
            { region: CLOTHES, surface: CLOTH },
            ...[TROUSERS, SOLES, HAIR].map(region => ({ region, surface: DARK })),
            ...STRIPES.flatMap(line => stripe(line, DARK))
        ],
        shares: [{ from: bone('Head'), to: bone('Jaw'), share: jawShare }]
    });
}

/** Triangles of the coarse body. */
const COARSE = 3000;

/** A body that shows what a clip does: one material, no clothes, no eyes. */
export function createCoarseSkin(skeleton: Skeleton): Promise<SkinnedPart> {
    const [body] = createSkin(skeleton, { ...createBody(false), mesh: MESH, smoothing: 3, ground: CLOTH, coats: [], shares: [] });
    return simplify(body, COARSE);
}

/** What hangs loose. */
function createClothes(skeleton: Skeleton): SkinnedPart[] {
    return [createRing(skeleton, RED, COLLAR), ...SCARF.map(end => createRibbon(skeleton, RED, end)), createRibbon(skeleton, DARK, STRAP)];
}

const EYES = (['Left', 'Right'] as const).map((side, i): Eye => ({
    center: PLACES[i](LANDMARKS.Eye),
    lidYaw: 0,
    eyeball: bone(`${side}Eye`),
    upperLid: bone(`${side}UpperEyelid`),
    lowerLid: bone(`${side}LowerEyelid`)
}));

/** Bones that scripts move and no clip does. */
const FREE = /Eye$|Eyelid$|Jaw$|_End$|Scarf|Strap/;

/** The bytes of `mannequin.glb`. */
export function createMannequin(): Promise<Uint8Array> {
    const skeleton = createBones();
    return writeGlb({
        name: 'Mannequin',
        skeleton,
        parts: mergeByMaterial([...createBodySkin(skeleton), ...createClothes(skeleton), ...createEyes(skeleton, EYES, EYE_SHAPE, SKIN, EYE)]),
        looks: [FIRST, SECOND],
        clips: [createIdle(skeleton), createWalk(skeleton), createRun(skeleton)].map(sample),
        isAnimated: name => !FREE.test(name)
    });
}
