// What scripts cost, as the page tells it: a table and a chart of what `npm run bench -- --only cost --json docs/cost.json` has written.

/** The file of the bench: microseconds of a frame in each script for one character, on each count of characters. */
export interface CostFile {
    readonly cost: Cost;
}

interface Cost {
    readonly machine: string;
    readonly costs: readonly { readonly count: number, readonly scripts: Readonly<Record<string, number>> }[];
}

/** Scripts that take less than this at every count are left out, in microseconds. */
const LEAST = 2;

/** Microseconds of a frame at 60 frames a second. */
const FRAME = 1e6 / 60;

/** The chart's lengths in pixels: of the names, of the longest bar, of the figures; heights of a bar and between scripts. */
const CHART = { names: 130, bars: 420, figures: 60, bar: 9, gap: 10 };

/** A colour for each count, from few to many, seen on light and on dark. */
const COLOURS = ['#8fbcd4', '#5b9cc0', '#2f7aa8', '#e8772e'];

const scriptsOf = ({ costs }: Cost) => Object.keys(costs[0].scripts).filter(name => costs.some(({ scripts }) => scripts[name] >= LEAST));

const sumOf = (scripts: Readonly<Record<string, number>>) => Object.values(scripts).reduce((sum, time) => sum + time, 0);

/** Microseconds for one character by script and count, the sum, and what all characters together take of a frame. */
export function costTable(cost: Cost): string {
    const { costs, machine } = cost;
    const row = (name: string, values: readonly string[]) => `| ${name} | ${values.join(' | ')} |`;
    return [
        row('script', costs.map(({ count }) => (count === 1 ? '1 character' : `of ${count}`))), row('---', costs.map(() => '---')),
        ...scriptsOf(cost).map(name => row(name, costs.map(({ scripts }) => scripts[name].toFixed(0)))),
        row('all of these', costs.map(({ scripts }) => sumOf(scripts).toFixed(0))),
        row('all characters, share of a frame', costs.map(({ count, scripts }) => `${(100 * count * sumOf(scripts) / FRAME).toFixed(count * sumOf(scripts) < 0.1 * FRAME ? 1 : 0)} %`)),
        '', `Measured on ${machine}.`
    ].join('\n');
}

/** The table as bars, an SVG that stands by itself. */
export function costChart(cost: Cost): string {
    const { costs } = cost;
    const names = scriptsOf(cost);
    const most = Math.max(...costs.flatMap(({ scripts }) => names.map(name => scripts[name])));
    const group = costs.length * CHART.bar + CHART.gap;
    const width = CHART.names + CHART.bars + CHART.figures, height = names.length * group + 24;
    const bars = names.flatMap((name, i) => costs.flatMap(({ scripts }, j) => {
        const y = i * group + j * CHART.bar, length = CHART.bars * scripts[name] / most;
        const bar = `<rect x="${CHART.names}" y="${y}" width="${length.toFixed(1)}" height="${CHART.bar - 1}" fill="${COLOURS[j % COLOURS.length]}"/>`;
        const figure = `<text x="${(CHART.names + length + 4).toFixed(1)}" y="${y + CHART.bar - 1}" font-size="9">${scripts[name].toFixed(0)}</text>`;
        return [bar, figure];
    }));
    const labels = names.map((name, i) => `<text x="${CHART.names - 8}" y="${i * group + group / 2 - 1}" font-size="12" text-anchor="end">${name}</text>`);
    const legend = costs.map(({ count }, j) => `<text x="${CHART.names + j * 100}" y="${height - 6}" font-size="11" style="fill:${COLOURS[j % COLOURS.length]}">■ ${count}</text>`);
    return `${[
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Microseconds of a frame in each script, for one of so many characters">`,
        '<style>text{font-family:sans-serif;fill:#777}</style>', ...labels, ...bars, ...legend, '</svg>'
    ].join('\n')}\n`;
}
