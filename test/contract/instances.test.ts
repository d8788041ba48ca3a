import { expect } from 'chai';
import * as engine from 'playcanvas';
import { Asset, Entity, type AppBase } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { createApp } from '../support/app';
import { runBuiltFile } from '../support/built-file';

// Instances of the built scripts: attributes stay accessors, and references into a template follow each of its instances.

/** A stick figure as child lists, from the root of the template down. */
const FIGURE: Record<string, string[]> = {
    Hero: ['Hips', 'Ball'],
    Ball: [],
    Hips: ['Spine', 'LeftUpLeg', 'RightUpLeg'],
    Spine: ['Neck'],
    Neck: ['Head'],
    Head: ['LeftEye', 'RightEye'],
    LeftEye: [],
    RightEye: [],
    LeftUpLeg: ['LeftLeg'],
    LeftLeg: ['LeftFoot'],
    LeftFoot: [],
    RightUpLeg: ['RightLeg'],
    RightLeg: ['RightFoot'],
    RightFoot: []
};

/** Where each joint is, against its parent, in metres. */
const PLACES: Record<string, number[]> = {
    Ball: [1, 1.6, 2],
    Hips: [0, 0.9, 0],
    Spine: [0, 0.15, 0],
    Neck: [0, 0.35, 0],
    Head: [0, 0.1, 0],
    LeftEye: [0.03, 0.08, 0.09],
    RightEye: [-0.03, 0.08, 0.09],
    LeftUpLeg: [0.1, -0.05, 0],
    LeftLeg: [0, -0.4, 0.02],
    LeftFoot: [0, -0.4, -0.02],
    RightUpLeg: [-0.1, -0.05, 0],
    RightLeg: [0, -0.4, 0.02],
    RightFoot: [0, -0.4, -0.02]
};

/** A template keeps entities by an id; here the joint's name in small letters is one. */
const idOf = (name: string) => `00000000-${name.toLowerCase()}`;

const ATTRIBUTES = {
    targetObject: idOf('Ball'),
    lookAtBones: [
        { bone: idOf('RightEye'), rotationLimit: 30, linkedBones: [idOf('LeftEye')] },
        { bone: idOf('Head'), rotationLimit: 60 },
        { bone: idOf('Spine'), rotationLimit: 40 }
    ],
    legStabilizers: [{ footBone: idOf('LeftFoot') }, { footBone: idOf('RightFoot') }]
};

/** The figure as the data of a template asset, as the Editor writes it. */
function templateData(): object {
    const entities: Record<string, object> = {};
    for (const [name, children] of Object.entries(FIGURE)) {
        const parent = Object.keys(FIGURE).find(other => FIGURE[other].includes(name));
        const script = { enabled: true, order: ['perfectLookAt'], scripts: { perfectLookAt: { enabled: true, attributes: ATTRIBUTES } } };
        entities[idOf(name)] = {
            name,
            resource_id: idOf(name),
            parent: parent ? idOf(parent) : null,
            children: children.map(idOf),
            enabled: true,
            tags: [],
            labels: [],
            position: PLACES[name] ?? [0, 0, 0],
            rotation: [0, 0, 0],
            scale: [1, 1, 1],
            components: parent ? {} : { script }
        };
    }
    return { entities };
}

interface TemplateResource {
    instantiate(): Entity;
}

async function loadTemplate(app: AppBase): Promise<TemplateResource> {
    const asset = new Asset('hero', 'template', undefined, templateData());
    app.assets.add(asset);
    app.assets.load(asset);
    await new Promise<void>((resolve) => {
        asset.ready(() => resolve());
    });
    return asset.resource as unknown as TemplateResource;
}

const lookOf = (hero: Entity) => hero.script!.get('perfectLookAt') as unknown as PerfectLookAt;

/** Every entity that the attributes of a script refer to, with the name it should have. */
function references(look: PerfectLookAt): [Entity | null, string][] {
    const [eye, head, spine] = look.lookAtBones;
    const [left, right] = look.legStabilizers;
    return [
        [look.targetObject, 'Ball'], [eye.bone, 'RightEye'], [eye.linkedBones[0], 'LeftEye'], [head.bone, 'Head'], [spine.bone, 'Spine'],
        [left.footBone, 'LeftFoot'], [right.footBone, 'RightFoot']
    ];
}

describe('instances of the built scripts', () => {
    let app: AppBase;

    before(async () => {
        app = createApp();
        await runBuiltFile(engine);
    });

    after(() => app.destroy());

    it('have no attribute as a property of their own, which would hide the engine\'s accessor', () => {
        const names = app.scripts.list().map(script => (script as unknown as { __name: string }).__name);
        expect(names).to.include('perfectLookAt');
        for (const name of names) {
            const entity = new Entity(name, app);
            entity.addComponent('script');
            const instance = entity.script!.create(name)!;
            const attributes = Object.keys((app.scripts.get(name) as unknown as { attributes: { index: object } }).attributes.index);
            for (const attribute of attributes) expect(Object.hasOwn(instance, attribute), `${name}.${attribute}`).to.equal(false);
            entity.destroy();
        }
    });

    it('refer to the bones of their own instance of a template, and of their own clone', async () => {
        const template = await loadTemplate(app);
        const first = template.instantiate();
        const second = template.instantiate();
        const clone = first.clone() as Entity;
        const heroes = { first, second, clone };
        for (const hero of Object.values(heroes)) app.root.addChild(hero);
        for (let frame = 0; frame < 3; frame++) app.update(1 / 60);

        for (const [which, hero] of Object.entries(heroes)) {
            for (const [entity, name] of references(lookOf(hero))) {
                expect(entity, `${which}: ${name}`).to.equal(hero.findByName(name));
            }
            expect(lookOf(hero).problems(), which).to.deep.equal([]);
        }
        for (const hero of Object.values(heroes)) hero.destroy();
    });

    it('turn only the bones of their own character', async () => {
        const template = await loadTemplate(app);
        const [looking, other] = [template.instantiate(), template.instantiate()];
        for (const hero of [looking, other]) app.root.addChild(hero);
        lookOf(other).enabled = false;
        const eyeOf = (hero: Entity) => hero.findByName('RightEye')!;
        const otherBefore = eyeOf(other).getRotation().clone();
        const before = eyeOf(looking).getRotation().clone();
        for (let frame = 0; frame < 60; frame++) app.update(1 / 60);
        expect(eyeOf(other).getRotation().equals(otherBefore)).to.equal(true);
        expect(eyeOf(looking).getRotation().equals(before)).to.equal(false);
        for (const hero of [looking, other]) hero.destroy();
    });
});
