import { registerLimber } from 'limber';
import * as engine from 'playcanvas';
import { Asset, BoundingBox, Vec3, type AnimTrack, type AppBase, type Entity, type MeshInstance, type RenderComponent } from 'playcanvas';

import { Actor, type Model } from './actor';
import { drawBones } from './bones';
import { joinPictures } from './join';
import { BuiltLane } from './lane';
import { MOTIONS, type Answer, type FileForPage, type Request } from './request';
import { scenes } from './scenes';
import { Sheet } from './sheet';
import { checkViews, Studio } from './studio';
import { showUnseen } from '../../docs/demo/frame/unseen';

// What runs in the page: loads the character, plays a scene frame by frame, and puts pictures of it on a sheet.

interface Container {
    animations: Asset[];
    instantiateRenderEntity(options?: object): Entity;
}

/** Height of a person in metres. */
const PERSON = 1.75;

/** Metres of a person between two lanes. */
const BETWEEN = 90;

/** Gravity on Earth, metres per second squared. */
const GRAVITY = 9.81;

/** Sizes of characters, as heights over that of a person, that fall as people do; a giant in centimetres falls as fast as a person in metres. */
const AS_IT_IS = [0.25, 4];

/** Height of a picture over the character's, and the least and largest width over height. */
const AROUND = 1.22;
const SHAPES = [0.8, 1.6];

/** Half-life in seconds with which the camera follows. */
const CAMERA = 0.1;

/** What is on the stage. */
let model: Model & { readonly bounds: BoundingBox; readonly unit: number };
let studio: Studio;

async function load(app: AppBase, { name, url }: FileForPage): Promise<Container> {
    const asset = new Asset(name, 'container', { url, filename: name.replace(/\.vrm$/i, '.glb') } as never);
    await new Promise<void>((resolve, reject) => {
        asset.once('load', () => resolve());
        asset.once('error', (error: unknown) => reject(new Error(`${name}: ${String(error)}`)));
        app.assets.add(asset);
        app.assets.load(asset);
    });
    return asset.resource as unknown as Container;
}

function collectClips(containers: readonly Container[], files: readonly FileForPage[]): Map<string, AnimTrack> {
    const clips = new Map<string, AnimTrack>();
    containers.forEach(({ animations }, i) => {
        const file = files[i].name.replace(/\.\w+$/, '');
        for (const { resource } of animations) {
            const track = resource as AnimTrack;
            // a file with a single clip beside the model often gives it a meaningless name; exporters put the armature's in front
            const own = animations.length === 1 && i > 0 ? file : track.name || file;
            let name = own.split('|').pop()!.replaceAll('.', ' ');
            while (clips.has(name)) name = `${name}'`;
            clips.set(name, track);
        }
    });
    return clips;
}

function measure(meshes: readonly MeshInstance[]): BoundingBox {
    const bounds = new BoundingBox();
    meshes.forEach((mesh, i) => {
        mesh.skinInstance?.updateMatrices(mesh.node, 0);
        if (i === 0) bounds.copy(mesh.aabb);
        else bounds.add(mesh.aabb);
    });
    return bounds;
}

window.openStage = async (files) => {
    studio = await Studio.create();
    const { app } = studio;
    registerLimber(app);
    const containers = await Promise.all(files.map(file => load(app, file)));
    for (const name of MOTIONS) await load(app, { name, url: `/${name}` });
    const instantiate = () => containers[0].instantiateRenderEntity({ castShadows: true });
    const entity = instantiate();
    app.root.addChild(entity);
    const meshes = (entity.findComponents('render') as unknown as RenderComponent[]).flatMap(render => render.meshInstances);
    showUnseen(meshes);
    const bounds = measure(meshes);
    entity.destroy();
    const unit = 2 * bounds.halfExtents.y / PERSON;
    model = { instantiate, clips: collectClips(containers, files), bounds, unit };
    const isUsual = unit >= AS_IT_IS[0] && unit <= AS_IT_IS[1];
    app.systems.rigidbody!.gravity.set(0, isUsual ? -GRAVITY : -GRAVITY * unit, 0);
};

