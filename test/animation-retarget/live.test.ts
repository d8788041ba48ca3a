import { basename } from 'node:path';

import { expect } from 'chai';
import { Entity, Quat, type AppBase } from 'playcanvas';

import { HeightGround, registerLimber, type AnimationRetarget, type MecFootPlacer } from '../../scripts/index';
import type { Role } from '../../scripts/rig/roles';
import { createApp, loadGlb } from '../support/app';
import { FULL, furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { loadPlayer, quantile, type Player } from '../support/retarget-stage';
import { skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// A character that shows another one's pose in each frame: by joints of the nodes and vertices of the skin as the engine shows them.

const PEOPLE = 'templates/motions-people.glb';
const ANIMALS = 'templates/motions-animals.glb';

/** Degrees between parts of limbs of both, and millimetres of a person by which the heights of the lowest soles differ. */
const TURNED = 1;
const LEGS_TURNED = 12;
const HIGH = 20;

/** How much deeper soles may be in the floor than the other's, of the hips' height. */
const DEEPER = 0.02;

/** How many times as fast as the other's joints of limbs turn at most. */
const HASTY = 2.5;

/** Millimetres over the floor up to which a sole is on it. */
const LOW = 5;

const ARMS: readonly (readonly [Role, Role])[] = (['left', 'right'] as const).flatMap(side => [[`${side}UpperArm`, `${side}Forearm`], [`${side}Forearm`, `${side}Hand`]] as const);
const LEGS: typeof ARMS = (['left', 'right'] as const).flatMap(side => [[`${side}Thigh`, `${side}Shin`], [`${side}Shin`, `${side}Foot`]] as const);

describe('animationRetarget: live', () => {
    const warnings = catchWarnings();
    let app: AppBase;
    beforeEach(() => {
        app = createApp();
        registerLimber(app);
    });
    afterEach(() => app.destroy());

    /** How characters were turned and scaled when they were loaded. */
    const loaded = new Map<Player, { turn: Quat, scale: number }>();

    async function load(path: string): ReturnType<typeof loadPlayer> {
        const one = await loadPlayer(app, path);
        loaded.set(one.player, { turn: one.player.entity.getRotation().clone(), scale: one.player.scale });
        return one;
    }

    /** One that walks. */
    async function addDancer(path = PEOPLE, clip = 'walk'): Promise<Player> {
        const { player, clips } = await load(path);
        player.play(clips.get(clip)!);
        return player;
    }

    async function addFan(path: string, dancer: Player): Promise<{ fan: Player, script: AnimationRetarget }> {
        const { player: fan } = await load(path);
        fan.entity.addComponent('script');
        return { fan, script: fan.entity.script!.create('animationRetarget', { attributes: { live: dancer.entity } }) as AnimationRetarget };
    }

    /** The largest angle in degrees between a part of arms or legs and the same one of the dancer, as each has it. */
    function turnedBy(fan: Player, dancer: Player, parts: typeof ARMS): number {
        const turnOf = (player: Player) => loaded.get(player)!.turn.clone().mul(player.entity.getRotation().clone().invert());
        return Math.max(...parts.map(([from, to]) => {
            const [a, b] = [dancer, fan].map((player) => {
                const [begin, end] = [player.bone(from)!, player.bone(to)!].map(node => node.getPosition().clone());
                return player.own(turnOf(player).transformVector(end.sub(begin).normalize()));
            });
            return Math.acos(Math.min(1, a.dot(b))) * 180 / Math.PI;
        }));
    }

    /** Height of the lowest point of all soles over the entity, millimetres of a person. */
    function soleOf(player: Player): number {
        const heights = player.soles.flatMap((sole) => {
            const points = sole.read();
            return Array.from({ length: sole.count }, (_, i) => points[3 * i + 1]);
        });
        return 1000 * player.onPerson((Math.min(...heights) - player.entity.getPosition().y) * loaded.get(player)!.scale / player.scale);
    }

    /** Height of a thigh's joint over the entity, in the same. */
    const hipsOf = (player: Player) => 1000 * player.onPerson(player.bone('leftThigh')!.getPosition().y - player.entity.getPosition().y);

    const follow = (frames: number, look: (frame: number) => void = () => {}) => {
        for (let frame = 0; frame < frames; frame++) {
            app.update(1 / 60);
            look(frame);
        }
    };

    for (const path of [GNOME, ...FULL ? ['Xbot.glb', 'rpm.glb', 'avatar.vrm', 'Knight.glb', 'Soldier.glb', 'more/Vroid.glb', 'more/Lumberjack.glb'] : []]) {
        it(`${basename(path)}: arms and legs point as those of the one who walks, soles are as high`, async function () {
            const file = path === GNOME ? path : furtherRig(path);
            if (!file) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const dancer = await addDancer();
            const { fan, script } = await addFan(file, dancer);
            const turns: number[] = [];
            follow(90, (frame) => {
                if (frame < 20) return;
                expect(turnedBy(fan, dancer, ARMS), `frame ${frame}`).below(TURNED);
                turns.push(turnedBy(fan, dancer, LEGS));
                // above the floor a height is one by the length of the legs
                if (soleOf(dancer) < LOW) expect(soleOf(fan) - soleOf(dancer), `frame ${frame}`).within(-HIGH, HIGH);
            });
            // a foot that is large for its leg is lifted
            expect(quantile(turns, 0.5)).below(LEGS_TURNED);
            expect(script.problems().filter(problem => !/feet are not children/.test(problem))).deep.equal([]);
        });
    }

    for (const path of [HOUND, ...FULL ? ['Husky.glb', 'Cow.glb', 'more/Fox.glb'] : []]) {
        it(`${basename(path)}: an animal's legs swing as far as those of the one that walks, soles are as high`, async function () {
            const file = path === HOUND ? path : furtherRig(path);
            if (!file) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const dancer = await addDancer(ANIMALS);
            const { fan } = await addFan(file, dancer);
            const lines = [dancer, fan].map(() => [] as number[]);
            follow(90, (frame) => {
                if (frame < 20) return;
                if (soleOf(dancer) < LOW) expect(soleOf(fan) - soleOf(dancer), `frame ${frame}`).within(-HIGH, HIGH);
                [dancer, fan].forEach((player, i) => {
                    const [hip, foot] = [player.bone('leftThigh')!, player.feet[0]].map(node => player.own(node.getPosition().clone()));
                    lines[i].push(Math.atan2(foot.z - hip.z, hip.y - foot.y) * 180 / Math.PI);
                });
            });
            const [theirs, ours] = lines.map(angles => Math.max(...angles) - Math.min(...angles));
            expect(ours / theirs).within(0.6, 1.4);
        });
    }

    // others' clips, on a holder, in other units, on four legs; with all that shapes a pose on both
    for (const [source, clip, path] of [[MANNEQUIN, /walk/i, GNOME], ...FULL ? [['Xbot.glb', /walk/i, 'rpm.glb'], ['Soldier.glb', /walk/i, 'more/Vroid.glb'], ['Husky.glb', /^.*walk/i, 'more/Fox.glb'], ['Cow.glb', /walk/i, HOUND]] as const : []] as const) {
        it(`${basename(source)} is followed by ${basename(path)}, with other scripts on both`, async function () {
            const [theirs, ours] = [source, path].map(file => (file.startsWith('templates') ? file : furtherRig(file)));
            if (!theirs || !ours) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const { player: dancer, clips } = await load(theirs);
            dancer.play([...clips].find(([name]) => clip.test(name))![1]);
            const target = new Entity('target');
            dancer.entity.parent!.addChild(target);
            target.setPosition(2, 1.5, 3);
            dancer.entity.addComponent('script');
            dancer.entity.script!.create('perfectLookAt', { attributes: { targetObject: target } });
            const { fan, script } = await addFan(ours, dancer);
            const placer = fan.entity.script!.create('mecFootPlacer') as MecFootPlacer;
            placer.setGround(new HeightGround(() => 0));
            fan.entity.script!.create('springChain');
            const deepest = [0, 0];
            const fastest = [0, 0];
            const limbs = [dancer, fan].map(({ rig: { limbs: own, skeleton: { nodes } } }) => Object.values(own).flatMap(limb => limb?.bones ?? []).map(bone => ({ node: nodes[bone], shown: new Quat() })));
            follow(120, (frame) => {
                limbs.forEach((bones, i) => bones.forEach(({ node, shown }) => {
                    const turn = node.getLocalRotation();
                    if (frame > 60) fastest[i] = Math.max(fastest[i], 2 * Math.acos(Math.min(1, Math.abs(shown.dot(turn)))) * 180 / Math.PI);
                    shown.copy(turn);
                }));
                if (frame > 30) [dancer, fan].forEach((player, i) => { deepest[i] = Math.max(deepest[i], -soleOf(player) / hipsOf(player)); });
            });
            // the files' own walks have soles in the floor
            expect(deepest[1], 'soles in the floor').below(deepest[0] + DEEPER);
            expect(fastest[1] / fastest[0], 'fastest joint of a limb').below(HASTY);
            expect(script.problems().filter(problem => /legs|read|pose/.test(problem) && !/feet are not children/.test(problem))).deep.equal([]);
        });
    }

    it('is the same for one that is moved, turned and scaled, and follows one that is', async () => {
        const dancer = await addDancer();
        const { fan } = await addFan(GNOME, dancer);
        fan.entity.setPosition(3, 1, -2);
        fan.entity.setEulerAngles(0, 130, 0);
        fan.entity.setLocalScale(2, 2, 2);
        dancer.entity.setPosition(-4, 2, 1);
        dancer.entity.setEulerAngles(0, -70, 0);
        dancer.entity.setLocalScale(0.5, 0.5, 0.5);
        follow(60, (frame) => {
            if (frame < 20) return;
            expect(turnedBy(fan, dancer, ARMS), `frame ${frame}`).below(TURNED);
            if (soleOf(dancer) < LOW) expect(soleOf(fan) - soleOf(dancer), `frame ${frame}`).within(-HIGH, HIGH);
        });
    });

    for (const [index, isHeld] of [[0, false], [1, false], [0, true]] as const) {
        it(`shows what the other's scripts make of its pose in the same frame, as number ${index + 1} in the scene${isHeld ? ', where Live names what holds the other' : ''}`, async () => {
            const dancer = await addDancer();
            const { fan, script } = await addFan(GNOME, dancer);
            fan.entity.parent!.insertChild(fan.entity, index);
            if (isHeld) {
                const holder = new Entity('holder');
                dancer.entity.parent!.addChild(holder);
                holder.addChild(dancer.entity);
                script.live = holder;
            }
            const target = new Entity('target');
            dancer.entity.parent!.addChild(target);
            target.setPosition(4, 1.5, 2);
            dancer.entity.addComponent('script');
            dancer.entity.script!.create('perfectLookAt', { attributes: { targetObject: target } });
            follow(60);
            const look = (player: Player) => player.look(player.rig.bones.get('head'), 'forward')!;
            expect(look(dancer).x, 'it looks to its left').above(0.3);
            expect(Math.acos(Math.min(1, look(dancer).dot(look(fan)))) * 180 / Math.PI).below(2);
        });
    }

    it('comes and goes without a jump, and leaves the pose to the animation when it is off or has nobody to follow', async () => {
        const dancer = await addDancer(MANNEQUIN);
        const { fan, script } = await addFan(GNOME, dancer);
        const arm = fan.bone('leftUpperArm')!;
        const rest = arm.getLocalRotation().clone();
        let shown: Quat | null = null;
        let fastest = 0;
        const watch = () => {
            if (shown) fastest = Math.max(fastest, 2 * Math.acos(Math.min(1, Math.abs(shown.dot(arm.getLocalRotation())))) * 180 / Math.PI);
            shown = arm.getLocalRotation().clone();
        };
        follow(40, watch);
        const swung = Math.abs(rest.dot(arm.getLocalRotation()));
        expect(swung).below(0.95);
        script.enabled = false;
        follow(40, watch);
        expect(Math.abs(rest.dot(arm.getLocalRotation()))).closeTo(1, 1e-6);
        script.enabled = true;
        follow(40, watch);
        expect(Math.abs(rest.dot(arm.getLocalRotation()))).below(0.95);
        script.live = null;
        follow(40, watch);
        expect(Math.abs(rest.dot(arm.getLocalRotation()))).closeTo(1, 1e-6);
        // an arm comes down by 60 degrees in a fifth of a second
        expect(fastest).below(16);
        expect(warnings.filter(text => !/no asset/.test(text))).deep.equal([]);
    });

    it('says whom it cannot follow', async () => {
        const dancer = await addDancer(ANIMALS);
        const { script } = await addFan(GNOME, dancer);
        follow(2);
        expect(script.problems().join()).match(/stands on 4 legs .* on 2/);
        const box = new Entity('box');
        app.root.addChild(box);
        box.addComponent('render', { type: 'box' });
        script.live = box;
        follow(2);
        expect(script.problems().join()).match(/no legs were found in "box"/);
        warnings.length = 0;
    });

    it('follows a model that comes later, and stays calm when it goes', async () => {
        const holder = new Entity('holder');
        app.root.addChild(holder);
        const { player: fan } = await loadPlayer(app, GNOME);
        fan.entity.addComponent('script');
        const script = fan.entity.script!.create('animationRetarget', { attributes: { live: holder } }) as AnimationRetarget;
        follow(3);
        const { instantiate, clips } = await loadGlb(app, MANNEQUIN);
        const model = instantiate();
        holder.addChild(model);
        model.addComponent('anim', { activate: true });
        model.anim!.assignAnimation('Walk', clips.get('walk')!);
        const hand = fan.bone('leftHand')!;
        const before = hand.getPosition().clone();
        follow(60);
        expect(hand.getPosition().distance(before)).above(0.1);
        model.destroy();
        follow(60);
        expect([hand.getPosition()].every(({ x, y, z }) => Number.isFinite(x + y + z))).equal(true);
        expect(script.problems().length).below(2);
        warnings.length = 0;
    });
});
