import { mkdir } from 'node:fs/promises';

import { expect } from 'chai';

import { limberScripts, type AttributeDefinition } from '../../scripts/index';
import { SCREENSHOTS } from '../browser/gallery-browser';
import { builtFile } from '../support/built-file';
import { openEditor, type RealEditor } from '../support/real-editor';

// The attributes in the real Editor's inspector, with a row in each list. Pictures are in the folder of screenshots.

/** Largest heights in pixels of the highest scripts, with one row in each list. */
const HEIGHTS: Readonly<Record<string, number>> = { perfectLookAt: 1490, mecFootPlacer: 1290, hitReactions: 1776 };

/** Largest height of every other script. */
const HIGHEST = 1600;

/** What the inspector shows of one script. */
interface Shown {
    readonly height: number;
    readonly labels: readonly string[];
    readonly cut: readonly string[];
}

/** What the tests call of the Editor in its page. */
interface EditorApi {
    readonly editor: { call(method: string, ...args: unknown[]): unknown; readonly api: { readonly globals: Record<string, Record<string, (...args: never[]) => unknown>> } };
}

/** The titles that a script shows with a row in each list; choices of another attribute hide some. */
function titlesOf(attributes: Readonly<Record<string, AttributeDefinition>>): string[] {
    return Object.values(attributes).filter(({ visibleif }) => !visibleif).flatMap(definition => (
        [definition.title!, ...definition.type === 'json' ? titlesOf(definition.schema) : []]
    ));
}

describe('the inspector of the real Editor', function () {
    this.timeout(300000);

    let editor: RealEditor;

    before(async function () {
        editor = await openEditor(this);
        await mkdir(SCREENSHOTS, { recursive: true });
        await editor.page.setViewportSize({ width: 1600, height: 2200 });
        await editor.page.evaluate(async (text) => {
            const { editor } = window as unknown as EditorApi;
            const asset = await editor.api.globals.assets.createScript({ filename: 'limber.js', text } as never) as { get(path: string): object | undefined };
            for (let i = 0; i < 600 && !Object.keys(asset.get('data.scripts') ?? {}).length; i++) await new Promise<void>((done) => { setTimeout(done, 100); });
        }, await builtFile());
    });

    after(() => editor?.close());

    /** Puts a script on a new entity, a row into each of its lists, and reads what is shown. */
    async function show(name: string): Promise<Shown> {
        const { page } = editor;
        await page.evaluate(async (name) => {
            const { editor } = window as unknown as EditorApi;
            const { entities, selection } = editor.api.globals as Record<string, never>;
            interface MadeEntity { addComponent(type: string): void; addScript(name: string): void }
            const entity = await (entities as { create(data: object): Promise<MadeEntity> }).create({ name, parent: (entities as { root: unknown }).root });
            entity.addComponent('script');
            entity.addScript(name);
            (selection as { set(all: unknown[]): void }).set([entity]);
        }, name);
        const script = page.locator('.script-component-inspector-script:visible');
        await script.waitFor();
        await script.locator(':is(.pcui-label-group, .pcui-array-input)').nth(1).waitFor();
        const lists = script.locator('.pcui-array-input:visible > .pcui-numeric-input input');
        // from the last one on, as rows bring lists of their own
        for (let i = await lists.count() - 1; i >= 0; i--) {
            await lists.nth(i).fill('1');
            await lists.nth(i).press('Enter');
        }
        await page.waitForTimeout(500);
        await page.screenshot({ path: `${SCREENSHOTS}/editor-${name}.png`, clip: { x: 1280, y: 0, width: 320, height: 2200 } });
        return script.evaluate((panel) => {
            // the script's own name stands in its header, beside the Editor's buttons
            const titles = panel.querySelectorAll<HTMLElement>(':scope > .pcui-panel-content :is(.pcui-label-group > .pcui-label, .pcui-panel-header-title, .pcui-asset-input-label)');
            const labels = [...titles].filter(label => label.offsetParent);
            return {
                height: (panel as HTMLElement).offsetHeight,
                labels: labels.map(label => label.textContent!),
                cut: labels.filter(label => label.scrollWidth > label.clientWidth).map(label => label.textContent!)
            };
        });
    }

    for (const { name, attributes } of limberScripts) {
        it(`shows the title of every attribute of ${name} whole`, async function () {
            const { height, labels, cut } = await show(name);
            expect(cut).to.deep.equal([]);
            expect(labels).to.include.members(titlesOf(attributes));
            this.test!.title += `: ${height} pixels`;
            expect(height).to.be.at.most(HEIGHTS[name] ?? HIGHEST);
        });
    }
});
