import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { differenceOf, NO_DIFFERENCE, onEachStage, SOURCES, worse, type Actor, type RagdollStage } from '../../support/ragdoll-stage';
import { catchWarnings } from '../../support/warnings';

// A character among the colliders that games put on it, and what triggers see of it.

const CAPSULE = { type: 'capsule', radius: 0.35, height: 1.7 } as const;
const CAPSULE_CENTRE = 0.9;

/** A player with a model below it, and the twin of that model elsewhere. */
function addPlayer(stage: RagdollStage): { player: Entity; actor: Actor; twin: Actor } {
    const player = stage.addEntity('player');
    return { player, actor: stage.add(player).play(), twin: stage.add().play() };
}

function addBody(stage: RagdollStage, parent: Entity, place: Vec3, shape: object, body: object | null): Entity {
    const entity = stage.addEntity('collider', parent);
    entity.setPosition(place);
    entity.addComponent('collision', shape);
    if (body) entity.addComponent('rigidbody', body);
    return entity;
}

/** Largest turn of a bone against the twin within a time, degrees. */
function largestTurn(stage: RagdollStage, actor: Actor, twin: Actor, seconds: number): number {
    let worst = NO_DIFFERENCE;
    stage.run(seconds, 60, () => { worst = worse(worst, differenceOf(actor, twin)); });
    return worst.turn;
}

const PINNED = { rotationWeight: 1, translationWeight: 1 };
const CHARACTERS = [SOURCES[0], SOURCES[1], SOURCES[4]];

onEachStage('colliders of the character itself', (stage) => {
    catchWarnings();

    for (const type of ['dynamic', 'kinematic'] as const) {
        it(`a ${type} capsule beside the model is left where it is, and the model on its animation`, () => {
            const { player, actor, twin } = addPlayer(stage);
            const body = addBody(stage, player, new Vec3(0, CAPSULE_CENTRE, 0), CAPSULE, { type, mass: 70 });
            if (type === 'dynamic') {
                body.rigidbody!.linearFactor = new Vec3(1, 0, 1);
                body.rigidbody!.angularFactor = new Vec3();
            }
            const ragdoll = actor.add(PINNED);
            expect(largestTurn(stage, actor, twin, 1)).to.be.below(0.5);
            expect(ragdoll.problems()).to.deep.equal([]);
            const { x, z } = body.getPosition();
            expect(Math.hypot(x, z)).to.be.below(0.01);
        });
    }

    it('bodies that are added above, beside and below while it is active are passed through, and change their type', () => {
        const { player, actor, twin } = addPlayer(stage);
        actor.add(PINNED);
        stage.run(0.2);
        const added = [
            () => {
                player.addComponent('collision', { ...CAPSULE, linearOffset: new Vec3(0, CAPSULE_CENTRE, 0) });
                player.addComponent('rigidbody', { type: 'kinematic' });
            },
            () => { player.rigidbody!.type = 'static'; },
            () => { addBody(stage, player, new Vec3(0, CAPSULE_CENTRE, 0), CAPSULE, { type: 'kinematic' }); },
            () => { addBody(stage, actor.ragdoll.getBoneState('head')!.bone as Entity, new Vec3(0, 1, 0), CAPSULE, { type: 'kinematic' }); }
        ];
        for (const add of added) {
            add();
            expect(largestTurn(stage, actor, twin, 0.4)).to.be.below(0.5);
        }
    });

    it('a weapon that is taken up passes through the hand and hits the world; one that is let go hits both', () => {
        const { actor, twin } = addPlayer(stage);
        const ragdoll = actor.add(PINNED);
        stage.run(0.2);
        const { bone, position } = ragdoll.getBoneState('leftHand')!;
        const weapon = addBody(stage, stage.app.root as Entity, position.clone(), { type: 'box', halfExtents: new Vec3(0.02, 0.3, 0.02) }, { type: 'kinematic' });
        expect(largestTurn(stage, actor, twin, 0.2)).to.be.above(1);
        weapon.reparent(bone as Entity);
        stage.run(1);
        expect(largestTurn(stage, actor, twin, 0.3)).to.be.below(0.5);
        const crate = stage.addBox(new Vec3(0.2, 0.2, 0.2), weapon.getPosition().clone().add(new Vec3(0.1, 0, 0)), { type: 'dynamic', mass: 5 });
        const { x } = crate.getPosition();
        stage.run(0.1);
        expect(crate.getPosition().x - x, 'the weapon pushes it').to.be.above(0.01);
        crate.destroy();
        weapon.reparent(stage.app.root);
        weapon.setPosition(ragdoll.getBoneState('leftHand')!.position);
        expect(largestTurn(stage, actor, twin, 0.2)).to.be.above(1);
    });

    it('colliders named in Own Colliders are passed through, with those below them', () => {
        const { actor, twin } = addPlayer(stage);
        const mount = stage.addEntity('mount');
        addBody(stage, mount, new Vec3(0, CAPSULE_CENTRE, 0), CAPSULE, { type: 'static' });
        const ragdoll = actor.add(PINNED);
        expect(largestTurn(stage, actor, twin, 0.4)).to.be.above(5);
        ragdoll.ownColliders = [mount];
        stage.run(1);
        expect(largestTurn(stage, actor, twin, 0.4)).to.be.below(0.5);
        ragdoll.ownColliders = [];
        expect(largestTurn(stage, actor, twin, 0.4)).to.be.above(5);
    });

    it('bodies below the scene\'s root, static ones of a level, and those beside a second character are none of its own', () => {
        const root = stage.addEntity('Root');
        const level = stage.addEntity('level', root);
        const crowd = stage.addEntity('crowd', root);
        const second = stage.add(crowd);
        for (const [parent, type] of [[root, 'kinematic'], [level, 'static'], [crowd, 'kinematic']] as const) {
            const actor = stage.add(parent).play();
            const twin = stage.add().play();
            const obstacle = addBody(stage, parent, new Vec3(0, 0.8, 0), { type: 'box', halfExtents: new Vec3(0.4, 0.4, 0.4) }, { type });
            actor.add(PINNED);
            expect(largestTurn(stage, actor, twin, 0.4), parent.name).to.be.above(5);
            obstacle.destroy();
            actor.model.destroy();
        }
        second.model.destroy();
    });
}, CHARACTERS);

