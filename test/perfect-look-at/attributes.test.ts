import { expect } from 'chai';
import { Color, Vec3 } from 'playcanvas';

import { PerfectLookAt, perfectLookAtAttributes } from '../../scripts/index';
import { expectTable } from '../support/attribute-table';
import { directionBeside } from '../support/chain';
import { angleOf, turnBetween } from '../support/geometry';
import { FRAME, leftOfWay, onEachCharacter } from '../support/look-at-stage';
import { catchWarnings } from '../support/warnings';

/** Name, type and default of each attribute; a list holds its fields. */
const TABLE = [
    ['targetObject', 'entity'], ['upVector', 'vec3', [0, 1, 0]], ['weight', 'number', 1], ['lookAtBlendSpeed', 'number', 5],
    ['legStabilizerMinDistanceToStartSolving', 'number', 0], ['legStabilizerMaxIterations', 'number', 20],
    ['eyeOffset', 'vec3', [0, 0, 0]], ['maxTurnSpeed', 'number', 360], ['softLimit', 'number', 0.85], ['giveUpAngle', 'number', 150],
    ['giveUpTime', 'number', 0.6], ['convergeEyes', 'boolean', true], ['stabilization', 'number', 1],
    ['targets', 'json', [
        ['target', 'entity'], ['priority', 'number', 1], ['radius', 'number', 10], ['minDwell', 'number', 1], ['maxDwell', 'number', 4]
    ]],
    ['drawDebugLookAt', 'boolean', false],
    ['lookAtBones', 'json', [
        ['bone', 'entity'], ['boneName', 'string', ''], ['rotationLimit', 'number', 90],
        ['limitUp', 'number', 0], ['limitDown', 'number', 0], ['limitTwist', 'number', 0], ['rotateAroundUpVectorWeight', 'number', 0],
        ['forwardAxis', 'string', 'auto'], ['parentBoneForwardAxis', 'string', 'auto'], ['resetToDefaultRotation', 'boolean', false],
        ['linkedBones', 'entity[]'], ['linkedBoneNames', 'string[]'], ['linkedBonesReset', 'boolean[]'], ['linkedBonesResetToDefaultRotation', 'boolean', false]
    ]],
    ['legStabilizers', 'json', [['footBone', 'entity'], ['boneName', 'string', ''], ['ikWeight', 'number', 1], ['bonesCount', 'number', 0]]]
];

describe('the attributes of perfectLookAt', () => {
    it('have the names, types and defaults of the table', () => {
        expectTable(perfectLookAtAttributes, TABLE);
    });

    it('offer each axis and what the reference pose says', () => {
        const axes = ['auto', 'x', 'y', 'z', '-x', '-y', '-z'];
        const { forwardAxis, parentBoneForwardAxis } = perfectLookAtAttributes.lookAtBones.schema;
        for (const field of [forwardAxis, parentBoneForwardAxis]) expect(field.enum.map(choice => Object.values(choice)[0])).to.deep.equal(axes);
    });
});

