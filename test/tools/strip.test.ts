import { expect } from 'chai';

import { limberScripts } from '../../scripts/index';
import type { Lane, Player } from '../../tools/strip/scene';
import { DEFAULT_SCENE, scenes } from '../../tools/strip/scenes';

// A scene that somebody adds: it can be chosen, it names scripts of the pack, and it can be built and played.

describe('scenes of the strips', () => {
    it('have names of their own, one of them is the default', () => {
        const names = scenes.map(({ name }) => name);
        expect(new Set(names).size).to.equal(names.length);
        expect(names).to.include(DEFAULT_SCENE);
    });

    it('are for scripts of the pack', () => {
        const known = limberScripts.map(({ name }) => name);
        for (const { name, scripts } of scenes) expect(known, name).to.include.members([...scripts]);
    });

    it('let what happens happen before their end', () => {
        for (const { name, seconds, acts = [] } of scenes) for (const [at] of acts) expect(at, name).to.be.within(0, seconds);
    });

    it('put the character on something that is as high as the floor or a step, and nothing into its way that is no number', () => {
        const places: number[] = [];
        const lane: Lane = {
            box: (at, size, turn, move) => places.push(...at, ...size, ...(turn ?? []), ...(move ? [...move(1).at, ...move(1).turn] : [])),
            slope: (at, ...rest) => places.push(...at, ...rest)
        };
        const called: string[] = [];
        const player = new Proxy({}, { get: (_, name) => (...values: unknown[]) => called.push(`${String(name)} ${values.flat().join(' ')}`) }) as Player;
        for (const scene of scenes) {
            scene.build?.(lane);
            scene.update?.(player, 1, 1 / 60);
            for (const [, act] of scene.acts ?? []) act(player);
        }
        expect(places.every(Number.isFinite)).to.equal(true);
        expect(called.some(call => call.startsWith('hit'))).to.equal(true);
        expect(called.join()).not.to.include('NaN');
    });
});
