import { LabelGroup, SelectInput, SliderInput } from '@playcanvas/pcui';

import type { Character } from './character';

// Which clip a character plays, and how fast.

export class Playback {
    private readonly clip = new SelectInput({ class: 'clip' });

    private readonly speed = new SliderInput({ min: 0, max: 2, step: 0.1, precision: 2, value: 1 });

    private character: Character | null = null;

    /**
     * @param parent - Where the controls go.
     * @param chosen - Hears which clip the user has chosen.
     */
    constructor(parent: HTMLElement, chosen: (clip: string) => void) {
        this.clip.on('change', (clip: string) => {
            if (!this.character || clip === this.character.clip) return;
            this.character.play(clip);
            chosen(clip);
        });
        this.speed.on('change', (speed: number) => {
            if (this.character) this.character.speed = speed;
        });
        const group = (text: string, field: SelectInput | SliderInput) => new LabelGroup({ text, field }).dom;
        parent.append(group('Clip', this.clip), group('Speed', this.speed));
    }

    /** Shows the clips of a character. */
    attach(character: Character) {
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

    /** Shows the clip that the character plays now: a page may choose clips itself. */
    refresh() {
        if (this.character && this.clip.value !== this.character.clip) this.clip.value = this.character.clip;
    }
}
