import type { Locator, Page } from 'playwright-core';

// What a person does in the real Editor: clicks, types and drags. Nothing is called by code.

/** How the Editor marks its parts. */
const PARTS = { create: 0, erase: 2 } as const;

/** Milliseconds that menus and panels take. */
const MENU = 300;

export class EditorHand {
    constructor(private readonly page: Page) {}

    /** An entity in the hierarchy. */
    entity(name: string): Locator {
        return this.page.locator('.entities-treeview .pcui-treeview-item-contents').filter({ has: this.page.locator('.pcui-treeview-item-text', { hasText: exactly(name) }) });
    }

    /** An asset in the open folder. */
    asset(name: string, type: string): Locator {
        return this.page.locator(`.pcui-asset-grid-view-item.type-${type}:visible`).filter({ hasText: name });
    }

    /** A folder in the tree of assets; the topmost one is `/`. */
    async openFolder(name: string): Promise<void> {
        await this.page.locator('.pcui-asset-panel .pcui-treeview-item-contents').filter({ has: this.page.locator('.pcui-treeview-item-text', { hasText: exactly(name) }) }).first().click();
        await this.page.waitForTimeout(MENU);
    }

    /** Selects an entity. */
    async select(name: string): Promise<void> {
        await this.entity(name).click();
        await this.page.waitForTimeout(MENU);
    }

    /** Deletes an entity, with all below it. */
    async erase(name: string): Promise<void> {
        await this.select(name);
        await this.page.locator('.hierarchy-controls button').nth(PARTS.erase).click();
        await this.entity(name).waitFor({ state: 'detached' });
    }

    /** Creates an entity below the root by the menu of the hierarchy. */
    async create(name: string, position: readonly number[], ...menu: string[]): Promise<void> {
        await this.select('Root');
        await this.page.locator('.hierarchy-controls button').nth(PARTS.create).click();
        await this.pick(...menu);
        await this.type('Name', name);
        await this.entity(name).waitFor();
        await this.type('Position', ...position);
    }

    /** Adds a component to the selected entity. */
    async addComponent(...menu: string[]): Promise<void> {
        await this.page.locator('button:visible', { hasText: /add component/i }).first().click();
        await this.pick(...menu);
    }

    /** Adds a script to the selected entity, which has a script component. */
    async addScript(name: string): Promise<void> {
        const input = this.page.locator('[class*=script-component] .pcui-select-input:visible').first();
        await input.click();
        await input.locator('input').fill(name);
        await this.page.waitForTimeout(MENU);
        await input.locator('input').press('ArrowDown');
        await input.locator('input').press('Enter');
        await this.page.locator('.script-component-inspector-script:visible').filter({ hasText: name }).waitFor();
    }

    /** Types values into the fields of a label. */
    async type(label: string, ...values: readonly (string | number)[]): Promise<void> {
        const inputs = this.field(label).locator('input');
        for (const [i, value] of values.entries()) {
            await inputs.nth(i).fill(String(value));
            await inputs.nth(i).press('Enter');
        }
    }

    /** Uploads a file into the open folder. */
    async upload(file: string): Promise<void> {
        await this.page.locator('.pcui-asset-panel-btn-small').first().click();
        await this.page.waitForTimeout(MENU);
        const chooser = this.page.waitForEvent('filechooser');
        await this.pick('Upload');
        await (await chooser).setFiles(file);
    }

    /** Drags an asset or an entity onto an entity, or onto the field of a label. */
    async drag(what: Locator, onto: Locator): Promise<void> {
        const { mouse } = this.page;
        const [from, to] = [await middleOf(what), await middleOf(onto)];
        await mouse.move(...from);
        await mouse.down();
        await mouse.move(from[0] + 20, from[1] - 20, { steps: 5 });
        await mouse.move(...to, { steps: 15 });
        await this.page.waitForTimeout(MENU);
        await mouse.up();
        await this.page.waitForTimeout(MENU);
    }

    /** The row of a label in the inspector. */
    field(label: string): Locator {
        return this.page.locator('.pcui-label-group:visible').filter({ has: this.page.locator(':scope > .pcui-label', { hasText: exactly(label) }) }).first();
    }

    /** Chooses from an open menu. */
    private async pick(...names: readonly string[]): Promise<void> {
        await this.page.waitForTimeout(MENU);
        for (const [i, name] of names.entries()) {
            const item = this.page.locator('.pcui-menu-item-content:visible').filter({ has: this.page.locator('.pcui-label', { hasText: exactly(name) }) }).last();
            await (i < names.length - 1 ? item.hover() : item.click());
            await this.page.waitForTimeout(MENU);
        }
    }
}

function exactly(text: string): RegExp {
    return new RegExp(`^${text.replaceAll(/[/.]/g, '\\$&')}$`);
}

async function middleOf(locator: Locator): Promise<[number, number]> {
    await locator.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await locator.boundingBox())!;
    return [x + 0.6 * width, y + 0.5 * height];
}
