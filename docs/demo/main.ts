import '@playcanvas/pcui/styles';

import { registerLimber } from 'limber';

import { loadCharacter, type Character } from './frame/character';
import { acceptFiles, fetchFile } from './frame/drop-zone';
import { FoundPanel } from './frame/found';
import { FileProblem, type GlbFile } from './frame/glb';
import type { OpenPage, Page } from './frame/page';
import { Playback } from './frame/playback';
import { createStage, type Stage } from './frame/stage';
import { pages } from './pages';

// The gallery: a stage with a character, and a page for each script of the pack.

/** The characters that come with the pack. */
const SAMPLES = ['mannequin', 'hound'];

/** Milliseconds between two looks at the clip and at the sentences of the page's scripts. */
const REFRESH_MS = 500;

/** What tests and curious people find as `window.gallery`. */
export class Gallery {
    character: Character | null = null;

    page!: OpenPage;

    private readonly found: FoundPanel;

    private readonly playback: Playback;

    private readonly address = new URLSearchParams(location.search);

    constructor(readonly stage: Stage) {
        this.found = new FoundPanel(element('found'));
        this.playback = new Playback(element('tools'), clip => this.remember('clip', clip));
        this.offerSamples(element('samples') as HTMLSelectElement);
        this.open(pages.find(page => page.name === this.address.get('page')) ?? pages[0]);
        setInterval(() => this.refresh(), REFRESH_MS);
    }

    get app() {
        return this.stage.app;
    }

    /** Shows a page with the character that is there. */
    open(page: Page) {
        this.page?.close();
        this.page = page.open({ stage: this.stage, sidebar: element('sidebar'), tools: element('tools') });
        if (this.character) this.page.attach(this.character);
        element('summary').textContent = page.summary;
        element('pages').replaceChildren(...pages.map((other) => {
            const link = document.createElement('a');
            link.href = `?page=${other.name}`;
            link.textContent = other.title;
            if (other === page) link.setAttribute('aria-current', 'page');
            link.addEventListener('click', (event) => {
                event.preventDefault();
                this.remember('page', other.name);
                this.open(other);
            });
            return link;
        }));
    }

    /**
     * Puts a character on the stage in place of the one that is there. When the files hold none, the user reads why and nothing changes.
     *
     * @param files - The files, or what brings them.
     */
    async load(files: GlbFile[] | Promise<GlbFile[]>): Promise<void> {
        try {
            this.show(await loadCharacter(this.app, await files));
            this.say('');
        } catch (error) {
            if (!(error instanceof FileProblem)) throw error;
            this.say(error.message);
        }
    }

    /** Puts the sample character on the stage that the address names, else the first one. */
    loadSample(): Promise<void> {
        const name = SAMPLES.find(sample => sample === this.address.get('character')) ?? SAMPLES[0];
        return this.load(fetchFile(`${name}.glb`).then(file => [file]));
    }

    private offerSamples(choice: HTMLSelectElement) {
        choice.append(...SAMPLES.map(name => new Option(name.charAt(0).toUpperCase() + name.slice(1), name)));
        choice.addEventListener('change', () => {
            this.remember('character', choice.value);
            this.loadSample();
        });
    }

    private show(character: Character) {
        const before = this.character;
        this.character = character;
        character.play(this.address.get('clip') ?? '');
        this.stage.frame(character.bounds);
        this.page.attach(character);
        this.playback.attach(character);
        this.found.show(character);
        // no sample is chosen when another file is shown
        (element('samples') as HTMLSelectElement).value = character.name.replace(/\.glb$/, '');
        before?.destroy();
    }

    /** Shows what a page has changed itself. */
    private refresh() {
        this.playback.refresh();
        if (this.character) this.found.showProblems(this.page.problems());
    }

    private say(sentence: string) {
        const message = element('message');
        message.textContent = sentence;
        message.hidden = sentence === '';
    }

    /** Keeps a choice in the address, so that it can be passed on. */
    private remember(key: string, value: string) {
        this.address.set(key, value);
        history.replaceState(null, '', `?${this.address}`);
    }
}

declare global {
    interface Window {
        gallery?: Gallery;
    }
}

function element(id: string): HTMLElement {
    return document.getElementById(id)!;
}

const stage = await createStage(element('canvas') as HTMLCanvasElement);
registerLimber(stage.app);
const gallery = new Gallery(stage);
acceptFiles(
    { hint: element('drop'), button: element('open'), input: element('files') as HTMLInputElement },
    files => gallery.load(files)
);
element('message').addEventListener('click', () => {
    element('message').hidden = true;
});
await gallery.loadSample();
window.gallery = gallery;
