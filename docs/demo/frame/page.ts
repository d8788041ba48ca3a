import type { Element } from '@playcanvas/pcui';
import type { AttributeTable, RoleCorrection } from 'limber';
import { BoundingBox, Vec3, type Entity, type GraphNode, type ScriptType } from 'playcanvas';

import type { Character } from './character';
import type { Name } from './names';
import type { PageScript } from './page-script';
import { readLists } from './settings';
import type { Stage } from './stage';
import type { Switch } from './switches';
import { Twin } from './twin';
import type { View } from './view';

// A page of the gallery shows one script on a character. What all pages share is the frame's: panels, inspectors, keys, time, the camera's
// framing. A page says which scripts it has, what stands around the character, and what is worth reading, switching and pressing.

/** A figure in the sidebar. */
export interface Figure {
    readonly label: string;
    /** The text, and how it is coloured: good is green, busy is orange. */
    read(): string | readonly [text: string, state: 'good' | 'busy' | ''];
}

/** A button on the stage. */
export interface Action {
    readonly title: string;
    /** What it does, shown while the pointer is over it. */
    readonly hint: string;
    act(): void;
    /** Whether it can be pressed now; always when it is left out. */
    isEnabled?(): boolean;
    /** Whether it is the choice that is in force. */
    isChosen?(): boolean;
}

/** A page that is open. It lives as long as its character is on the stage; another character opens the page anew. */
export abstract class OpenPage {
    /** Names over heads. */
    readonly names: Name[] = [];

    /** The same character without any script, beside it; null on pages that compare in another manner, or not at all. */
    without: Twin | null = null;

    /** Scripts in their order of effect. */
    readonly scripts: PageScript[] = [];

    readonly figures: readonly Figure[] = [];

    readonly switches: readonly Switch[] = [];

    /** Buttons on the stage, and a row of them under the figures. */
    readonly actions: readonly Action[] = [];

    readonly presets: readonly Action[] = [];

    /** Further controls under the figures. */
    readonly controls: readonly Element[] = [];

    /** Entities beside the character's own that the inspectors offer. */
    readonly entities: readonly Entity[] = [];

    /** Scripts that were on before all were switched off; null while they are on. */
    private before: ScriptType[] | null = null;

    /**
     * @param stage - Where everything stands; its unit fits the character.
     * @param character - In its reference pose, or in the clip that it plays.
     */
    constructor(readonly stage: Stage, readonly character: Character) {}

    /** What must be in the picture when the page opens; the whole character when it is left out. */
    view(): View {
        return { box: this.character.bounds, around: 18, above: 8 };
    }

    /** Called before each frame's physics and animation, with its seconds. */
    update?(dt: number): void;

    /** Called after each frame's scripts, with its seconds. */
    finish?(dt: number): void;

    /** The data of a script component that is copied for the Editor; null: that of the page's scripts. */
    component(): object | null {
        return null;
    }

    /** The scripts that stand in the code that is copied. */
    get inCode(): readonly PageScript[] {
        return this.scripts;
    }

    /** Takes everything off the stage that the page has put there; scripts go by themselves. */
    close() {}

    /** Whether the page's scripts work: after, and before. */
    set isOn(on: boolean) {
        if (on === this.isOn) return;
        if (on) {
            for (const script of this.before!) script.enabled = true;
            this.before = null;
        } else {
            this.before = this.scripts.map(({ script }) => script).filter(script => script.enabled);
            for (const script of this.before) script.enabled = false;
        }
    }

    get isOn(): boolean {
        return this.before === null;
    }

    /** Sentences that the page's scripts have for the user. */
    problems(): string[] {
        return this.scripts.flatMap(({ script }) => (script as Partial<{ problems(): string[] }>).problems?.() ?? []);
    }

    /** The character's left, of unit length. */
    protected get leftward(): Vec3 {
        const { model } = this.character;
        return model ? new Vec3().cross(model.up, model.forward).normalize() : Vec3.RIGHT.clone();
    }

    /**
     * Puts the same character without any script beside this one, and names over both.
     *
     * @param apart - Distance to the character's left, in the scene; negative: to its right.
     * @param root - What it is put below.
     */
    protected standBeside(apart: number, root: Entity = this.stage.app.root as Entity): Twin {
        const twin = new Twin(this.character, root, false);
        twin.beside.copy(this.leftward).mulScalar(apart);
        this.without = twin;
        this.nameBoth(twin, 'without', 'with');
        return twin;
    }

    /** Puts names over a twin and over the character. */
    protected nameBoth(twin: Twin, theirs: string, own: string) {
        const { entity } = this.character;
        this.names.push(
            { text: theirs, ...this.overHead(entity, node => twin.same(node as Entity)), mark: '#5b6b70', isShown: () => twin.isShown },
            { text: own, ...this.overHead(entity, node => node), mark: '#f60', isShown: () => twin.isShown }
        );
    }

    /** The place over the head, for a name. */
    private overHead(entity: Entity, same: (node: GraphNode) => GraphNode): Pick<Name, 'over' | 'above'> {
        const { model, bounds: { center, halfExtents } } = this.character;
        const head = model?.bones.get('head') ?? null;
        const top = center.y + halfExtents.y + 0.05 * this.stage.unit;
        return { over: same(head ?? entity), above: head ? Math.max(0.12 * this.stage.unit, top - head.getPosition().y) : top };
    }

    /** A box that holds the character as it is in another one, and the one beside it. */
    protected withBoth(box: BoundingBox): BoundingBox {
        const both = box.clone();
        if (this.without) both.add(new BoundingBox(box.center.clone().add(this.without.beside), box.halfExtents.clone()));
        return both;
    }

    /** Puts a script on the character. Scripts take effect in the order in which they are added. */
    protected add<S extends ScriptType>(name: string, table: AttributeTable, attributes: object = {}): S {
        const script = this.character.entity.script!.create(name, { attributes }) as unknown as S;
        this.scripts.push({ name, table, script, lists: readLists(script, table, attributes) });
        return script;
    }

    /** Takes a script off the character before the page closes. */
    protected remove(name: string) {
        this.character.entity.script!.destroy(name);
        this.scripts.splice(0, this.scripts.length, ...this.scripts.filter(other => other.name !== name));
    }
}

/** What a page can ask the gallery for: the character that was dropped before the one on the stage, and other roles for this one. */
export interface Beside {
    /** Null: there is none. */
    readonly character: Character | null;
    /** Takes it away. */
    clear(): void;
    /** Opens the page anew with roles that are set by hand; null: as they are found. */
    correct(data: RoleCorrection | null): void;
}

export interface Page {
    /** Name in the address: that of the script it is about, in kebab case. */
    readonly name: string;
    readonly title: string;
    /** What the script does, in a sentence, and what to try. */
    readonly summary: string;
    /** The character that comes with the pack on which it opens when the address names none; the first one when it is left out. */
    readonly sample?: string;
    /** Whether a second character that is dropped stands beside the first one; else it takes its place. */
    readonly takesTwo?: boolean;
    open(stage: Stage, character: Character, beside: Beside): OpenPage;
}
