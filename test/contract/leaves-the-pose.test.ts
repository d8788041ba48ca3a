import { expect } from 'chai';
import { Vec3, type Entity, type GraphNode, type ScriptType } from 'playcanvas';

import { limberScripts } from '../../scripts/index';
import { MANNEQUIN } from '../support/characters';
import { addBusy, WAYS, type Company } from '../support/every-script';
import { SetupStage } from '../support/setup-stage';
import { catchWarnings } from '../support/warnings';

// A script that has worked and is switched off or destroyed, in its character and in a clone, leaves every bone as the animation has it.

/** Frames within which everything that was shown has died out. */
const GONE = 150;

/** Largest difference of a number of a local transform. */
const SAME = 1e-6;

describe('a script that goes leaves the pose the animation\'s', () => {
    catchWarnings();
    let stage: SetupStage;

    /** How the bones of the model came. */
    let rest: number[];

    before(async () => { stage = await SetupStage.open(); });

    afterEach(() => stage.clear());

    after(() => stage.close());

    const bonesOf = (entity: Entity) => entity.find(node => /^mixamorig:/.test(node.name)) as GraphNode[];

    const numbersOf = (bones: readonly GraphNode[]) => bones.flatMap((bone) => {
        const { x, y, z, w } = bone.getLocalRotation();
        const place = bone.getLocalPosition();
        return [x, y, z, w, place.x, place.y, place.z];
    });

    /** Compares what is shown with what the animation has written in the same frame, and bones that no clip moves with how the model came. */
    function expectAnimation(entity: Entity, twin: Entity, what: string, isClone = false) {
        const bones = bonesOf(entity);
        let animated: number[] = [];
        stage.app.systems.once('animationUpdate', () => { animated = numbersOf(bones); });
        stage.step();
        const shown = numbersOf(bones);
        const alone = numbersOf(bonesOf(twin));
        const moved = new Set(alone.flatMap((value, i) => (value === rest[i] ? [] : [Math.floor(i / 7)])));
        // a clone comes as its source is shown, in bones that no clip moves
        const wanted = (i: number) => (isClone || moved.has(Math.floor(i / 7)) ? animated[i] : rest[i]);
        const off = shown.flatMap((value, i) => (Math.abs(value - wanted(i)) <= SAME ? [] : [bones[Math.floor(i / 7)].name]));
        expect([...new Set(off)], what).to.deep.equal([]);
    }

    async function expectLeft(name: string) {
        const hero = await stage.addHero(MANNEQUIN);
        const twin = await stage.addHero(MANNEQUIN, 'Twin', new Vec3(5, 0, 0));
        const { clips } = await stage.load(MANNEQUIN);
        const company: Company = { app: stage.app, target: stage.addEntity('target', new Vec3(1, 1, 2)), clips };
        rest = numbersOf(bonesOf(hero));
        const script = addBusy(hero, name, company);
        const mine = () => [...(hero.script as unknown as { scripts: readonly ScriptType[] }).scripts];
        const work = (frames: number) => {
            for (let i = 0; i < frames; i++) {
                if (i % 12 === 3) WAYS[name].act?.(script, company);
                stage.step();
            }
        };
        const switchAll = (isOn: boolean) => { for (const one of mine()) one.enabled = isOn; };
        work(40);
        const clone = hero.clone() as Entity;
        stage.app.root.addChild(clone);
        stage.step(10);
        switchAll(false);
        stage.step(GONE);
        expectAnimation(hero, twin, 'switched off');
        switchAll(true);
        work(20);
        for (let i = 0; i < 3; i++) script.refresh();
        work(5);
        const destroy = (entity: Entity) => {
            for (const { name: known } of limberScripts) if (entity.script!.has(known)) entity.script!.destroy(known);
        };
        destroy(hero);
        destroy(clone);
        stage.step(GONE);
        expectAnimation(hero, twin, 'destroyed');
        expectAnimation(clone, twin, 'destroyed in a clone', true);
        clone.destroy();
    }

    for (const { name } of limberScripts) it(`${name}: switched off and on, refreshed, cloned, destroyed`, () => expectLeft(name));
});
