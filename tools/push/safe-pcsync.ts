import { createRequire } from 'node:module';

import { REFUSED } from './refused';
import { MARKER } from '../bundle/banner';

// pcsync, of the package playcanvas-sync, without what is unsafe in it: loaded before pcsync in the process that runs it.
//
// pcsync writes the key into an address when it asks which branch is open in the Editor; follows redirects, to any host and without
// encryption too; asks for pages of assets for as long as the server says that there are more; and overwrites whatever has the file's name.
// Here the key stands in a header alone, a redirect is a failure, there are so many pages and no more, and only a file of the pack is replaced.

/** The methods of pcsync's client that are made safe. */
interface Client {
    methodGet(url: string, prefix: string, keyInAddress: boolean): Promise<string>;
    putForm(url: string, form: object): Promise<unknown>;
    fetchAssets(project: string, branch: string, skip: number, limit: number): Promise<unknown>;
    getCurEditorBranch(project: string): Promise<{ id: string }>;
}

const FILE = 'limber.js';
const API = '/api';

/** Most pages of any list. pcsync asks for 100 000 assets on each. */
const MOST_PAGES = 10;

/** Ends the process with a sentence for the user. */
function refuse(sentence: string): never {
    console.log(REFUSED + sentence);
    process.exit(1);
}

const load = createRequire(createRequire(import.meta.url).resolve('playcanvas-sync/pcsync.js'));

// before pcsync's client takes hold of it
const library = load('request-promise-native');
load.cache[load.resolve('request-promise-native')]!.exports = library.defaults({ followRedirect: false });

const { prototype: client } = load('./src/api-client.js') as { prototype: Client };
const { methodGet, putForm, fetchAssets, getCurEditorBranch } = client;

client.methodGet = function (url, prefix) {
    return methodGet.call(this, url, prefix, false);
};

client.putForm = async function (url, form) {
    const { PLAYCANVAS_BRANCH_ID: branch, PLAYCANVAS_PROJECT_ID: project } = process.env;
    const replaced = await this.methodGet(`${url}/file/${FILE}?branchId=${branch}`, API, false);
    if (!replaced.includes(MARKER)) {
        refuse(`The ${FILE} in the topmost folder of project ${project} is not Limber's, and is left alone. Rename it in the Editor, and push again.`);
    }
    return putForm.call(this, url, form);
};

client.fetchAssets = function (project, branch, skip, limit) {
    if (skip >= MOST_PAGES * limit) refuse(`The list of assets of project ${project} does not end. Push again later.`);
    return fetchAssets.call(this, project, branch, skip, limit);
};

/** Whether a project has a branch that is not closed. */
async function isOpen(from: Client, project: string, branch: string): Promise<boolean> {
    for (let page = 0, last = ''; page < MOST_PAGES; page++) {
        const answer = await from.methodGet(`/projects/${project}/branches${last && `?skip=${last}`}`, API, false);
        const { result, pagination } = JSON.parse(answer) as { result: { id: string }[]; pagination: { hasMore: boolean } };
        if (result.some(({ id }) => id === branch)) return true;
        if (!pagination.hasMore) return false;
        last = result[result.length - 1].id;
    }
    return refuse(`The list of branches of project ${project} does not end. Push again later.`);
}

client.getCurEditorBranch = async function (project) {
    const wanted = process.env.PLAYCANVAS_BRANCH_ID!;
    try {
        return await getCurEditorBranch.call(this, project);
    } catch {
        // who is in the Editor may be told to a key in the address alone: any branch that can be written to will do
        return { id: await isOpen(this, project, wanted) ? wanted : '' };
    }
};
