import { expect } from 'chai';
import { ScriptComponent } from 'playcanvas';

import type { Json } from '../../scripts/limber-setup/component-json';
import { Character } from '../../tools/check-rig/character';
import { SYSTEMS } from '../../tools/check-rig/systems';
import { missedFigures, missText } from '../../tools/check-rig/verdict';
import { FULL, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { ALL, setUp } from '../support/setup-stage';
import { requireRig } from '../support/skip';

// The figures of check-rig, measured on scripts that come out of limberSetup as it gives them to the Editor, with nothing typed.

/** The clip in which each is measured: one is enough, check-rig's own tests take all. */
const CLIPS: Record<string, string> = { [MANNEQUIN]: 'walk', [GNOME]: 'walk', [HOUND]: 'walk', 'Xbot.glb': 'walk', 'bitmoji.glb': '' };
const CLIP_FILES: Record<string, string> = { 'bitmoji.glb': 'bitmoji-walk.glb' };

/** The systems whose scripts are given more than a switch. */
const MEASURED = ['look-at', 'feet', 'ragdoll'];

/** What check-rig finds on bare scripts too: the gnome's feet are of one piece with its boots. */
const KNOWN: Record<string, RegExp> = { [GNOME]: /^feet, foot sizes from those of the vertices/ };

/** The component that limberSetup makes of a character. */
function madeOf(character: Character): Record<string, { attributes: Record<string, Json> }> {
    const { model } = character.add();
    model.addComponent('script');
    const setup = setUp(model, ALL);
    character.step(2);
    const { scripts } = setup.toJson();
    character.clear();
    return scripts;
}

/** Does something while every new script begins with what limberSetup made of its attributes. */
function withMade(made: ReturnType<typeof madeOf>, action: () => void): Set<string> {
    const begun = new Set<string>();
    const { create } = ScriptComponent.prototype;
    ScriptComponent.prototype.create = function (this: ScriptComponent, name: string, args: { attributes?: object } = {}) {
        const given = Object.entries(args.attributes ?? {});
        // rows of the measure's own are another set-up
        const hasRows = given.some(([, value]) => Array.isArray(value) && value.length > 0);
        const kept = given.filter(([, value]) => !Array.isArray(value));
        if (!hasRows) begun.add(name);
        return create.call(this, name, hasRows ? args : { ...args, attributes: { ...made[name].attributes, ...Object.fromEntries(kept) } });
    } as typeof create;
    try {
        action();
    } finally {
        ScriptComponent.prototype.create = create;
    }
    return begun;
}

describe('the figures of check-rig on what limberSetup makes', () => {
    (FULL ? Object.keys(CLIPS) : [MANNEQUIN]).forEach((name) => {
        it(name, async function () {
            const path = (file: string) => (file.includes('/') ? file : requireRig(file, this));
            const character = await Character.open(path(name), CLIP_FILES[name] ? [path(CLIP_FILES[name])] : []);
            character.poses = character.clips.filter(clip => clip.name.includes(CLIPS[name])).slice(0, 1);
            const made = madeOf(character);
            let count = 0;
            const missed: string[] = [];
            const begun = withMade(made, () => {
                for (const { name: system, measure } of SYSTEMS.filter(one => MEASURED.includes(one.name))) {
                    const figures = measure(character, { progress: () => {}, problem: () => {} });
                    count += figures.length;
                    missed.push(...missedFigures({ system, figures, problems: [] }).map(figure => `${system}, ${missText(figure)}`));
                }
            });
            character.app.destroy();
            expect([...begun]).to.have.members(['perfectLookAt', 'mecFootPlacer', 'activeRagdoll']);
            expect(count).to.be.above(20);
            expect(missed.filter(text => !KNOWN[name]?.test(text))).to.deep.equal([]);
        });
    });
});
