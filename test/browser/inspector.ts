import type { Page } from 'playwright-core';

import type { FieldDefinition } from '../../scripts/index';

// Works the controls of the inspector as a person does: clicks and keys on whatever control belongs to a path.

/** The control of a path such as `weight` or `lookAtBones.0.bone`. */
export function control(page: Page, path: string) {
    return page.locator(`[data-path="${path}"]`);
}

async function type(page: Page, path: string, index: number, value: string) {
    const input = control(page, path).locator('input').nth(index);
    await input.fill(value);
    await input.press('Enter');
}

/** Opens a select input and takes the choice at an index; answers its text. */
async function choose(page: Page, path: string, index: number): Promise<string> {
    const select = control(page, path);
    const list = select.locator('.pcui-select-input-list');
    if (!await list.isVisible()) await select.locator('.pcui-select-input-value, input').filter({ visible: true }).first().click();
    const option = list.locator('.pcui-label').nth(index);
    const text = await option.textContent();
    await option.click();
    return text!;
}

/**
 * Gives a control another value.
 *
 * @returns The value that the script is expected to have then, entities as their names.
 */
export async function changeControl(page: Page, path: string, field: FieldDefinition): Promise<unknown> {
    switch (field.type) {
        case 'boolean': {
            if (field.array) {
                await type(page, path, 0, 'true, false');
                return [true, false];
            }
            const ticked = await control(page, path).evaluate(dom => dom.classList.contains('pcui-boolean-input-ticked'));
            await control(page, path).click();
            return !ticked;
        }
        case 'number': {
            const { min = 0, max = min + 10, precision } = field;
            const value = Number((min + 0.3 * (max - min)).toFixed(precision ?? 2));
            await type(page, path, 0, String(value));
            return value;
        }
        case 'string': {
            if (field.enum) {
                await choose(page, path, 3);
                return Object.values(field.enum[3])[0];
            }
            await type(page, path, 0, field.array ? 'head, neck' : 'head');
            return field.array ? ['head', 'neck'] : 'head';
        }
        case 'vec2':
            for (let i = 0; i < 2; i++) await type(page, path, i, String(i + 2));
            return [2, 3];
        case 'vec3':
            for (let i = 0; i < 3; i++) await type(page, path, i, String(i + 2));
            return [2, 3, 4];
        case 'curve':
            await type(page, path, 0, '0 2, 1 3');
            return [[0, 2], [1, 3]];
        case 'asset':
        case 'entity': {
            // the first choices are none and the target
            const name = await choose(page, path, field.array ? 5 : 6);
            return field.array ? expectIn(page, path, name) : name;
        }
    }
}

/** The names of a list of entities after another one was chosen. */
async function expectIn(page: Page, path: string, name: string): Promise<string[]> {
    const tags = await control(page, path).locator('.pcui-select-input-tag .pcui-label').allTextContents();
    if (!tags.includes(name)) throw new Error(`${path} does not show "${name}", only ${tags.join(', ')}`);
    return tags;
}

/** The value that the script has at a path, entities as their names. */
export function scriptValue(page: Page, path: string): Promise<unknown> {
    return page.evaluate((path) => {
        const script = window.look.page.script as unknown;
        const value = path.split('.').reduce((object, key) => (object as Record<string, unknown>)[key], script);
        const plain = (part: unknown): unknown => {
            if (Array.isArray(part)) return part.map(plain);
            if (part && typeof part === 'object' && 'name' in part) return part.name;
            if (part && typeof part === 'object' && 'keys' in part) return part.keys;
            if (part && typeof part === 'object' && 'x' in part) {
                return ['x', 'y', 'z'].filter(axis => axis in part).map(axis => (part as unknown as Record<string, number>)[axis]);
            }
            return part;
        };
        return plain(value);
    }, path);
}
