import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import { sampled } from '../support/characters';
import { randomDirection, seededRandom, turnBetween } from '../support/geometry';
import { onEachCharacter, type Actor, type LookAtRow } from '../support/look-at-stage';

/** What two turns may differ by, degrees. */
const SAME = 0.05;

/** The bone's own turn in the model's space, on top of what its ancestors have carried. */
function ownTurn(bone: Entity, animatedLocal: Quat): Quat {
    const carried = bone.parent!.getRotation().clone().mul(animatedLocal);
    return bone.getRotation().clone().mul(carried.invert());
}

onEachCharacter('linked bones', (stage) => {
    function arrange(random: () => number, target: Entity, ...actors: Actor[]) {
        const clip = stage.clips[Math.floor(random() * stage.clips.length)];
        const time = random() * stage.clip(clip).duration;
        for (const actor of actors) actor.play(clip).seek(time);
        target.setPosition(randomDirection(random).mulScalar(0.4 + 5 * random()).add(stage.eyePoint));
        stage.step();
    }

    it('take the same turn as their bone, while the bones above turn too', () => {
        const random = seededRandom(41);
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity();
        const look = actor.addLook({ targetObject: target });
        for (const weight of [1, 0.4]) {
            look.weight = weight;
            for (let i = 0; i < sampled(150, 60); i++) {
                arrange(random, target, actor, twin);
                const [{ bone, linkedBones }] = look.lookAtBones;
                expect(linkedBones).to.deep.equal([actor.bone('leftEye')]);
                const turn = ownTurn(bone!, twin.same(bone!, actor).getLocalRotation());
                const linked = ownTurn(linkedBones[0], twin.same(linkedBones[0], actor).getLocalRotation());
                expect(turnBetween(turn, linked)).to.be.below(SAME);
            }
        }
    });

    it('keep their animation without a link', () => {
        const random = seededRandom(42);
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity();
        actor.addLook({ targetObject: target, lookAtBones: [{ boneName: 'rightEye', rotationLimit: 30, linkedBones: [] }, { boneName: 'head' }] });
        for (let i = 0; i < 20; i++) {
            arrange(random, target, actor, twin);
            expect(actor.bone('leftEye').getLocalRotation().equals(twin.bone('leftEye').getLocalRotation())).to.equal(true);
            expect(turnBetween(actor.bone('rightEye').getLocalRotation(), twin.bone('rightEye').getLocalRotation())).to.be.above(1);
        }
    });

    it('turn bones anywhere on the character, several of one row', () => {
        const random = seededRandom(43);
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity();
        const linkedBones = [actor.bone('leftHand'), actor.bone('rightHand')];
        actor.addLook({ targetObject: target, lookAtBones: [{ boneName: 'head', linkedBones }] });
        for (let i = 0; i < 20; i++) {
            arrange(random, target, actor, twin);
            const turn = ownTurn(actor.bone('head'), twin.bone('head').getLocalRotation());
            for (const bone of linkedBones) {
                expect(turnBetween(turn, ownTurn(bone, twin.same(bone, actor).getLocalRotation()))).to.be.below(SAME);
            }
        }
    });

    it('are found by their names where there is no entity: roles, names of nodes, and after a change of the model', () => {
        const target = stage.addEntity(new Vec3(1, 0.2, 2).add(stage.eyePoint));
        const [byEntity, other] = [stage.add(), stage.add()];
        const linkedBones = [byEntity.bone('leftHand'), byEntity.bone('rightHand')];
        byEntity.addLook({ targetObject: target, lookAtBones: [{ boneName: 'head', linkedBones }] });
        const rows: LookAtRow[] = [
            { linkedBoneNames: ['leftHand', linkedBones[1].name] },
            { linkedBones: [other.bone('leftHand')], linkedBoneNames: ['', 'rightHand'] },
            { linkedBones: linkedBones.slice(0, 1), linkedBoneNames: ['leftHand', 'rightHand'] }
        ];
        const actors = rows.map((row) => {
            const actor = stage.add();
            expect(actor.addLook({ targetObject: target, lookAtBones: [{ boneName: 'head', ...row }] }).problems()).to.deep.equal([]);
            return actor;
        });
        stage.step(30);
        for (const actor of actors) {
            for (const bone of linkedBones) {
                expect(turnBetween(bone.getLocalRotation(), other.same(bone, byEntity).getLocalRotation())).to.be.above(1);
                expect(turnBetween(bone.getLocalRotation(), actor.same(bone, byEntity).getLocalRotation())).to.be.below(SAME);
            }
        }
    });

    it('start from the reference pose each by its own place in the list, others as the row says', () => {
        const [actor, fresh] = [stage.add(), stage.add()];
        const target = stage.addEntity(stage.eyePoint.clone().add(new Vec3(0.5, 0, 3)));
        const [head, ...hands] = (['head', 'leftHand', 'rightHand', 'leftFoot'] as const).map(role => actor.bone(role));
        const look = actor.addLook({ targetObject: target });
        const wrong = new Quat().setFromEulerAngles(20, 30, 40);
        for (const [own, all] of [[[true, false], false], [[true, false], true], [[], true], [[false, true, false], true]] as const) {
            look.lookAtBones = [{ bone: head, rotationLimit: 180, linkedBones: hands, linkedBonesReset: own, linkedBonesResetToDefaultRotation: all }] as never;
            for (const hand of hands) hand.setLocalRotation(wrong);
            stage.step();
            const turn = ownTurn(head, fresh.same(head, actor).getLocalRotation());
            hands.forEach((hand, i) => {
                const start = (own as readonly boolean[])[i] ?? all ? fresh.same(hand, actor).getLocalRotation() : wrong;
                expect(turnBetween(turn, ownTurn(hand, start)), `${own.join()} ${all}, ${i}`).to.be.below(SAME);
            });
        }
    });

    it('start from the reference pose when the row says so, as the bone itself does', () => {
        const random = seededRandom(44);
        const [actor, fresh] = [stage.add(), stage.add()];
        const target = stage.addEntity();
        const [eye, other] = [actor.bone('rightEye'), actor.bone('leftEye')];
        const look = actor.addLook({ targetObject: target });
        const wrong = new Quat().setFromEulerAngles(20, 30, 40);
        for (const [own, linked] of [[false, false], [true, false], [false, true], [true, true]]) {
            look.lookAtBones = [{
                bone: eye, rotationLimit: 180, linkedBones: [other], resetToDefaultRotation: own, linkedBonesResetToDefaultRotation: linked
            }] as never;
            // a clip has left both in a wrong pose
            for (const bone of [eye, other]) bone.setLocalRotation(wrong);
            target.setPosition(randomDirection(random).mulScalar(3).add(stage.eyePoint));
            stage.step();
            const start = (isReset: boolean, bone: Entity) => (isReset ? fresh.same(bone, actor).getLocalRotation() : wrong);
            const turn = ownTurn(eye, start(own, eye));
            expect(actor.gazeError(eye, target.getPosition())).to.be.below(0.1);
            expect(turnBetween(turn, ownTurn(other, start(linked, other))), `reset ${own}, linked ${linked}`).to.be.below(SAME);
            // the smallest turn from where the bone starts
            const gaze = start(own, eye).clone();
            const from = eye.parent!.getRotation().clone().mul(gaze).mul(fresh.same(eye, actor).getRotation().clone().invert())
            .transformVector(stage.forward, new Vec3());
            const axis = new Vec3(turn.x, turn.y, turn.z);
            if (axis.length() > 0.05) expect(Math.abs(axis.normalize().dot(from))).to.be.below(0.01);
        }
    });
});
