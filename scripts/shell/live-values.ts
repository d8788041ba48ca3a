import type { ScriptType } from 'playcanvas';

// Attributes of a script as plain fields.
//
// An accessor of the engine looks its value up by name in each read. The engine says when an attribute is set, so the values are
// looked up then, and a frame reads fields. Vectors are the script's own: what is changed inside them shows. Not for attributes that
// are set in every frame: with a listener, the engine allocates in each setting.

/**
 * Makes an object that always has the values of some attributes. To be called when the script initializes.
 *
 * @param script - The script.
 * @param names - Names of the attributes.
 */
export function liveValues<Values extends object, Name extends keyof Values & string>(
    script: ScriptType & Values, names: readonly Name[]
): Readonly<Pick<Values, Name>> {
    const values = {} as Pick<Values, Name>;
    for (const name of names) {
        values[name] = script[name];
        script.on(`attr:${name}`, (value: Values[Name]) => {
            values[name] = value;
        });
    }
    return values;
}
