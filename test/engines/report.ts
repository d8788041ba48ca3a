import { AnimCurve, AnimData, AnimEvents, AnimTrack, Entity, INTERPOLATION_LINEAR, SkinInstance, Vec3, type AppBase, type GraphNode } from 'playcanvas';

import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { releaseSurplusSkins } from '../support/surplus-skins';

// npm run engine-report: measures what docs/engine-report.md says about the engine, without any script of the pack.

const collect = (globalThis as { gc?(): void }).gc!;

const heap = () => process.memoryUsage().heapUsed;

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Bytes that a call leaves on the heap: the median of some rounds, once it is compiled. */
function bytesOf(work: (call: number) => void): number {
    const calls = 100000;
    const rounds = Array.from({ length: 9 }, () => {
        const before = heap();
        for (let i = 0; i < calls; i++) work(i);
        return (heap() - before) / calls;
    });
    return median(rounds);
}

/** What a field that is declared without a value holds at first. */
const nothing = undefined as unknown as number;

/** Four numbers as the engine's Quat has them: fields that are declared without a value, and with one. */
class Unset {
    x = nothing;

    y = nothing;

    z = nothing;

    w = nothing;

    constructor(x = 0, y = 0, z = 0, w = 1) { this.x = x; this.y = y; this.z = z; this.w = w; }

    set(x: number, y: number, z: number, w: number) { this.x = x; this.y = y; this.z = z; this.w = w; }
}

class Preset {
    x = 0;

    y = 0;

    z = 0;

    w = 1;

    set(x: number, y: number, z: number, w: number) { this.x = x; this.y = y; this.z = z; this.w = w; }
}

const COUNT = 60;
const numbers = Float64Array.from({ length: 4 * COUNT }, (_, i) => Math.sin(i));

function measureWrites() {
    const nodes = Array.from({ length: COUNT }, () => new Entity('node', app));
    const unset = nodes.map(() => new Unset()), preset = nodes.map(() => new Preset());
    const rotation = bytesOf((i) => {
        const k = i % COUNT, o = 4 * k;
        nodes[k].setLocalRotation(numbers[o], numbers[o + 1], numbers[o + 2], numbers[o + 3]);
    });
    const position = bytesOf((i) => {
        const k = i % COUNT, o = 4 * k;
        nodes[k].setLocalPosition(numbers[o], numbers[o + 1], numbers[o + 2]);
    });
    const without = bytesOf((i) => {
        const k = i % COUNT, o = 4 * k;
        unset[k].set(numbers[o], numbers[o + 1], numbers[o + 2], numbers[o + 3]);
    });
    const withOne = bytesOf((i) => {
        const k = i % COUNT, o = 4 * k;
        preset[k].set(numbers[o], numbers[o + 1], numbers[o + 2], numbers[o + 3]);
    });
    console.log(`1. bytes a call: setLocalRotation ${rotation.toFixed(0)}, setLocalPosition ${position.toFixed(0)}; fields declared without a value ${without.toFixed(0)}, with one ${withOne.toFixed(0)}`);
}

/** Microseconds of writing the rotations of all nodes of a character, and of bringing its matrices up to date. */
async function measureHierarchy() {
    const { instantiate } = await loadGlb(app, MANNEQUIN);
    const hero = instantiate();
    app.root.addChild(hero);
    const nodes = hero.find(() => true) as GraphNode[];
    const rounds = Array.from({ length: 3000 }, (_, i) => {
        const isRead = i % 2 === 0;
        if (isRead) app.root.syncHierarchy();
        const start = performance.now();
        nodes.forEach((node, k) => node.setLocalRotation(numbers[k], numbers[k + 1], numbers[k + 2], numbers[k + 3]));
        const written = performance.now();
        app.root.syncHierarchy();
        const end = performance.now();
        if (!isRead) nodes[0].setLocalRotation(0, 0, 0, 1);
        return { write: 1000 * (written - start), sync: 1000 * (end - written) };
    }).slice(1000);
    hero.destroy();
    console.log(`2. microseconds for ${nodes.length} nodes: writes ${median(rounds.map(({ write }) => write)).toFixed(1)}, syncHierarchy ${median(rounds.map(({ sync }) => sync)).toFixed(1)}`);
}

