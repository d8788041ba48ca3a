import { addCharacter, addTemplate } from './characters';
import { bytesOf, type Contents } from './contents';
import type { Editor, EditorAsset } from './editor-api';
import type { Installation } from './installation';
import { addModel } from './models';
import { InstallProblem, Project, explain, idOf } from './project';
import { addScript } from './script';
import { TakingBack } from './taking-back';

// Puts the pack into the project that is open in the Editor: the script, the sample characters, the templates. What is there already is left
// alone; when a step fails, what the ones before have done is taken back.

/** Name of the folder of models and templates. The script stands in the topmost one, where npm run push looks for it. */
export const FOLDER = 'Limber';

/** Longest wait for one answer of the Editor, in milliseconds. */
const PATIENCE = 180000;

export interface InstallOptions {
    /** Replaces a script file of another version. */
    readonly update?: boolean;
    /** Brings the sample characters and their templates along; without it they are. */
    readonly characters?: boolean;
    readonly patience?: number;
}

/** Throws a sentence where nothing can be installed. */
function check(editor: Editor | undefined): Editor {
    const globals = editor?.api?.globals;
    if (!globals) throw new InstallProblem('This page is not the Editor. Log in, open your project in the Editor, and install there.');
    if (!globals.accessToken) throw new InstallProblem('You are not logged in. Log in, open your project in the Editor, and install again.');
    if (!editor!.call('permissions:write')) throw new InstallProblem('You may not write to this project. Ask its owner for write access, or fork it.');
    if (editor!.call('settings:project')?.get('useLegacyScripts')) throw new InstallProblem('This project has the legacy script system, which is read-only. Install into a new project.');
    if (!globals.entities.root) throw new InstallProblem('No scene is open. Open one, and install again.');
    return editor!;
}

/** The folder of models and templates, which is made where there is none. */
function findOrMakeFolder(project: Project, back: TakingBack): Promise<EditorAsset> {
    const there = project.findIn(0, 'folder', FOLDER);
    if (there) return Promise.resolve(there);
    back.note(`the folder ${FOLDER}`, async () => {
        const folder = project.added.find(asset => asset.get('type') === 'folder' && asset.get('name') === FOLDER);
        if (folder) await project.assets.delete([folder]);
    });
    return project.assets.createFolder({ name: FOLDER });
}

/**
 * Installs.
 *
 * @param editor - The Editor's global; undefined on another page.
 * @param contents - What is brought along.
 * @param tell - Hears sentence by sentence what is done.
 * @returns Whether everything is there now. When it is not, the last sentence says why.
 */
export async function install(editor: Editor | undefined, contents: Contents, tell: (sentence: string) => void, options: InstallOptions = {}): Promise<boolean> {
    const back = new TakingBack();
    try {
        const project = new Project(check(editor), options.patience ?? PATIENCE);
        const installation: Installation = { project, contents, back, folder: 0, tell };
        await addScript(installation, options.update === true);
        if (options.characters !== false) {
            installation.folder = idOf(await findOrMakeFolder(project, back));
            for (const { name, base64, isCharacter } of contents.models) await addModel(installation, name, bytesOf(base64), isCharacter);
            for (const { name, data, model, isPlayer } of contents.templates) {
                if (model) await addCharacter(installation, name, data, model, isPlayer !== true);
                else await addTemplate(installation, name, data);
            }
        }
        tell('Done.');
        return true;
    } catch (problem) {
        const left = await back.all();
        const rest = left.length > 0 ?
            `This could not be taken back: ${left.join('; ')}. Delete it by hand, or install again, which goes on from there.` :
            'The project is as it was.';
        tell(`${explain(problem)} ${rest}`);
        return false;
    }
}
