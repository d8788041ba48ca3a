import { createHash } from 'node:crypto';

import type { Client } from './client';
import { MARKER } from '../bundle/banner';

// A hosted project: what it holds, and how Limber's file comes into it.

const FILE = 'limber.js';

/** Assets that are asked for at once. */
const ON_A_PAGE = 10000;

/** Most pages of any list. */
const MOST_PAGES = 10;

/** A sentence for the user about why a push cannot be. */
export class Refused extends Error {}

interface Listed {
    readonly id: number | string;
}

interface Asset extends Listed {
    readonly name: string;
    readonly parent: unknown;
    readonly file: { readonly hash: string } | null;
}

interface Page<Item> {
    readonly result: readonly Item[];
    readonly pagination: { readonly total?: number; readonly hasMore?: boolean };
}

export class HostedProject {
    constructor(private readonly client: Client, private readonly id: string, private readonly branch: string) {}

    /**
     * Brings the file into the topmost folder, or its bytes into the file that is there. Only a file of the pack is replaced.
     *
     * @param bytes - The file's.
     * @returns What was done; empty when the project has this very file.
     */
    async bring(bytes: Buffer): Promise<'Created' | 'Updated' | ''> {
        await this.findBranch();
        const before = (await this.listAssets()).find(({ name, parent }) => name === FILE && (parent ?? null) === null);
        if (before?.file?.hash === createHash('md5').update(bytes).digest('hex')) return '';
        const form = new FormData();
        form.set('branchId', this.branch);
        if (before) {
            await this.checkOwner(before);
        } else {
            for (const [name, value] of [['name', FILE], ['projectId', this.id], ['preload', 'true']]) form.set(name, value);
        }
        form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/javascript' }), FILE);
        await this.client.request(before ? `/assets/${before.id}` : '/assets', { method: before ? 'PUT' : 'POST', form });
        return before ? 'Updated' : 'Created';
    }

    /** Throws a sentence unless the branch is one of the project's that are not closed. */
    private async findBranch() {
        const { id, branch } = this;
        for (let page = 0, last = ''; page < MOST_PAGES; page++) {
            const { result, pagination } = await this.readPage(`/projects/${id}/branches${last && `?skip=${last}`}`);
            if (result.some(one => one.id === branch)) return;
            if (!pagination.hasMore || result.length === 0) throw new Refused(`Project ${id} has no open branch ${branch}. Set PLAYCANVAS_BRANCH_ID to the one that is open in your Editor.`);
            last = String(result.at(-1)!.id);
        }
        throw new Refused(`The list of branches of project ${id} does not end. Push again later.`);
    }

    private async listAssets(): Promise<Asset[]> {
        const assets: Asset[] = [];
        for (let page = 0; page < MOST_PAGES; page++) {
            const address = `/projects/${this.id}/assets?branchId=${encodeURIComponent(this.branch)}&skip=${assets.length}&limit=${ON_A_PAGE}`;
            const { result, pagination } = await this.readPage<Asset>(address);
            assets.push(...result);
            if (assets.length >= pagination.total!) return assets;
        }
        throw new Refused(`The list of assets of project ${this.id} does not end. Push again later.`);
    }

    private async readPage<Item extends Listed>(path: string): Promise<Page<Item>> {
        const page = await this.client.read(path) as Page<Item> | null;
        if (!Array.isArray(page?.result) || !page.pagination) throw new SyntaxError('no page of a list');
        return page;
    }

    /** Throws a sentence for a file that is not of the pack. */
    private async checkOwner({ id }: Asset) {
        const bytes = await this.client.request(`/assets/${id}/file/${FILE}?branchId=${encodeURIComponent(this.branch)}`);
        if (bytes.includes(MARKER)) return;
        throw new Refused(`The ${FILE} in the topmost folder of project ${this.id} is not Limber's, and is left alone. Rename it in the Editor, and push again.`);
    }
}
