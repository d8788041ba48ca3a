import '@playcanvas/pcui/styles';

import { registerLimber } from 'limber';
import { Vec3 } from 'playcanvas';

import { Address, type Choice } from './frame/address';
import type { Character } from './frame/character';
import { Cost } from './frame/cost';
import { acceptFiles, fetchFile } from './frame/drop-zone';
import { watchFieldNames } from './frame/field-names';
import { FoundPanel } from './frame/found';
import { FileProblem, type GlbFile } from './frame/glb';
import { loadFiles, SETTING_UP, splitRoles } from './frame/load-files';
import { say } from './frame/message';
import { Names } from './frame/names';
import { Navigation } from './frame/navigation';
import { missingNeed, watchPicture } from './frame/needs';
import type { Beside, OpenPage, Page } from './frame/page';
import { Progress } from './frame/progress';
import { Recorder } from './frame/recorder';
import { Sidebar } from './frame/sidebar';
import { SkeletonView } from './frame/skeleton-view';
import { createStage, type Stage } from './frame/stage';
import { Toolbar } from './frame/toolbar';
import { groups, pages } from './pages';

// The gallery: a stage with a character, and a page for each script of the pack.

/** The characters that come with the pack. */
const SAMPLES = ['mannequin', 'hound', 'gnome'];

/** Milliseconds between two looks at what scripts and pages have changed themselves. */
const REFRESH_MS = 150;

/** Change in the picture's width over height from which on it is framed anew, as when a phone is turned. */
const OTHER_ASPECT = 1.25;

/** Name of the sample that a character is; empty: it is none. */
function sampleOf({ name }: Character): string {
    return SAMPLES.find(sample => name === `${sample}.glb`) ?? '';
}

/** What tests and curious people find as `window.gallery`. */
export class Gallery {
    character!: Character;

    page!: OpenPage;

    sidebar!: Sidebar;

    private definition: Page;

    /** The character that was dropped before, on pages for two. */
    private besideCharacter: Character | null = null;

    private readonly address = new Address(choices => this.goBack(choices));

    private readonly navigation = new Navigation(element('pages'), groups, name => this.open(name));

    private readonly found = new FoundPanel(element('found'));

    private readonly skeleton: SkeletonView;

    private readonly toolbar: Toolbar;

    /** Only what was asked for last is shown. */
    private readonly progress = new Progress({ bar: element('progress'), step: element('step'), done: element('done') as HTMLProgressElement, cancel: element('cancel') });

    private cost = new Cost();

    private readonly names: Names;

    /** Width over height of the picture that was framed. */
    private shownAspect = 1;

    constructor(readonly stage: Stage) {
        this.definition = this.addressedPage;
        this.skeleton = new SkeletonView(this.app);
        this.names = new Names(element('names'), stage.camera.camera!);
        this.toolbar = new Toolbar(element('tools'), stage.clock, this.skeleton, new Recorder(stage.canvas), clip => this.address.set('clip', clip, false));
        this.offerSamples(element('samples') as HTMLSelectElement);
        const { systems } = this.app;
        systems.on('update', (dt: number) => {
            this.page?.update?.(dt);
            this.page?.without?.update();
        });
        systems.on('postUpdate', this.finishFrame, this);
        this.app.graphicsDevice.on('resizecanvas', this.onResize, this);
        setInterval(() => this.refresh(), REFRESH_MS);
    }

    get app() {
        return this.stage.app;
    }

    /**
     * Shows a page with the character that is there.
     *
     * @param name - Name in the address.
     */
    open(name: string) {
        this.definition = pages.find(page => page.name === name) ?? pages[0];
        this.address.set('page', this.definition.name, true);
        this.showPage();
    }

    /**
     * Puts a character on the stage in place of the one that is there, or adds clips to it. When the files hold neither, the user reads why
     * and nothing changes.
     *
     * @param files - The files, or what brings them.
     * @param sample - Name of the sample that they are; empty: no sample.
     */
    async load(files: GlbFile[] | Promise<GlbFile[]>, sample = ''): Promise<void> {
        try {
            await this.progress.run(async (work) => {
                // a sample is a character of its own, also beside a file with the same body
                const present = () => (sample === '' ? this.character ?? null : null);
                const { models, roles } = splitRoles(await files);
                if (models.length === 0 && roles !== null) {
                    this.correct(roles);
                    return;
                }
                const { character, added } = await loadFiles(this.app, models, present, work);
                const problem = roles === null ? '' : character.correct(roles);
                if (added) {
                    this.address.set('clip', added[0], false);
                } else {
                    await work.next('Setting up its scripts', SETTING_UP).catch((givenUp) => {
                        character.destroy();
                        throw givenUp;
                    });
                    this.address.set('character', sample, sample !== '');
                }
                this.showCharacter(character);
                say(problem);
            });
        } catch (error) {
            if (!(error instanceof FileProblem)) throw error;
            say(error.message);
        }
    }

    /**
     * Puts a sample character on the stage.
     *
     * @param name - Its name; another word stands for the first one.
     */
    loadSample(name: string): Promise<void> {
        const known = SAMPLES.includes(name);
        const sample = known ? name : SAMPLES[0];
        return this.load(fetchFile(`${sample}.glb`).then(file => [file]), known ? name : '');
    }

    /** Shows the page and the character that the address names. */
    async start(): Promise<void> {
        const { settings } = this.address;
        if (this.address.get('page') !== this.definition.name) this.address.set('page', '', false);
        // nothing is on the stage yet, and the first frames are the dearest: the bar needs none of them
        this.stage.app.autoRender = false;
        try {
            await this.loadSample(this.addressedSample);
        } finally {
            this.stage.app.autoRender = true;
        }
        this.take(settings);
    }

