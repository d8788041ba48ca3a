import { expect } from 'chai';
import { Quat } from 'playcanvas';

import { sampled } from '../support/characters';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

/** Largest distance of a vertex from the reflection of its twin beyond what the bind pose lacks, millimetres of a body of 1.8 m. */
const GOAL = 0.1;

const SOURCES = mirrorSources(
    'Xbot.glb', ['bitmoji.glb', 'bitmoji-walk.glb'], 'Soldier.glb', 'Knight.glb', 'SkeletonMinion.glb', 'Orc.glb', 'Goblin.glb', 'Husky.glb', 'Cow.glb', 'Cat.glb',
    'Zebra.glb'
);

for (const source of SOURCES) {
    describe(`animationMirror: the skin of ${source.name}`, () => {
        const stage = new MirrorStage();

        before(() => stage.open(source));
        after(() => stage.close());

        it('is the reflection of the animation, vertex by vertex', () => {
            const skin = stage.skin();
            expect(skin.pairs.length / skin.count, 'share of the vertices that are twins').above(0.1);
            const frames = sampled(40, 8);
            for (let frame = 0; frame < frames; frame++) {
                stage.pose(frame / frames);
                const { beyond, vertex } = stage.compare(skin);
                expect(beyond, `vertex ${vertex} at ${frame / frames} of ${stage.track.name}`).below(GOAL);
            }
        });

        it('is not, by far, without the script', () => {
            const skin = stage.skin();
            stage.script.mirror = false;
            stage.pose(0.3);
            stage.app.update(1);
            expect(stage.compare(skin).beyond).above(10);
            stage.script.mirror = true;
        });
    });
}

for (const source of mirrorSources().filter(({ file }) => file.startsWith('templates/'))) {
    describe(`animationMirror: the skin of ${source.name}, without any allowance`, () => {
        const stage = new MirrorStage();

        before(() => stage.open(source));
        after(() => stage.close());

        it('is the reflection where it is exactly symmetric when it is bound', () => {
            const skin = stage.skin();
            for (const share of [0.1, 0.45, 0.8]) {
                stage.pose(share);
                const { most, count } = skin.compareExact(stage.places(skin, stage.original), stage.places(skin, stage.mirrored));
                expect(count / skin.count).above(0.1);
                expect(most).below(GOAL);
            }
        });
    });
}

describe('animationMirror: the other rules on the gnome', () => {
    const stage = new MirrorStage();

    before(() => stage.open(mirrorSources().find(({ name }) => name === 'gnome')!));
    after(() => stage.close());

    /** Centimetres by which a rule misses, told the bind rotation and the rotation of a bone and of its twin. */
    function miss(rule: (bind: Quat, twinBind: Quat, twin: Quat, isMiddle: boolean) => Quat): number {
        const skin = stage.skin();
        const { nodes, localRotations } = stage.rig.skeleton;
        stage.pose(0.3);
        const third = stage.add(null);
        const bindOf = (i: number) => new Quat(...localRotations.slice(4 * i, 4 * i + 4));
        nodes.forEach((node, i) => {
            const twin = stage.script.getMirrorMappedBone(node);
            if (!twin) return;
            const turn = rule(bindOf(i), bindOf(nodes.indexOf(twin)), stage.same(twin).getLocalRotation(), twin === node);
            stage.same(node, stage.mirrored, third).setLocalRotation(turn);
        });
        const { beyond } = skin.compare(stage.places(skin, stage.original), stage.places(skin, third));
        third.parent!.destroy();
        return beyond / 10;
    }

    const flip = ({ x, y, z, w }: Quat) => new Quat(x, -y, -z, w);

    it('miss by decimetres: the original\'s, and swap and negate', () => {
        expect(miss((bind, twinBind, twin, isMiddle) => {
            const away = twinBind.clone().invert().mul(twin);
            return bind.clone().mul(isMiddle ? flip(away) : away);
        })).above(10);
        expect(miss((_, __, twin) => flip(twin))).above(10);
    });
});
