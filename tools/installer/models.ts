import type { EditorAsset, ImportSettings } from './editor-api';
import type { Installation } from './installation';
import { InstallProblem, idOf, textOf, type Project } from './project';

// The files of models and clips: upload, and waiting for what the Editor makes of them.

/** Import with a hierarchy, which gives a template, in a way that leaves other assets of the project alone. The user's settings hold for all else. */
const IMPORT: ImportSettings = {
    useContainers: true, useGlb: true, importMorphNormals: true, preserveMapping: false, searchRelatedAssets: false, pow2: false,
    overwriteModel: false, overwriteAnimation: false, overwriteMaterial: false, overwriteTexture: false, animUseFbxFilename: false,
    meshCompression: 'none', unwrapUv: false, animSampleRate: 0, animCurveTolerance: 0, animEnableCubic: false
};

const TYPE = 'scene';

function findSource(project: Project, folder: number, name: string): EditorAsset | null {
    return project.findIn(folder, TYPE, name);
}

/** The template that the Editor has made of a file; null while there is none. Its source is named on it in fields that may change: its name tells it too. */
export function importedTemplate({ project, folder }: Installation, name: string): EditorAsset | null {
    const source = findSource(project, folder, name);
    return source && (project.madeOf(idOf(source)).find(asset => asset.get('type') === 'template') ?? project.findIn(folder, 'template', name));
}

/** Sends a file; answers the id of its asset. */
function send({ project, folder }: Installation, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const { editor } = project;
    const file = new File([bytes], name, { type: 'model/gltf-binary' });
    const sent = new Promise<number>((resolve, reject) => {
        editor.api.globals.rest.assets.assetCreate({ name, filename: name, type: TYPE, file, parent: String(folder), preload: false }, editor.call('assets:pipeline:options', IMPORT) ?? IMPORT)
        .on('load', (_, { id }) => resolve(Number(id)))
        .on('error', (status, answer) => reject(new Error(`${status}: ${textOf(answer)}`)));
    });
    return project.within(sent, `the answer to the upload of ${name}`);
}

/** Whether the import of a file is over. */
function isImported(installation: Installation, name: string, isCharacter: boolean): boolean {
    const { project, folder } = installation;
    const source = findSource(project, folder, name);
    if (!source) return false;
    if (source.get('task') === 'failed') throw new InstallProblem(`The Editor could not import ${name}. Look at its asset for the reason.`);
    const made = project.madeOf(idOf(source));
    const has = (type: string) => made.some(asset => asset.get('type') === type);
    return isCharacter ? has('container') && importedTemplate(installation, name) !== null : has('container') || has('animation');
}

/** Sees to it that the folder has a file, imported. */
export async function addModel(installation: Installation, name: string, bytes: Uint8Array<ArrayBuffer>, isCharacter: boolean): Promise<void> {
    const { project, folder, back, tell } = installation;
    if (findSource(project, folder, name)) {
        tell(`${name} is there already.`);
    } else {
        tell(`Uploading ${name} ...`);
        back.note(name, async () => {
            const source = project.added.find(asset => asset.get('type') === TYPE && asset.get('name') === name);
            if (!source) return;
            await project.assets.delete([...project.madeOf(idOf(source)), source]);
            // an import that ended meanwhile has made more
            const late = project.madeOf(idOf(source));
            if (late.length > 0) await project.assets.delete(late);
        });
        await send(installation, name, bytes);
    }
    if (isImported(installation, name, isCharacter)) return;
    tell(`Waiting for the import of ${name} ...`);
    await project.wait(() => (isImported(installation, name, isCharacter) ? true : null), `the import of ${name}`);
}