onEachStage('triggers', (stage) => {
    catchWarnings();

    it('report the bodies when they are asked to, and the character\'s own trigger never does', () => {
        const { player, actor } = addPlayer(stage);
        const shape = { type: 'sphere', radius: 1 };
        const others: Entity[] = [];
        const own: Entity[] = [];
        const watch = (trigger: Entity, seen: Entity[]) => { trigger.collision!.on('triggerenter', (entity: Entity) => { seen.push(entity); }); };
        watch(addBody(stage, stage.addEntity('door'), new Vec3(0, 1, 0), shape, null), others);
        watch(addBody(stage, player, new Vec3(0, 1, 0), shape, null), own);
        watch(addBody(stage, actor.model, new Vec3(0, 1, 0), shape, null), own);
        const ragdoll = actor.add(PINNED);
        stage.run(0.3);
        expect(ragdoll.getBoneState('hips')).to.not.equal(null);
        expect(others).to.deep.equal([]);
        // a mask of one's own is no question about triggers
        ragdoll.collisionMask = 65535;
        stage.run(0.3);
        expect(others).to.deep.equal([]);
        ragdoll.seenByTriggers = true;
        ragdoll.collisionMask = 1;
        stage.run(0.3);
        expect(others).to.include(ragdoll.getBoneState('hips')!.bone);
        expect(own).to.deep.equal([]);
        ragdoll.seenByTriggers = false;
        others.length = 0;
        stage.run(0.3);
        expect(others).to.deep.equal([]);
    });
}, CHARACTERS, ['ammojs-typed']);
