import type { Evidence } from './evidence';
import { GUESSED, type Frame } from './frame';
import type { Hypothesis } from './hypotheses';
import type { Rig, RigLimb } from './rig';
import type { Bones, Role } from './roles';
import type { BodyPart, Doubt, Sentence } from './sentence';
import type { Skeleton } from './skeleton';
import { isPartOf, isPoint, type BoneTree } from './tree';
import { dot, minus, pointAt } from './vectors';
import { angleBetween } from '../core/math/flat-math';

// What is said about a character: contradictions and what was not found, each with what, where and how to fix it.

/** The parts in the order of what hangs on them. */
const IMPORTANCE: readonly BodyPart[] = ['body', 'trunk', 'legs', 'head', 'arms'];

/** Sentences, the most important one first. */
export function sortSentences(sentences: readonly Sentence[]): Sentence[] {
    const rank = ({ about }: Sentence) => Math.min(...about.map(part => IMPORTANCE.indexOf(part)));
    return [...sentences].sort((a, b) => rank(a) - rank(b));
}

/** Parts of limbs that hang from one another, the upper one first. */
const HANGS = [['Thigh', 'Shin'], ['Shin', 'Foot'], ['Clavicle', 'UpperArm'], ['UpperArm', 'Forearm'], ['Forearm', 'Hand']] as const;

/** Fewest bones that are called like a part of the body for it to be worth a word that their names mean nothing. */
const WORTH_A_WORD = 3;

/** Confidence in a clip where the skin says otherwise. */
const SKIN_AGAINST_CLIP = 0.7;

/** Angle between a body's up and the scene's from which on it lies, in degrees. */
const LYING = 60;

const FEET_ASTRAY = 'feet are not below the legs';

const nameOf = (tree: BoneTree, node: number) => tree.skeleton.nodes[node].name;

/** A role in plain words: `left upper arm`. */
const wordsOfRole = (role: string) => role.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

/** Names of nodes in a sentence; `none` where there are none. */
export function listNodes(tree: BoneTree, nodes: readonly number[]): string {
    const names = nodes.map(node => `"${nameOf(tree, node)}"`);
    return names.length < 2 ? names[0] ?? 'none' : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}

/** Says what is not sure enough to be taken. */
export function reportDoubts(tree: BoneTree, doubts: readonly Doubt[], problems: Sentence[]): void {
    for (const { part, likely, other } of doubts) {
        problems.push({
            // without feet nothing says which way is up
            about: part === 'legs' ? ['body', 'legs', 'arms'] : ['trunk', 'head'],
            says: `it is not sure which bones are its ${part}: ${listNodes(tree, likely)}, or ${listNodes(tree, other)}. They are left alone: set the bones by hand that a script needs, or name them in the model.`
        });
    }
}

/** Says that the names of the bones mean nothing where there are some. */
export function reportNames({ isNamed, body: { tree }, legs }: Hypothesis, problems: Sentence[]): void {
    const count = new Set(tree.names.flatMap(name => (name?.name ? [`${name.name.side}${name.name.part}`] : []))).size;
    if (isNamed || count < WORTH_A_WORD || isPoint(tree)) return;
    const fix = legs.length > 0 ? 'They were found by shape: check them, and set by hand those that are wrong.' : 'Set the bones by hand.';
    problems.push({ about: ['body'], says: `the names of the bones do not fit the way they hang together in "${nameOf(tree, 0)}". ${fix}` });
}

/** Says that nothing tells where a character faces. */
export function reportGuess({ body: { tree }, legs, neckline }: Hypothesis, evidence: readonly Evidence[], problems: Sentence[]): void {
    const isGuess = evidence.some(({ question, confidence }) => question === 'forward' && confidence <= GUESSED);
    if (!isGuess || (legs.length === 0 && !neckline)) return;
    problems.push({ about: ['body'], says: `nothing tells which way "${nameOf(tree, 0)}" faces: it is guessed. Name its left and right bones, such as "Arm.L" and "Arm.R".` });
}

/** Says that a body does not stand as it was bound. */
export function reportLying({ body: { tree }, legs, scene }: Hypothesis, { up }: Frame, problems: Sentence[]): void {
    const off = angleBetween(up, 0, scene, 0);
    if (legs.length === 0 || off < LYING) return;
    const how = off > 180 - LYING ? 'stands on its head' : 'lies';
    problems.push({ about: ['body'], says: `"${nameOf(tree, 0)}" ${how} in its rest pose, ${off.toFixed(0)} degrees from upright. If it does so in the scene too, turn its armature upright in the model and export it again.` });
}