onEachCharacter('an attribute of perfectLookAt', (stage) => {
    catchWarnings();
    const ahead = () => new Vec3(1, 0.2, 2).add(stage.eyePoint);

    it('has its default on an instance that sets nothing, and fields of rows likewise', () => {
        const actor = stage.add();
        actor.model.addComponent('script');
        const look = actor.model.script!.create('perfectLookAt') as PerfectLookAt;
        const { attributes } = PerfectLookAt as unknown as { attributes: { index: object } };
        expect(Object.keys(attributes.index)).to.have.members(TABLE.map(([name]) => name));
        expect(look.targetObject).to.equal(null);
        expect(look.upVector.equals(Vec3.UP)).to.equal(true);
        expect([look.weight, look.lookAtBlendSpeed, look.legStabilizerMinDistanceToStartSolving, look.legStabilizerMaxIterations, look.drawDebugLookAt])
        .to.deep.equal([1, 5, 0, 20, false]);
        expect(look.eyeOffset.equals(Vec3.ZERO)).to.equal(true);
        expect([look.maxTurnSpeed, look.softLimit, look.giveUpAngle, look.giveUpTime, look.convergeEyes, look.stabilization])
        .to.deep.equal([360, 0.85, 150, 0.6, true, 1]);
        expect(look.targets).to.deep.equal([]);
        look.lookAtBones = [{ boneName: 'head' }] as never;
        look.legStabilizers = [{ boneName: 'leftFoot' }] as never;
        expect(look.lookAtBones).to.deep.equal([{
            bone: null, boneName: 'head', rotationLimit: 45, limitUp: 0, limitDown: 0, limitTwist: 0, rotateAroundUpVectorWeight: 0,
            forwardAxis: 'auto', parentBoneForwardAxis: 'auto', resetToDefaultRotation: false, linkedBones: [], linkedBoneNames: [], linkedBonesReset: [], linkedBonesResetToDefaultRotation: false
        }]);
        expect(look.legStabilizers).to.deep.equal([{ footBone: null, boneName: 'leftFoot', ikWeight: 1, bonesCount: 0 }]);
        const target = stage.addEntity();
        look.targets = [{ target }] as never;
        expect(look.targets).to.deep.equal([{ target, priority: 1, radius: 10, minDwell: 1, maxDwell: 4 }]);
    });

    it('acts in the next frame: target, also moved in place, and speed, at which a target is followed', () => {
        const actor = stage.add();
        const [left, right] = [new Vec3(1, 0, 2), new Vec3(-1, 0, 2)].map(place => stage.addEntity(place.add(stage.eyePoint)));
        const look = actor.addLook({ targetObject: left });
        const eye = actor.bone('rightEye');
        stage.step();
        expect(actor.gazeError(eye, left.getPosition())).to.be.below(0.1);
        look.targetObject = right;
        stage.step();
        expect(actor.gazeError(eye, right.getPosition())).to.be.below(0.1);
        right.translate(0, 0.5, 0);
        stage.step();
        expect(actor.gazeError(eye, right.getPosition())).to.be.below(0.1);
        look.lookAtBlendSpeed = 1;
        right.setPosition(left.getPosition());
        stage.step();
        expect(actor.gazeError(eye, left.getPosition())).to.be.above(30);
    });

    it('fills an empty chain from the eyes to the spine, with natural limits and up weights', () => {
        const look = stage.add().addLook({ targetObject: stage.addEntity(ahead()) });
        const names = look.lookAtBones.map(row => row.boneName.replace(/\d/, ''));
        expect([...new Set(names)]).to.deep.equal(['rightEye', 'head', 'neck', 'spine']);
        const weights = look.lookAtBones.map(row => row.rotateAroundUpVectorWeight);
        const spine = weights.slice(names.indexOf('spine'));
        expect(weights.slice(0, names.indexOf('spine')).every(weight => weight === 0)).to.equal(true);
        expect([spine[0], spine[spine.length - 1]]).to.deep.equal([0.1, 0.7]);
        if (spine.length === 3) expect(spine[1]).to.equal(0.2);
        const [eye, ...others] = look.lookAtBones.map(row => row.rotationLimit);
        // eyes that carry no skin do not turn: nobody would see it
        expect(eye).to.be.oneOf([0, 30]);
        for (const limit of others) expect(limit).to.be.within(5, 60);
        expect(look.lookAtBones[0].linkedBones).to.have.length(1);
    });

    it('names a bone by role, by its node\'s name, or gives the entity, which comes first', () => {
        const goal = stage.addEntity(ahead());
        for (const row of [{ boneName: 'head' }, { boneName: stage.add().bone('head').name }, { boneName: 'neck' }]) {
            const [actor, fresh] = [stage.add(), stage.add()];
            const given = row.boneName === 'neck' ? { ...row, bone: actor.bone('head') } : row;
            actor.addLook({ targetObject: goal, lookAtBones: [given] });
            stage.step();
            const turned = actor.nodes.filter((node, i) => turnBetween(node.getLocalRotation(), fresh.nodes[i].getLocalRotation()) > 0.1);
            expect(turned).to.deep.equal([actor.bone('head')]);
        }
        const [actor, fresh] = [stage.add(), stage.add()];
        const body = [{ boneName: 'head', rotationLimit: 5 }, { boneName: 'hips', rotationLimit: 40 }];
        actor.addLook({ targetObject: goal, lookAtBones: body, legStabilizers: [{ footBone: actor.bone('leftFoot'), boneName: 'rightFoot' }] });
        stage.step();
        const moved = (['leftFoot', 'rightFoot'] as const).map(foot => actor.bone(foot).getPosition().distance(fresh.bone(foot).getPosition()));
        expect(moved[1]).to.be.above(5 * moved[0]);
    });

    it('list acts when it is assigned; numbers inside it act in the next frame, other bones after refresh', () => {
        const actor = stage.add();
        const look = actor.addLook({ targetObject: stage.addEntity(new Vec3(3, 0, 0.1).add(stage.eyePoint)), lookAtBones: [{ boneName: 'head', rotationLimit: 20 }] });
        const head = actor.bone('head');
        stage.step();
        expect(actor.swingOf(head)).to.be.closeTo(20, 0.05);
        look.lookAtBones[0].rotationLimit = 40;
        stage.step();
        expect(actor.swingOf(head)).to.be.closeTo(40, 0.05);
        const neck = actor.bone('neck');
        look.lookAtBones[0].boneName = 'neck';
        stage.step();
        expect(actor.swingOf(neck)).to.be.below(0.05);
        look.refresh();
        stage.step();
        expect(actor.swingOf(neck)).to.be.closeTo(40, 0.05);
        look.lookAtBones[0].boneName = 'head';
        look.lookAtBones = [{ boneName: 'head', rotationLimit: 60 }] as never;
        stage.step();
        expect(actor.swingOf(head)).to.be.closeTo(60, 0.05);
    });

    it('resets a bone that a clip has left in a wrong pose to the reference', () => {
        for (const resetToDefaultRotation of [false, true]) {
            const [actor, fresh] = [stage.add(), stage.add()];
            const spine = actor.bone('spine');
            const goal = stage.addEntity(ahead());
            const rows = [{ boneName: 'head' }, { boneName: 'spine', rotationLimit: 1, resetToDefaultRotation }];
            actor.addLook({ targetObject: goal, lookAtBones: rows });
            spine.rotateLocal(0, 0, 35);
            stage.step();
            const off = turnBetween(spine.getLocalRotation(), fresh.bone('spine').getLocalRotation());
            if (resetToDefaultRotation) expect(off).to.be.below(1.1);
            else expect(off).to.be.above(30);
        }
    });

    it('draws target vectors red and forward vectors green', () => {
        const actor = stage.add();
        const goal = stage.addEntity(new Vec3(0.4, 0.2, 2).add(stage.eyePoint));
        const look = actor.addLook({ targetObject: goal });
        const lines: { from: Vec3; to: Vec3; color: Color }[] = [];
        stage.app.drawLine = (from: Vec3, to: Vec3, color?: Color) => { lines.push({ from: from.clone(), to: to.clone(), color: color!.clone() }); };
        stage.step();
        expect(lines).to.have.length(0);
        look.drawDebugLookAt = true;
        stage.step();
        const red = lines.filter(({ color }) => color.r > 0.9 && color.g < 0.5);
        const green = lines.filter(({ color }) => color.g > 0.9 && color.r < 0.5);
        const bones = look.lookAtBones.map(row => row.bone!);
        expect([red.length, green.length]).to.deep.equal([bones.length, bones.length]);
        bones.forEach((bone, i) => {
            expect(red[i].from.distance(bone.getPosition())).to.be.below(1e-4);
            expect(red[i].to.distance(goal.getPosition())).to.be.below(1e-4);
            expect(green[i].from.distance(bone.getPosition())).to.be.below(1e-4);
            expect(angleOf(green[i].to.clone().sub(green[i].from), actor.forwardOf(bone))).to.be.below(0.1);
        });
    });

    it('event tells when the gaze arrives within a degree of the target and when it leaves it', () => {
        const actor = stage.add();
        const goal = stage.addEntity(directionBeside(stage.forward, 40, 80).mulScalar(3).add(stage.eyePoint));
        const look = actor.addLook({ targetObject: goal, lookAtBlendSpeed: 5 });
        const heard: boolean[] = [];
        look.on(PerfectLookAt.EVENT_REACHED, (reached: boolean) => {
            heard.push(reached);
            expect(look.reached).to.equal(reached);
        });
        expect(PerfectLookAt.EVENT_REACHED).to.equal('reached');
        let arrived = 0;
        for (let i = 1; i <= 120; i++) {
            stage.step();
            const error = actor.gazeError(actor.bone('rightEye'), goal.getPosition());
            expect(look.residual).to.be.closeTo(error, 0.01);
            expect(look.reached).to.equal(look.residual <= 1);
            if (look.reached && arrived === 0) arrived = i * FRAME;
        }
        // 40 degrees shrink to 1 on a curve of 3 / 5 seconds
        let frame = 1;
        while (40 * leftOfWay(frame * FRAME / 0.6) > 1) frame++;
        expect(arrived).to.be.closeTo(frame * FRAME, 1.01 * FRAME);
        expect(heard).to.deep.equal([true]);
        goal.setPosition(0, 1, -5);
        for (let i = 0; i < 30; i++) stage.step();
        expect(heard).to.deep.equal([true, false]);
        look.targetObject = null;
        stage.step();
        expect([look.residual, look.reached]).to.deep.equal([0, false]);
    });
});
