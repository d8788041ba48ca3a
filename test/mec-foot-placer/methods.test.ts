import { expect } from 'chai';
import { AnimStateGraph, Quat, Vec3 } from 'playcanvas';

import type { FootPlacementStates, MecFootPlacer } from '../../scripts/index';
import { FRAME, onEachBiped, type Actor, type FootStage } from '../support/foot-stage';
import { Walk } from '../support/foot-walk';
import { RecordedGround } from '../support/recorded-ground';
import { slope } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/** Distance between the feet of two actors relative to their holders, shares of a person's size. */
const off = (stage: FootStage, a: Actor, b: Actor, id: string) => {
    return a.foot(id).getPosition().clone().sub(a.holder.getPosition()).distance(b.foot(id).getPosition().clone().sub(b.holder.getPosition())) / stage.size;
};

onEachBiped('a method of mecFootPlacer', (stage) => {
    catchWarnings();
    const raised = () => new RecordedGround(0.1 * stage.size);
    const pair = () => [stage.add().play(stage.standing), stage.add().play(stage.standing)] as const;
    const run = (frames: number) => {
        for (let i = 0; i < frames; i++) stage.step();
    };

    it('setActive takes one foot off the ground and back in the transition time, isActive tells', () => {
        const [hero, twin] = pair();
        const placer = hero.place({}, raised());
        run(30);
        expect([placer.isActive('leftFoot'), placer.isActive('rightFoot'), placer.isActive('third')]).to.deep.equal([true, true, false]);
        placer.setActive('leftFoot', false);
        expect([placer.isActive('leftFoot'), placer.isActive('rightFoot')]).to.deep.equal([false, true]);
        run(6);
        expect(off(stage, hero, twin, 'leftFoot')).to.be.within(0.02, 0.08);
        run(7);
        expect(off(stage, hero, twin, 'leftFoot')).to.be.below(1e-4);
        expect(off(stage, hero, twin, 'rightFoot')).to.be.above(0.09);
        placer.setActive('leftFoot', true);
        run(13);
        expect(off(stage, hero, twin, 'leftFoot')).to.be.above(0.09);
        placer.setActive('third', false);
    });

    it('enablePlant and disablePlant move the weight at their speed, setPlantBlendWeight sets it, getPlantBlendWeight tells', () => {
        const [hero] = pair();
        const placer = hero.place({}, raised());
        run(5);
        expect(placer.getPlantBlendWeight('leftFoot')).to.equal(1);
        placer.disablePlant('leftFoot', 2);
        run(15);
        expect(placer.getPlantBlendWeight('leftFoot')).to.be.closeTo(1 - 15 * FRAME * 2, 1e-6);
        expect(placer.getPlantBlendWeight('rightFoot')).to.equal(1);
        run(30);
        expect(placer.getPlantBlendWeight('leftFoot')).to.equal(0);
        placer.enablePlant('leftFoot', 5);
        run(6);
        expect(placer.getPlantBlendWeight('leftFoot')).to.be.closeTo(0.5, 1e-6);
        run(20);
        expect(placer.getPlantBlendWeight('leftFoot')).to.equal(1);
        placer.setPlantBlendWeight('leftFoot', 0.3);
        expect(placer.getPlantBlendWeight('leftFoot')).to.equal(0.3);
        run(10);
        expect(placer.getPlantBlendWeight('leftFoot')).to.equal(0.3);
        for (const [given, kept] of [[NaN, 0], [-1, 0], [7, 1]]) {
            placer.setPlantBlendWeight('leftFoot', given);
            expect(placer.getPlantBlendWeight('leftFoot')).to.equal(kept);
        }
        expect(placer.getPlantBlendWeight('third')).to.equal(0);
    });

    it('a plant weight of 1 keeps a foot in place, 0 lets it go with the animation, and between it is between', () => {
        const moved = [1, 0.5, 0].map((weight) => {
            const hero = stage.add().play(stage.standing, 0);
            const placer = hero.place({ adjustPelvisVertically: true, softReach: 0 }, slope(0).ground);
            run(20);
            for (const id of stage.feet) placer.setPlantBlendWeight(id, weight);
            run(2);
            const before = hero.foot('leftFoot').getPosition().clone();
            for (let i = 1; i <= 30; i++) {
                hero.holder.setPosition(0, 0, 0.001 * stage.size * i);
                stage.step();
            }
            const way = hero.foot('leftFoot').getPosition().z - before.z;
            stage.clear();
            return way / (0.03 * stage.size);
        });
        // 2 mm are what a planted foot may drift
        expect(moved[0]).to.be.closeTo(0, 0.002 / 0.03);
        expect(moved[1]).to.be.closeTo(0.5, 0.05);
        expect(moved[2]).to.be.closeTo(1, 0.01);
    });

    it('setGround puts other ground under the feet, and null the one of the physics engine, with a sentence when there is none', () => {
        const [hero, twin] = pair();
        const placer = hero.place({}, raised());
        run(30);
        expect(off(stage, hero, twin, 'leftFoot')).to.be.closeTo(0.1, 0.01);
        placer.setGround(new RecordedGround(0.05 * stage.size));
        run(40);
        expect(off(stage, hero, twin, 'leftFoot')).to.be.closeTo(0.05, 0.01);
        placer.setGround(null);
        run(20);
        expect(off(stage, hero, twin, 'leftFoot')).to.be.below(1e-4);
        expect(placer.problems()).to.have.length(1);
        placer.setGround(raised());
        run(1);
        expect(placer.problems()).to.have.length(0);
    });

    it('setLayerMask and getLayerMask keep the mask, less the layers to ignore', () => {
        const [hero] = pair();
        const placer = hero.place({}, raised());
        expect(placer.getLayerMask() & 0xffff).to.equal(0xffff);
        placer.setLayerMask(0b1011);
        expect(placer.getLayerMask()).to.equal(0b1011);
        placer.layersToIgnore = ['STATIC'];
        expect(placer.getLayerMask()).to.equal(0b1011 & ~2);
        placer.layersToIgnore = [];
        expect(placer.getLayerMask()).to.equal(0b1011);
    });

    it('problems and refresh: a wrong row is told, and forgotten when it is mended', () => {
        const [hero] = pair();
        const placer = hero.place({}, raised());
        placer.feet[0].boneName = 'nowhere';
        placer.feet[0].footBone = null;
        placer.refresh();
        expect(placer.problems()).to.have.length(1);
        placer.feet[0].boneName = 'leftFoot';
        placer.refresh();
        expect(placer.problems()).to.deep.equal([]);
    });

    it('a refresh in the middle does not move the feet', () => {
        const [hero] = pair();
        hero.model.anim!.speed = 0;
        const placer = hero.place({ adjustPelvisVertically: true }, raised());
        run(60);
        const before = hero.nodes.map(node => node.getPosition().clone());
        placer.refresh();
        stage.step();
        const moved = Math.max(...hero.nodes.map((node, i) => node.getPosition().distance(before[i]))) / stage.size;
        expect(moved).to.be.below(0.002);
    });

    it('events foot:plant and foot:release tell the foot, in turn', () => {
        const walk = new Walk(stage, slope(0));
        walk.run(3);
        for (const id of stage.feet) {
            const own = walk.events.filter(event => event.id === id);
            expect(own.length).to.be.above(4);
            own.forEach(({ planted }, i) => expect(planted).to.equal(i % 2 === 0));
        }
    });

    it('events foot:plant and foot:release take turns through a jump of the character too', () => {
        const hero = stage.add().play('walk');
        const placer = hero.place({}, slope(0).ground);
        const isDown = new Map<string, boolean>();
        const see = (planted: boolean) => (id: string) => {
            expect(isDown.get(id) ?? false, id).to.equal(!planted);
            isDown.set(id, planted);
        };
        placer.on('foot:plant', see(true));
        placer.on('foot:release', see(false));
        for (let jump = 0; jump < 5; jump++) {
            run(25);
            hero.holder.translate(0, 0, 3 * stage.height);
        }
        expect([...isDown.keys()]).to.have.members(stage.feet);
    });

    it('a handler of an event may switch the script off, change the feet or destroy the character', () => {
        for (const harm of [
            (placer: MecFootPlacer) => { placer.enabled = false; },
            (placer: MecFootPlacer) => { placer.feet = [{ boneName: 'leftFoot' }] as never; },
            (placer: MecFootPlacer) => { placer.refresh(); },
            (placer: MecFootPlacer) => { placer.entity.destroy(); }
        ]) {
            const hero = stage.add().play('walk');
            const placer = hero.place({}, slope(0).ground);
            let times = 0;
            placer.on('foot:plant', () => {
                if (times++ === 0) harm(placer);
            });
            run(60);
            expect(times).to.be.above(0);
            stage.clear();
        }
    });
});