    /** Takes over what a link says that was changed. */
    private take(settings: string) {
        const strange = this.sidebar.take(settings);
        if (strange.length > 0) say(`The link sets what this page does not have: ${strange.slice(0, 5).join(', ')}. The rest of it is shown.`);
    }

    private get addressedPage(): Page {
        return pages.find(page => page.name === this.address.get('page')) ?? pages[0];
    }

    /** The character that the address names, else the page's own. */
    private get addressedSample(): string {
        return this.address.get('character') || this.definition.sample || '';
    }

    private offerSamples(choice: HTMLSelectElement) {
        // shown while another file is on the stage
        const none = new Option('Samples', '');
        none.hidden = true;
        choice.append(none, ...SAMPLES.map(name => new Option(name.charAt(0).toUpperCase() + name.slice(1), name)));
        choice.addEventListener('change', () => this.loadSample(choice.value));
    }

    private async goBack(choices: readonly Choice[]) {
        const { settings } = this.address;
        this.definition = this.addressedPage;
        if (choices.includes('character')) await this.loadSample(this.addressedSample);
        else if (choices.includes('page') || settings !== this.sidebar.changes) this.showPage();
        else this.character.play(this.address.get('clip'));
        this.take(settings);
    }

    private showCharacter(character: Character) {
        const before = this.character;
        this.closePage();
        if (before && before !== character) this.makeRoom(before, character);
        this.character = character;
        character.play(this.address.get('clip'));
        if (!character.clips.has(this.address.get('clip'))) this.address.set('clip', '', false);
        this.stage.fit(character.bounds);
        this.found.show(character);
        this.toolbar.showCharacter(character);
        // no sample is chosen when another file is shown
        (element('samples') as HTMLSelectElement).value = sampleOf(character);
        this.showPage();
    }

    /** Takes a character off the stage for another one, or lets it stand beside that when the user has dropped both and the page takes two. */
    private makeRoom(before: Character, character: Character) {
        const isBeside = this.definition.takesTwo && [before, character].every(one => sampleOf(one) === '') && before.name !== character.name;
        if (!isBeside) before.destroy();
        this.setBeside(isBeside ? before : null);
    }

    private setBeside(character: Character | null) {
        this.besideCharacter?.destroy();
        this.besideCharacter = character;
    }

    private get beside(): Beside {
        return {
            character: this.besideCharacter,
            clear: () => {
                this.closePage();
                this.setBeside(null);
                this.showPage();
            },
            correct: data => this.correct(data)
        };
    }

    /** Opens the page anew with roles that are set by hand. The camera stays. */
    private correct(data: unknown) {
        this.closePage();
        say(this.character.correct(data));
        this.found.show(this.character);
        this.showPage(false);
    }

    /** The address of what is shown. */
    private get link(): string {
        this.address.settings = this.sidebar.changes;
        return location.href;
    }

    private closePage() {
        if (!this.page) return;
        this.sidebar.destroy();
        this.names.show([]);
        this.page.without?.destroy();
        this.page.close();
        for (const { name } of [...this.page.scripts].reverse()) this.character.entity.script!.destroy(name);
        this.character.reset(this.address.get('clip'));
        this.besideCharacter?.reset('');
        this.page = undefined!;
    }

    private showPage(isFramed = true) {
        this.closePage();
        const { stage, character, definition } = this;
        this.cost = new Cost();
        if (this.besideCharacter) this.besideCharacter.entity.enabled = definition.takesTwo === true;
        this.page = definition.open(stage, character, this.beside);
        this.sidebar = new Sidebar(element('sidebar'), definition, this.page, () => this.link);
        this.toolbar.showPage(this.page, definition.name);
        this.names.show(this.page.names);
        if (isFramed) this.frame();
        this.navigation.show(definition);
    }

    /** Brings into the picture what the page shows. */
    private frame() {
        this.shownAspect = this.stage.aspect;
        this.stage.show(this.page.view(), this.character.model?.forward ?? Vec3.BACK);
    }

    private onResize() {
        const change = this.stage.aspect / this.shownAspect;
        if (this.page && Math.max(change, 1 / change) > OTHER_ASPECT) this.frame();
    }

    private finishFrame(dt: number) {
        if (!this.page) return;
        for (const { script } of this.page.scripts) this.cost.watch(script);
        this.cost.finish();
        this.page.finish?.(dt);
        this.skeleton.draw(this.character);
        this.names.update();
    }

    /** Shows what has changed by itself. */
    private refresh() {
        if (!this.page) return;
        this.sidebar.refresh();
        this.address.settings = this.sidebar.changes;
        this.toolbar.refresh(this.cost.milliseconds);
        this.found.showProblems(this.page.problems());
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

async function start(): Promise<void> {
    const canvas = element('canvas') as HTMLCanvasElement;
    const stage = await createStage(canvas);
    watchPicture(canvas, say);
    registerLimber(stage.app);
    watchFieldNames(document.querySelector('main')!);
    const gallery = new Gallery(stage);
    acceptFiles(
        { hint: element('drop'), button: element('open'), input: element('files') as HTMLInputElement },
        files => gallery.load(files)
    );
    await gallery.start();
    window.gallery = gallery;
}

const missing = missingNeed();
if (missing) {
    say(missing);
} else {
    await start().catch((error: Error) => {
        say(`The gallery has not started: ${error.message}. Load the page again; if it stays so, the files of the site are incomplete.`);
        throw error;
    });
}
