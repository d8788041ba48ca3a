import type { Act, Scene, Triple } from './scene';

// The scenes of the strips. A system adds what shows it: one entry, in metres and seconds of a person 1.75 m tall; the stage sizes all of it
// to the character. x is to the left of a character that starts at the origin, y up, z ahead.

const FEET = ['mecFootPlacer'];
/** Ground that rises ahead would hide the feet from the front. */
const RISING = ['side', 'back'];
const FALLS = ['activeRagdoll', 'hitReactions'];

/** Degrees from ahead to the left, for the eight directions of a push. */
const push = (newtonSeconds: number, degrees = 0): Act => actor => actor.hit(newtonSeconds, degrees);

/** Heights of stones, and how far each is turned about x and z, degrees. */
const STONES: readonly (readonly [number, number, number])[] = [
    [0.06, 4, -3], [0.11, -6, 2], [0.04, 8, 5], [0.14, 2, -7], [0.08, -3, 6], [0.12, 7, 1], [0.05, -8, -4], [0.1, 3, 3]
];

/** Places that a right hand reaches for, from the head. */
const REACHES: readonly Triple[] = [
    [-0.1, -0.3, 0.45], [-0.25, 0.35, 0.2], [0.3, -0.3, 0.3], [-0.7, -0.2, 0.1], [-0.2, -1, 0.35], [-0.35, -0.6, -0.4], [-0.03, -0.03, 0.18], [-0.4, -0.2, 1.2]
];

export const DEFAULT_SCENE = 'flat';

