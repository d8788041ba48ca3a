import { Vec3 } from 'playcanvas';

import { outlineOf } from './outline';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import { readSkin } from '../../scripts/skin/skin';
import type { Character } from '../check-rig/character';

// A found rig as a small picture: the bones with roles over the silhouette of the skin, people from the front, animals from the side.

/** Width of the picture in pixels, and the border around the silhouette. */
const HEIGHT = 320;
const BORDER = 10;

const COLOURS = { left: '#2f6fde', right: '#d9432f', middle: '#3a3f47', skin: '#d7dbe0' };

/** Roles that would be a heap of points at this size. */
const TOO_SMALL = /Eye|jaw|Thumb|Index|Middle|Ring|Little|Pinky|Ear/;

/** A point of the picture. */
type Point = readonly [number, number];

/** Draws a character in its reference pose as SVG. */
export function drawRig(character: Character): string {
    const { model } = character.add();
    const rig = findCharacter(model)!;
    const { skeleton } = rig;
    const skin = readSkin(skeleton);
    const up = new Vec3(...rig.up);
    const forward = new Vec3(...rig.forward);
    // to the right of the picture: the character's left side, or where it looks
    const across = rig.legs === 4 ? forward : new Vec3().cross(up, forward);
    const flat = (points: ArrayLike<number>, i: number): Point => {
        const point = new Vec3(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
        return [point.dot(across), -point.dot(up)];
    };
    const all = Array.from({ length: skin.points.length / 3 }, (_, i) => flat(skin.points, i));
    const least = [0, 1].map(axis => all.reduce((a, p) => Math.min(a, p[axis]), Infinity));
    const most = [0, 1].map(axis => all.reduce((a, p) => Math.max(a, p[axis]), -Infinity));
    const scale = (HEIGHT - 2 * BORDER) / (most[1] - least[1]);
    const place = ([x, y]: Point): Point => [BORDER + (x - least[0]) * scale, BORDER + (y - least[1]) * scale];
    const width = Math.ceil(2 * BORDER + (most[0] - least[0]) * scale);
    const outline = outlineOf(width, HEIGHT, trianglesOf(rig, all.map(place)));
    const path = outline.map(loop => `M${loop.map(point => point.join(' ')).join('L')}Z`).join('');
    model.destroy();
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}">`,
        `<path d="${path}" fill="${COLOURS.skin}" fill-rule="evenodd"/>`,
        ...drawBones(rig, index => place(flat(skeleton.positions, index))),
        '</svg>', ''
    ].join('\n');
}

/** The corners of all triangles, in the order of the skin's points. */
function trianglesOf({ skeleton }: Rig, points: readonly Point[]): number[] {
    const corners: number[] = [];
    let first = 0;
    for (const { mesh } of skeleton.meshInstances) {
        if (!mesh) continue;
        const indices: number[] = [];
        mesh.getIndices(indices);
        for (const index of indices) corners.push(...points[first + index]);
        const positions: number[] = [];
        first += mesh.getPositions(positions);
    }
    return corners;
}

/** Lines between bones with roles, and a point at each. */
function drawBones(rig: Rig, at: (index: number) => Point): string[] {
    const shown = new Map([...rig.bones].filter(([role]) => !TOO_SMALL.test(role)).map(([role, index]) => [index, role]));
    const { parents } = rig.skeleton;
    const lines: string[] = [];
    const dots: string[] = [];
    for (const [index, role] of shown) {
        const side = role.startsWith('left') ? 'left' : role.startsWith('right') ? 'right' : 'middle';
        const colour = COLOURS[side];
        const [x, y] = at(index).map(value => value.toFixed(1));
        dots.push(`<circle cx="${x}" cy="${y}" r="3" fill="${colour}"><title>${role}</title></circle>`);
        let above = parents[index];
        while (above >= 0 && !shown.has(above)) above = parents[above];
        if (above < 0) continue;
        const [fromX, fromY] = at(above).map(value => value.toFixed(1));
        lines.push(`<path d="M${fromX} ${fromY}L${x} ${y}" stroke="${colour}" stroke-width="2"/>`);
    }
    return [...lines, ...dots];
}
