import type { EditorAsset } from './editor-api';
import type { Installation } from './installation';
import { InstallProblem, idOf, type Project } from './project';

// The script file.

/** The script of the pack in a project, wherever it stands. */
function findScript(project: Project, name: string, scripts: readonly string[]): EditorAsset | null {
    return project.find(asset => asset.get('type') === 'script' && (asset.get('name') === name || scripts.some(script => asset.has(`data.scripts.${script}`))));
}

/** Parses a script, and waits until what it registers is on the asset. */
async function parse(project: Project, asset: EditorAsset, scripts: readonly string[]): Promise<void> {
    const invalid = await new Promise<readonly string[]>((resolve, reject) => {
        project.editor.call('scripts:parse', asset.observer, (error, result) => {
            if (error) reject(error);
            else resolve(result?.scriptsInvalid ?? []);
        });
    });
    if (invalid.length > 0) throw new InstallProblem(`The Editor does not parse ${String(asset.get('name'))}: ${invalid[0]}`);
    await project.wait(() => (scripts.every(script => asset.has(`data.scripts.${script}`)) ? asset : null), `what ${String(asset.get('name'))} registers`);
}

/** Replaces the file of the script. */
async function replace({ project, contents: { script }, back }: Installation, asset: EditorAsset): Promise<void> {
    const response = await fetch(String(asset.get('file.url')));
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    const before = await response.text();
    const send = (text: string) => {
        const file = new Blob([text], { type: 'text/javascript' });
        return project.assets.upload({ id: idOf(asset), name: script.name, filename: String(asset.get('file.filename')), file });
    };
    back.note(`the new version of ${script.name}`, async () => {
        await send(before);
        await parse(project, asset, []);
    });
    await send(script.text);
    await parse(project, asset, script.scripts);
}

/**
 * Sees to it that the project has the script.
 *
 * @param mayReplace - Whether another version is replaced; without it nothing is installed beside one.
 */
export async function addScript(installation: Installation, mayReplace: boolean): Promise<void> {
    const { project, contents: { script: { name, text, hash, scripts } }, back, tell } = installation;
    const there = findScript(project, name, scripts);
    if (!there) {
        tell(`Uploading ${name}, and parsing it ...`);
        back.note(name, async () => {
            const asset = project.added.find(one => one.get('type') === 'script' && one.get('name') === name);
            if (asset) await project.assets.delete([asset]);
        });
        const asset = await project.assets.createScript({ filename: name, text, preload: true });
        if (!scripts.every(script => asset.has(`data.scripts.${script}`))) throw new InstallProblem(`The Editor has parsed ${name} and found not all scripts in it. Is it of another version?`);
    } else if (there.get('file.hash') === hash) {
        tell(`${name} is there already.`);
        if (!scripts.every(script => there.has(`data.scripts.${script}`))) {
            tell(`Parsing ${name} ...`);
            await parse(project, there, scripts);
        }
    } else if (mayReplace) {
        tell(`Replacing the file of ${String(there.get('name'))}, and parsing it ...`);
        await replace(installation, there);
    } else {
        throw new InstallProblem(`${String(there.get('name'))} is there in another version, and is left alone. Run limberInstall({ update: true }) to replace its file; entities keep their scripts.`);
    }
}
