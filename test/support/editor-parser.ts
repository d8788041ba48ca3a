import { createContext, runInContext } from 'node:vm';

// A stand-in for the worker in which the Editor parses classic scripts: no page, no application, and a registry that writes down
// what is registered in place of using it.

/** An attribute as a script has declared it. */
export interface DeclaredAttribute {
    readonly name: unknown;
    readonly definition: unknown;
}

/** A script as it has registered. */
export interface DeclaredScript {
    readonly name: unknown;
    /** Whether the class extends the `ScriptType` of the global `pc`. */
    readonly extendsScriptType: boolean;
    readonly attributes: DeclaredAttribute[];
}

/** What a file has declared. */
export interface Declarations {
    readonly scripts: DeclaredScript[];
    /** Names of classes that declared attributes before they were registered. */
    readonly early: string[];
}

/** Globals of a worker that an engine's classic build reads while it loads. */
const WORKER = { navigator: { maxTouchPoints: 0, userAgent: '' }, location: {} };

/** Replaces the registry of the worker's `pc`. Runs inside the worker, so that it sees that realm's classes. */
const RECORD = `(declarations) => {
    pc.registerScript = (script, name) => {
        const attributes = [];
        declarations.scripts.push({ name, extendsScriptType: script.prototype instanceof pc.ScriptType, attributes });
        script.attributes.add = (name, definition) => { attributes.push({ name, definition }); };
    };
    pc.ScriptAttributes.prototype.add = function () { declarations.early.push(this.scriptType.name); };
}`;

/**
 * Loads a classic script as the Editor's parser does.
 *
 * @param engine - Text of the engine's classic build.
 * @param script - Text of the script.
 * @returns What it has declared. Throws what the script throws.
 */
export function parseAsEditor(engine: string, script: string): Declarations {
    const worker = createContext({ ...WORKER });
    runInContext('var self = globalThis, window = globalThis, global = globalThis;', worker);
    runInContext(engine, worker, { filename: 'playcanvas.js' });
    const declarations: Declarations = { scripts: [], early: [] };
    runInContext(RECORD, worker)(declarations);
    runInContext(script, worker, { filename: 'limber.js' });
    return declarations;
}
