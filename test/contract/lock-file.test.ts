import { readFileSync } from 'node:fs';

import { expect } from 'chai';

interface LockedPackage {
    readonly version?: string;
    readonly integrity?: string;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Packages of a lock file by their place, such as `node_modules/rollup`. */
function readLock(file: string): Record<string, LockedPackage> {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Packages that one of the locked ones wants on some platform, and that are not locked: `npm ci` fails on them. */
function missingPackages(packages: Record<string, LockedPackage>): string[] {
    return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) => (
        Object.keys(optionalDependencies)
        .filter(name => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`])
        .map(name => `${place} wants ${name}`)
    ));
}

for (const file of ['package-lock.json', 'test/bench/package-lock.json']) {
    describe(file, () => {
        const packages = readLock(file);

        it('holds the packages of every platform, so that npm ci works on Linux, macOS and Windows', () => {
            expect(missingPackages(packages)).to.deep.equal([]);
        });

        it('knows the contents of every package', () => {
            const without = Object.entries(packages).filter(([place, { integrity }]) => place !== '' && !integrity);
            expect(without.map(([place]) => place)).to.deep.equal([]);
        });
    });
}

describe('a lock file of one platform', () => {
    it('is told from a complete one', () => {
        const packages = {
            'node_modules/rollup': { optionalDependencies: { 'rollup-darwin': '1', 'rollup-linux': '1' } },
            'node_modules/rollup-linux': {}
        };
        expect(missingPackages(packages)).to.deep.equal(['node_modules/rollup wants rollup-darwin']);
    });
});
