import { Refusal, type Environment } from './client';
import { Refused } from './project';

// Sentences about a push that failed.

/** Statuses that have a remedy: the first and the last one, and the sentence. */
const ANSWERS: readonly [number, number, (url: string, env: Environment) => string][] = [
    [300, 399, url => `${url} sends requests elsewhere, which the key must not follow. Set PLAYCANVAS_BASE_URL to the address of PlayCanvas itself.`],
    [401, 401, url => `${url} does not know the key. Set PLAYCANVAS_API_KEY to a valid token of your account; ` +
        'the README tells where to find it, under "Push it to a hosted project".'],
    [403, 403, (url, env) => `${url} does not let this key write to project ${env.PLAYCANVAS_PROJECT_ID}. ` +
        'Use a key of somebody with write access, or check PLAYCANVAS_PROJECT_ID.'],
    [404, 404, (url, env) => `${url} has no project ${env.PLAYCANVAS_PROJECT_ID} that this key may see. Check PLAYCANVAS_PROJECT_ID.`],
    [429, 429, url => `${url} takes no more requests for now. Wait a minute and push again.`],
    [500, 599, url => `${url} has trouble of its own. Push again later.`]
];

const OFFLINE = /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)/;

/** What to tell about an error. */
export function explain(error: unknown, env: Environment): string {
    const url = env.PLAYCANVAS_BASE_URL!;
    const { message, code = '' } = error as { message: string; code?: string };
    if (error instanceof Refused) return message;
    if (error instanceof SyntaxError) return `${url} does not answer as PlayCanvas does. Check PLAYCANVAS_BASE_URL and PLAYCANVAS_API_KEY.`;
    const answer = error instanceof Refusal && ANSWERS.find(([first, last]) => error.status >= first && error.status <= last);
    if (answer) return answer[2](url, env);
    if (/CERT|UNABLE_TO/.test(code)) {
        return `The certificate of ${url} is not trusted. Check PLAYCANVAS_BASE_URL, or name the certificate in NODE_EXTRA_CA_CERTS.`;
    }
    if (OFFLINE.test(code)) return `${url} cannot be reached. Check the connection to the internet, HTTPS_PROXY and PLAYCANVAS_BASE_URL.`;
    return `${url}: ${message.replaceAll(env.PLAYCANVAS_API_KEY!, '***')}. Mend that, or upload build/limber.js by hand in the Editor.`;
}
