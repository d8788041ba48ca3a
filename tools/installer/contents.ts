// What the installer brings along.

/** The data of a template asset. */
export interface TemplateData {
    readonly entities: Readonly<Record<string, TemplateEntity>>;
}

export interface TemplateEntity {
    readonly name: string;
    readonly parent: string | null;
    readonly children: readonly string[];
    readonly [field: string]: unknown;
}

export interface Contents {
    /** The script file: its name in the project, its text, the MD5 of that, and the names under which its scripts are registered. */
    readonly script: { readonly name: string, readonly text: string, readonly hash: string, readonly scripts: readonly string[] };
    /** Files of models and clips as base64. One with a skin is a character. */
    readonly models: readonly { readonly name: string, readonly base64: string, readonly isCharacter: boolean }[];
    /** Templates by their names. One with a model gets it below itself; one that moves by the player's keys is not left in the scene. */
    readonly templates: readonly { readonly name: string, readonly data: TemplateData, readonly model?: string, readonly isPlayer?: boolean }[];
}

/** Bytes of a base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
}
