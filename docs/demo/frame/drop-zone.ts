import { FileProblem, type GlbFile } from './glb';

// Files come to the gallery by dropping them anywhere on the page, or through the button.

export interface DropZoneElements {
    /** Shown while files are held over the page. */
    hint: HTMLElement;
    button: HTMLElement;
    input: HTMLInputElement;
}

/**
 * Takes files from the user.
 *
 * @param elements - The elements of the page.
 * @param receive - Gets the files; what goes wrong with them is its business.
 */
export function acceptFiles(elements: DropZoneElements, receive: (files: GlbFile[]) => void) {
    const { hint, button, input } = elements;
    const read = async (list: FileList | null) => {
        const files = await Promise.all([...list ?? []].map(async (file) => {
            // a folder looks like a file and cannot be read
            const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
            return { name: file.name, bytes };
        }));
        receive(files);
    };

    // the children of the page report enter and leave too, so the depth is counted
    let depth = 0;
    const over = (by: number) => {
        depth = Math.max(0, depth + by);
        hint.hidden = depth === 0;
    };
    window.addEventListener('dragenter', () => over(1));
    window.addEventListener('dragleave', () => over(-1));
    window.addEventListener('dragover', event => event.preventDefault());
    window.addEventListener('drop', (event) => {
        event.preventDefault();
        over(-depth);
        read(event.dataTransfer?.files ?? null);
    });
    button.addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
        read(input.files);
        // so that the same file can be chosen again
        input.value = '';
    });
}

/**
 * Reads a file of the gallery itself.
 *
 * @param name - Its name beside the page.
 */
export async function fetchFile(name: string): Promise<GlbFile> {
    const response = await fetch(name).catch(() => {
        throw new FileProblem(`"${name}" cannot be loaded: its server does not answer. Try again when you are online.`);
    });
    if (!response.ok) throw new FileProblem(`The gallery's own character "${name}" is missing. Run "npm run characters", then load the page again.`);
    return { name, bytes: await response.arrayBuffer() };
}