/** Depth below the soles from which on what is drawn there is said, as a share of the height: a tail may touch the ground. */
const BELOW_SOLES = 0.1;

/** Says that something is drawn below the ground on which a body stands. */
export function reportBelow(tree: BoneTree, below: { node: number; depth: number } | null, height: number, problems: Sentence[]): void {
    if (!below || below.depth < BELOW_SOLES * height) return;
    problems.push({
        about: ['body'],
        says: `what hangs on "${nameOf(tree, below.node)}" is drawn ${(100 * below.depth / height).toFixed(0)} % of the height below the soles, so it goes through the ground. Bind it again in the model where it belongs, or leave it out.`
    });
}

/** Takes away the roles of which another bone has the name that does not hang where it should, and says so: nothing is guessed. */
export function reportMisplaced({ isNamed, body: { tree } }: Hypothesis, bones: Bones, problems: Sentence[]): void {
    if (!isNamed) return;
    const isCalled = (node: number | undefined, part: string, side: string) => {
        const name = node === undefined ? null : tree.names[node]?.name;
        return name?.part === part && name.side === side && (tree.carried[node!] > 0 || !(tree.carried[0] > 0));
    };
    for (const [upper, lower] of HANGS) {
        for (const side of ['left', 'right'] as const) {
            const [above, role] = [bones.get(`${side}${upper}`), `${side}${lower}` as const];
            if (above === undefined || isCalled(bones.get(role), lower, side)) continue;
            const astray = tree.names.findIndex((_, node) => isCalled(node, lower, side) && !isPartOf(tree, node, above));
            if (astray < 0) continue;
            bones.delete(role);
            if (lower === 'Foot') bones.delete(`${side}Toes`);
            // that it is loose is said already
            if (tree.skeleton.loose.some(({ node }) => node === nameOf(tree, astray))) continue;
            const where = `"${nameOf(tree, astray)}" does not hang from "${nameOf(tree, above)}"`;
            problems.push({
                about: [upper === 'Thigh' || upper === 'Shin' ? 'legs' : 'arms'],
                says: lower === 'Foot' ? `${FEET_ASTRAY}: ${where}. Set Foot Bone by hand, or attach the foot to the leg in the model.` :
                    `${where}, so it is not taken as ${wordsOfRole(role)}. Set this bone by hand, or attach it there in the model.`
            });
        }
    }
}

/** Parts that hang from trunk and head: unlike hands and feet they are never crossed. */
const ROOTS = ['Thigh', 'Clavicle', 'UpperArm', 'Eye', 'UpperEyelid', 'LowerEyelid'] as const;

/** Says which bones called left are on the right. */
export function reportSides(tree: BoneTree, bones: Bones, { left: axis }: Frame, problems: Sentence[]): void {
    const wrong: [number, number][] = [];
    let pairs = 0;
    for (const part of ROOTS) {
        const [left, right] = [bones.get(`left${part}`), bones.get(`right${part}`)];
        if (left === undefined || right === undefined) continue;
        pairs++;
        if (dot(minus(pointAt(tree.skeleton.positions, left), pointAt(tree.skeleton.positions, right)), axis) < 0) wrong.push([left, right]);
    }
    const fix = 'Rename the bones in the model, or set them by hand.';
    const places = wrong.map(([left, right]) => `"${nameOf(tree, left)}" is to the right of "${nameOf(tree, right)}". ${fix}`);
    const areAll = wrong.length > 1 && wrong.length === pairs;
    const found = areAll ? [`the character faces the way its feet point, and then ${places[0]}`] : places;
    problems.push(...found.map((place): Sentence => ({ about: ['body'], says: `left and right are swapped: ${place}` })));
}

/** Takes away the roles of feet that stand above their legs, and says so. */
export function reportFeet(tree: BoneTree, bones: Bones, { up }: Frame, problems: Sentence[]): void {
    for (const side of ['left', 'right'] as const) {
        const [thigh, foot] = [bones.get(`${side}Thigh`), bones.get(`${side}Foot`)];
        if (thigh === undefined || foot === undefined || dot(minus(pointAt(tree.skeleton.positions, foot), pointAt(tree.skeleton.positions, thigh)), up) < 0) continue;
        bones.delete(`${side}Foot`);
        bones.delete(`${side}Toes`);
        problems.push({ about: ['legs'], says: `${FEET_ASTRAY}: "${nameOf(tree, foot)}" stands above "${nameOf(tree, thigh)}". Set Foot Bone by hand.` });
    }
}

