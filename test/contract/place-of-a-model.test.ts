import { expect } from 'chai';
import { Entity, Mat4, Quat, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import { HeightGround, registerLimber, retargetTrack, type AnimationMirror, type HitReactions, type Locomotion, type MecFootPlacer } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { loadGlb } from '../support/app';
import { HOUND, MANNEQUIN, usual } from '../support/characters';
import { createPhysicsApp } from '../support/physics-app';

// Where a model is below the entity that the game moves, a skeleton beside its file's origin, turned, and of another scale than the entity, changes nothing of what scripts make of it. One node more
// stands between the clips' root and the bones; the root is moved, turned and scaled back by as much, so that the bones are where they were.

/** What a model is moved by in the scene, and how much larger it is there. */
const MOVED = new Mat4().setTRS(new Vec3(1, 0, 0.5), new Quat().setFromEulerAngles(0, 90, 0), new Vec3(2, 2, 2));

const FRAME = 1 / 60;

/** Frame in which a model is moved at run time, and frames in all. */
const WHEN = 40;
const FRAMES = 100;

const WAYS = ['in the file', 'at run time'] as const;

interface Hero {
    readonly app: AppBase;
    readonly holder: Entity;
    readonly model: Entity;
    readonly clips: ReadonlyMap<string, AnimTrack>;
}

interface Case {
    readonly plays: readonly string[];
    start(hero: Hero): void;
    frame?(hero: Hero, frame: number): void;
}

function place(node: GraphNode, matrix: Mat4) {
    node.setLocalPosition(matrix.getTranslation());
    node.setLocalRotation(new Quat().setFromMat4(matrix));
    node.setLocalScale(matrix.getScale());
}

function go({ holder }: Hero, speed: number, turning: number) {
    holder.rotate(0, turning * FRAME, 0);
    const way = holder.getRotation().transformVector(new Vec3(0, 0, speed * FRAME), new Vec3());
    holder.setPosition(holder.getPosition().clone().add(way));
}

const add = <Script>({ holder }: Hero, name: string, attributes: object = {}) => holder.script!.create(name, { attributes: attributes as never }) as unknown as Script;

function addFloor({ app }: Hero) {
    const floor = new Entity('floor', app);
    floor.setPosition(0, -0.5, 0);
    app.root.addChild(floor);
    floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(9, 0.5, 9) });
    floor.addComponent('rigidbody', { type: 'static' });
}

const bumps = new HeightGround((x, z) => 0.1 * Math.sin(2 * z) + 0.05 * x);

const GOES = ['idle', 'walk'];

const CASES: Readonly<Record<string, Case>> = {
    'locomotion in a curve': { plays: GOES, start: hero => add(hero, 'locomotion'), frame: hero => go(hero, 1.3, 90) },
    'locomotion that turns on the spot': { plays: GOES, start: hero => add(hero, 'locomotion'), frame: hero => go(hero, 0, 90) },
    'locomotion that sets out and stops': { plays: GOES, start: hero => add(hero, 'locomotion'), frame: (hero, frame) => go(hero, frame > 20 && frame < 70 ? 1.3 : 0, 0) },
    'locomotion that moves the entity': {
        plays: GOES, start: hero => add<Locomotion>(hero, 'locomotion', { rootMotion: 'follow' }),
        frame: ({ holder }, frame) => { if (frame === 20) (holder.script!.get('locomotion') as unknown as Locomotion).play('walk', 1); }
    },
    'a mirrored locomotion': {
        plays: GOES, start(hero) {
            add<AnimationMirror>(hero, 'animationMirror', { mirror: true });
            add(hero, 'locomotion');
        }, frame: hero => go(hero, 1.3, 60)
    },
    strideWarp: { plays: ['walk'], start: hero => add(hero, 'strideWarp', { speed: 1.5, direction: 20 }), frame: hero => go(hero, 1.5, 30) },
    'mecFootPlacer in a walk': { plays: ['walk'], start: hero => add<MecFootPlacer>(hero, 'mecFootPlacer', { dampPelvis: true }).setGround(bumps), frame: hero => go(hero, 1.3, 30) },
    'mecFootPlacer on the spot': { plays: ['idle'], start: hero => add<MecFootPlacer>(hero, 'mecFootPlacer', { dampPelvis: true }).setGround(bumps), frame: hero => go(hero, 0, 60) },
    perfectLookAt: {
        plays: ['idle'], start(hero) {
            const target = new Entity('target', hero.app);
            hero.app.root.addChild(target);
            target.setPosition(1.5, 1.2, 1);
            add(hero, 'perfectLookAt', { targetObject: target });
        }, frame: hero => go(hero, 0, 40)
    },
    animationMirror: { plays: ['walk'], start: hero => add(hero, 'animationMirror', { mirror: true }), frame: hero => go(hero, 1.3, 30) },
    springChain: { plays: ['walk'], start: hero => add(hero, 'springChain', { chains: [{ boneName: 'head' }, { boneName: 'leftUpperArm' }] }), frame: hero => go(hero, 1.3, 90) },
    idleRandomizer: { plays: ['idle'], start: hero => add(hero, 'idleRandomizer', { seed: 1 }) },
    'a body that is pushed': {
        plays: ['idle'], start: (hero) => {
            addFloor(hero);
            add(hero, 'activeRagdoll');
            add(hero, 'hitReactions');
        }, frame({ holder, model }, frame) {
            const { skeleton, bones } = findCharacter(model)!;
            const trunk = skeleton.nodes[bones.get('spine2') ?? bones.get('spine')!];
            if (frame === 30) (holder.script!.get('hitReactions') as unknown as HitReactions).hit(trunk as Entity, trunk.getPosition().clone(), new Vec3(20, 0, 30));
        }
    },
    'a body that falls': {
        plays: ['idle'], start: (hero) => {
            addFloor(hero);
            add(hero, 'activeRagdoll', { active: true, rotationWeight: 0, translationWeight: 0 });
        }
    },
    'a retargeted clip': {
        plays: [], start({ model, clips }) {
            model.anim!.assignAnimation('walk', retargetTrack(clips.get('walk')!, model, model, { rootMotion: 'inPlace' }).track!);
        }
    }
};

