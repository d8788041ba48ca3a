import type { MorphInstance } from 'playcanvas';

import type { Rig } from '../rig/rig';

// Morph targets of a face: what closes the eyes and what smiles, by the names that exporters give them. What a clip or somebody else sets
// in them comes first, and the idle lies on top.

/** Names of targets, the usual ones first; of each list the first row that a mesh has is used. */
const BLINK = [['eyeBlinkLeft', 'eyeBlinkRight'], ['eyeBlink_L', 'eyeBlink_R'], ['eyesClosed'], ['Fcl_EYE_Close'], ['blink'], ['Blink'], ['vrc.blink']];
const SMILE = [['mouthSmileLeft', 'mouthSmileRight'], ['mouthSmile_L', 'mouthSmile_R'], ['mouthSmile'], ['Fcl_MTH_Fun'], ['smile'], ['Smile']];

/** Weight of a smile that is whole. */
const MOST_SMILE = 0.25;

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
    private readonly blinks: MorphWeight[] = [];

    private readonly smiles: MorphWeight[] = [];

    constructor({ skeleton: { meshInstances } }: Rig) {
        for (const { morphInstance } of meshInstances) {
            if (!morphInstance) continue;
            const names = new Set(morphInstance.morph.targets.map(target => target.name));
            const find = (rows: readonly (readonly string[])[]) => rows.find(row => row.every(name => names.has(name))) ?? [];
            this.blinks.push(...find(BLINK).map(name => new MorphWeight(morphInstance, name)));
            this.smiles.push(...find(SMILE).map(name => new MorphWeight(morphInstance, name)));
        }
    }

    /** Whether the model has any. */
    get isEmpty(): boolean {
        return this.blinks.length + this.smiles.length === 0;
    }

    /** Closes the eyes by a share, and smiles by one. */
    show(closed: number, smile: number) {
        for (let i = 0; i < this.blinks.length; i++) this.blinks[i].add(closed);
        for (let i = 0; i < this.smiles.length; i++) this.smiles[i].add(MOST_SMILE * smile);
    }
}