onEachBiped('footPlacementStates', (stage) => {
    catchWarnings();

    /** A hero with a state graph of its own: the standing clip and the walk. */
    function make(states: object[], { withPlacer = true } = {}) {
        const hero = stage.add();
        const { model } = hero;
        model.addComponent('anim', { activate: true });
        model.anim!.loadStateGraph(new AnimStateGraph({
            layers: [{
                name: 'Base',
                states: [{ name: 'START' }, { name: 'Stand', speed: 1, loop: true }, { name: 'Go', speed: 1, loop: true }, { name: 'Other', speed: 1, loop: true }],
                transitions: [{ from: 'START', to: 'Stand', time: 0, conditions: [] }]
            }],
            parameters: {}
        } as never));
        for (const [state, clip] of [['Stand', stage.standing], ['Go', 'walk'], ['Other', stage.standing]]) model.anim!.assignAnimation(state, stage.clip(clip));
        const placer = withPlacer ? hero.place({}, new RecordedGround(0)) : null;
        if (!model.script) model.addComponent('script');
        const script = model.script!.create('footPlacementStates', { attributes: { states } }) as FootPlacementStates;
        return { hero, placer: placer!, script, go: (name: string) => model.anim!.baseLayer!.play(name) };
    }
    const run = (frames: number) => {
        for (let i = 0; i < frames; i++) stage.step();
    };
    const TABLE = [
        { state: 'Stand', plant: false, plantBlendSpeed: 4, adjustPelvis: true, extraRayStance: 0.7, extraRaySwing: 0.6 },
        { state: 'Go', plant: true, plantBlendSpeed: 2, adjustPelvis: false, extraRayStance: 0.3, extraRaySwing: 0.1 }
    ];

    it('sets planting and pelvis with the state of the animation, at their speed', () => {
        const { placer, script, go } = make(TABLE);
        run(6);
        expect(script.problems()).to.deep.equal([]);
        expect(placer.adjustPelvisVertically).to.equal(true);
        expect(placer.getPlantBlendWeight('leftFoot')).to.be.within(1 - 6.1 * FRAME * 4, 1 - 4 * FRAME * 4);
        run(30);
        expect(stage.feet.map(id => placer.getPlantBlendWeight(id))).to.deep.equal([0, 0]);
        go('Go');
        run(10);
        expect(placer.adjustPelvisVertically).to.equal(false);
        expect(placer.getPlantBlendWeight('rightFoot')).to.be.within(7 * FRAME * 2, 10.1 * FRAME * 2);
        run(40);
        expect(placer.getPlantBlendWeight('rightFoot')).to.equal(1);
    });

    it('sets how far rays reach below feet that carry and feet in the air', () => {
        const { hero, placer, go } = make(TABLE);
        const ground = new RecordedGround(0);
        placer.setGround(ground);
        placer.predictSwing = false;
        run(20);
        const ends = () => {
            ground.rays = [];
            stage.step();
            return ground.rays.map(({ from, length }) => from[1] - length);
        };
        for (const end of ends()) expect(end).to.be.closeTo(-0.7, 0.03 * stage.size);
        go('Go');
        run(60);
        const byFoot: number[] = [];
        for (let i = 0; i < 70; i++) {
            ground.rays = [];
            stage.step();
            for (const id of stage.feet) {
                const ankle = hero.foot(id).getPosition();
                const own = ground.rays.find(({ from }) => Math.hypot(from[0] - ankle.x, from[2] - ankle.z) < 0.03 * stage.size);
                if (own && placer.isDown(id)) byFoot.push(own.from[1] - own.length);
            }
        }
        expect(Math.min(...byFoot)).to.be.closeTo(-0.3, 0.03 * stage.size);
    });

    it('leaves a state that is not listed as it is, and undoes everything when it is switched off', () => {
        const { placer, script, go } = make(TABLE);
        run(60);
        go('Other');
        run(10);
        expect(placer.adjustPelvisVertically).to.equal(true);
        expect(placer.getPlantBlendWeight('leftFoot')).to.equal(0);
        script.enabled = false;
        expect(placer.adjustPelvisVertically).to.equal(false);
        run(60);
        expect(placer.getPlantBlendWeight('leftFoot')).to.equal(1);
        script.enabled = true;
        go('Stand');
        run(60);
        expect(placer.adjustPelvisVertically).to.equal(true);
    });

    it('says what is wrong: no placer, a state that is not there, one without name, one twice', () => {
        for (const [states, words, withPlacer] of [
            [[{ state: 'Stand' }], /mecFootPlacer/, false], [[{ state: 'Run' }], /"Run"/, true], [[{ state: '' }], /no name/, true],
            [[{ state: 'Go' }, { state: 'Go' }], /twice/, true]
        ] as const) {
            const { script } = make(states as never, { withPlacer });
            run(3);
            expect(script.problems()).to.have.length(1);
            expect(script.problems()[0]).to.match(/^\[footPlacementStates\] "/).and.match(words);
            stage.clear();
        }
    });
});

onEachBiped('hands on a wall', (stage) => {
    catchWarnings();

    it('are placed on it with an up vector that points away from it, and turned with it', () => {
        const hero = stage.add(), twin = stage.add();
        // hang both actors with their arms forwards: hands ahead of the shoulders
        for (const actor of [hero, twin]) {
            for (const side of ['left', 'right'] as const) {
                const arm = actor.bone(`${side}UpperArm`), hand = actor.bone(`${side}Hand`);
                const way = hand.getPosition().clone().sub(arm.getPosition());
                const turn = new Quat().setFromDirections(way.normalize(), new Vec3(side === 'left' ? 0.15 : -0.15, 0.1, 1).normalize());
                arm.setRotation(turn.mul(arm.getRotation()));
                // palms forwards, fingers up
                hand.setRotation(new Quat().setFromEulerAngles(-90, 0, 0).mul(hand.getRotation()));
            }
        }
        // nearer than the stretched arms reach
        const depth = twin.bone('leftHand').getPosition().z;
        for (const [gap, found] of [[-0.05, true], [-0.1, true], [2, false]] as const) {
            // a wall ahead, facing the character
            const wall = depth + gap * stage.size + 0.03 * stage.size;
            const ground = { cast: (hit: { point: Float64Array; normal: Float64Array; body: unknown }, ray: Float64Array) => {
                const share = (wall - ray[2]) / (ray[5] * ray[6]);
                if (!(share >= 0 && share <= 1)) return false;
                hit.point.set([0, 1, 2].map(i => ray[i] + share * ray[6] * ray[3 + i]));
                hit.normal.set([0, 0, -1]);
                hit.body = null;
                return true;
            } };
            const actor = stage.add();
            for (const side of ['left', 'right'] as const) {
                for (const role of [`${side}UpperArm`, `${side}Hand`] as const) actor.bone(role).setLocalRotation(twin.bone(role).getLocalRotation());
            }
            const rows = (['leftHand', 'rightHand'] as const).map(footId => ({ footId, boneName: footId, upVector: new Vec3(0, 0, -1), extraRayDistanceCheck: 0.15 * stage.size }));
            const placer = actor.place({ feet: rows as never }, ground as never);
            for (let i = 0; i < 60; i++) stage.step();
            expect(placer.problems()).to.deep.equal([]);
            for (const side of ['left', 'right'] as const) {
                const moved = actor.bone(`${side}Hand`).getPosition().clone().sub(twin.bone(`${side}Hand`).getPosition());
                if (!found) {
                    expect(moved.length(), `${side}, ${gap}`).to.be.below(1e-4);
                    continue;
                }
                const distance = wall - actor.bone(`${side}Hand`).getPosition().z;
                // the hand's own thickness away from the wall
                expect(distance, `${side}, ${gap}`).to.be.within(0.005 * stage.size, 0.16 * stage.size);
                expect(Math.abs(moved.x) + Math.abs(moved.y), `${side}, ${gap}`).to.be.below(0.05 * stage.size);
            }
            actor.holder.destroy();
        }
    });
});
