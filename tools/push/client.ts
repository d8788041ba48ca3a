import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { connect, rootCertificates } from 'node:tls';

// Requests to PlayCanvas with the key of the user. The key stands in a header alone, and a redirect is a failure: the key follows none.

export type Environment = Record<string, string | undefined>;

/** An answer that is no success. */
export class Refusal extends Error {
    constructor(readonly status: number) {
        super(`it answers with status ${status}`);
    }
}

/** What a request brings: its method, and the form that it sends. */
interface Sent {
    readonly method: 'POST' | 'PUT';
    readonly form: FormData;
}

/** The proxy that the environment names for a host; null where it names none. */
function proxyFor({ hostname }: URL, env: Environment): URL | null {
    const proxy = env.HTTPS_PROXY ?? env.https_proxy;
    const without = (env.NO_PROXY ?? env.no_proxy ?? '').split(',').map(name => name.trim().replace(/^\./, '')).filter(name => name !== '');
    if (!proxy || without.some(name => name === '*' || name === hostname || hostname.endsWith(`.${name}`))) return null;
    return new URL(proxy);
}

/** Opens a way through a proxy that only the two ends can read. */
function connectThrough(proxy: URL, { hostname, port }: URL, signal: AbortSignal): Promise<Duplex> {
    const user = decodeURIComponent(`${proxy.username}:${proxy.password}`);
    const headers = user === ':' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(user).toString('base64')}` };
    const { request } = proxy.protocol === 'https:' ? https : http;
    return new Promise((done, fail) => {
        const ask = request({ method: 'CONNECT', host: proxy.hostname, port: proxy.port, path: `${hostname}:${port || 443}`, headers, signal });
        ask.on('connect', ({ statusCode }, socket) => {
            if (statusCode === 200) done(socket);
            else fail(new Error(`the proxy ${proxy.host} answers with status ${statusCode}`));
        });
        ask.on('error', fail).end();
    });
}

export class Client {
    private readonly base: string;

    /** Certificates that are trusted beside those of Node. */
    private readonly ca: string[];

    /**
     * @param env - Key, address of the server, proxy, and the file of further certificates.
     * @param signal - Ends all requests.
     */
    constructor(private readonly env: Environment, private readonly signal: AbortSignal) {
        this.base = env.PLAYCANVAS_BASE_URL!.replace(/\/+$/, '');
        const further = env.NODE_EXTRA_CA_CERTS;
        this.ca = [...rootCertificates, ...further ? [readFileSync(further, 'utf8')] : []];
    }

    /**
     * What the server answers.
     *
     * @param path - Path below the interface's address.
     * @param sent - What is sent; without it the request only asks.
     */
    async request(path: string, sent?: Sent): Promise<Buffer> {
        const { env, ca, signal } = this;
        const url = new URL(`${this.base}/api${path}`);
        const body = sent && new Response(sent.form);
        const headers: Record<string, string> = { Authorization: `Bearer ${env.PLAYCANVAS_API_KEY}` };
        if (body) headers['Content-Type'] = body.headers.get('content-type')!;
        const bytes = body && Buffer.from(await body.arrayBuffer());
        const proxy = proxyFor(url, env);
        const socket = proxy && await connectThrough(proxy, url, signal);
        const way = socket ? { createConnection: () => connect({ socket, servername: url.hostname, ca }) } : {};
        return new Promise((done, fail) => {
            const ask = https.request(url, { method: sent?.method ?? 'GET', headers, ca, signal, agent: false, ...way }, (answer) => {
                const chunks: Buffer[] = [];
                answer.on('data', chunk => chunks.push(chunk)).on('error', fail).on('end', () => {
                    if (Math.floor(answer.statusCode! / 100) === 2) done(Buffer.concat(chunks));
                    else fail(new Refusal(answer.statusCode!));
                });
            });
            ask.on('error', fail).end(bytes);
        });
    }

    /** What the server answers as JSON. */
    async read(path: string): Promise<unknown> {
        return JSON.parse((await this.request(path)).toString());
    }
}