window.joinPictures = joinPictures;

/** Code of the command line, with what it may use. */
function compile(code: string, isExpression: boolean): (actor: Actor) => unknown {
    // eslint-disable-next-line no-new-func
    const run = new Function('actor', 'script', 'stage', 'pc', isExpression ? `return (${code})` : code);
    return actor => run(actor, (name: string) => actor.script(name), studio, engine);
}

const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Draws the bones of the actors over their pictures. */
function overBones(actors: readonly Actor[], width: number, height: number) {
    return (context: CanvasRenderingContext2D, row: number) => {
        const { character } = actors[row % actors.length];
        if (!character) return;
        drawBones(context, character, (place) => {
            const [across, down] = studio.project(row, place);
            return [across * width, down * height];
        });
    };
}

window.takeStrip = (request: Request): Promise<Answer> => {
    const { app } = studio;
    const scene = scenes.find(({ name }) => name === request.scene)!;
    checkViews(request.views);
    const { unit, bounds } = model;
    const count = request.alone ? 1 : 2;
    const lanes = Array.from({ length: count }, (_, i) => new BuiltLane(app, new Vec3(i * BETWEEN * unit, 0, 0), unit, studio.grid));
    for (const lane of lanes) scene.build?.(lane);
    const actors = lanes.map(lane => new Actor(app, lane, scene, model, request));
    const hero = actors[count - 1];
    const lines: string[] = [];
    try {
        hero.addScripts();
        const { x, y, z } = bounds.halfExtents;
        const room = (scene.room ?? 1) / request.zoom;
        const long = 1.2 * Math.max(x, z) / y;
        // who is longer than a picture is wide is seen from further away
        const half = AROUND * room * y * Math.max(1, long / SHAPES[1]);
        const shape = Math.min(SHAPES[1], Math.max(SHAPES[0], long, (scene.room ?? 1) > 1 ? 1.2 : 0));
        const { width } = request, height = Math.round(width / shape);
        studio.frame(request.views, count, width, height);
        const pictures = Math.floor((request.to - request.from) / request.every) + 1;
        const sheet = new Sheet(studio.canvas, { rows: request.views.flatMap(view => (count === 1 ? [view] : [`${view}, without`, `${view}, with`])), characters: count, pictures, width, height, columns: request.columns });
        const acts = request.acts.map(({ frame, code }) => ({ frame, run: compile(code, false) }));
        const print = request.print ? compile(request.print, true) : null;
        const dt = 1 / request.rate;
        const middles = actors.map(actor => actor.middle);
        for (let frame = 0, taken = 0; taken < pictures; frame++) {
            for (const act of acts) if (act.frame === frame) act.run(hero);
            for (const actor of actors) actor.update(frame * dt, dt);
            app.update(dt);
            actors.forEach((actor, i) => middles[i].lerp(actor.middle, middles[i], 2 ** (-dt / CAMERA)));
            if (frame < request.from || (frame - request.from) % request.every !== 0) continue;
            const boxes = actors.map((actor, i) => {
                const at = request.at ? actor.bone(request.at)?.getPosition().clone() : undefined;
                return new BoundingBox(at ?? middles[i].clone().add(new Vec3(0, y, 0)), new Vec3(half, half, half));
            });
            studio.draw(request.views, boxes);
            sheet.add(taken++, `${frame}  ${(frame * dt).toFixed(2)} s`, request.bones ? overBones(actors, width, height) : undefined);
            if (print) lines.push(`${frame}: ${text(print(hero))}`);
        }
        if (model.clips.size === 0) lines.push('problem: the file has no clips, so the character stands as the file has it. Name files of clips after it in --character.');
        lines.push(...hero.problems().map(problem => `problem: ${problem}`));
        return Promise.resolve({ url: sheet.url, lines });
    } finally {
        for (const actor of actors) actor.destroy();
        for (const lane of lanes) lane.destroy();
    }
};
