import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import { registerLimber } from '../../scripts/index';
import { bake } from '../../scripts/rig/baked';
import { loadNewGlb } from '../support/app';
import { furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { addEverything } from '../support/every-script';
import { holdMeshesBack } from '../support/late-mesh';
import { createPhysicsApp } from '../support/physics-app';
import { skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// All that scripts find out about a model is the same whether its mesh is there when they come, or comes in the middle of a clip.

/** Frames before a late mesh comes, and after. */
const LATE = 10;
const AFTER = 5;

/** Difference of a number, as a share of it or of 1. */
const SAME = 1e-3;

/** Persons and animals with skin; a body of rigid parts; no skin at all; a skin whose units no node has; nodes that are posed in the file. */
const FILES = [MANNEQUIN, HOUND, GNOME, ...['more/EnemyLarge', 'more/Kenney', 'more/Lumberjack', 'bitmoji-walk', 'Cow', 'Soldier'].map(name => `${name}.glb`)];

/** Every number that scripts have found out, in an order that depends on the model alone. */
function numbersIn(value: unknown, path: string, found = new Map<string, number>()): Map<string, number> {
    if (typeof value === 'number' && !/digest$/.test(path)) found.set(path, value);
    // a key of results holds numbers too: a kind's results are counted in their order
    if (Array.isArray(value) || ArrayBuffer.isView(value)) [...value as unknown as unknown[]].forEach((one, i) => numbersIn(one, `${path}.${i}`, found));
    else if (value && typeof value === 'object') Object.entries(value).forEach(([key, one], i) => numbersIn(one, `${path}.${/\W/.test(key) ? i : key}`, found));
    return found;
}

describe('a mesh that comes in the middle of a clip', () => {
    catchWarnings();

    /** What all scripts that can stand together find out about a model. */
    async function foundOn(file: string, isLate: boolean): Promise<Map<string, number>> {
        const app = await createPhysicsApp('ammojs-typed');
        registerLimber(app);
        const { instantiate, clips } = await loadNewGlb(app, file);
        const [hero, model, target] = [new Entity('Hero', app), instantiate(), new Entity('Target', app)];
        for (const entity of [hero, target]) app.root.addChild(entity);
        target.setPosition(new Vec3(1, 1.5, 2));
        hero.addChild(model);
        const giveMeshes = isLate ? holdMeshesBack(app, model) : () => {};
        model.addComponent('anim', { activate: true });
        const named = new Map([...clips].map(([name, clip]) => [name.replaceAll('.', ' '), clip] as const));
        for (const [name, clip] of named) model.anim!.assignAnimation(name, clip);
        model.anim!.baseLayer!.play([...named.keys()][Math.min(2, named.size - 1)]);
        addEverything(hero, { app, target, clips: named });
        for (let i = 0; i < LATE; i++) app.update(1 / 60);
        giveMeshes();
        for (let i = 0; i < AFTER + LATE; i++) app.update(1 / 60);
        const numbers = numbersIn(bake(hero, [...clips.values()]), '');
        app.destroy();
        return numbers;
    }

    for (const file of FILES) {
        const path = file.startsWith('templates') ? file : furtherRig(file);
        it(`changes nothing of what is found: ${file}`, async function () {
            if (!path) skipBecause(this, `needs ${file} in the folder that LIMBER_RIGS names`);
            const [early, late] = [await foundOn(path, false), await foundOn(path, true)];
            expect(early.size).to.be.above(150);
            const other = [...early].filter(([key, value]) => !(Math.abs(late.get(key)! - value) <= SAME * Math.max(1, Math.abs(value))));
            expect(other.slice(0, 5).map(([key, value]) => `${key}: ${value}, ${late.get(key)}`)).to.deep.equal([]);
            expect([...late.keys()].filter(key => !early.has(key))).to.deep.equal([]);
        });
    }
});
