import { expect } from 'chai';

import { costChart, costTable } from '../../tools/cost';

// The table and the chart of what scripts cost, on figures that are worked out by hand.

const COST = {
    machine: 'a machine',
    costs: [{ count: 1, scripts: { mecFootPlacer: 100, springChain: 50, limberSetup: 1 } }, { count: 100, scripts: { mecFootPlacer: 200, springChain: 49, limberSetup: 1 } }]
};

describe('the page of costs', () => {
    it('has a row for each script that takes something, the sum, and the share of a frame', () => {
        const lines = costTable(COST).split('\n');
        expect(lines).to.include('| mecFootPlacer | 100 | 200 |').and.include('| all of these | 151 | 250 |').and.include('Measured on a machine.');
        // 151 of 16667 microseconds, and a hundred times 250
        expect(lines).to.include('| all characters, share of a frame | 0.9 % | 150 % |');
        expect(lines.join()).not.to.include('limberSetup');
    });

    it('has a bar for each script and count, as long as its figure', () => {
        const widths = [...costChart(COST).matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
        expect(widths).to.have.length(4);
        const longest = Math.max(...widths);
        [100, 200, 50, 49].forEach((figure, i) => expect(widths[i] / longest).to.be.closeTo(figure / 200, 0.005));
    });
});
