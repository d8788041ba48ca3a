import { NameMatch, SidedName } from './mirror-names';
import { distanceVec, dotVec, type Flat } from '../core/math/flat-math';
import { reflectVec } from '../core/mirror/reflection';

// Which bone is the twin of which: from the root outwards, so that the parents of twins are twins, or one bone in the middle.
//
// A pair by hand comes first, then what the rig has found to be left and right, then names, then places in the reference pose. Names have to
// fit the shape: bones of twins are equally long. What is left over and lies in the middle is its own twin; all else is left as it is.

/** Bones in the reference pose, parents before children. */
export interface MirrorBones {
    readonly names: readonly string[];
    /** Index of each bone's parent; -1: none. */
    readonly parents: ArrayLike<number>;
    /** Places in model space, three numbers a bone. */
    readonly positions: Flat;
    /** Height of the character in the same units. */
    readonly height: number;
    /** For each bone the one that has its role on the other side; itself where the role stands in the middle; -1: it has none. */
    readonly roles: ArrayLike<number>;
    /** For each bone the twin that was given by hand; -1: none. */
    readonly byHand: ArrayLike<number>;
}

/** The plane of symmetry in model space. */
export interface MirrorPlane {
    /** Unit length. */
    readonly normal: Flat;
    /** Distance from the origin along it. */
    readonly offset: number;
}

/** How a pair was found; where it stands in this list also says how sure it is. */
export type PairSource = 'hand' | 'role' | 'name' | 'place';

/** Confidence in a pair by what tells it, 0..1; a name or a role whose place does not agree counts {@link ASKEW} of it. */
const CONFIDENCE: Readonly<Record<PairSource, number>> = { hand: 1, role: 1, name: 0.95, place: 0.7 };
const ASKEW = 0.8;

export interface BonePair { readonly a: number; readonly b: number; readonly source: PairSource; readonly confidence: number }

/** What was found. */
export interface Pairing {
    /** Twin of each bone, itself where it stands in the middle; -1: neither. */
    readonly twins: Int32Array;
    readonly pairs: readonly BonePair[];
}

/** Distance from a twin's reflected place, as a share of the height, within which places agree. */
const SAME_PLACE = 0.02;

/** Distance from the plane, as a share of the height, within which a bone stands in the middle. */
const IN_PLANE = 0.01;

/** Difference of length, as a share of the longer bone and of the height, with which two bones may still be twins by name. */
const SAME_LENGTH = 0.3;
const SHORT = 0.01;

/** What a difference in the number of bones below costs against a difference in place, per unit of the quotient, in heights. */
const BRANCH_COST = 0.01;

/** Finds the twins. */
export function findPairs(bones: MirrorBones, plane: MirrorPlane): Pairing {
    const search = new PairSearch(bones, plane);
    search.run();
    return { twins: search.twins, pairs: search.pairs };
}

interface PairCandidate { readonly a: number; readonly b: number; readonly source: PairSource; readonly rank: number; readonly cost: number; readonly isClose: boolean }

const RANKS: readonly PairSource[] = ['hand', 'role', 'name', 'place'];

class PairSearch {
    readonly twins: Int32Array;

    readonly pairs: BonePair[] = [];

    private readonly children: number[][];

    /** Bones at and below each one. */
    private readonly sizes: number[];

    private readonly names: readonly SidedName[];

    /** Whether some bone has the name of each one's twin. */
    private readonly isNamed: readonly boolean[];

    private readonly seen = new Float64Array(3);

    constructor(private readonly bones: MirrorBones, private readonly plane: MirrorPlane) {
        const { names, parents } = bones;
        this.twins = new Int32Array(names.length).fill(-1);
        this.children = names.map(() => []);
        this.sizes = names.map(() => 1);
        this.names = names.map(name => new SidedName(name));
        const sided = this.names.filter(({ hasSide }) => hasSide);
        this.isNamed = this.names.map(name => name.hasSide && sided.some(other => name.match(other) === NameMatch.clear));
        for (let bone = names.length - 1; bone > 0; bone--) {
            if (parents[bone] < 0) continue;
            this.sizes[parents[bone]] += this.sizes[bone];
            this.children[parents[bone]].unshift(bone);
        }
    }

    run() {
        const { parents, names } = this.bones;
        this.match(names.flatMap((_, bone) => (parents[bone] < 0 ? [bone] : [])), null);
    }

