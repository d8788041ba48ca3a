import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { Entity, type AppBase } from 'playcanvas';

import { findCharacter, limberScripts, registerLimber, type Json, type LimberSetup, type ScriptComponentJson } from '../scripts/index';
import { createApp, loadGlb } from '../test/support/app';

// Writes the templates: `npm run templates`. Each is what limberSetup makes of a sample character, with some values of its own.

type Ticks = Partial<Pick<LimberSetup, 'lookAt' | 'feet' | 'hands' | 'ragdoll' | 'hitReactions' | 'mirror' | 'idle' | 'springs'>>;
type Values = Readonly<Record<string, Json>>;
type Row = Readonly<Record<string, Json>>;

interface Sample {
    /** Name of the file without its ending. */
    readonly file: string;
    /** Name of the entity. */
    readonly name: string;
    /** The sample character that it is made for. */
    readonly model: string;
    readonly ticks: Ticks;
    /** Values that differ from what limberSetup gives, by script. */
    readonly tuned?: Readonly<Record<string, Values>>;
    /** Chains of springChain that it keeps; without it all. */
    readonly chains?: RegExp;
    /** Scripts that it has beside those of the ticks. */
    readonly more?: readonly string[];
    /** Up vector of its feet, which hands then have rows for too: away from the wall that it climbs. */
    readonly climbs?: readonly number[];
    /** Whether a player moves it: it has a body and a camera. */
    readonly isPlayer?: boolean;
}

const ALL: Ticks = { lookAt: true, feet: true, ragdoll: true, hitReactions: true, mirror: true, idle: true, springs: true };

/** Mirrored by a switch of the game, not from the start. */
const UPRIGHT: Values = { mirror: false };

export const SAMPLES: readonly Sample[] = [
    { file: 'mannequin', name: 'Mannequin', model: 'mannequin', ticks: ALL, tuned: { animationMirror: UPRIGHT } },
    // shorter and rounder than a person, and as heavy as it looks
    { file: 'gnome', name: 'Gnome', model: 'gnome', ticks: ALL, tuned: { animationMirror: UPRIGHT, activeRagdoll: { totalMass: 40 }, idleRandomizer: { sway: 1.5 } } },
    // an animal sways less on its four legs, and breathes faster
    {
        file: 'hound', name: 'Hound', model: 'hound', ticks: ALL,
        tuned: { animationMirror: UPRIGHT, activeRagdoll: { totalMass: 30 }, idleRandomizer: { sway: 0.5, breathing: 24 } }
    },
    { file: 'look-at', name: 'Look At', model: 'mannequin', ticks: { lookAt: true } },
    { file: 'feet', name: 'Feet', model: 'mannequin', ticks: { feet: true } },
    { file: 'hands', name: 'Hands', model: 'mannequin', ticks: { lookAt: true, hands: true } },
    { file: 'ragdoll', name: 'Ragdoll', model: 'mannequin', ticks: { ragdoll: true } },
    { file: 'player', name: 'Player', model: 'mannequin', ticks: { lookAt: true, feet: true, springs: true }, more: ['locomotion', 'playerControls'], isPlayer: true },
    // the body follows its clip: what moves it up the wall is the game's. A grip lets go when the clip does, and looks for its hold within arm's reach
    {
        file: 'climber', name: 'Climber', model: 'mannequin', ticks: { feet: true }, climbs: [0, 0, -1],
        tuned: { mecFootPlacer: { adjustPelvisVertically: false, predictSwing: false, posture: 0 } }
    },
    { file: 'scarf', name: 'Scarf', model: 'mannequin', ticks: { springs: true }, chains: /scarf/i }
];

/**
 * A capsule that ends 0.35 m over the soles, so that it bumps against no step; it turns about the vertical alone, and walls do not hold it up by friction. Its camera
 * is drawn after others that the scene may have.
 */
const BODY = {
    collision: {
        enabled: true, type: 'capsule', halfExtents: [0.5, 0.5, 0.5], radius: 0.28, axis: 1, height: 1.4, asset: null, renderAsset: null,
        linearOffset: [0, 1.05, 0], angularOffset: [0, 0, 0], convexHull: false, checkVertexDuplicates: true
    },
    rigidbody: {
        enabled: true, type: 'dynamic', mass: 70, linearDamping: 0, angularDamping: 0, linearFactor: [1, 1, 1], angularFactor: [0, 1, 0], friction: 0, restitution: 0
    }
};
const CAMERA = {
    camera: {
        enabled: true, clearColor: [0.53, 0.63, 0.7, 1], clearColorBuffer: true, clearDepthBuffer: true, projection: 0, fov: 45, nearClip: 0.05, farClip: 500, priority: 1,
        rect: [0, 0, 1, 1], layers: [0, 1, 2, 3, 4]
    }
};

/** Where the palms go, in heights of the character: aside, up, ahead of its middle. Hands lie on it, fingers ahead. */
const MARKS = { 'Left Target': [0.1, 0.6, 0.24], 'Right Target': [-0.1, 0.6, 0.24] } as const;

/** Metres before a hand or a foot from which on its hold is looked for, and behind it. */
const GRIP: Values = { footOffsetDist: 0.3, extraRayDistanceCheck: 0.2, setExtraRayDistanceCheckAutomatically: false };

