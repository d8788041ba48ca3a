import { findCharacter } from 'limber';
import { Asset, type AnimTrack, type AppBase, type Entity, type RenderComponent } from 'playcanvas';

import { Character, readContainer, readTracks, unload } from './character';
import { FileProblem, readFiles, type GlbFile, type ReadFile } from './glb';
import type { Work } from './progress';

// What files bring: a character with its clips, or clips for the character that is there.

/** Share of the nodes that a clip moves which a character must have for the clip to be its own. */
const SAME_SKELETON = 0.5;

/** Share of the whole that is done when a step begins. Reading comes first and, with packed files, takes longest. */
const BUILDING = 0.4;
const FINDING = 0.6;

/** The same for what the gallery does with the character then. */
export const SETTING_UP = 0.75;

/** What files have brought. */
export interface Brought {
    readonly character: Character;
    /** Clips that were added to the character that was there; null for another character. */
    readonly added: readonly string[] | null;
}

/** Counts files, as the engine takes what has the same address for the same file. */
let count = 0;

function loadContainer(app: AppBase, file: GlbFile): Promise<Asset> {
    const asset = new Asset(file.name, 'container', { url: `${++count}/${file.name}`, filename: file.name, contents: file.bytes } as never);
    return new Promise((resolve, reject) => {
        asset.once('load', () => resolve(asset));
        asset.once('error', () => {
            app.assets.remove(asset);
            reject(new FileProblem(`"${file.name}" could not be read; the console says where. Export it again as glTF binary (.glb).`));
        });
        app.assets.add(asset);
        app.assets.load(asset);
    });
}

/** Loads all files or none. */
async function loadAll(app: AppBase, files: readonly GlbFile[]): Promise<Asset[]> {
    const loaded = await Promise.allSettled(files.map(file => loadContainer(app, file)));
    const assets = loaded.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
    const failed = loaded.find(result => result.status === 'rejected');
    if (!failed) return assets;
    for (const asset of assets) unload(app, asset);
    throw failed.reason;
}

/** Difference of two heights, as a share, up to which they are one. */
const SAME_HEIGHT = 0.01;

/** What stands in a file. */
interface Body {
    /** Names of its nodes. */
    readonly names: ReadonlySet<string>;
    /** How many vertices bones move. */
    readonly vertices: number;
    readonly legs: number;
    /** Its height in the file's units; 0: no character was found. */
    readonly height: number;
}

/**
 * Roles that are set by hand, among files: a json that the page *Drop a character* has saved.
 *
 * @throws {FileProblem} When it cannot be read.
 */
export function splitRoles(files: readonly GlbFile[]): { models: GlbFile[]; roles: unknown } {
    const [json] = files.filter(({ name }) => /\.json$/i.test(name));
    if (!json) return { models: [...files], roles: null };
    const models = files.filter(({ name }) => !/\.json$/i.test(name));
    try {
        return { models, roles: JSON.parse(new TextDecoder().decode(json.bytes)) };
    } catch {
        throw new FileProblem(`"${json.name}" is no JSON. Save the roles again.`);
    }
}

/** Looks at an instance of a model, which it destroys. */
function readBody(entity: Entity): Body {
    const names = new Set(entity.find(() => true).map(node => node.name));
    const meshes = (entity.findComponents('render') as unknown as RenderComponent[]).flatMap(render => render.meshInstances);
    const vertices = meshes.filter(mesh => mesh.skinInstance).reduce((sum, { mesh }) => sum + mesh!.vertexBuffer.numVertices, 0);
    const { legs, height } = findCharacter(entity) ?? { legs: 0, height: 0 };
    entity.destroy();
    return { names, vertices, legs, height };
}

/** Whether clips move the nodes with these names. */
function fits(tracks: readonly AnimTrack[], names: ReadonlySet<string>): boolean {
    const moved = new Set(tracks.flatMap(track => track.curves.flatMap(curve => curve.paths.map(path => (path as { entityPath: string[] }).entityPath.at(-1)!))));
    const known = [...moved].filter(name => names.has(name)).length;
    return known > 0 && known >= SAME_SKELETON * moved.size;
}

