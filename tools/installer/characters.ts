import type { TemplateData } from './contents';
import type { EditorAsset, EditorEntity, EntityData } from './editor-api';
import type { Installation } from './installation';
import { importedTemplate } from './models';
import { InstallProblem } from './project';

// Templates: those of scripts alone, and characters, whose model the project has imported.

/** Metres between two characters in the scene. */
const APART = 1.5;

/** The entities of a template as the Editor creates them, with ids of their own. */
function asEntity({ entities }: TemplateData): EntityData {
    // references between the entities of a template follow their new ids
    const text = Object.keys(entities).reduce((all, id) => all.replaceAll(id, crypto.randomUUID()), JSON.stringify(entities));
    const own = JSON.parse(text) as TemplateData['entities'];
    const nest = (id: string): EntityData => {
        const { children, ...data } = own[id];
        delete (data as { parent?: unknown }).parent;
        return { ...data, resource_id: id, children: children.map(nest) };
    };
    const root = Object.keys(own).find(id => own[id].parent === null);
    if (!root) throw new InstallProblem('A template has no topmost entity. Build the installer again.');
    return nest(root);
}

/** Notes that a template of a name is taken back. */
function noteTemplate({ project, back, folder }: Installation, name: string) {
    back.note(`the template ${name}`, async () => {
        const asset = project.findIn(folder, 'template', name);
        if (asset && project.added.includes(asset)) await project.assets.delete([asset]);
    });
}

/** Whether the folder has a template; says so. */
function isThere({ project, folder, tell }: Installation, name: string): boolean {
    const there = project.findIn(folder, 'template', name) !== null;
    if (there) tell(`The template ${name} is there already.`);
    return there;
}

/** Sees to it that the folder has a template of scripts. */
export async function addTemplate(installation: Installation, name: string, data: TemplateData): Promise<void> {
    const { project, folder, tell } = installation;
    if (isThere(installation, name)) return;
    tell(`Creating the template ${name} ...`);
    noteTemplate(installation, name);
    await project.within(project.assets.upload({ name, type: 'template', folder: project.assets.get(folder)!, data, preload: true }), `the answer to the template ${name}`);
}

/** Number of entities in the data of a template asset. */
function sizeOf(template: EditorAsset): number {
    return Object.keys((template.get('data.entities') ?? {}) as object).length;
}

/** Sees to it that the folder has the template of a character; it then stands in the scene too, where it shall stay there. */
export async function addCharacter(installation: Installation, name: string, data: TemplateData, file: string, stays: boolean): Promise<void> {
    const { project, folder, back, tell } = installation;
    if (isThere(installation, name)) return;
    tell(`Putting ${name} into the scene, with its scripts ...`);
    const place = [APART * project.entities.root!.children.length, 0, 0];
    let entity: EditorEntity | null = null;
    back.note(`the entity ${name}`, async () => {
        if (entity) await project.entities.delete([entity], { history: false });
    });
    entity = project.entities.create({ ...asEntity(data), name }, { history: false });
    if (!entity) throw new InstallProblem(`The Editor does not create the entity ${name}. Is a scene open?`);
    const model = importedTemplate(installation, file)!;
    const size = Object.keys(data.entities).length + sizeOf(model);
    // asked for sooner, the model overtakes the entity that it goes below
    await project.whenSceneIsSent();
    await project.within(project.assets.instantiateTemplates([model], entity, { history: false }), `the model of ${name}`);
    // the model's root exists before its parent lists it, and before what is below it
    const whole = entity;
    await project.wait(() => (project.countEntities(whole) === size ? whole : null), `the whole model of ${name}`);
    tell(`Creating the template ${name} ...`);
    noteTemplate(installation, name);
    const made = await project.within(project.assets.createTemplate({ name, entity, folder: project.assets.get(folder)! }), `the answer to the template ${name}`);
    if (sizeOf(made) !== size) throw new InstallProblem(`The template ${name} has ${sizeOf(made)} of ${size} entities. Install again.`);
    if (stays) moveTo(entity, place);
    else await project.entities.delete([entity], { history: false });
}

/** Moves an entity, so that its template keeps its own place. */
function moveTo(entity: EditorEntity, place: readonly number[]) {
    entity.history.enabled = false;
    entity.set('position', place);
    entity.history.enabled = true;
}
