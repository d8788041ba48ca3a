import { createBody, samplePoints } from './body';
import type { Evidence } from './evidence';
import { weigh, type EvidencePart, type Weighed } from './evidence-table';
import { listHypotheses, type Hypothesis } from './hypotheses';
import type { BoneTree } from './tree';

// The choice among all that a body may be: the largest sum of evidence wins. How much it is ahead of the best one that differs in its legs,
// or its head, says how sure these are. Below a floor it is taken for nobody.

/** Sums by which the best is ahead that leave no doubt. */
const SURE = 4;

/** Sum below which nothing is said of a body. */
const FLOOR = 3;

interface Candidate { readonly hypothesis: Hypothesis; readonly rows: Weighed[]; readonly total: number }

/** Chooses the most likely possibility for a body. */
export function choose(tree: BoneTree, evidence: Evidence[]): Hypothesis {
    const sample = samplePoints(tree);
    const candidates = [true, false].flatMap(isNamed => listHypotheses(createBody(tree, sample, isNamed))).map((hypothesis): Candidate => ({ hypothesis, ...weigh(hypothesis) }));
    const bestOf = (some: readonly Candidate[]) => some.reduce((a, b) => (b.total > a.total ? b : a));
    const likely = bestOf(candidates);
    const isNothing = ({ hypothesis: { legs, neckline } }: Candidate) => legs.length === 0 && neckline === null;
    const best = likely.total < FLOOR ? bestOf(candidates.filter(isNothing)) : likely;
    const legsOf = ({ hypothesis: { legs } }: Candidate) => legs.map(({ paths: [[root]] }) => root).sort().join();
    const headOf = ({ hypothesis: { neckline } }: Candidate) => neckline?.at(-1);
    const ahead = (isOther: (candidate: Candidate) => boolean) => best.total - candidates.reduce((most, other) => (isOther(other) ? Math.max(most, other.total) : most), -Infinity);
    const tell = (part: EvidencePart, answer: string, lead: number) => {
        const says = (sign: number) => best.rows.filter(row => row.part === part && row.says !== '' && row.value * sign > 0).map(row => row.says).join(', ');
        evidence.push({ question: part, answer: [answer, says(1)].filter(text => text !== '').join(': '), against: says(-1), confidence: Math.min(1, Math.max(0, lead / SURE)) });
    };
    const nameOf = (node: number) => `"${tree.skeleton.nodes[node].name}"`;
    const { legs } = best.hypothesis;
    tell('legs', legs.length > 0 ? legs.map(({ paths }) => paths.map(([root]) => nameOf(root)).join(' and ')).join(', ') : 'none', ahead(other => legsOf(other) !== legsOf(best)));
    const head = headOf(best);
    tell('head', head === undefined ? 'none' : nameOf(head), ahead(other => legsOf(other) === legsOf(best) && headOf(other) !== head));
    return best.hypothesis;
}
