import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { ALL, scriptNames, setUp, SetupStage } from '../support/setup-stage';
import { itFull, requireRig } from '../support/skip';
import { onEachFurther } from '../support/strangers';
import { catchWarnings } from '../support/warnings';

const ORDER = ['animationMirror', 'idleRandomizer', 'perfectLookAt', 'mecFootPlacer', 'activeRagdoll', 'hitReactions', 'springChain'];

/** Who stands on four legs: there the feet tilt the body before the head looks. */
const FOUR_LEGS = ['Cat.glb', 'Cow.glb', 'Husky.glb', 'Pug.glb', 'Zebra.glb'];
const ORDER_ON_FOUR = ['animationMirror', 'idleRandomizer', 'mecFootPlacer', 'perfectLookAt', 'activeRagdoll', 'hitReactions', 'springChain'];

/** What is true of characters, seen by looking at them: legs of one bone, arms that end in no hand, a torso that is bound askew, nothing that swings. */
const ONE_BONE_LEGS = ['Cat.glb', 'Goblin.glb'];
const NO_ARMS = ['Goblin.glb', 'Orc.glb'];
const ASKEW = ['Pug.glb'];
const NOTHING_SWINGS = ['Goblin.glb', 'Knight.glb', 'Orc.glb', 'Pug.glb', 'SkeletonMinion.glb', 'Soldier.glb', 'Xbot.glb', 'avatar.vrm', 'bitmoji.glb', 'rpm.glb'];

/** The attributes that limberSetup gives its scripts. */
const GIVEN: Record<string, readonly string[]> = {
    animationMirror: ['mirror'], idleRandomizer: ['idleState'], perfectLookAt: ['targetObject'],
    mecFootPlacer: ['adjustPelvisVertically', 'dampPelvis'], activeRagdoll: ['active', 'rotationWeight', 'translationWeight']
};

describe('limberSetup on characters of others', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open(); });
    afterEach(() => stage.clear());
    after(() => stage.close());

    onEachFurther('everything in the order of effect, and true sentences only', async (name) => {
        const hero = await stage.addHero(furtherRig(name)!);
        const setup = setUp(hero, { ...ALL, targetObject: stage.addEntity('Ball', new Vec3(0.5, 1.5, 3)) });
        stage.step(5);
        const swings = scriptNames(hero).includes('springChain');
        expect(swings).to.equal(!NOTHING_SWINGS.includes(name));
        expect(scriptNames(hero)).to.deep.equal(['limberSetup', ...(FOUR_LEGS.includes(name) ? ORDER_ON_FOUR : ORDER).filter(script => swings || script !== 'springChain')]);
        const own = [
            ...ASKEW.includes(name) ? [/^Mirror: the reference pose is not symmetric: "Torso" is 1\d/] : []
        ];
        const ofBody = [...ONE_BONE_LEGS.includes(name) ? [/^legs are of one bone/] : [], ...NO_ARMS.includes(name) ? [/^found no complete arms/] : []];
        const expected = [...ofBody, ...swings ? [] : [/^Springs: not on, the character has no tail/], ...own, /^Hit Reactions: there is no clip to get up with/];
        const sentences = setup.report().filter(sentence => !sentence.endsWith(' was added.'));
        expect(sentences).to.have.length(expected.length);
        sentences.forEach((sentence, i) => expect(sentence).to.match(expected[i]));
        expect(warnings).to.have.length(own.length + ofBody.length);
    });

    // check-rig measures scripts that are put on with nothing typed: its figures hold for these
    [MANNEQUIN, GNOME, HOUND, 'Xbot.glb', 'bitmoji.glb'].forEach((name) => {
        (name === GNOME || name === HOUND ? itFull : it)(`${name}: scripts are as those that check-rig measures, but for what the docs say that it gives`, async function () {
            const path = name.includes('/') ? name : requireRig(name, this);
            const ball = stage.addEntity('Ball', new Vec3(0.5, 1.5, 3));
            const first = setUp(await stage.addHero(path), { ...ALL, targetObject: ball });
            const hero = await stage.addHero(path, 'Bare', new Vec3(3, 0, 0));
            for (const script of first.toJson().order) hero.script!.create(script);
            const bare = setUp(hero, {});
            stage.step();
            const [made, typed] = [first.toJson(), bare.toJson()];
            expect(made.order).to.deep.equal(typed.order);
            for (const script of made.order) {
                for (const [attribute, value] of Object.entries(typed.scripts[script].attributes)) {
                    if (!GIVEN[script]?.includes(attribute)) expect(made.scripts[script].attributes[attribute], `${script}.${attribute}`).to.deep.equal(value);
                }
            }
        });
    });
});
