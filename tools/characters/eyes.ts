import { Quat, Vec3 } from 'playcanvas';

import type { Skeleton } from './skeleton';
import { faceNormals, rigidWeights, type SkinnedPart, type Surface } from './skinned-parts';
import type { Mesh } from './surface-nets';

// Eyeballs and lids: pieces of spheres about the eye's centre, so that a turn of their bones slides them over each other. An eye looks
// along +Z; its lids may look aside from there. Lids shut when they turn about their bones' X axis.

/** What the eyes of a character have in common. */
export interface EyeShape {
    /** Radius of the eyeball, and of the upper lid outside, in metres. */
    radius: number;
    lidRadius: number;
    lidThickness: number;
    /** Half angles of pupil and iris seen from the eye's centre, in degrees. */
    pupil: number;
    iris: number;
    /** Open edges of the lids above (+) and below (-) the line of sight, in degrees. */
    upperEdge: number;
    lowerEdge: number;
    /** Linear colours. */
    colors: Record<EyeZone, [number, number, number]>;
}

/** One eye and the bones that move it. */
export interface Eye {
    center: Vec3;
    /** Angle by which the lids look to the character's left, in degrees. */
    lidYaw: number;
    eyeball: string;
    upperLid: string;
    lowerLid: string;
}

/** How far the lids reach round above and below, in degrees. */
const UPPER_END = 125;
const LOWER_END = -120;

/** Distance by which the lower lid slides beneath the upper one, in metres. */
const LID_GAP = 0.0005;

const RAD = Math.PI / 180;

/** Ring of the eyeball about the line of sight. */
export type EyeZone = 'pupil' | 'iris' | 'white';

const ZONES: EyeZone[] = ['pupil', 'iris', 'white'];

/** A grid of points as triangles, wound so that `flip` turns its faces round. */
function grid(rows: number, columns: number, flip: boolean, point: (row: number, column: number) => Vec3): Mesh {
    const positions: Vec3[] = [];
    const triangles: number[] = [];
    for (let r = 0; r <= rows; r++) {
        for (let c = 0; c <= columns; c++) positions.push(point(r, c));
    }
    for (let r = 0; r < rows; r++) {
        for (let c = 0; c < columns; c++) {
            const a = r * (columns + 1) + c;
            const b = a + 1;
            const d = a + columns + 1;
            const e = d + 1;
            triangles.push(...(flip ? [a, b, d, b, e, d] : [a, d, b, b, d, e]));
        }
    }
    return { positions, triangles };
}

/** One zone of an eyeball. Zones share their border circle, so that colours end sharply. */
function eyeZone(center: Vec3, { radius, pupil, iris }: EyeShape, zone: EyeZone): Mesh {
    const [inner, outer, rings] = { pupil: [0, pupil, 2], iris: [pupil, iris, 3], white: [iris, 120, 7] }[zone];
    const sectors = 22;
    return grid(rings, sectors, false, (ring, sector) => {
        const away = (inner + (outer - inner) * ring / rings) * RAD;
        const round = sector / sectors * 2 * Math.PI;
        const direction = new Vec3(Math.sin(away) * Math.cos(round), Math.sin(away) * Math.sin(round), Math.cos(away));
        return direction.mulScalar(radius).add(center);
    });
}

/** A lid in its open place: outer face, rim and inner face. */
function eyelid({ center, lidYaw }: Eye, { lidThickness, lidRadius, upperEdge, lowerEdge }: EyeShape, lid: 'upper' | 'lower'): Mesh {
    const [edge, end, radius] = lid === 'upper' ? [upperEdge, UPPER_END, lidRadius] : [lowerEdge, LOWER_END, lidRadius - LID_GAP];
    const inner = radius - lidThickness;
    const yaw = new Quat().setFromAxisAngle(Vec3.UP, lidYaw);
    // radius and angle of each row, from behind over the outer face, round the rim, and a little way back inside
    const roll = Math.sign(end) * lidThickness / radius / RAD;
    const rows: [number, number][] = [];
    for (let i = 0; i <= 6; i++) rows.push([radius, end + (edge + roll - end) * i / 6]);
    rows.push([(radius + inner) / 2 + lidThickness * 0.35, edge + roll * 0.25], [(radius + inner) / 2, edge],
        [inner, edge + roll * 0.5], [inner, edge + 30 * Math.sign(end)]);
    const columns = 12;
    return grid(rows.length - 1, columns, lid === 'lower', (row, column) => {
        const [r, turn] = rows[row];
        const aside = (column / columns * 2 - 1) * 88 * RAD;
        const up = turn * RAD;
        const direction = new Vec3(Math.sin(aside), Math.cos(aside) * Math.sin(up), Math.cos(aside) * Math.cos(up));
        return yaw.transformVector(direction, direction).mulScalar(r).add(center);
    });
}

/** Eyeballs and lids as pieces of skin. Zones of an eyeball share one material and differ in their vertices' colours. */
export function createEyes(skeleton: Skeleton, eyes: Eye[], shape: EyeShape, lids: Surface, eyeballs: Surface): SkinnedPart[] {
    const weights = (bone: string, { positions }: Mesh) => rigidWeights(skeleton, skeleton.index(bone), positions.length);
    return eyes.flatMap((eye) => {
        const { center } = eye;
        const shells = ([['upper', eye.upperLid], ['lower', eye.lowerLid]] as const).map(([lid, bone]): SkinnedPart => {
            const mesh = eyelid(eye, shape, lid);
            return { ...mesh, surface: lids, normals: faceNormals(mesh), weights: weights(bone, mesh) };
        });
        const zones = ZONES.map((zone): SkinnedPart => {
            const mesh = eyeZone(center, shape, zone);
            return {
                ...mesh,
                surface: eyeballs,
                normals: mesh.positions.map(p => p.clone().sub(center).normalize()),
                weights: weights(eye.eyeball, mesh),
                colors: mesh.positions.map(() => shape.colors[zone])
            };
        });
        return [...shells, ...zones];
    });
}
