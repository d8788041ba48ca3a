import type { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';

// Says what is being done: on one line that is written anew on a terminal, else line by line.

/** Says what is being done. */
export interface Progress {
    say(step: string): void;
    /** Nothing more is done; a line on a terminal is wiped away. */
    end(): void;
}

const WIPE = '\r\x1b[K';

export function createProgress(stream: Writable): Progress {
    const isTerminal = (stream as WriteStream).isTTY === true;
    return {
        say: step => stream.write(isTerminal ? `${WIPE}${step} …` : `${step}\n`),
        end: () => { if (isTerminal) stream.write(WIPE); }
    };
}
