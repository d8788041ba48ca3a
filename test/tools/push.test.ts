import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'chai';

import { BANNER } from '../../tools/bundle/banner';
import { completeEnvironment, send } from '../../tools/push';
import { BRANCH_ID, KEY, PROJECT_ID, startHostedProject, type HostedProject } from '../support/hosted-project';
import { itFull } from '../support/skip';

/** What an uploaded file must survive: every byte value, both line ends, letters beyond ASCII, no line end last. */
const AWKWARD = Buffer.concat([
    Buffer.from(`${BANNER}\r\nconst arrow = "→ 🦴";\n`), Buffer.from(Array.from({ length: 256 }, (_, i) => i)), randomBytes(200000)
]);

/** How long to wait for a server that says nothing, in milliseconds. */
const SHORT_PATIENCE = 1000;

type Environment = Record<string, string | undefined>;

/** What the command prints and its exit code, run as `npm run push` runs it. */
function runCommand(env: Environment): Promise<{ code: number; text: string }> {
    return new Promise((done) => {
        execFile(process.execPath, ['--import', './tools/typescript.mjs', 'tools/push.ts'], { env: env as NodeJS.ProcessEnv }, (error, stdout, stderr) => {
            done({ code: Number(error?.code ?? 0), text: stdout + stderr });
        });
    });
}

/** The sentence that something fails with. */
async function failureOf(action: () => unknown): Promise<string> {
    try {
        await action();
    } catch (error) {
        return (error as Error).message;
    }
    throw new Error('It did not fail.');
}