/** What is seen of all bones in all frames: places and rotations in the scene. */
async function watch(file: string, { plays, start, frame: act }: Case, way: typeof WAYS[number] | null): Promise<number[][]> {
    const app = await createPhysicsApp('ammojs-typed');
    registerLimber(app);
    const { instantiate, clips } = await loadGlb(app, file);
    const model = instantiate(), between = new Entity('between', app);
    const holder = new Entity('holder', app), back = new Entity('back', app);
    app.root.addChild(holder);
    holder.addChild(back);
    back.addChild(model);
    for (const child of [...model.children]) {
        model.removeChild(child);
        between.addChild(child);
    }
    model.addChild(between);
    const own = model.getLocalTransform().clone();
    const move = () => {
        place(between, own.clone().invert().mul(MOVED).mul(own));
        place(back, MOVED.clone().invert());
    };
    if (way === 'in the file') move();
    model.addComponent('anim', { activate: true });
    for (const clip of plays) model.anim!.assignAnimation(clip, clips.get(clip)!);
    holder.addComponent('script');
    const hero = { app, holder, model, clips };
    start(hero);
    const { nodes } = findCharacter(model)!.skeleton;
    const seen = Array.from({ length: FRAMES }, (_, frame) => {
        act?.(hero, frame);
        if (way === 'at run time' && frame === WHEN) move();
        app.update(FRAME);
        return nodes.flatMap((node) => {
            const { x, y, z } = node.getPosition(), q = node.getRotation();
            return [x, y, z, q.x, q.y, q.z, q.w];
        });
    });
    app.destroy();
    return seen;
}

/** Largest distance in millimetres and largest angle in degrees between what was seen twice. */
function apart(a: number[][], b: number[][]): { way: number, angle: number } {
    let way = 0, angle = 0;
    a.forEach((row, frame) => {
        for (let o = 0; o < row.length; o += 7) {
            const [p, q] = [row, b[frame]].map(all => all.slice(o, o + 7));
            way = Math.max(way, 1000 * Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
            const cosine = Math.abs(p[3] * q[3] + p[4] * q[4] + p[5] * q[5] + p[6] * q[6]);
            angle = Math.max(angle, 2 * Math.acos(Math.min(1, cosine)) * 180 / Math.PI);
        }
    });
    return { way, angle };
}

describe('a model beside the place of its file, and turned', () => {
    for (const { name, file } of usual([{ name: 'mannequin', file: MANNEQUIN }, { name: 'hound', file: HOUND }])) {
        for (const [what, one] of Object.entries(CASES)) {
            it(`shows the same of ${what} (${name})`, async () => {
                const plain = await watch(file, one, null);
                for (const way of WAYS) {
                    const seen = apart(plain, await watch(file, one, way));
                    expect(seen.way, `${way}: millimetres`).to.be.below(1);
                    expect(seen.angle, `${way}: degrees`).to.be.below(0.1);
                }
            });
        }
    }
});
