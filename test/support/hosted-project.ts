import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { makeLoopbackCertificate } from './certificate';

// A stand-in of a hosted PlayCanvas project: the part of the REST API that sending scripts uses, over https on the loopback
// address. It keeps what it is sent as bytes and remembers every request.

/** A file asset as the project holds it. */
export interface HostedAsset {
    id: number;
    name: string;
    parent: string | null;
    bytes: Buffer;
}

/** An answer: status, what is sent as JSON, or a page as text, and where a redirect leads to. */
interface Answer { status: number; content: unknown; location?: string }

/** A running stand-in. */
export interface HostedProject {
    /** Address of the server. */
    url: string;
    /** Certificate to trust, as PEM. */
    cert: string;
    assets: HostedAsset[];
    /** Every request: its route, its address with all that follows the route, and what it brought. */
    requests: { route: string; address: string; body: Buffer }[];
    /** When set, called for each request before anything else; what it answers is sent in place of the project's own answer. */
    intercept: ((route: string, query: URLSearchParams) => Answer | 'silence' | null) | null;
    close(): void;
}

/** The one project that the stand-in knows, and who may use it. */
export const KEY = 'a-key-that-nobody-has';
export const PROJECT_ID = '4711';
export const BRANCH_ID = 'b7a1-open-in-the-editor';
const OTHER_BRANCH_ID = 'a000-of-somebody-else';

async function readBody(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
}

/** The asset as the API tells about it. */
function describeAsset({ id, name, parent, bytes }: HostedAsset): object {
    const hash = createHash('md5').update(bytes).digest('hex');
    return { id, name, parent, type: 'script', file: { filename: name, size: bytes.length, hash } };
}

/** Starts a stand-in with an empty project. */
export async function startHostedProject(): Promise<HostedProject> {
    const certificate = makeLoopbackCertificate();
    const assets: HostedAsset[] = [];

    /** Takes a form with a file: into the asset given, or into a new one. */
    async function receive(contentType: string, body: Buffer, existing?: HostedAsset): Promise<Answer> {
        const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
        const file = form.get('file');
        if (form.get('branchId') !== BRANCH_ID || !(file instanceof Blob)) return { status: 400, content: { error: 'Bad form' } };

        const asset = existing ?? { id: 100 + assets.length, name: String(form.get('name')), parent: form.get('parent') as string | null, bytes: Buffer.alloc(0) };
        asset.bytes = Buffer.from(await file.arrayBuffer());
        if (!existing) assets.push(asset);
        return { status: existing ? 200 : 201, content: describeAsset(asset) };
    }

    function answer(request: IncomingMessage, route: string, body: Buffer): Promise<Answer> | Answer {
        const { headers, url } = request;
        const { searchParams } = new URL(url!, project.url);
        if (headers.authorization !== `Bearer ${KEY}`) return { status: 401, content: { error: 'Unauthorized' } };

        const contentType = headers['content-type'] ?? '';
        const updated = assets.find(asset => route === `PUT /api/assets/${asset.id}`);
        if (updated) return receive(contentType, body, updated);
        if (route === 'POST /api/assets') return receive(contentType, body);
        if (route === `GET /api/projects/${PROJECT_ID}/branches`) {
            // one on a page
            const page = searchParams.get('skip') === OTHER_BRANCH_ID ? { id: BRANCH_ID } : { id: OTHER_BRANCH_ID };
            return { status: 200, content: { result: [page], pagination: { hasMore: page.id === OTHER_BRANCH_ID } } };
        }
        const read = assets.find(({ id, name }) => route === `GET /api/assets/${id}/file/${name}`);
        if (read) return { status: 200, content: read.bytes };
        if (route === `GET /api/projects/${PROJECT_ID}/assets` && searchParams.get('branchId') === BRANCH_ID) {
            const skip = Number(searchParams.get('skip'));
            const result = assets.slice(skip, skip + Number(searchParams.get('limit'))).map(describeAsset);
            return { status: 200, content: { result, pagination: { total: assets.length } } };
        }
        return { status: 404, content: { error: 'Not found' } };
    }

    const server = createServer(certificate, async (request, response) => {
        const route = `${request.method} ${request.url!.replace(/\?.*/, '')}`;
        const body = await readBody(request);
        project.requests.push({ route, address: request.url!, body });

        const { searchParams } = new URL(request.url!, project.url);
        const reply = project.intercept?.(route, searchParams) ?? await answer(request, route, body);
        if (reply === 'silence') return;
        const { status, content, location } = reply;
        response.writeHead(status, location ? { location } : {});
        response.end(typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');

    const project: HostedProject = {
        url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
        cert: certificate.cert,
        assets,
        requests: [],
        intercept: null,
        close() {
            server.closeAllConnections();
            server.close();
        }
    };
    return project;
}
