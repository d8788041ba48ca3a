import { createBody, samplePoints } from './body';
import { countFitting } from './corrected-body';
import type { Evidence } from './evidence';
import { weigh, type Weighed } from './evidence-table';
import { listHypotheses, type Hypothesis } from './hypotheses';
import type { Doubt } from './sentence';
import { listNodes } from './sentences';
import { isPartOf, isPoint, type BoneTree } from './tree';
import type { Steps } from '../core/timing/steps';

// The choice among all that a body may be: the largest sum of evidence wins. How much it is ahead of the best one that differs in its legs,
// or its head, says how sure these are. Below a floor it is no character.

/** Sums by which the best is ahead that leave no doubt. */
const SURE = 4;

/** Sum below which nothing is said of a body. */
const FLOOR = 3;

interface Candidate { readonly hypothesis: Hypothesis; readonly rows: Weighed[]; readonly total: number }

/**
 * Confidence below which a choice is left to the user: where names speak for it, and where shape alone does. Of bodies at random fewer than 0.3 % are wrong
 * above it without a word.
 */
const DOUBTFUL = 0.15;
const DOUBTFUL_SHAPE = 0.35;

/** What was chosen, and what of it is so little ahead of something else that it is not taken. */
export interface Choice {
    readonly hypothesis: Hypothesis;
    readonly doubts: readonly Doubt[];
}

/** Chooses the most likely possibility for a body. */
export function *choose(tree: BoneTree, evidence: Evidence[]): Steps<Choice> {
    const sample = samplePoints(tree);
    const all: Candidate[] = [];
    for (const isNamed of [true, false]) {
        yield;
        // names that mean nothing are those that are not set by hand
        const read = isNamed || tree.said.size === 0 ? tree : { ...tree, names: tree.names.map((name, node) => (tree.said.has(node) ? name : null)) };
        const body = yield* createBody(read, sample, isNamed || tree.said.size > 0);
        yield;
        for (const hypothesis of listHypotheses(body)) {
            yield;
            all.push({ hypothesis, ...weigh(hypothesis) });
        }
    }
    const most = all.reduce((count, { hypothesis }) => Math.max(count, countFitting(hypothesis)), 0);
    const candidates = all.filter(({ hypothesis }) => countFitting(hypothesis) === most);
    const bestOf = (some: readonly Candidate[]) => some.reduce((a, b) => (b.total > a.total ? b : a));
    const likely = bestOf(candidates);
    const isNothing = ({ hypothesis: { legs, neckline, arms } }: Candidate) => legs.length === 0 && neckline === null && arms === null;
    const best = (likely.total < FLOOR && tree.said.size === 0) || isPoint(tree) ? bestOf(candidates.filter(isNothing)) : likely;
    const nodesOf = {
        legs: ({ hypothesis: { legs } }: Candidate) => legs.flatMap(({ paths }) => paths.map(([root]) => root)),
        head: ({ hypothesis: { neckline } }: Candidate) => neckline?.slice(-1) ?? []
    };
    const doubts: Doubt[] = [];
    const isCalled = best.hypothesis.isNamed && best.rows.some(({ part, value }) => part === 'names' && value > 0);
    const isSame = (part: 'legs' | 'head', candidate: Candidate) => [...nodesOf[part](candidate)].sort().join() === [...nodesOf[part](best)].sort().join();
    const isSaid = (part: 'legs' | 'head') => [...tree.said.values()].some(role => (part === 'head' ? role === 'head' : /Foot|Hand/.test(role)));
    const tell = (part: 'legs' | 'head', isRival: (candidate: Candidate) => boolean) => {
        const rivals = candidates.filter(isRival);
        const rival = rivals.length > 0 ? bestOf(rivals) : null;
        const confidence = rival ? Math.min(1, Math.max(0, (best.total - rival.total) / SURE)) : 1;
        const likely = nodesOf[part](best);
        const other = rival ? nodesOf[part](rival) : [];
        if (confidence < (isCalled ? DOUBTFUL : DOUBTFUL_SHAPE) && !isSaid(part) && likely.length > 0 && other.length > 0) doubts.push({ part, likely, other });
        const says = (sign: number) => best.rows.filter(row => row.part === part && row.says !== '' && row.value * sign > 0).map(row => row.says).join(', ');
        evidence.push({ question: part, answer: [listNodes(tree, likely), says(1)].filter(text => text !== '').join(': '), against: says(-1), confidence });
    };
    tell('legs', other => !isSame('legs', other));
    // a jaw for the head it hangs on is no other end of the body
    const isElsewhere = (nodes: readonly number[], others: readonly number[]) => !nodes.some(a => others.some(b => isPartOf(tree, a, b) || isPartOf(tree, b, a)));
    tell('head', other => isSame('legs', other) && isElsewhere(nodesOf.head(other), nodesOf.head(best)));
    return { hypothesis: best.hypothesis, doubts };
}
