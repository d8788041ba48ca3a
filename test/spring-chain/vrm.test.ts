import { readFileSync } from 'node:fs';

import { expect } from 'chai';
import { Entity, Vec3, type AppBase } from 'playcanvas';

import { SpringChain } from '../../scripts/index';
import { loadGlb } from '../support/app';
import { requireRig } from '../support/skip';
import { createSpringApp, degreesBetween, directionTo } from '../support/spring-stage';
import { catchWarnings } from '../support/warnings';

/** The JSON of a GLB file. */
function jsonOf(path: string): object {
    const bytes = readFileSync(path);
    return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString('utf8'));
}

/** A head with a braid of four bones, and a bead beside it, with the file's JSON around some extensions. */
function makeHead(extensions: object): { json: object, entity: Entity } {
    const names = ['head', 'braid1', 'braid2', 'braid3', 'braid4', 'bead'];
    const children = [[1, 5], [2], [3], [4], [], []];
    const entities = names.map(name => new Entity(name));
    children.forEach((list, i) => list.forEach((child) => {
        entities[i].addChild(entities[child]);
        entities[child].setLocalPosition(0, -0.1, 0);
    }));
    return { json: { nodes: names.map((name, i) => ({ name, children: children[i] })), extensions }, entity: entities[0] };
}

const extended = (shape: object) => ({ VRMC_springBone_extended_collider: { shape } });

const springBone = (joint: object, more: object = {}) => ({
    VRMC_springBone: {
        specVersion: '1.0',
        colliders: [
            { node: 5, shape: { sphere: { offset: [0.1, 0.2, 0.3], radius: 0.05 } } },
            { node: 5, shape: { capsule: { offset: [0, 0, 0], tail: [0, 1, 0], radius: 0.04 } } },
            { node: 0, shape: { sphere: { radius: 1 } }, extensions: extended({ plane: { offset: [0, 1, 0], normal: [0, 0, 1] } }) },
            { node: 0, extensions: extended({ sphere: { offset: [0, 0, 0], radius: 0.5, inside: true } }) },
            { node: 0, extensions: extended({ capsule: { offset: [0, 0, 0], tail: [0, 2, 0], radius: 0.6, inside: true } }) }
        ],
        colliderGroups: [{ colliders: [0, 1] }, { colliders: [1, 2, 3, 4] }],
        springs: [{
            joints: [{ node: 1, ...joint }, { node: 2, stiffness: 2, dragForce: 0.2, gravityPower: 0.2, hitRadius: 0.01 }, { node: 3 }, { node: 4 }],
            colliderGroups: [1], center: 0, ...more
        }]
    }
});