/** Roles of a head alone. */
const OF_HEAD = /^head$|^jaw$|Eye|Ear/;

/** What there is in place of a body: bones in one place, arms, or a head; empty where there is more. */
function remnantOf({ body: { tree }, legs, neckline, arms }: Hypothesis, bones: Bones): string {
    const name = `"${nameOf(tree, 0)}"`;
    if (isPoint(tree)) return `${name} has no two bones in different places, so there is nothing to move. Export the skin together with its armature and its rest pose.`;
    if (legs.length === 0 && !neckline && arms) {
        return `only arms are found in ${name}, as for a first-person view: there is no head to turn, and there are no feet to place. Put such scripts on a model of the whole body.`;
    }
    const known = new Set([...bones].flatMap(([role, node]) => (OF_HEAD.test(role) ? [node] : [])));
    if (bones.has('head') && tree.names.every((_, node) => known.has(node) || (tree.carried[0] > 0 && tree.skin.share[node] === 0))) {
        return `only a head is found in ${name}, without a body: it can look, but not stand or fall. Attach it to a body in the model for more.`;
    }
    return '';
}

/** Says which of the parts that the scripts need most were not found. */
export function reportMissing(h: Hypothesis, bones: Bones, legs: number, problems: Sentence[]): void {
    const { tree } = h.body;
    const remnant = remnantOf(h, bones);
    if (remnant !== '') {
        problems.push({ about: ['trunk', 'head', 'legs', 'arms'], says: remnant });
        return;
    }
    const lacks = (...roles: Role[]) => roles.some(role => !bones.has(role));
    // a body may have no arms at all
    const hasArms = lacks('head') || (['leftUpperArm', 'rightUpperArm', 'leftHand', 'rightHand'] as const).some(role => bones.has(role));
    const missing: readonly (readonly [BodyPart, string, boolean])[] = [
        ['trunk', 'hips', lacks('hips')],
        ['head', 'head', lacks('head')],
        ['legs', 'complete legs', legs === 0 && !problems.some(({ says }) => says.startsWith(FEET_ASTRAY))],
        ['arms', 'complete arms', legs < 4 && hasArms && lacks('leftUpperArm', 'leftForearm', 'leftHand', 'rightUpperArm', 'rightForearm', 'rightHand')]
    ];
    const found = missing.filter(([, , isMissing]) => isMissing);
    if (found.length === 0) return;
    problems.push({
        about: found.map(([part]) => part),
        says: `found no ${found.map(([, words]) => words).join(', no ')} in "${nameOf(tree, 0)}", neither by name nor by shape. Set the bones by hand that a script needs.`
    });
}

/** Says which legs have too few bones to bend, or no foot. */
export function reportBareLegs(tree: BoneTree, limbs: Rig['limbs'], problems: Sentence[]): void {
    const bare = Object.values(limbs).filter((limb): limb is RigLimb => limb !== null && limb.end !== 'foot');
    if (bare.length === 0) return;
    const isStiff = ({ bones, end }: RigLimb) => bones.length - (end === 'mark' ? 1 : 0) === 1;
    const chosen = bare.find(limb => limb.bones.length === 1) ?? bare.find(isStiff) ?? bare[0];
    const leg = `"${nameOf(tree, chosen.bones[0])}"`;
    const says = chosen.bones.length === 1 ?
        `legs are of one bone without a mark at its end, such as ${leg}: they stay as they are animated. Give each leg a thigh, a shin and a foot in the model, or an end bone for the body to tilt with the ground.` :
        isStiff(chosen) ?
            `legs are of one bone, such as ${leg}: they aim at the ground and the body tilts with it, but they do not bend. Give each leg a thigh, a shin and a foot in the model for more.` :
            `legs have no feet, such as ${leg}: they reach the ground, but their soles do not turn to it. Give each leg a foot bone in the model for more.`;
    problems.push({ about: ['legs'], says });
}

/** Says what the skin shows as the end of a limb and a clip does not. */
export function reportLoose({ loose }: Skeleton, problems: Sentence[], evidence: Evidence[]): void {
    for (const { node, end, clip } of loose) {
        problems.push({
            about: ['legs', 'arms'],
            says: `"${node}" leaves "${end}" in the clip "${clip}", so it is no part of that limb. Leave the clip out, or keep the bone at the limb in it, if it is meant to be one.`
        });
        evidence.push({ question: node, answer: 'a thing of its own by its clips', against: `the skin, which shows it at "${end}"`, confidence: SKIN_AGAINST_CLIP });
    }
}
