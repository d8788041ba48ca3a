import type { EditorAsset, ParseResult } from './editor-api';
import type { Installation } from './installation';
import { InstallProblem, folderOf, idOf, textOf, type Project } from './project';
import { MARKER } from '../bundle/banner';

// The script file. One of the pack is known by what stands in it, whatever its version and its name; any other belongs to the project.

async function readText(asset: EditorAsset): Promise<string> {
    const response = await fetch(String(asset.get('file.url')));
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    return response.text();
}

/** The file of the pack in a project, wherever it stands. Throws a sentence when a file of the project's own is in its place. */
async function findScript(project: Project, name: string, scripts: readonly string[]): Promise<EditorAsset | null> {
    const known = (asset: EditorAsset) => scripts.filter(script => asset.has(`data.scripts.${script}`));
    const candidates = project.assets.list().filter(asset => asset.get('type') === 'script' && (asset.get('name') === name || known(asset).length > 0));
    const texts = await Promise.all(candidates.map(readText));
    const isOurs = (_: EditorAsset, i: number) => texts[i].includes(MARKER);
    const isInTheWay = (asset: EditorAsset, i: number) => !isOurs(asset, i) && (folderOf(asset) === 0 || known(asset).length > 0);
    const stranger = candidates.find(isInTheWay);
    if (!stranger) return candidates.find(isOurs) ?? null;
    const what = String(stranger.get('name'));
    const [script] = known(stranger);
    throw new InstallProblem(script ?
        `${what} is a file of your own and registers "${script}", as Limber does. It is left alone: give its script another name, parse it, and install again.` :
        `${what} in the topmost folder is a file of your own. It is left alone: give it another name, and install again.`);
}

/** Parses a script, and waits until what it registers is on the asset. */
async function parse(project: Project, asset: EditorAsset, scripts: readonly string[]): Promise<void> {
    const { editor } = project, name = String(asset.get('name'));
    // the parser and the file's address come some seconds after the page and the asset
    await project.wait(() => (asset.get('file.url') && editor.methods?.has('scripts:handleParse') !== false ? asset : null), 'the Editor\'s parser');
    const parsed = new Promise<ParseResult>((resolve, reject) => {
        editor.call('scripts:parse', asset.observer, (error, result) => {
            // a script that throws arrives as the event of its worker
            if (error) reject(error instanceof Error ? error : new InstallProblem(`The Editor does not parse ${name}: ${textOf(error)}`));
            else resolve(result ?? {});
        });
    });
    const { scriptsInvalid = [], scripts: found = {} } = await project.within(parsed, `what the parser says of ${name}`);
    const invalid = [...scriptsInvalid, ...Object.values(found).flatMap(({ attributesInvalid = [] }) => attributesInvalid)];
    if (invalid.length > 0) throw new InstallProblem(`The Editor does not parse ${name}: ${textOf(invalid[0])}`);
    if (!scripts.every(script => script in found)) throw new InstallProblem(`The Editor has parsed ${name} and found not all scripts in it. Is it of another version?`);
    await project.wait(() => (scripts.every(script => asset.has(`data.scripts.${script}`)) ? asset : null), `what ${name} registers`);
}

/** Replaces the file of the script. */
async function replace({ project, contents: { script }, back }: Installation, asset: EditorAsset): Promise<void> {
    const before = await readText(asset);
    const send = (text: string) => {
        const file = new Blob([text], { type: 'text/javascript' });
        return project.within(project.assets.upload({ id: idOf(asset), name: script.name, filename: String(asset.get('file.filename')), file }), `the answer to the upload of ${script.name}`);
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
    const there = await findScript(project, name, scripts);
    if (!there) {
        tell(`Uploading ${name}, and parsing it ...`);
        back.note(name, async () => {
            const asset = project.added.find(one => one.get('type') === 'script' && one.get('name') === name);
            if (asset) await project.assets.delete([asset]);
        });
        const file = new Blob([text], { type: 'text/javascript' });
        const data = { scripts: {}, loading: false, loadingType: 0 };
        const asset = await project.within(project.assets.upload({ name, type: 'script', filename: name, file, data, preload: true }), `the answer to the upload of ${name}`);
        await parse(project, asset, scripts);
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
