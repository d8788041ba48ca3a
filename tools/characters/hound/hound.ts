import { Vec3 } from 'playcanvas';

import { createBody } from './body';
import { createBones, SIDES } from './bones';
import { CLAWS, EYE_RIMS, jawShare, LIPS, NOSE_TIP, PALE } from './coat';
import { createGait } from './gait';
import { createIdle } from './idle';
import { LANDMARKS, LID_YAW } from './proportions';
import { TROT } from './trot';
import { WALK } from './walk';
import { sample } from '../clip';
import { createEyes, type Eye, type EyeShape } from '../eyes';
import { PLACES } from '../mirror';
import { simplify } from '../simplify';
import type { Skeleton } from '../skeleton';
import { createSkin } from '../skin';
import { mergeByMaterial, type SkinnedPart, type Surface } from '../skinned-parts';
import { stripe } from '../stripe';
import type { MeshSettings } from '../surface-nets';
import { writeGlb } from '../write-glb';

// The hound put together: body, eyes, lids, clips.

const FUR: Surface = { name: 'Fur', color: [0.38, 0.14, 0.05], roughness: 0.8 };
const CREAM: Surface = { name: 'Cream', color: [0.78, 0.64, 0.47], roughness: 0.85 };
const DARK: Surface = { name: 'Dark', color: [0.03, 0.024, 0.022], roughness: 0.5 };
const EYE: Surface = { name: 'Eyes', color: [1, 1, 1], roughness: 0.15 };

/** Turning the upper lid's bone by 28 degrees about its X axis and the lower one's by -14 shuts the eye. */
const EYE_SHAPE: EyeShape = {
    radius: 0.015,
    lidRadius: 0.0172,
    lidThickness: 0.0012,
    pupil: 26,
    iris: 66,
    upperEdge: 22,
    lowerEdge: -19,
    colors: { pupil: [0.008, 0.006, 0.005], iris: [0.42, 0.17, 0.03], white: [0.75, 0.68, 0.6] }
};

const EYES = SIDES.map((side, i): Eye => ({
    center: PLACES[i](LANDMARKS.eye),
    lidYaw: side === 'L' ? LID_YAW : -LID_YAW,
    eyeball: `eye.${side}`,
    upperLid: `upper_lid.${side}`,
    lowerLid: `lower_lid.${side}`
}));

/** Smallest edge of the mesh's cells in metres. */
const CELL = 0.003;
/** Cells along each edge of the cube that holds the hound. */
const RESOLUTION = 512;

/** Wanted edge of the mesh's cells, in metres: finest on the rims of the eyes, fine on face, ears and paws, coarse on the trunk. */
function detail(p: Vec3): number {
    const { eye } = LANDMARKS;
    if (Math.hypot(Math.abs(p.x) - eye.x, p.y - eye.y, p.z - eye.z) < 0.028) return CELL;
    if (p.y > 0.725 && p.z > 0.465) return 2 * CELL;
    if (p.y > 0.845 || p.y < 0.05) return 2 * CELL;
    if (p.y < 0.33 || p.y > 0.72 || p.z < -0.33) return 4 * CELL;
    return 8 * CELL;
}

const MESH: MeshSettings = {
    origin: new Vec3(-CELL * RESOLUTION / 2, -0.1, 0.06 - CELL * RESOLUTION / 2), cell: CELL, resolution: RESOLUTION, detail, smoothing: 3
};

/** Triangles of the coarse body. */
const COARSE = 3000;

/** A body that shows what a clip does: one material, no eyes. */
export function createCoarseSkin(skeleton: Skeleton): Promise<SkinnedPart> {
    const [body] = createSkin(skeleton, { ...createBody(), mesh: MESH, smoothing: 5, ground: FUR, coats: [], shares: [] });
    return simplify(body, COARSE);
}

/** Bones that scripts move and no clip does. */
const FREE = /^eye|_lid|^jaw$/;

/** The bytes of `hound.glb`. */
export function createHound(): Promise<Uint8Array> {
    const skeleton = createBones();
    const skin = createSkin(skeleton, {
        ...createBody(),
        mesh: MESH,
        smoothing: 5,
        ground: FUR,
        coats: [{ region: PALE, surface: CREAM }, ...[NOSE_TIP, EYE_RIMS, CLAWS].map(region => ({ region, surface: DARK })), ...stripe(LIPS, DARK)],
        shares: [{ from: 'head', to: 'jaw', share: jawShare }]
    });
    return writeGlb({
        name: 'Hound',
        skeleton,
        parts: mergeByMaterial([...skin, ...createEyes(skeleton, EYES, EYE_SHAPE, FUR, EYE)]),
        clips: [createIdle(skeleton), createGait(skeleton, WALK), createGait(skeleton, TROT)].map(sample),
        isAnimated: name => !FREE.test(name)
    });
}