/** Digits behind the point that are kept: those that the inspector shows. */
const DIGITS = 3;

/** An id that is the same in every run. */
function idOf(file: string, entity: string): string {
    const hash = createHash('sha1').update(`limber/${file}/${entity}`).digest('hex');
    return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

function rounded(value: Json): Json {
    if (typeof value === 'number') return Number(value.toFixed(DIGITS)) + 0;
    if (Array.isArray(value)) return value.map(rounded);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]));
}

function entity(id: string, name: string, parent: string | null, children: string[], position: number[], components: object, rotation = [0, 0, 0]): object {
    return {
        name, tags: [], labels: [], enabled: true, resource_id: id, parent, children, position, rotation, scale: [1, 1, 1], components
    };
}

interface SetUp {
    readonly script: ScriptComponentJson;
    /** A place in front of the character to look at. */
    readonly ahead: number[];
    /** Places of palms by their names, and the turn about the vertical of what looks ahead along its -Z axis, degrees. */
    readonly marks: readonly (readonly [string, number[]])[];
    readonly turn: number;
}

/** The scripts that limberSetup gives to a character, and what they act on. */
async function setUp(app: AppBase, { model, ticks, tuned, chains, climbs, more = [] }: Sample): Promise<SetUp> {
    const hero = new Entity('Hero', app);
    hero.addChild((await loadGlb(app, `templates/${model}.glb`)).instantiate());
    hero.addComponent('script');
    app.root.addChild(hero);
    // the character has no clips here, which nobody needs to be told
    for (const name of more) hero.script!.create(name, { enabled: false });
    const setup = hero.script!.create('limberSetup', { attributes: ticks }) as unknown as LimberSetup;
    const script = rounded(setup.toJson() as unknown as Json) as unknown as ScriptComponentJson;
    for (const [name, values] of Object.entries(tuned ?? {})) Object.assign(script.scripts[name].attributes, values);
    if (climbs) {
        const { attributes } = script.scripts.mecFootPlacer;
        const feet = attributes.feet as Row[];
        const hands = feet.map(row => ({ ...row, ...Object.fromEntries(['footId', 'boneName'].map(name => [name, String(row[name]).replace('Foot', 'Hand')])) }));
        attributes.feet = [...feet, ...hands].map(row => ({ ...row, upVector: [...climbs], ...GRIP })) as unknown as Json;
    }
    const { springChain } = script.scripts;
    if (chains && springChain) {
        const rows = springChain.attributes.chains as { boneName: string }[];
        springChain.attributes.chains = rows.filter(({ boneName }) => chains.test(boneName)) as unknown as Json;
    }
    if (more.length > 0) script.order = limberScripts.map(({ name }) => name).filter(name => script.order.includes(name));
    for (const name of more) script.scripts[name].enabled = true;
    const { forward, height } = findCharacter(hero)!;
    const ahead = [forward.x, 0, forward.z].map((value, i) => (i === 1 ? 0.85 : 1.2 * value) * height);
    const { x, z } = forward;
    const marks = Object.entries(MARKS).map(([name, [aside, up, out]]) => (
        [name, rounded([height * (z * aside + x * out), height * up, height * (z * out - x * aside)]) as number[]] as const
    ));
    hero.destroy();
    return { script, ahead: rounded(ahead) as number[], marks: script.scripts.handPlacer ? marks : [], turn: Math.atan2(-x, -z) * 180 / Math.PI };
}

/** The text of each template by its path. */
export async function makeTemplates(): Promise<Map<string, string>> {
    const app = createApp();
    registerLimber(app);
    const texts = new Map<string, string>();
    for (const sample of SAMPLES) {
        const { file, name } = sample;
        const { script, ahead, marks, turn } = await setUp(app, sample);
        const root = idOf(file, name);
        const target = idOf(file, 'Look Target');
        const look = script.scripts.perfectLookAt;
        if (look) look.attributes.targetObject = target;
        const camera = idOf(file, 'Camera');
        const { isPlayer } = sample;
        if (isPlayer) script.scripts.playerControls.attributes.camera = camera;
        const hands = script.scripts.handPlacer?.attributes.hands as Record<string, Json>[] | undefined;
        hands?.forEach((row, i) => Object.assign(row, { target: idOf(file, marks[i][0]), turn: 1 }));
        const children = [...look ? [target] : [], ...marks.map(([one]) => idOf(file, one)), ...isPlayer ? [camera] : []];
        const entities = {
            [root]: entity(root, name, null, children, [0, 0, 0], { ...isPlayer ? BODY : {}, script }),
            ...look ? { [target]: entity(target, 'Look Target', root, [], ahead, {}) } : {},
            ...Object.fromEntries(marks.map(([one, place]) => [idOf(file, one), entity(idOf(file, one), one, root, [], place, {}, [0, turn, 0])])),
            ...isPlayer ? { [camera]: entity(camera, 'Camera', root, [], [0, 1.6, -4], CAMERA) } : {}
        };
        texts.set(`templates/${file}.json`, `${JSON.stringify({ entities }, null, 2)}\n`);
    }
    app.destroy();
    return texts;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    for (const [path, text] of await makeTemplates()) {
        const old = await readFile(path, 'utf8').catch(() => '');
        if (old !== text) await writeFile(path, text);
        console.log(`${path}: ${old === text ? 'up to date' : 'written'}`);
    }
}
