import { Vec3 } from 'playcanvas';

import type { Mesh } from '../surface-nets';

// Eyeballs and lids: pieces of spheres about the eye's centre, so that a turn of their bones slides them over each other. Turning the
// upper lid's bone by 28 degrees about its X axis and the lower one's by -14 shuts the eye.

/** Radius of the eyeball in metres, a third above life so that the gaze reads from afar. */
const EYE_RADIUS = 0.0175;
const LID_RADIUS = 0.0207;
const LID_THICKNESS = 0.0016;

/** Half angles of pupil and iris seen from the eye's centre, in degrees. */
const PUPIL = 13;
const IRIS = 29;

/** Open edges of the lids above and below the line of sight, and how far they reach round, in degrees. */
const UPPER_LID = { edge: 17, end: 125, radius: LID_RADIUS };
const LOWER_LID = { edge: -25, end: -120, radius: LID_RADIUS - 0.0005 };

const RAD = Math.PI / 180;

/** Ring of the eyeball about the line of sight. */
export type EyeZone = 'pupil' | 'iris' | 'white';

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
export function eyeZone(center: Vec3, zone: EyeZone): Mesh {
    const [inner, outer, rings] = { pupil: [0, PUPIL, 2], iris: [PUPIL, IRIS, 3], white: [IRIS, 120, 7] }[zone];
    const sectors = 22;
    return grid(rings, sectors, false, (ring, sector) => {
        const away = (inner + (outer - inner) * ring / rings) * RAD;
        const round = sector / sectors * 2 * Math.PI;
        const direction = new Vec3(Math.sin(away) * Math.cos(round), Math.sin(away) * Math.sin(round), Math.cos(away));
        return direction.mulScalar(EYE_RADIUS).add(center);
    });
}

/** A lid in its open place: outer face, rim and inner face. */
export function eyelid(center: Vec3, lid: 'Upper' | 'Lower'): Mesh {
    const { edge, end, radius } = lid === 'Upper' ? UPPER_LID : LOWER_LID;
    const inner = radius - LID_THICKNESS;
    // radius and angle of each row, from behind over the outer face, round the rim, and a little way back inside
    const roll = Math.sign(end) * LID_THICKNESS / radius / RAD;
    const rows: [number, number][] = [];
    for (let i = 0; i <= 6; i++) rows.push([radius, end + (edge + roll - end) * i / 6]);
    rows.push([(radius + inner) / 2 + LID_THICKNESS * 0.35, edge + roll * 0.25], [(radius + inner) / 2, edge],
        [inner, edge + roll * 0.5], [inner, edge + 30 * Math.sign(end)]);
    const columns = 12;
    return grid(rows.length - 1, columns, lid === 'Lower', (row, column) => {
        const [r, turn] = rows[row];
        const aside = (column / columns * 2 - 1) * 88 * RAD;
        const up = turn * RAD;
        return new Vec3(Math.sin(aside), Math.cos(aside) * Math.sin(up), Math.cos(aside) * Math.cos(up)).mulScalar(r).add(center);
    });
}
