// The name that the other side has: of bones, and of events.
//
// A side is a word (left, Right, LEFT), a letter that stands by itself (`_l`, `.R`, ` L `, `L_`, `EyeL`, `lThighBend`, `LArm`), one of the
// two letters of an animal's leg (`FL`, `rh`), or a Chinese sign. What sounds like one says nothing: Lefty, Collar, Roll, Light. Where the
// names of all bones are known, a letter that is glued to a word counts too (`lfemur`), as the other one has to be among them.

const OTHER: Readonly<Record<string, string>> = {
    left: 'right', right: 'left', Left: 'Right', Right: 'Left', LEFT: 'RIGHT', RIGHT: 'LEFT', l: 'r', r: 'l', L: 'R', R: 'L', 左: '右', 右: '左'
};

/** What says a side by itself, first what says it more clearly. The side is the group. */
const CLEAR: readonly RegExp[] = [
    /(?<![A-Za-z])(left|right)(?![a-z])/g,
    /(?<![A-Z])(Left|Right)(?![a-z])/g,
    /(?<![A-Z])(LEFT|RIGHT)(?![A-Za-z])/g,
    /(左|右)/g,
    /(?<![a-z])([lr])(?![a-z])/gi,
    /(?<=[a-z0-9])([LR])(?![A-Za-z])/g,
    /(?<=[a-z0-9])([LR])(?=[A-Z][a-z])/g,
    /(?<![A-Za-z])([lrLR])(?=[A-Z][a-z])/g,
    /(?<![a-z])[fhb]([lr])(?![a-z])/gi,
    /(?<![a-z])([lr])[fhb](?![a-z])/gi
];

/** What may say a side, when the other name is there. */
const GLUED: readonly RegExp[] = [/(left|right)/gi, /(?<![A-Za-z])([lr])(?=[a-z])/g, /(?<=[a-z])([lr])(?![A-Za-z])/g];

/** Numbers that exporters put behind a name; they differ between the sides. */
const EXPORTED = /(?:[._]\d{1,4})+$/;

function swap(name: string, pattern: RegExp): string[] {
    return [...name.matchAll(pattern)].map((match) => {
        const side = match[1];
        const at = match.index + match[0].indexOf(side);
        const other = OTHER[side] ?? OTHER[side.toLowerCase()];
        return name.slice(0, at) + other + name.slice(at + side.length);
    });
}

/**
 * The name of the other side, by rules that need no other names: for events.
 *
 * @returns The same name where it has no side.
 */
export function otherSide(name: string): string {
    for (const pattern of CLEAR) {
        const [other] = swap(name, pattern);
        if (other !== undefined) return other;
    }
    return name;
}

/** What two names say about each other. */
export const NameMatch = { none: 0, likely: 1, clear: 2 } as const;
export type NameMatch = typeof NameMatch[keyof typeof NameMatch];

/** A name with those that its twin may have; the second of each is without an exporter's number. */
export class SidedName {
    private readonly bare: SidedName | null;

    private readonly clear: readonly string[];

    private readonly likely: readonly string[];

    constructor(readonly name: string) {
        const bare = name.replace(EXPORTED, '');
        this.bare = bare === name ? null : new SidedName(bare);
        this.clear = CLEAR.flatMap(pattern => swap(name, pattern));
        this.likely = GLUED.flatMap(pattern => swap(name, pattern));
    }

    /** Whether it says a side clearly. */
    get hasSide(): boolean {
        return this.clear.length > 0;
    }

    /** Whether it says a side clearly, with an exporter's number or without. */
    get maySaySide(): boolean {
        return this.hasSide || this.bare?.maySaySide === true;
    }

    /** What it says about another name. */
    match(other: SidedName): NameMatch {
        if (this.clear.includes(other.name)) return NameMatch.clear;
        const bare = this.bare || other.bare ? (this.bare ?? this).match(other.bare ?? other) : NameMatch.none;
        if (bare === NameMatch.clear) return bare;
        return this.likely.includes(other.name) ? NameMatch.likely : bare;
    }
}