describe('SpringChain.fromVrm', () => {
    const warnings = catchWarnings();
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });
    afterEach(() => app.destroy());

    it('reads every parameter of format 1.0', () => {
        const { json, entity } = makeHead(springBone({
            stiffness: 1, dragForce: 0.4, gravityPower: 0.4, gravityDir: [1, 0, 0], hitRadius: 0.02,
            extensions: { VRMC_springBone_limit: { limit: { cone: { angle: Math.PI / 6 } } } }
        }));
        const { chains: [chain], colliders } = SpringChain.fromVrm(json, entity);
        expect(chain.rootBone!.name).equal('braid1');
        expect(chain.center).equal(entity);
        expect(chain.exclude).deep.equal(['braid4']);
        expect(chain.endLength).equal(0);
        expect(chain.colliderGroups).deep.equal(['group 1']);
        expect(chain.limit).equal('cone');
        expect(chain.limitAngle).closeTo(30, 1e-9);
        expect(chain.gravityDirection.equals(new Vec3(1, 0, 0))).equal(true);
        const wanted = { stiffness: [1, 2, 1], drag: [0.4, 0.2, 0.5], gravity: [0.4, 0.2, 0], radius: [0.02, 0.01, 0] };
        for (const name of ['stiffness', 'drag', 'gravity', 'radius'] as const) {
            [0, 0.5, 1].forEach((at, i) => expect(chain[name] * chain[`${name}Curve`].value(at)).closeTo(wanted[name][i], 1e-9));
        }
        expect(colliders.map(({ group, shape, boneName }) => [group, shape, boneName])).deep.equal([
            ['group 0', 'sphere', 'bead'], ['group 0', 'capsule', 'bead'],
            ['group 1', 'capsule', 'bead'], ['group 1', 'plane', 'head'], ['group 1', 'insideSphere', 'head'], ['group 1', 'insideCapsule', 'head']
        ]);
        expect(colliders[0].offset.equals(new Vec3(0.1, 0.2, 0.3))).equal(true);
        expect(colliders[0].radius).equal(0.05);
        expect(colliders[3].tail.equals(new Vec3(0, 1, 1))).equal(true);
    });

    it('reads every parameter of format 0.x, whose colliders have z the other way round', () => {
        const { json, entity } = makeHead({
            VRM: {
                secondaryAnimation: {
                    boneGroups: [{
                        stiffiness: 0.7, gravityPower: 0.3, gravityDir: { x: 0, y: 0, z: 1 }, dragForce: 0.6, center: 0, hitRadius: 0.03, bones: [1], colliderGroups: [0]
                    }],
                    colliderGroups: [{ node: 5, colliders: [{ offset: { x: 0.1, y: 0.2, z: 0.3 }, radius: 0.05 }] }]
                }
            }
        });
        const { chains: [chain], colliders: [collider] } = SpringChain.fromVrm(json, entity);
        const { rootBone, stiffness, gravity, drag, radius, center, colliderGroups, endLength } = chain;
        expect([rootBone!.name, stiffness, gravity, drag, radius, center, endLength]).deep.equal(['braid1', 0.7, 0.3, 0.6, 0.03, entity, 0.07]);
        expect(chain.gravityDirection.equals(new Vec3(0, 0, 1))).equal(true);
        expect(colliderGroups).deep.equal([collider.group]);
        expect(collider.offset.equals(new Vec3(0.1, 0.2, -0.3))).equal(true);
        expect(collider.radius).equal(0.05);
    });

    it('leaves the last joint of format 1.0 as it is, and lets the others swing', () => {
        const { json, entity } = makeHead(springBone({ stiffness: 1 }, { colliderGroups: [], center: undefined }));
        app.root.addChild(entity);
        entity.addComponent('script');
        entity.script!.create('springChain', { attributes: SpringChain.fromVrm(json, entity) } as never);
        app.update(1 / 60);
        for (let i = 1; i < 20; i++) {
            entity.setLocalPosition(i / 20, 0, 0);
            app.update(1 / 60);
        }
        const bone = (i: number) => entity.findByName(`braid${i}`) as Entity;
        expect(degreesBetween(directionTo(bone(1), bone(2)), new Vec3(0, -1, 0))).above(3);
        expect(Math.abs(bone(4).getLocalRotation().w)).equal(1);
    });

    /** Swings the head of a file to and fro; answers where the tip of the braid was against it. */
    function tips(extensions: object): Vec3[] {
        const { json, entity } = makeHead(extensions);
        app.root.addChild(entity);
        entity.addComponent('script');
        entity.script!.create('springChain', { attributes: SpringChain.fromVrm(json, entity) } as never);
        const tip = entity.findByName('braid4') as Entity;
        const path = Array.from({ length: 60 }, (_, frame) => {
            entity.setLocalPosition(0.3 * Math.sin(frame / 5), 0, 0);
            app.update(1 / 60);
            return new Vec3().sub2(tip.getPosition(), entity.getPosition());
        });
        entity.destroy();
        return path;
    }

    const joint = { stiffness: 1, dragForce: 0.4, gravityPower: 0.2, gravityDir: [0, 0, 1], hitRadius: 0.02 };
    const ball = [{ node: 0, shape: { sphere: { offset: [0.04, -0.4, 0], radius: 0.03 } } }];
    const one = (changes: object, spring: object = {}, colliders: object[] = ball) => ({
        VRMC_springBone: {
            specVersion: '1.0', colliders, colliderGroups: [{ colliders: [0] }],
            springs: [{ joints: [1, 2, 3, 4].map(node => ({ node, ...joint, ...changes })), colliderGroups: [0], ...spring }]
        }
    });
    const zero = (changes: object, collider: object = {}) => ({
        VRM: {
            secondaryAnimation: {
                boneGroups: [{
                    stiffiness: 1, dragForce: 0.4, gravityPower: 0.2, gravityDir: { x: 0, y: 0, z: 1 }, hitRadius: 0.02, center: -1, bones: [1], colliderGroups: [0], ...changes
                }],
                colliderGroups: [{ node: 0, colliders: [{ offset: { x: 0.04, y: -0.4, z: 0 }, radius: 0.03, ...collider }] }]
            }
        }
    });
    const limit = { VRMC_springBone_limit: { limit: { cone: { angle: 0.05 } } } };
    const changes: [string, object, object][] = [
        ...([
            ['stiffness', { stiffness: 3 }], ['dragForce', { dragForce: 0.8 }], ['gravityPower', { gravityPower: 1 }], ['gravityDir', { gravityDir: [0, 0, -1] }],
            ['hitRadius', { hitRadius: 0.06 }], ['a limit', { extensions: limit }]
        ] as const).map(([name, change]) => [`${name} of format 1.0`, one({}), one(change)] as [string, object, object]),
        ['colliderGroups of format 1.0', one({}), one({}, { colliderGroups: [] })],
        ['center of format 1.0', one({}), one({}, { center: 0 })],
        ['a collider\'s radius of format 1.0', one({}), one({}, {}, [{ node: 0, shape: { sphere: { offset: [0.04, -0.4, 0], radius: 0.08 } } }])],
        ['a collider\'s offset of format 1.0', one({}), one({}, {}, [{ node: 0, shape: { sphere: { offset: [-0.04, -0.4, 0], radius: 0.03 } } }])],
        ['a capsule\'s tail of format 1.0', one({}, {}, [{ node: 0, shape: { capsule: { offset: [0.04, -0.4, 0], tail: [0.04, -0.4, 0], radius: 0.03 } } }]),
            one({}, {}, [{ node: 0, shape: { capsule: { offset: [0.04, -0.4, 0], tail: [-0.04, -0.2, 0], radius: 0.03 } } }])],
        ...([
            ['stiffiness', { stiffiness: 3 }], ['dragForce', { dragForce: 0.8 }], ['gravityPower', { gravityPower: 1 }], ['gravityDir', { gravityDir: { x: 0, y: 0, z: -1 } }],
            ['hitRadius', { hitRadius: 0.06 }], ['colliderGroups', { colliderGroups: [] }], ['center', { center: 0 }], ['bones', { bones: [2] }]
        ] as const).map(([name, change]) => [`${name} of format 0.x`, zero({}), zero(change)] as [string, object, object]),
        ['a collider\'s radius of format 0.x', zero({}), zero({}, { radius: 0.08 })],
        ['a collider\'s offset of format 0.x', zero({}), zero({}, { offset: { x: -0.04, y: -0.4, z: 0 } })]
    ];
    changes.forEach(([name, before, after]) => {
        it(`lets ${name} act`, () => {
            const [first, second] = [tips(before), tips(after)];
            expect(Math.max(...first.map((place, i) => place.distance(second[i])))).above(5e-3);
            expect(second.every(({ x }) => Number.isFinite(x))).equal(true);
            expect(warnings).deep.equal([]);
        });
    });

    it('says so for a file without springs', () => {
        const { json, entity } = makeHead({});
        expect(SpringChain.fromVrm(json, entity)).deep.equal({ chains: [], colliders: [] });
        expect(warnings).length(1);
        expect(warnings[0]).contain('has no spring bones');
    });

    it('says so for a real file whose lists are empty', async function () {
        const path = requireRig('avatar.vrm', this);
        const entity = (await loadGlb(app, path)).instantiate();
        expect(SpringChain.fromVrm(jsonOf(path), entity)).deep.equal({ chains: [], colliders: [] });
        expect(warnings).length(1);
    });
});
