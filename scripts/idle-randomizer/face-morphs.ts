import type { MorphInstance } from 'playcanvas';

import type { Rig } from '../rig/rig';
import type { Role } from '../rig/roles';

// Morph targets of a face: what closes the eyes, opens the mouth and smiles, by the names that exporters give them. What a bone does is left to
// the bone. What a clip or game code sets in them comes first, and the idle lies on top.

const SIDE = '_?(left|right|l|r)';

/** Names of targets without what stands before them; of each list the first that a mesh has is used, with both its sides. */
const NAMES = {
    // Apple's ARKit, VRoid and VRM, VRChat, MMD, and what artists write
    blink: [`eye_?blink${SIDE}`, `eye_?lids?_?closed?${SIDE}`, `eye_?upper_?closed?${SIDE}`, `blink${SIDE}`, '(eyes?|eye_?lids?)_?closed?', '(eyes?_?)?blink', 'まばたき'],
    open: ['jaw_?open', 'mouth_?open', '(mouth|mth)_?a', '(v|viseme)_?aa', 'あ'],
    smile: [`mouth_?smile${SIDE}`, 'mouth_?smile', 'mth_fun', 'smile', 'にやり']
} as const;

/** Bones that do the same. */
const BONES: Readonly<Record<keyof typeof NAMES, readonly Role[]>> = { blink: ['leftUpperEyelid', 'rightUpperEyelid'], open: ['jaw'], smile: [] };

/** Weights at the whole face: a mouth that hardly opens, and a faint smile. */
const MOST_OPEN = 0.1;
const MOST_SMILE = 0.25;

/** The targets of a mesh that do something. */
function find(feature: keyof typeof NAMES, targets: readonly string[]): readonly string[] {
    for (const name of NAMES[feature]) {
        const pattern = new RegExp(`(^|[^a-z0-9])(${name})$`, 'i');
        const found = targets.filter(target => pattern.test(target));
        if (found.length > 0) return found;
    }
    return [];
}

class MorphWeight {
    /** What it was before the idle wrote, and what the idle wrote last. */
    private base = -0;

    private written = NaN;

    constructor(private readonly morph: MorphInstance, private readonly name: string) {}

    add(weight: number) {
        const now = this.morph.getWeight(this.name);
        if (now !== this.written) this.base = now;
        if (weight === 0 && now === this.base) return;
        this.morph.setWeight(this.name, Math.min(1, this.base + weight));
        // the engine may keep it in fewer digits
        this.written = this.morph.getWeight(this.name);
    }
}

export class FaceMorphs {
    private readonly weights: Readonly<Record<keyof typeof NAMES, MorphWeight[]>> = { blink: [], open: [], smile: [] };

    constructor({ skeleton: { meshInstances }, bones }: Rig) {
        for (const { morphInstance } of meshInstances) {
            if (!morphInstance) continue;
            const targets = morphInstance.morph.targets.map(({ name }) => name);
            for (const feature of ['blink', 'open', 'smile'] as const) {
                if (BONES[feature].some(role => bones.has(role))) continue;
                this.weights[feature].push(...find(feature, targets).map(name => new MorphWeight(morphInstance, name)));
            }
        }
    }

    /** Whether the model has any. */
    get isEmpty(): boolean {
        return Object.values(this.weights).every(({ length }) => length === 0);
    }

    /** Closes the eyes by a share, and makes a share of a face. */
    show(closed: number, face: number) {
        const { blink, open, smile } = this.weights;
        for (let i = 0; i < blink.length; i++) blink[i].add(closed);
        for (let i = 0; i < open.length; i++) open[i].add(MOST_OPEN * face);
        for (let i = 0; i < smile.length; i++) smile[i].add(MOST_SMILE * face);
    }
}