/**
 * Whether a file of clips carries along the body that is on the stage or a part of it, such as its head. The same file, dropped again, is the
 * character anew.
 */
function carriesAlong(file: Asset, { names, vertices, legs, height }: Body, present: Character, presentBody: Body): boolean {
    if (!fits(readTracks(file), presentBody.names) || file.name === present.name) return false;
    const isAsTall = Math.abs(height - presentBody.height) <= SAME_HEIGHT * presentBody.height;
    const isSame = isAsTall && vertices === presentBody.vertices && names.size === presentBody.names.size;
    return isSame || legs < presentBody.legs;
}

function checkClips(files: readonly Asset[], names: ReadonlySet<string>, character: string) {
    const stranger = files.find(file => !fits(readTracks(file), names));
    if (!stranger) return;
    throw new FileProblem(
        `The clips of "${stranger.name}" move bones that "${character}" does not have. Drop them together with the character that they belong to.`
    );
}

function combine(app: AppBase, assets: readonly Asset[], jsons: readonly object[], present: Character | null): Brought {
    const contents = new Map(assets.map(asset => [asset, readBody(readContainer(asset).instantiateRenderEntity())]));
    const bodies = assets.filter(asset => contents.get(asset)!.vertices > 0);
    if (!present && bodies.length === 0) {
        throw new FileProblem(`"${assets[0].name}" holds clips and no character. Drop it together with the character that its clips belong to.`);
    }
    const there = present && readBody(present.createModel());
    if (present && there && bodies.every(body => carriesAlong(body, contents.get(body)!, present, there))) {
        checkClips(assets, there.names, present.name);
        return { character: present, added: present.addClips(assets) };
    }
    // files of clips often carry the body along
    const model = bodies.find(body => readTracks(body).length === 0) ?? bodies[0];
    const others = bodies.filter(body => body !== model);
    const { names } = contents.get(model)!;
    const second = others.find(other => !fits(readTracks(other), names));
    if (second) throw new FileProblem(`"${model.name}" and "${second.name}" are two characters. Drop one after the other, each alone or with its clips.`);
    const clips = assets.filter(asset => asset !== model && readTracks(asset).length > 0);
    checkClips(clips, names, model.name);
    for (const asset of assets) if (asset !== model && !clips.includes(asset)) unload(app, asset);
    return { character: new Character(app, model, clips, jsons[assets.indexOf(model)]), added: null };
}

/**
 * Loads files: the one with a skinned mesh is the model, all of them give clips. Clips alone go to the character that is there.
 *
 * @param app - The application.
 * @param files - GLB files.
 * @param present - The character that is there.
 * @param work - Hears what is done, and can be given up.
 * @throws {FileProblem} When they bring nothing that the stage can show; it is as it was.
 */
export async function loadFiles(app: AppBase, files: readonly GlbFile[], present: () => Character | null, work: Work): Promise<Brought> {
    if (files.length === 0) throw new FileProblem('Nothing that was dropped is a file. Drop a skinned character as glTF binary (.glb).');
    const useful = (await readFiles(files, (step, done) => work.tell(step, BUILDING * done), work.signal)).filter(({ skins, clips }) => skins > 0 || clips > 0);
    if (useful.length === 0) {
        throw new FileProblem(`"${files[0].name}" has no skin, so there are no bones to move. Export the character with its armature and skin weights.`);
    }
    await work.next('Building the model', BUILDING);
    const assets = await loadAll(app, useful);
    try {
        await work.next('Finding its bones', FINDING);
        return combine(app, assets, useful.map(({ json }: ReadFile) => json), present());
    } catch (problem) {
        for (const asset of assets) unload(app, asset);
        throw problem;
    }
}
