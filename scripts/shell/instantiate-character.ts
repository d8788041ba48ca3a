import { AppBase, Asset, Template, type ContainerResource, type Entity } from 'playcanvas';

// A character from a template with the scripts and a container with the model.

/** An entity in the data of a template, as far as it is read here. */
interface EntityJson {
    readonly name: string;
    readonly parent: string | null;
    readonly components: { readonly script?: { readonly order: readonly string[] } };
}

/** The data of a template asset: its entities by their ids. */
export interface TemplateJson {
    readonly entities: Readonly<Record<string, unknown>>;
}

/** What an asset holds, or the thing itself. */
function resourceOf<Resource>(given: Asset | Resource, what: string): Resource {
    if (!(given instanceof Asset)) return given;
    if (!given.resource) throw new Error(`instantiateCharacter: the ${what} "${given.name}" is not loaded. Wait for asset.ready() first.`);
    return given.resource as Resource;
}

/** Says which scripts of a template are not there. */
function reportMissing(app: AppBase, { entities }: TemplateJson): void {
    const all = Object.values(entities) as EntityJson[];
    const missing = all.flatMap(({ components }) => components.script?.order ?? []).filter(name => !app.scripts.has(name));
    if (missing.length === 0) return;
    const name = all.find(({ parent }) => parent === null)?.name ?? '';
    console.warn(`[instantiateCharacter] "${name}": scripts of the template are not loaded: ${missing.join(', ')}. Call registerLimber(app) first, or load a limber.js that holds them.`);
}

/**
 * Makes a character of a template, with the model of a container below the entity that carries the scripts. It is not in the scene yet; add
 * clips and a place, then add it to another entity.
 *
 * @param container - A loaded GLB: its asset or its resource.
 * @param template - One of the pack's `templates/*.json` or another: its data, or a loaded template asset.
 * @param app - The application; without it the current one.
 * @returns A character of its own: nothing is shared with another one but meshes and clips.
 * @example
 * import type { Asset } from 'playcanvas';
 *
 * const container = app.assets.find('mannequin.glb', 'container') as Asset;
 * const template = await (await fetch('templates/mannequin.json')).json();
 * const hero = instantiateCharacter(container, template);
 * app.root.addChild(hero);
 */
export function instantiateCharacter(
    container: Asset | ContainerResource, template: Asset | TemplateJson, app: AppBase = AppBase.getApplication()!
): Entity {
    const model = resourceOf<ContainerResource>(container, 'container').instantiateRenderEntity();
    const data = template instanceof Asset ? resourceOf<Template>(template, 'template').data as TemplateJson : template;
    reportMissing(app, data);
    const character = template instanceof Asset ? (template.resource as Template).instantiate() : new Template(app, data).instantiate();
    character.addChild(model);
    return character;
}
