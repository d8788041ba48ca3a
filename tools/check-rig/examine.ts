import { Character } from './character';
import { SYSTEMS } from './systems';
import type { Finding } from './verdict';

// One character under all systems of the pack.

/** A character, and what was found on it. Its owner closes the character. */
export interface Examination {
    readonly character: Character;
    readonly findings: readonly Finding[];
}

/** How a character is examined. */
export interface ExaminationOptions {
    /** Files with clips for it. */
    readonly clipFiles?: readonly string[];
    /** Whether all clips are measured, however many there are. */
    readonly isThorough?: boolean;
    /** Hears what is being done. */
    readonly say?: (step: string) => void;
}

/**
 * Measures every system of the pack on a character.
 *
 * @param file - A GLB or VRM file.
 * @throws {FileProblem} When the file is no character or cannot be read.
 */
export async function examine(file: string, { clipFiles = [], isThorough = false, say = () => {} }: ExaminationOptions = {}): Promise<Examination> {
    say(`reading ${[file, ...clipFiles].join(', ')}`);
    return examineCharacter(await Character.open(file, clipFiles, isThorough), say);
}

/** Measures every system of the pack on a character that is open. */
export function examineCharacter(character: Character, say: (step: string) => void = () => {}): Examination {
    const findings = SYSTEMS.map(({ name, measure }): Finding => {
        const problems: string[] = [];
        const figures = measure(character, { progress: step => say(`${name}: ${step}`), problem: sentence => problems.push(sentence) });
        return { system: name, figures, problems };
    });
    return { character, findings };
}