    /** Matches the children of twins, or those of one bone with each other. */
    private match(ours: readonly number[], theirs: readonly number[] | null) {
        const candidates: PairCandidate[] = [];
        ours.forEach((a, i) => {
            for (const b of theirs ?? ours.slice(i + 1)) {
                const candidate = this.judge(a, b, theirs === null);
                if (candidate) candidates.push(candidate);
            }
        });
        candidates.sort((x, y) => x.rank - y.rank || x.cost - y.cost);
        for (const candidate of candidates) {
            const { a, b } = candidate;
            if (this.twins[a] < 0 && this.twins[b] < 0) this.pair(candidate);
        }
        if (theirs) return;
        for (const bone of ours) {
            if (this.twins[bone] >= 0 || !this.standsInMiddle(bone)) continue;
            this.twins[bone] = bone;
            this.match(this.children[bone], null);
        }
    }

    private pair({ a, b, source, isClose }: PairCandidate) {
        this.twins[a] = b;
        this.twins[b] = a;
        this.pairs.push({ a, b, source, confidence: CONFIDENCE[source] * (isClose || source === 'hand' ? 1 : ASKEW) });
        this.match(this.children[a], this.children[b]);
    }

    /** What speaks for a pair; null: nothing, or something against it. */
    private judge(a: number, b: number, isBesides: boolean): PairCandidate | null {
        const { roles, byHand, height } = this.bones;
        const distance = this.distance(a, b) / height;
        const isClose = distance <= SAME_PLACE;
        const isApart = !isBesides || this.aside(a) > IN_PLANE * height || this.aside(b) > IN_PLANE * height;
        const isFree = byHand[a] < 0 && byHand[b] < 0 && roles[a] < 0 && roles[b] < 0;
        // bones by the thousand hang on one in some files
        if (isFree && !(isClose && isApart) && !this.names[a].maySaySide) return null;
        const branches = Math.max(this.sizes[a] / this.sizes[b], this.sizes[b] / this.sizes[a]) - 1;
        const as = (source: PairSource, within = 0): PairCandidate => {
            return { a, b, source, rank: RANKS.indexOf(source) + within, cost: distance + BRANCH_COST * branches, isClose };
        };
        if (byHand[a] === b) return as('hand');
        if (byHand[a] >= 0 || byHand[b] >= 0) return null;
        if (roles[a] >= 0 || roles[b] >= 0) return roles[a] === b ? as('role') : null;
        const match = this.names[a].match(this.names[b]);
        if (match === NameMatch.clear && this.areEquallyLong(a, b)) return as('name');
        if (match === NameMatch.likely && isClose && isApart) return as('name', 0.5);
        // a bone whose twin goes by its name has no other one
        if (match === NameMatch.none && (this.isNamed[a] || this.isNamed[b])) return null;
        return isClose && isApart ? as('place') : null;
    }

    /** Distance between one bone and the reflected place of another. */
    private distance(a: number, b: number): number {
        const { positions } = this.bones;
        const { normal, offset } = this.plane;
        reflectVec(this.seen, 0, positions, 3 * a, normal, 0);
        for (let k = 0; k < 3; k++) this.seen[k] += 2 * offset * normal[k];
        return distanceVec(this.seen, 0, positions, 3 * b);
    }

    /** Distance of a bone from the plane. */
    private aside(bone: number): number {
        return Math.abs(dotVec(this.bones.positions, 3 * bone, this.plane.normal, 0) - this.plane.offset);
    }

    private areEquallyLong(a: number, b: number): boolean {
        const { positions, parents, height } = this.bones;
        const [lengthA, lengthB] = [a, b].map(bone => (parents[bone] < 0 ? 0 : distanceVec(positions, 3 * bone, positions, 3 * parents[bone])));
        return Math.abs(lengthA - lengthB) <= SAME_LENGTH * Math.max(lengthA, lengthB) + SHORT * height;
    }

    /** Whether what has no twin stands in the middle: in the plane, or straight above or below its parent, as on a body that leans. */
    private standsInMiddle(bone: number): boolean {
        const { positions, parents, roles, height } = this.bones;
        if (roles[bone] === bone || parents[bone] < 0) return true;
        if (this.aside(bone) <= IN_PLANE * height) return true;
        const parent = parents[bone];
        const { normal } = this.plane;
        return !this.names[bone].hasSide && Math.abs(dotVec(positions, 3 * bone, normal, 0) - dotVec(positions, 3 * parent, normal, 0)) <= IN_PLANE * height;
    }
}
