import type { Character } from 'limber';
import type { GraphNode, Vec3 } from 'playcanvas';

// The bones of a character over its picture, coloured by their roles.

interface Group { readonly title: string; readonly roles: RegExp; readonly colour: string }

/** What has a colour of its own; the first group that a role belongs to counts. */
const GROUPS: readonly Group[] = [
    { title: 'head and neck', roles: /^(?:head|neck)/, colour: '#ffd400' },
    { title: 'hips and spine', roles: /^(?:hips|spine)/, colour: '#ffffff' },
    { title: 'eyes, lids, jaw, ears', roles: /Eye|lid$|^jaw|Ear/, colour: '#ff5ad6' },
    { title: 'tail', roles: /^tail/, colour: '#36d13c' },
    { title: 'wings and fins', roles: /Wing|Fin/, colour: '#21e0d6' },
    { title: 'left leg', roles: /^left(?:Thigh|Shin|Metatarsus|Foot|Toes)/, colour: '#1450ff' },
    { title: 'right leg', roles: /^right(?:Thigh|Shin|Metatarsus|Foot|Toes)/, colour: '#d40000' },
    { title: 'left arm or fore leg', roles: /^left/, colour: '#5cb4ff' },
    { title: 'right arm or fore leg', roles: /^right/, colour: '#ff8a3c' }
];

const NO_ROLE: Omit<Group, 'roles'> = { title: 'no role', colour: '#4a5257' };

/** What the colours mean, for a legend. */
export const LEGEND: readonly Omit<Group, 'roles'>[] = [...GROUPS, NO_ROLE];

/** Pixels of a bone with a role, of one without, and of a joint. */
const THICK = 2.5;
const THIN = 0.7;
const JOINT = 2.6;

/** Answers where a place of the world is in the picture, in pixels. */
type Project = (place: Vec3) => readonly [number, number];

/** Draws the bones: each from its joint to the next ones, in the colour of its role. */
export function drawBones(context: CanvasRenderingContext2D, { nodes, bones }: Character, project: Project) {
    const colours = new Map<GraphNode, string>();
    for (const [role, bone] of bones) {
        const group = GROUPS.find(({ roles }) => roles.test(role));
        if (group) colours.set(bone, group.colour);
    }
    const places = new Map(nodes.map(node => [node as GraphNode, project(node.getPosition())]));
    const draw = (isCalled: boolean) => {
        for (const [node, [x, y]] of places) {
            const parent = node.parent as GraphNode | null;
            const from = parent && places.get(parent);
            const colour = parent && colours.get(parent);
            if (!from || Boolean(colour) !== isCalled) continue;
            context.strokeStyle = colour ?? NO_ROLE.colour;
            context.lineWidth = colour && colours.has(node) ? THICK : THIN;
            context.beginPath();
            context.moveTo(...from);
            context.lineTo(x, y);
            context.stroke();
        }
    };
    // those with roles on top
    draw(false);
    draw(true);
    for (const [bone, colour] of colours) {
        const place = places.get(bone);
        if (!place) continue;
        context.fillStyle = colour;
        context.strokeStyle = '#000000';
        context.lineWidth = THIN;
        context.beginPath();
        context.arc(...place, JOINT, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
    }
}
