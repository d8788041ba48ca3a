import { expect } from 'chai';
import { Entity, type AppBase, type RenderComponent, type ScriptType } from 'playcanvas';

import { registerLimber } from '../../scripts/index';
import { registrationOf } from '../../scripts/shell/register';
import { loadGlb, type LoadedCharacter } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';
import { addEverything } from '../support/every-script';
import { createPhysicsApp } from '../support/physics-app';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// Models that take each other's place below one entity with all scripts: the one that is shown is the character, within two frames.

type Script = ScriptType & { readonly characterRoot?: Entity; readonly reader?: { readonly component: { readonly entity: Entity } | null } };

const FRAMES = 2;

/** Ways to hide a model. */
const HIDES: Readonly<Record<string, (model: Entity, isShown: boolean) => void>> = {
    'its entity': (model, isShown) => { model.enabled = isShown; },
    'its render components': (model, isShown) => { for (const render of model.findComponents('render') as RenderComponent[]) render.enabled = isShown; },
    'its mesh instances': (model, isShown) => { for (const { meshInstances } of model.findComponents('render') as RenderComponent[]) for (const instance of meshInstances) instance.visible = isShown; }
};

describe('models that are exchanged for each other', () => {
    const warnings = catchWarnings();
    let app: AppBase;
    let person: LoadedCharacter;
    let hound: LoadedCharacter;

    before(async () => {
        app = await createPhysicsApp('ammojs-typed');
        registerLimber(app);
        person = await loadGlb(app, MANNEQUIN);
        hound = await loadGlb(app, HOUND);
    });

    after(() => app.destroy());

    const frames = (count: number) => { for (let i = 0; i < count; i++) app.update(1 / 60); };

    function giveClips(model: Entity, { clips }: LoadedCharacter) {
        for (const clip of ['idle', 'walk']) model.anim!.assignAnimation(clip, clips.get(clip)!);
    }

    function addModel(holder: Entity, loaded: LoadedCharacter, name: string): Entity {
        const model = loaded.instantiate();
        model.name = name;
        model.addComponent('anim', { activate: true });
        giveClips(model, loaded);
        holder.addChild(model);
        return model;
    }

    /** A clone, with what the engine does not give to clones: clips. */
    function cloneOf(holder: Entity): Entity {
        const clone = holder.clone();
        giveClips(partOf(clone, 'person'), person);
        giveClips(partOf(clone, 'hound'), hound);
        return clone;
    }

    /** An entity with models, and all scripts. */
    function makeHolder(...models: readonly ('person' | 'hound')[]): Entity {
        const holder = new Entity('holder', app);
        for (const name of models) addModel(holder, name === 'person' ? person : hound, name);
        const target = new Entity('target', app);
        target.setPosition(1, 1, 2);
        holder.addChild(target);
        addEverything(holder, { app, target, clips: new Map(['idle', 'walk'].map(name => [name, person.clips.get(name)!])) });
        return holder;
    }

    const partOf = (holder: Entity, name: string) => holder.children.find(child => child.name === name) as Entity;

    const scriptsOf = (holder: Entity) => (holder.script as unknown as { scripts: readonly Script[] }).scripts;

    /** Names of the scripts that work on another model than one: on its bones, or on what plays on it. */
    const astray = (holder: Entity, model: Entity) => scriptsOf(holder).filter((script) => {
        const root = script.characterRoot ?? script.reader?.component?.entity;
        return !root || !(root === model || root.isDescendantOf(model));
    }).map(script => registrationOf(script)!.name);

    /** Exchanges two models three times, in one of the two orders. */
    function exchange(hide: (model: Entity, isShown: boolean) => void, isHiddenFirst: boolean) {
        const holder = makeHolder('person', 'hound');
        const [large, small] = ['person', 'hound'].map(name => partOf(holder, name));
        hide(small, false);
        app.root.addChild(holder);
        frames(3);
        expect(astray(holder, large)).to.deep.equal([]);
        for (const [old, next] of [[large, small], [small, large], [large, small]]) {
            if (isHiddenFirst) hide(old, false);
            else hide(next, true);
            frames(3);
            if (isHiddenFirst) hide(next, true);
            else hide(old, false);
            frames(FRAMES);
            expect(astray(holder, next), next.name).to.deep.equal([]);
            frames(5);
        }
        expect(warnings.filter(text => text.includes('second model'))).to.deep.equal([]);
        holder.destroy();
    }

    for (const [what, hide] of Object.entries(HIDES)) {
        for (const isHiddenFirst of [true, false]) {
            // one case of each way in each run
            const run = isHiddenFirst === (what === 'its entity') ? it : itFull;
            run(`are the character when they are shown, also the smaller one: by ${what}, the ${isHiddenFirst ? 'old' : 'new'} one first`, () => exchange(hide, isHiddenFirst));
        }
    }

    it('are the character from the first frame on, where the one with most bones is hidden', () => {
        const holder = makeHolder('person', 'hound');
        const small = partOf(holder, 'hound');
        partOf(holder, 'person').enabled = false;
        app.root.addChild(holder);
        frames(FRAMES);
        expect(astray(holder, small)).to.deep.equal([]);
        holder.destroy();
    });

    it('are found when they are added while the first is hidden, and when it is destroyed', () => {
        const holder = makeHolder('person');
        app.root.addChild(holder);
        frames(3);
        partOf(holder, 'person').enabled = false;
        frames(3);
        const second = addModel(holder, hound, 'second');
        frames(FRAMES);
        expect(astray(holder, second)).to.deep.equal([]);
        second.destroy();
        frames(3);
        const third = addModel(holder, hound, 'third');
        frames(FRAMES);
        expect(astray(holder, third)).to.deep.equal([]);
        holder.destroy();
    });

    it('are the character of a clone, and of an instance of a template', () => {
        const template = makeHolder('person', 'hound');
        partOf(template, 'person').enabled = false;
        const instance = cloneOf(template);
        app.root.addChild(instance);
        frames(3);
        const clone = cloneOf(instance);
        app.root.addChild(clone);
        frames(FRAMES);
        for (const holder of [instance, clone]) expect(astray(holder, partOf(holder, 'hound'))).to.deep.equal([]);
        for (const holder of [instance, clone]) {
            partOf(holder, 'hound').enabled = false;
            partOf(holder, 'person').enabled = true;
        }
        frames(FRAMES);
        for (const holder of [instance, clone]) expect(astray(holder, partOf(holder, 'person'))).to.deep.equal([]);
        const other = cloneOf(instance);
        app.root.addChild(other);
        partOf(other, 'hound').enabled = true;
        partOf(other, 'person').enabled = false;
        frames(FRAMES);
        expect(astray(other, partOf(other, 'hound'))).to.deep.equal([]);
        for (const holder of [instance, clone, other]) holder.destroy();
        template.destroy();
    });

    it('do not count while nothing of them is shown and nothing else is', () => {
        const holder = makeHolder('person');
        app.root.addChild(holder);
        frames(3);
        const model = partOf(holder, 'person');
        const before = scriptsOf(holder).map(({ characterRoot }) => characterRoot);
        for (let i = 0; i < 4; i++) {
            model.enabled = i % 2 === 1;
            frames(2);
        }
        expect(scriptsOf(holder).map(({ characterRoot }) => characterRoot)).to.deep.equal(before);
        holder.destroy();
    });
});
