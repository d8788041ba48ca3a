import { Button, LabelGroup, SelectInput, SliderInput } from '@playcanvas/pcui';

import type { Character } from './character';
import type { Clock } from './clock';
import { discard } from './discard';
import { listenToKeys } from './keys';
import type { OpenPage } from './page';
import { Recorder } from './recorder';
import { createActionButton, refreshActionButton } from './sidebar';
import type { SkeletonView } from './skeleton-view';

// The row under the stage: time, before and after, the skeleton, the clip, what the scripts cost, and the actions of the open page.

const RECORD = 'Record';

interface Toggle {
    readonly button: Button;
    isOn(): boolean;
}

export class Toolbar {
    private readonly clip = new SelectInput({ class: 'clip' });

    private readonly speed = new SliderInput({ min: 0, max: 2, step: 0.1, precision: 2, value: 1 });

    private readonly cost = document.createElement('output');

    private readonly actions = document.createElement('div');

    private buttons: { action: OpenPage['actions'][number], button: Button }[] = [];

    private readonly toggles: Toggle[] = [];

    private readonly keys: Record<string, () => void> = {};

    private readonly record = new Button({ text: RECORD, class: 'tool' });

    private page: OpenPage | null = null;

    /** Name of the page. */
    private name = '';

    private character: Character | null = null;

    /**
     * @param parent - The row.
     * @param recorder - Films the stage.
     * @param chosen - Hears which clip the user has chosen.
     */
    constructor(parent: HTMLElement, clock: Clock, skeleton: SkeletonView, private readonly recorder: Recorder, chosen: (clip: string) => void) {
        const time = document.createElement('div');
        time.className = 'time';
        this.addToggle(time, 'p', 'Pause', 'Time stands still; the camera still turns', () => clock.isPaused, (on) => {
            clock.isPaused = on;
        });
        this.addButton(time, '.', 'Step', 'A single frame of a sixtieth of a second', () => clock.step());
        this.addToggle(time, 's', 'Slow', 'A fifth of the speed', () => clock.isSlow, (on) => {
            clock.isSlow = on;
        });
        this.addToggle(time, 'b', 'Script off', 'Before and after: the animation as it was', () => this.page?.isOn === false, (on) => {
            if (this.page) this.page.isOn = !on;
        });
        this.addToggle(time, 'k', 'Skeleton', 'The bones over the skin', () => skeleton.isShown, (on) => {
            skeleton.isShown = on;
        });
        if (Recorder.isPossible) {
            this.record.dom.title = 'Saves the next ten seconds of the stage as a video; press again to end it sooner';
            this.record.on('click', () => recorder.toggle(`limber-${this.name}`));
            time.append(this.record.dom);
        }
        this.cost.className = 'cost';
        this.cost.title = 'Milliseconds of the scripts in a frame, on the processor';

        this.clip.on('change', (clip: string) => {
            if (!this.character || clip === this.character.clip) return;
            this.character.play(clip);
            chosen(clip);
        });
        this.speed.on('change', (speed: number) => {
            if (this.character) this.character.speed = speed;
        });
        const group = (text: string, field: SelectInput | SliderInput) => new LabelGroup({ text, field }).dom;
        this.actions.className = 'actions';
        parent.append(time, group('Clip', this.clip), group('Speed', this.speed), this.cost, this.actions);
        listenToKeys(this.keys);
    }

    /** Shows the clips of a character. */
    showCharacter(character: Character) {
        this.character = null;
        const names = [...character.clips.keys()];
        this.clip.options = names.map(name => ({ v: name, t: name }));
        this.clip.value = character.clip;
        this.clip.enabled = names.length > 1;
        this.clip.placeholder = names.length > 0 ? '' : 'no clips';
        this.speed.enabled = names.length > 0;
        character.speed = this.speed.value;
        this.character = character;
    }

    /** Shows the actions of a page. */
    showPage(page: OpenPage, name: string) {
        this.page = page;
        this.name = name;
        discard(...this.buttons.map(({ button }) => button));
        this.buttons = page.actions.map(action => ({ action, button: createActionButton(action, 'tool') }));
        this.actions.replaceChildren(...this.buttons.map(({ button }) => button.dom));
        this.refresh(0);
    }

    /**
     * Shows how things are now: a page may choose clips itself.
     *
     * @param milliseconds - What the scripts take in a frame.
     */
    refresh(milliseconds: number) {
        // clips may come later
        if (this.character && this.clip.options.length !== this.character.clips.size) this.showCharacter(this.character);
        if (this.character && this.clip.value !== this.character.clip) this.clip.value = this.character.clip;
        for (const { action, button } of this.buttons) refreshActionButton(button, action);
        this.showToggles();
        this.record.text = this.recorder.left > 0 ? `Stop (${Math.ceil(this.recorder.left)} s)` : RECORD;
        this.cost.textContent = `${milliseconds.toFixed(2)} ms`;
    }

    private showToggles() {
        for (const { button, isOn } of this.toggles) button.dom.setAttribute('aria-pressed', String(isOn()));
    }

    private addButton(parent: HTMLElement, key: string, text: string, hint: string, act: () => void): Button {
        const button = new Button({ text, class: 'tool' });
        button.dom.title = `${hint} (key ${key.toUpperCase()})`;
        button.dom.dataset.key = key;
        const press = () => {
            act();
            this.showToggles();
        };
        button.on('click', press);
        this.keys[key] = press;
        parent.append(button.dom);
        return button;
    }

    private addToggle(parent: HTMLElement, key: string, text: string, hint: string, isOn: () => boolean, set: (on: boolean) => void) {
        const button = this.addButton(parent, key, text, hint, () => set(!isOn()));
        this.toggles.push({ button, isOn });
    }
}