describe('push', () => {
    let root = '';
    let home = '';
    let project: HostedProject;
    let environment: Environment;

    /** Sends with the environment changed by a few values. */
    const push = (changes: Environment = {}) => send(root, completeEnvironment({ ...environment, ...changes }, home));

    beforeEach(async () => {
        project = await startHostedProject();
        root = await mkdtemp(join(tmpdir(), 'limber-push-'));
        home = join(root, 'home');
        for (const folder of [home, join(root, 'build')]) await mkdir(folder);
        await copyFile('pcconfig.json', join(root, 'pcconfig.json'));
        await writeFile(join(root, 'build/limber.js'), AWKWARD);
        await writeFile(join(root, 'server.pem'), project.cert);

        // nothing of this machine's own settings, a proxy above all
        environment = {
            PATH: process.env.PATH,
            HOME: home,
            USERPROFILE: home,
            NODE_EXTRA_CA_CERTS: join(root, 'server.pem'),
            PLAYCANVAS_BASE_URL: project.url,
            PLAYCANVAS_API_KEY: KEY,
            PLAYCANVAS_PROJECT_ID: PROJECT_ID,
            PLAYCANVAS_BRANCH_ID: BRANCH_ID
        };
    });

    afterEach(async () => {
        project.close();
        await rm(root, { recursive: true });
    });

    /** The requests that sent something. */
    const uploads = () => project.requests.filter(({ route }) => !route.startsWith('GET'));

    it('creates limber.js, does nothing when nothing changed, and updates after an edit', async () => {
        expect(await push()).to.equal(`Created limber.js in project ${PROJECT_ID}. Press Parse in its inspector in the Editor.`);
        expect(project.assets).to.have.length(1);
        expect(project.assets[0]).to.include({ name: 'limber.js', parent: null });
        expect(project.assets[0].bytes.equals(AWKWARD)).to.equal(true);

        expect(await push()).to.include('Nothing to do');
        expect(uploads()).to.have.length(1);

        const edited = Buffer.concat([AWKWARD.subarray(0, -7), Buffer.from('\r\n\0')]);
        await writeFile(join(root, 'build/limber.js'), edited);
        expect(await push()).to.include('Updated limber.js').and.include('Press Parse');
        expect(project.assets).to.have.length(1);
        expect(project.assets[0].bytes.equals(edited)).to.equal(true);
        expect(uploads().map(({ route }) => route)).to.deep.equal(['POST /api/assets', `PUT /api/assets/${project.assets[0].id}`]);
    });

    it('sends the key in no address and no body', async () => {
        await push();
        await writeFile(join(root, 'build/limber.js'), 'edited');
        await push();
        expect(project.requests.filter(({ body }) => body.length > 0)).to.have.length(2);
        for (const { address, body } of project.requests) {
            expect(address).not.to.include(KEY);
            expect(body.includes(KEY)).to.equal(false);
        }
    });

    it('finds the branch on whichever page of the list it stands', async () => {
        expect(await push()).to.include('Created');
        expect(project.requests.filter(({ route }) => route.endsWith('/branches'))).to.have.length(2);
    });

    it('goes through the proxy that the environment names, which sees neither key nor file', async () => {
        let seen = '';
        let status = 200;
        const proxy = createServer().on('connect', (request, socket) => {
            seen += `${request.method} ${request.url} ${request.headers['proxy-authorization']}\n`;
            socket.write(`HTTP/1.1 ${status} Answer\r\n\r\n`);
            const through = connect(Number(request.url!.split(':')[1]), '127.0.0.1');
            socket.on('data', (bytes: Buffer) => { seen += bytes.toString('latin1'); });
            socket.pipe(through).pipe(socket);
            for (const end of [socket, through]) end.on('error', () => end.destroy());
        });
        await once(proxy.listen(0, '127.0.0.1'), 'listening');
        const { port } = proxy.address() as AddressInfo;
        const HTTPS_PROXY = `http://me:secret@127.0.0.1:${port}`;
        expect(await push({ HTTPS_PROXY })).to.include('Created');
        expect(project.assets.map(({ bytes }) => bytes.equals(AWKWARD))).to.deep.equal([true]);
        expect(seen).to.include(`CONNECT ${project.url.slice('https://'.length)} Basic ${Buffer.from('me:secret').toString('base64')}`);
        expect(seen).not.to.include(KEY).and.not.include(BANNER);

        seen = '';
        expect(await push({ HTTPS_PROXY, NO_PROXY: 'localhost, 127.0.0.1' })).to.include('Nothing to do');
        expect(seen).to.equal('');
        status = 407;
        expect(await failureOf(() => push({ HTTPS_PROXY }))).to.include(`the proxy 127.0.0.1:${port} answers with status 407`);
        proxy.closeAllConnections();
        proxy.close();
        expect(await failureOf(() => push({ HTTPS_PROXY }))).to.include('HTTPS_PROXY');
    });

    it('follows no redirect: not to the same host without encryption, not to another one', async () => {
        const heard: string[] = [];
        const elsewhere = createServer((request, response) => {
            heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
            response.end('{}');
        });
        await once(elsewhere.listen(0), 'listening');
        const { port } = elsewhere.address() as AddressInfo;
        await push();
        await writeFile(join(root, 'build/limber.js'), AWKWARD.subarray(0, -1));
        const routes = ['GET /api/projects/', 'GET /api/assets/', 'PUT /api/assets/', 'GET /'];
        for (const host of ['127.0.0.1', 'localhost']) {
            for (const start of routes) {
                project.intercept = (route, query) => (
                    route.startsWith(start) ? { status: 307, content: '', location: `http://${host}:${port}/?${query.toString()}` } : null
                );
                const sentence = `${project.url} sends requests elsewhere, which the key must not follow.`;
                expect(await failureOf(push), `${start} to ${host}`).to.include(sentence).and.not.include(KEY);
            }
        }
        elsewhere.close();
        expect(heard).to.deep.equal([]);
        expect(project.assets.map(({ bytes }) => bytes.equals(AWKWARD))).to.deep.equal([true]);
    });

    it('ends with a sentence when a list does not', async () => {
        const others = { result: [{ id: 7, name: 'game.js', parent: null, type: 'script', file: null }], pagination: { total: 1e9 } };
        for (const content of [others, { ...others, result: [] }, { ...others, pagination: {} }]) {
            project.intercept = route => (route.endsWith('/assets') ? { status: 200, content } : null);
            expect(await failureOf(push)).to.equal(`The list of assets of project ${PROJECT_ID} does not end. Push again later.`);
        }
        const content = { result: [{ id: 'another' }], pagination: { hasMore: true } };
        project.intercept = route => (route.endsWith('/branches') ? { status: 200, content } : null);
        expect(await failureOf(push)).to.equal(`The list of branches of project ${PROJECT_ID} does not end. Push again later.`);
        expect(project.requests.length).to.be.below(60);
        expect(project.assets).to.deep.equal([]);
    });

    it('replaces a file of the pack alone, whatever its version: one of the project\'s own with that name stays', async () => {
        const mine = { id: 7, name: 'limber.js', parent: null, bytes: Buffer.from('var Limber = pc.createScript("perfectLookAt");') };
        project.assets.push(mine);
        const sentence = `The limber.js in the topmost folder of project ${PROJECT_ID} is not Limber's, and is left alone. Rename it in the Editor, and push again.`;
        expect(await failureOf(push)).to.equal(sentence);
        expect(uploads()).to.deep.equal([]);
        // in a folder it is in nobody's way
        project.assets.splice(0, 1, { ...mine, parent: '5' }, { ...mine, id: 5, name: 'folder' });
        const old = Buffer.from('// Limber: procedural character animation for PlayCanvas.\nold');
        project.assets.push({ ...mine, id: 8, bytes: old });
        expect(await push()).to.include('Updated');
        expect(project.assets.map(({ id }) => id)).to.deep.equal([7, 5, 8]);
        expect(project.assets[0].bytes.equals(mine.bytes)).to.equal(true);
    });

    it('sends nothing but limber.js, whatever lies beside it or is set for other projects', async () => {
        await mkdir(join(root, 'build/deeper'));
        const others = ['notes.js', 'xlimber.js', 'limber.js.txt', 'limber.js.map', '.hidden.js', 'data.json', 'deeper/limber.js'];
        for (const name of others) await writeFile(join(root, 'build', name), 'not for the project');
        await writeFile(join(home, '.pcconfig'), JSON.stringify({ PLAYCANVAS_FORCE_REG: '.', PLAYCANVAS_TARGET_DIR: home }));

        await push({ PLAYCANVAS_FORCE_REG: '.', PLAYCANVAS_TARGET_SUBDIR: 'home', PLAYCANVAS_TARGET_DIR: home });
        expect(uploads()).to.have.length(1);
        expect(project.assets.map(({ name, parent }) => [name, parent])).to.deep.equal([['limber.js', null]]);
        expect(project.assets[0].bytes.equals(AWKWARD)).to.equal(true);
    });

    it('leaves other assets of the project alone', async () => {
        project.assets.push({ id: 7, name: 'game.js', parent: null, bytes: Buffer.from('mine') });
        await push();
        expect(project.assets.map(({ name }) => name)).to.deep.equal(['game.js', 'limber.js']);
        expect(project.assets[0].bytes.toString()).to.equal('mine');
    });

    it('keeps who and where out of pcconfig.json', async () => {
        const config = JSON.parse(await readFile('pcconfig.json', 'utf8'));
        const what = ['TARGET_SUBDIR', 'FORCE_REG', 'BAD_FILE_REG', 'BAD_FOLDER_REG'];
        expect(Object.keys(config)).to.deep.equal(what.map(name => `PLAYCANVAS_${name}`));

        await writeFile(join(root, 'pcconfig.json'), JSON.stringify({ ...config, PLAYCANVAS_API_KEY: KEY }));
        expect(await failureOf(push)).to.include('pcconfig.json holds PLAYCANVAS_API_KEY').and.not.include(KEY);
        expect(project.requests).to.deep.equal([]);
    });

    it('checks an address in pcconfig.json as that of the environment, and asks no server', async () => {
        const config = JSON.parse(await readFile('pcconfig.json', 'utf8'));
        for (const address of ['http://127.0.0.1', 'playcanvas.com', '', 7]) {
            await writeFile(join(root, 'pcconfig.json'), JSON.stringify({ ...config, PLAYCANVAS_BASE_URL: address }));
            const sentence = await failureOf(push);
            expect(sentence, String(address)).to.include(`PLAYCANVAS_BASE_URL in pcconfig.json is "${address}". It must be an address that begins with https://`);
            expect(sentence).not.to.include(KEY);
        }
        expect(project.requests).to.deep.equal([]);

        await writeFile(join(root, 'pcconfig.json'), JSON.stringify({ ...config, PLAYCANVAS_BASE_URL: 'https://127.0.0.1:9' }));
        expect(await failureOf(push), 'its failures are told with its address').to.include('https://127.0.0.1:9 cannot be reached');
    });

    it('takes key, project and branch from ~/.pcconfig too, and the environment before it', async () => {
        const config = { PLAYCANVAS_API_KEY: KEY, PLAYCANVAS_PROJECT_ID: Number(PROJECT_ID), PLAYCANVAS_BRANCH_ID: 'some other branch' };
        await writeFile(join(home, '.pcconfig'), JSON.stringify(config));
        expect(await push({ PLAYCANVAS_API_KEY: undefined, PLAYCANVAS_PROJECT_ID: '' })).to.include('Created');
    });

    itFull('builds, then sends what it built, as a command', async () => {
        const { code, text } = await runCommand(environment);
        expect(text).to.equal(`[push] Created limber.js in project ${PROJECT_ID}. Press Parse in its inspector in the Editor.\n`);
        expect(code).to.equal(0);
        expect(project.assets[0].bytes.equals(await readFile('build/limber.js'))).to.equal(true);
        expect(project.assets[0].bytes.toString()).to.include('Limber: procedural character animation');
    });

    itFull('ends with code 1 and one line when the key is missing', async () => {
        const { code, text } = await runCommand({ ...environment, PLAYCANVAS_API_KEY: undefined });
        expect(code).to.equal(1);
        expect(text).to.match(/^\[push\] There is no PLAYCANVAS_API_KEY\. Set it in the environment or in [^\n]*\n$/).and.include(join(home, '.pcconfig'));
        expect(project.assets).to.deep.equal([]);
    });

    it('names every value that is missing or cannot be right, and asks no server', async () => {
        const wrong: [Environment, string][] = [
            [{ PLAYCANVAS_PROJECT_ID: undefined }, 'There is no PLAYCANVAS_PROJECT_ID.'],
            [{ PLAYCANVAS_BRANCH_ID: ' ' }, 'There is no PLAYCANVAS_BRANCH_ID.'],
            [{ PLAYCANVAS_API_KEY: '', PLAYCANVAS_BRANCH_ID: '' }, 'There is no PLAYCANVAS_API_KEY and no PLAYCANVAS_BRANCH_ID.'],
            [{ PLAYCANVAS_API_KEY: 'copied→' }, 'PLAYCANVAS_API_KEY holds a space or a letter that no key has.'],
            [{ PLAYCANVAS_API_KEY: 'two\nlines' }, 'PLAYCANVAS_API_KEY holds a space or a letter that no key has.'],
            [{ PLAYCANVAS_PROJECT_ID: '12abc' }, 'PLAYCANVAS_PROJECT_ID is "12abc", which is no number.'],
            [{ PLAYCANVAS_BASE_URL: 'http://127.0.0.1' }, 'It must be an address that begins with https://'],
            [{ PLAYCANVAS_BASE_URL: 'https://' }, 'It must be an address that begins with https://']
        ];
        for (const [changes, sentence] of wrong) expect(await failureOf(() => push(changes))).to.include(sentence);

        for (const text of ['{ "PLAYCANVAS_API_KEY": ', 'null']) {
            await writeFile(join(home, '.pcconfig'), text);
            expect(await failureOf(push)).to.include(join(home, '.pcconfig')).and.include('one JSON object');
        }
        await rm(join(root, 'build/limber.js'));
        expect(await failureOf(() => send(root, environment))).to.include('limber.js is missing. Run npm run build.');
        expect(project.requests).to.deep.equal([]);
    });

    it('tells what the server refused', async () => {
        expect(await failureOf(() => push({ PLAYCANVAS_API_KEY: 'wrong' }))).to.include('does not know the key');
        expect(await failureOf(() => push({ PLAYCANVAS_PROJECT_ID: '1' }))).to.include('has no project 1 that this key may see');
        expect(await failureOf(() => push({ PLAYCANVAS_BRANCH_ID: 'closed' }))).to.include('has no open branch closed');

        // an account that may look and not write, and a server in trouble: only the upload fails, with the key in its answer
        const refusals: [number, string][] = [[403, 'does not let this key write'], [429, 'no more requests'], [503, 'trouble of its own'], [418, 'it answers with status 418']];
        for (const [status, sentence] of refusals) {
            project.intercept = route => (route.startsWith('POST') ? { status, content: { error: `no, ${KEY}` } } : null);
            expect(await failureOf(push)).to.include(sentence).and.not.include(KEY).and.not.include('\n');
        }
        expect(project.assets).to.deep.equal([]);
    });

    it('tells that the server is not PlayCanvas, not trusted, silent or not there', async () => {
        project.intercept = () => ({ status: 200, content: '<html>Log in</html>' });
        expect(await failureOf(push)).to.include('does not answer as PlayCanvas does');

        project.intercept = () => 'silence';
        expect(await failureOf(() => send(root, completeEnvironment(environment, home), SHORT_PATIENCE))).to.include('did not answer within 1 s');

        expect(await failureOf(() => push({ NODE_EXTRA_CA_CERTS: undefined }))).to.include(`The certificate of ${project.url} is not trusted`);

        project.close();
        expect(await failureOf(push)).to.include(`${project.url} cannot be reached`);
    });
});