export const scenes: readonly Scene[] = [
    { name: 'flat', text: 'walks over the floor', gait: 'walk', scripts: FEET, seconds: 3 },
    { name: 'stand', text: 'stands', gait: 'idle', scripts: ['idleRandomizer'], seconds: 8 },
    { name: 'run', text: 'runs over the floor', gait: 'run', scripts: FEET, seconds: 2 },
    {
        name: 'step', text: 'walks onto one step of 0.2 m and down again', gait: 'walk', scripts: FEET, views: RISING, seconds: 4,
        build: lane => lane.box([0, 0.1, 2.75], [2, 0.2, 1.5])
    },
    {
        name: 'edge', text: 'stands with one foot on a step of 0.2 m', gait: 'idle', scripts: FEET, seconds: 1.5,
        build: lane => lane.box([1, 0.1, 0], [2, 0.2, 2])
    },
    {
        name: 'stairs', text: 'walks up stairs of 0.17 by 0.29 m, to a landing', gait: 'walk', scripts: FEET, views: RISING, seconds: 6, tread: 0.29,
        build: (lane) => {
            for (let i = 0; i < 7; i++) lane.box([0, 0.085 * (i + 1), 1.7 + 0.29 * i + 2], [2, 0.17 * (i + 1), 4]);
        }
    },
    {
        name: 'down', text: 'walks down stairs of 0.17 by 0.29 m', gait: 'walk', scripts: FEET, seconds: 6, tread: 0.29,
        build: (lane) => {
            for (let i = 0; i < 7; i++) lane.box([0, 0.085 * (i + 1), 2.9 - 0.29 * i - 4], [2, 0.17 * (i + 1), 8]);
        }
    },
    {
        name: 'slope', text: 'walks up a slope of 20 degrees', gait: 'walk', scripts: FEET, views: RISING, seconds: 4,
        build: lane => lane.slope([0, 0, 1], 2, 5, 20)
    },
    {
        name: 'across', text: 'stands across a slope of 20 degrees', gait: 'idle', scripts: FEET, seconds: 1.5,
        build: lane => lane.box([0, -0.5, 0], [6, 1, 4], [0, 0, 20])
    },
    {
        name: 'hill', text: 'stands across a slope of 15 degrees and looks at a ball to its left', gait: 'idle', scripts: ['perfectLookAt', ...FEET], seconds: 1.5,
        build: lane => lane.box([0, -0.02, 0], [30, 1, 30], [0, 0, 15]),
        acts: [[0, actor => actor.lookBeside([1.3, 0.3, 1.5])]]
    },
    {
        name: 'rubble', text: 'walks over stones up to 0.14 m high', gait: 'walk', scripts: FEET, views: RISING, seconds: 5,
        build: (lane) => {
            STONES.forEach(([height, x, z], i) => {
                for (const side of [-1, 1]) lane.box([0.2 * side, height / 2 - 0.1, 1.2 + 0.42 * i + 0.15 * side], [0.38, height + 0.2, 0.38], [side * x, 17 * i, z]);
            });
        }
    },
    {
        name: 'platform', text: 'stands on a platform that moves ahead, aside, up and turns', gait: 'idle', scripts: FEET, seconds: 4,
        build: lane => lane.box([0, 0.15, 0], [2, 0.3, 2], [0, 0, 0], time => ({
            at: [0.5 * Math.sin(1.5 * time), 0.15 + 0.12 * (1 - Math.cos(1.9 * time)), 0.8 * (1 - Math.cos(1.2 * time))], turn: [0, 20 * Math.sin(1.1 * time), 0]
        })),
        rides: true
    },
    {
        name: 'push', text: 'stands and is pushed at the chest by 50 N s from the front after 0.5 s', gait: 'idle', scripts: FALLS, seconds: 3.5, room: 1.2,
        acts: [[0.5, push(50, 180)]]
    },
    {
        name: 'walkpush', text: 'walks and is pushed at the chest by 50 N s from its right after 1 s', gait: 'walk', scripts: FALLS, seconds: 4, room: 1.2,
        acts: [[1, push(50, 90)]]
    },
    {
        name: 'fall', text: 'is knocked over backwards by 260 N s, and gets up', gait: 'idle', scripts: FALLS, seconds: 7, room: 1.15,
        acts: [[0.3, push(260, 180)]]
    },
    {
        name: 'fallahead', text: 'is knocked over forwards by 260 N s, and gets up', gait: 'idle', scripts: FALLS, seconds: 7, room: 1.15,
        acts: [[0.3, push(260)]]
    },
    {
        name: 'fallaside', text: 'is knocked over to its left by 260 N s, and gets up', gait: 'idle', scripts: FALLS, seconds: 7, room: 1.15,
        acts: [[0.3, push(260, 90)]]
    },
    {
        name: 'limp', text: 'hangs limp from the start and drops', gait: 'idle', scripts: ['activeRagdoll'], seconds: 4, room: 1.15,
        acts: [[0.1, actor => actor.limp()]]
    },
    {
        name: 'turn', text: 'walks a bend of 90 degrees, then turns about at once', gait: 'walk', scripts: FEET, seconds: 4.5,
        update: (actor, time, dt) => {
            if (time > 1 && time <= 2) actor.turn(90 * dt);
        },
        acts: [[3, actor => actor.turnAbout()]]
    },
    {
        name: 'switch', text: 'stands, walks, runs, and stands, entered at once', gait: 'idle', scripts: ['poseTransition', ...FEET], seconds: 5,
        acts: [[1, actor => actor.play('walk')], [2.5, actor => actor.play('run')], [4, actor => actor.play('idle')]]
    },
    {
        name: 'look', text: 'looks at a ball that goes round it, then up and down', gait: 'idle', scripts: ['perfectLookAt'], seconds: 6,
        update: (actor, time) => {
            const angle = 2 * Math.sin(1.4 * time);
            actor.lookAt([2 * Math.sin(angle), 1.6 + 0.9 * Math.sin(2.3 * time), 2 * Math.cos(angle)]);
        }
    },
    {
        name: 'reach', text: 'reaches with its right hand ahead, up, across, aside, low, back, to its mouth and for what is too far', gait: 'idle', scripts: ['handPlacer'], seconds: 8,
        acts: REACHES.map((at, i) => [i, actor => actor.lookBeside(at)] as const)
    },
    {
        name: 'wall', text: 'walks along a wall to its left and a railing to its right, and touches both', gait: 'walk', scripts: [...FEET, 'handPlacer'], seconds: 5, touches: true,
        views: ['back', 'front', 'side', 'top'],
        build: (lane) => {
            lane.box([0.55, 1.2, 3], [0.1, 2.4, 4]);
            lane.box([-0.44, 0.48, 3], [0.08, 0.96, 4]);
        }
    },
    {
        name: 'springs', text: 'gallops or runs, stops, and turns about', gait: 'run', scripts: ['springChain'], seconds: 4,
        acts: [[2, actor => actor.play('idle')], [3, actor => actor.turnAbout()]]
    },
    {
        name: 'setout', text: 'sets out after 0.5 s, and slows down after 2 s', gait: 'idle', scripts: ['locomotion'], seconds: 3.6,
        update: (actor, time) => actor.go(time < 0.5 ? 0 : Math.min(1, Math.max(0, (2.3 - time) / 0.3)))
    },
    {
        name: 'spin', text: 'turns by 90 degrees to its left on the spot, then by 180', gait: 'idle', scripts: ['locomotion'], seconds: 5,
        update: (actor, time, dt) => {
            if ((time > 0.5 && time <= 1.1) || (time > 2.2 && time <= 3.4)) actor.turn(150 * dt);
        }
    },
    {
        name: 'eight', text: 'walks a figure of eight at 90 degrees a second', gait: 'idle', scripts: ['locomotion'], seconds: 9,
        update: (actor, time, dt) => {
            actor.go(1);
            if (time > 0.5) actor.turn(time < 4.5 ? 90 * dt : -90 * dt);
        }
    },
    {
        name: 'reverse', text: 'walks, and is turned about by the game within 0.3 s after 2 s', gait: 'idle', scripts: ['locomotion'], seconds: 4,
        update: (actor, time, dt) => {
            actor.go(time < 2 || time > 2.3 ? 1 : Math.abs(time - 2.15) / 0.15);
            if (time > 2 && time <= 2.3) actor.turn(600 * dt);
        }
    }
];
