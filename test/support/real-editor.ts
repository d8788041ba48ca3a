import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Page } from 'playwright-core';

import { builtFile } from './built-file';
import { skipBecause } from './skip';
import { bundleInstaller } from '../../tools/bundle/installer';
import type { TemplateData } from '../../tools/installer/contents';

// The real Editor's front end in a browser, before a stand-in of its service, from the folder that LIMBER_EDITOR names.

/** How the stand-in of the service behaves. */
export interface ServiceOptions {
    /** A template whose parent has not arrived is an error. */
    readonly strict?: boolean;
    /** An instance arrives root first, its children later. */
    readonly slow?: boolean;
    /** Milliseconds until what a script registers is on its asset. */
    readonly scriptDelay?: number;
}

export interface RealEditor {
    readonly page: Page;
    /** Calls to the service; one that came before what it needs begins with `!!`. */
    readonly calls: readonly string[];
    close(): Promise<void>;
}

/** What a test sees of an asset. */
export interface SeenAsset {
    readonly id: number;
    readonly type: string;
    readonly name: string;
    readonly data: TemplateData | { readonly scripts: Readonly<Record<string, { readonly attributes: Readonly<Record<string, unknown>> }>> } | null;
}

/** Sentences with which an installation ends. */
export const END = /Done\.|The project is as it was|could not be taken back/;

/** Longest time of an installation, in milliseconds. */
const LONGEST_INSTALLATION = 240000;

/** Opens the Editor in an empty project. Without the folder the test or hook whose context this is is skipped. */
export async function openEditor(context: Mocha.Context, opts: ServiceOptions = {}): Promise<RealEditor> {
    const folder = process.env.LIMBER_EDITOR;
    if (!folder || !existsSync(join(folder, 'open-editor.mjs'))) return skipBecause(context, 'needs the Editor in the folder that LIMBER_EDITOR names');
    const { openEditor: open } = await import(pathToFileURL(resolve(folder, 'open-editor.mjs')).href);
    const { page, backend, close } = await open({ project: process.cwd(), opts });
    return { page, calls: backend.calls, close };
}

let installer: Promise<string> | null = null;

/** The text of dist/install.js, from the sources as they are. */
export function installerText(): Promise<string> {
    installer ??= builtFile().then(bundleInstaller);
    return installer;
}

/** Runs an installer on the Editor's page; answers what it said. */
export async function runInstaller(page: Page, text: string): Promise<string[]> {
    const said: string[] = [];
    const ended = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`the installer did not end: ${said.at(-1)}`)), LONGEST_INSTALLATION);
        page.on('console', (message) => {
            const sentence = message.text();
            if (!sentence.startsWith('[limber] ')) return;
            said.push(sentence.slice(9));
            if (!END.test(sentence)) return;
            clearTimeout(timer);
            resolve();
        });
    });
    await page.addScriptTag({ content: text });
    await ended;
    return said;
}

/** The assets of the project. */
export function readAssets(page: Page): Promise<SeenAsset[]> {
    return page.evaluate(() => {
        const { editor } = window as unknown as { editor: { api: { globals: { assets: { list(): { get(path: string): unknown }[] } } } } };
        return editor.api.globals.assets.list().map(asset => ({ id: Number(asset.get('id')), type: String(asset.get('type')), name: String(asset.get('name')), data: asset.get('data') as never }));
    });
}

/** A template of the pack. */
export function readTemplate(name: string): TemplateData {
    return JSON.parse(readFileSync(`templates/${name}.json`, 'utf8'));
}