/** A clip of one second that holds properties of nodes, `node.property`. */
function clip(name: string, held: Readonly<Record<string, readonly number[]>>): AnimTrack {
    const curves = Object.keys(held).map((key, i) => {
        const [node, property] = key.split('.');
        const path = { entityPath: ['model', node], component: 'graph', propertyPath: [property] };
        return new AnimCurve([path as never], 0, i, INTERPOLATION_LINEAR);
    });
    const outputs = Object.values(held).map(value => new AnimData(value.length, Float32Array.from([...value, ...value])));
    return new AnimTrack(name, 1, [new AnimData(1, Float32Array.of(0, 1))], outputs, curves, new AnimEvents([]));
}

function addModel() {
    const model = new Entity('model', app), foot = new Entity('foot', app);
    model.addChild(foot);
    model.addChild(new Entity('hand', app));
    app.root.addChild(model);
    model.addComponent('anim', { activate: true });
    model.anim!.assignAnimation('idle', clip('idle', { 'hand.localRotation': [0, 0, 0, 1] }));
    model.anim!.assignAnimation('walk', clip('walk', { 'foot.localScale': [2, 2, 2], 'foot.localRotation': [0, 1, 0, 0] }));
    app.update(1 / 60);
    return { foot, anim: model.anim!, layer: model.anim!.baseLayer! };
}

const numbersOf = (node: Entity) => `scale ${node.getLocalScale()}, rotation ${node.getLocalRotation()}`;

function tryFade() {
    const { layer } = addModel();
    layer.transition('walk', 0.5);
    app.update(1 / 60);
    layer.play('idle');
    try {
        layer.transition('walk', 0.2);
        console.log('3. nothing is thrown');
    } catch (error) {
        console.log(`3. ${String(error)}`);
    }
}

function tryUnset() {
    const { foot, layer } = addModel();
    layer.transition('walk', 0.5);
    app.update(0);
    console.log(`4. a fade in a frame of no time: ${numbersOf(foot)}`);
}

function tryLeft() {
    const { foot, anim, layer } = addModel();
    layer.play('walk');
    app.update(1 / 60);
    layer.play('idle');
    for (let i = 0; i < 60; i++) app.update(1 / 60);
    foot.setLocalScale(Vec3.ONE);
    app.update(1 / 60);
    const kept = String(foot.getLocalScale());
    anim.rebind();
    foot.setLocalScale(Vec3.ONE);
    app.update(1 / 60);
    console.log(`5. a scale of 1, written while another clip plays, a frame later: ${kept}; after rebind(): ${foot.getLocalScale()}`);
}

async function measureDestroyed(tidies: boolean) {
    const { instantiate } = await loadGlb(app, MANNEQUIN);
    let destroyed = 0;
    const { destroy: whole } = SkinInstance.prototype;
    SkinInstance.prototype.destroy = function destroy(this: SkinInstance) {
        destroyed++;
        whole.call(this);
    };
    const come = () => {
        const hero = instantiate();
        if (tidies) releaseSurplusSkins(hero);
        app.root.addChild(hero);
        app.update(1 / 60);
        hero.destroy();
        app.update(1 / 60);
    };
    for (let i = 0; i < 10; i++) come();
    collect();
    const before = heap();
    destroyed = 0;
    for (let i = 0; i < COUNT; i++) come();
    collect();
    SkinInstance.prototype.destroy = whole;
    const kilobytes = ((heap() - before) / COUNT / 1000).toFixed(0);
    console.log(`6. KB that stay of a character${tidies ? ' whose surplus counts are taken back' : ''}: ${kilobytes}; calls of SkinInstance.destroy: ${destroyed}`);
}

const app: AppBase = createApp();
measureWrites();
await measureHierarchy();
tryFade();
tryUnset();
tryLeft();
await measureDestroyed(false);
await measureDestroyed(true);
process.exit(0);
