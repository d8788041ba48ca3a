import type { Flat } from './flat-math';

// A number that changes over a clip, by weighted least squares over all of it: what it shall be at samples, by how much it shall change between them, how evenly
// it goes, and what it shall not go beyond.
//
// Each condition joins up to three samples that follow one another. Samples are put in the order first, last, second, last but one and so on, so that those around
// the seam of a loop are near one another too, and the equations have a band of nine diagonals: the time is that of the number of samples.

/** Places in that order by which samples of one condition differ at most. */
const BAND = 4;

const ROW = BAND + 1;

/** Rounds in which it is found out which limits are reached. */
const ROUNDS = 12;

/** What a track is kept within: as soft as its weight. */
export interface Limits {
    readonly least?: Flat;
    readonly most?: Flat;
    readonly weight: number;
}

export class TrackFit {
    /** Row by row from the diagonal to the left. */
    private readonly matrix: Float64Array;

    private readonly sums: Float64Array;

    /**
     * @param count - Number of samples.
     * @param isLoop - Whether the first sample follows the last.
     */
    constructor(private readonly count: number, private readonly isLoop: boolean) {
        this.matrix = new Float64Array(ROW * count);
        this.sums = new Float64Array(count);
    }

    /** Asks for a value at a sample. */
    want(sample: number, value: number, weight: number): void {
        const row = this.rowOf(sample);
        this.matrix[ROW * row] += weight;
        this.sums[row] += weight * value;
    }

    /** Asks for a change from the sample before to a sample. */
    step(sample: number, change: number, weight: number): void {
        if (sample === 0 && !this.isLoop) return;
        this.add(sample, [1, -1], change, weight);
    }

    /**
     * Asks for an even change.
     *
     * @param width - Samples over which values of weight 1 are smoothed.
     */
    smooth(width: number): void {
        const { count, isLoop } = this;
        for (let last = isLoop ? 0 : 2; last < count; last++) this.add(last, [1, -2, 1], 0, width ** 4);
    }

    /** The values, as near to all that is asked for as can be. */
    solve({ least, most, weight }: Limits = { weight: 0 }): Float64Array {
        const { count } = this;
        const beyond = new Int8Array(count);
        const values = new Float64Array(count);
        for (let round = 0; round < ROUNDS; round++) {
            this.solveWith(values, beyond, { least, most, weight });
            let isSame = true;
            for (let i = 0; i < count; i++) {
                const side = least && values[i] < least[i] ? -1 : most && values[i] > most[i] ? 1 : 0;
                isSame &&= side === beyond[i];
                beyond[i] = side;
            }
            if (isSame) break;
        }
        return values;
    }

    private solveWith(values: Float64Array, beyond: Int8Array, { least, most, weight }: Limits): void {
        const { count } = this;
        const [matrix, sums] = [this.matrix.slice(), this.sums.slice()];
        for (let i = 0; i < count; i++) {
            if (beyond[i] === 0) continue;
            const row = this.rowOf(i);
            matrix[ROW * row] += weight;
            sums[row] += weight * (beyond[i] < 0 ? least! : most!)[i];
        }
        solveBand(matrix, sums);
        for (let i = 0; i < count; i++) values[i] = sums[this.rowOf(i)];
    }

    /** Adds a condition on a sample and those before it. */
    private add(last: number, factors: readonly number[], value: number, weight: number): void {
        const { matrix, sums, count } = this;
        for (let i = 0; i < factors.length; i++) {
            const row = this.rowOf((last - i + 2 * count) % count);
            sums[row] += weight * factors[i] * value;
            for (let k = 0; k < factors.length; k++) {
                const column = this.rowOf((last - k + 2 * count) % count);
                if (column <= row) matrix[ROW * row + row - column] += weight * factors[i] * factors[k];
            }
        }
    }

    private rowOf(sample: number): number {
        return 2 * sample < this.count ? 2 * sample : 2 * (this.count - sample) - 1;
    }
}

/** Solves equations of a symmetric band in place, by Cholesky's factors without roots. */
function solveBand(matrix: Float64Array, sums: Float64Array): void {
    const count = sums.length;
    for (let row = 0; row < count; row++) {
        for (let column = Math.max(0, row - BAND); column <= row; column++) {
            let value = matrix[ROW * row + row - column];
            for (let k = Math.max(0, row - BAND); k < column; k++) value -= matrix[ROW * row + row - k] * matrix[ROW * column + column - k] * matrix[ROW * k];
            matrix[ROW * row + row - column] = column < row ? value / matrix[ROW * column] : value;
        }
        for (let k = Math.max(0, row - BAND); k < row; k++) sums[row] -= matrix[ROW * row + row - k] * sums[k];
    }
    for (let row = count - 1; row >= 0; row--) {
        sums[row] /= matrix[ROW * row];
        for (let k = row + 1; k <= Math.min(count - 1, row + BAND); k++) sums[row] -= matrix[ROW * k + k - row] * sums[k];
    }
}
