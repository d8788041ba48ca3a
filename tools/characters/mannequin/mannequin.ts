import { Vec3 } from 'playcanvas';

import { createBody } from './body';
import { bone, createBones } from './bones';
import { CLOTHES, SOLES, TROUSERS } from './clothes';
import { eyelid, eyeZone, type EyeZone } from './eyes';
import { jawShare, STRIPES } from './face';
import { HAIR } from './head';
import { createIdle } from './idle';
import { HAND, LANDMARKS, mirrored } from './proportions';
import { createRun } from './run';
import { createWalk } from './walk';
import { sample } from '../clip';
import { paint, type PaintedMesh } from '../paint';
import type { Skeleton } from '../skeleton';
import { computeWeights } from '../skin-weights';
import { faceNormals, mergeByMaterial, rigidWeights, splitByMaterial, type SkinnedPart, type Surface } from '../skinned-parts';
import { meshField } from '../surface-nets';
import { writeGlb } from '../write-glb';

// The mannequin put together: body, eyes, lids, clips.

const SKIN: Surface = { name: 'Skin', color: [0.6, 0.41, 0.31], roughness: 0.62 };
const CLOTH: Surface = { name: 'Clothes', color: [0.05, 0.19, 0.24], roughness: 0.85 };
const DARK: Surface = { name: 'Dark', color: [0.035, 0.037, 0.045], roughness: 0.85 };
const EYE: Surface = { name: 'Eyes', color: [1, 1, 1], roughness: 0.18 };

/** Materials of the body, by the numbers that it is painted with. */
const BODY = [SKIN, CLOTH, DARK];
const [CLOTH_NUMBER, DARK_NUMBER] = [1, 2];

const EYE_COLORS: Record<EyeZone, [number, number, number]> = {
    pupil: [0.01, 0.01, 0.012], iris: [0.1, 0.3, 0.36], white: [0.86, 0.85, 0.82]
};

/** Smallest edge of the mesh's cells in metres. */
const CELL = 0.0025;
/** Cells along each edge of the cube that holds the mannequin. */
const RESOLUTION = 1024;

/** Wanted edge of the mesh's cells, in metres: finest on the rims of the eyes, fine on hands and face, coarse on the trunk. */
function detail({ x, y, z }: Vec3): number {
    const aside = Math.abs(x);
    const { Eye, Hand } = LANDMARKS;
    const rim = Math.hypot((aside - Eye.x) / 0.0175, (y - Eye.y) / 0.0125);
    if (z > 0.072 && rim > 0.8 && rim < 1.35) return CELL;
    if (y > 1.5) return z > 0.03 && y < 1.66 && aside < 0.06 ? 2 * CELL : 4 * CELL;
    if (aside < 0.5) return y < 0.11 ? 4 * CELL : 8 * CELL;
    const alongHand = (aside - Hand.x) * HAND.x + (y - Hand.y) * HAND.y;
    if (alongHand > 0.03) return 2 * CELL;
    return alongHand > -0.03 ? 4 * CELL : 8 * CELL;
}

/** Gives the jaw its share of what the head holds. */
function shareWithJaw({ weights, positions }: PaintedMesh, skeleton: Skeleton) {
    const head = skeleton.index(bone('Head'));
    const jaw = skeleton.index(bone('Jaw'));
    weights.forEach((row, i) => {
        row[jaw] = row[head] * jawShare(positions[i]);
        row[head] -= row[jaw];
    });
}

function createSkin(skeleton: Skeleton): SkinnedPart[] {
    const { surface, carriers } = createBody();
    const half = CELL * RESOLUTION / 2;
    const mesh = meshField(surface, { origin: new Vec3(-half, -0.1, -half), cell: CELL, resolution: RESOLUTION, detail, smoothing: 3 });
    const painted: PaintedMesh = {
        ...mesh,
        weights: computeWeights(mesh, carriers, skeleton, 3),
        materials: new Array(mesh.triangles.length / 3).fill(0)
    };
    paint(painted, surface, CLOTHES, CLOTH_NUMBER);
    for (const region of [TROUSERS, SOLES, HAIR]) paint(painted, surface, region, DARK_NUMBER);
    for (const { half: upToMiddle, whole } of STRIPES) {
        paint(painted, surface, upToMiddle);
        paint(painted, surface, whole, DARK_NUMBER);
    }
    shareWithJaw(painted, skeleton);
    return splitByMaterial(painted, surface, BODY);
}

function createEyes(skeleton: Skeleton): SkinnedPart[] {
    const parts: SkinnedPart[] = [];
    for (const side of ['Left', 'Right']) {
        const center = side === 'Left' ? LANDMARKS.Eye : mirrored(LANDMARKS.Eye);
        const weights = (name: string, count: number) => rigidWeights(skeleton, skeleton.index(bone(side + name)), count);
        for (const lid of ['Upper', 'Lower'] as const) {
            const mesh = eyelid(center, lid);
            parts.push({ ...mesh, surface: SKIN, normals: faceNormals(mesh), weights: weights(`${lid}Eyelid`, mesh.positions.length) });
        }
        for (const zone of Object.keys(EYE_COLORS) as EyeZone[]) {
            const mesh = eyeZone(center, zone);
            parts.push({
                ...mesh,
                surface: EYE,
                normals: mesh.positions.map(p => p.clone().sub(center).normalize()),
                weights: weights('Eye', mesh.positions.length),
                colors: mesh.positions.map(() => EYE_COLORS[zone])
            });
        }
    }
    return parts;
}

/** Bones that scripts move and no clip does. */
const FREE = /Eye$|Eyelid$|Jaw$|_End$/;

/** The bytes of `mannequin.glb`. */
export function createMannequin(): Promise<Uint8Array> {
    const skeleton = createBones();
    return writeGlb({
        name: 'Mannequin',
        skeleton,
        parts: mergeByMaterial([...createSkin(skeleton), ...createEyes(skeleton)]),
        clips: [createIdle(skeleton), createWalk(skeleton), createRun(skeleton)].map(sample),
        isAnimated: name => !FREE.test(name)
    });
}
