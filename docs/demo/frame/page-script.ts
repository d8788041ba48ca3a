import type { AttributeTable } from 'limber';
import type { ScriptType } from 'playcanvas';

/** A script that a page has put on the character. */
export interface PageScript {
    readonly name: string;
    readonly table: AttributeTable;
    readonly script: ScriptType;
    /** The lists that it has filled itself, as texts. */
    readonly lists: Readonly<Record<string, string>>;
}
