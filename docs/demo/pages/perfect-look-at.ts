import { Button, Container, LabelGroup, NumericInput, Panel } from '@playcanvas/pcui';
import { perfectLookAtAttributes, type PerfectLookAt } from 'limber';

import type { Character } from '../frame/character';
import { Inspector } from '../frame/inspector';
import type { Frame, OpenPage, Page } from '../frame/page';
import { createReading } from '../frame/reading';
import { Target } from '../frame/target';
import { EntityChoice } from '../frame/values';

/** Milliseconds between two looks at what the script has changed itself. */
const REFRESH_MS = 150;

export class OpenPerfectLookAt implements OpenPage {
    readonly target: Target;

    script: PerfectLookAt | null = null;

    inspector: Inspector | null = null;

    private readonly live = new Panel({ class: 'live', headerText: 'Perfect Look At' });

    private readonly attributes = new Container({ class: 'attributes' });

    private readonly time = new NumericInput({ value: 0.6, min: 0, max: 10, step: 0.1, precision: 2 });

    private readonly wander = new Button({ text: 'Let the target move', class: 'tool' });

    private readonly readings = {
        weight: createReading('weight'),
        residual: createReading('residual'),
        reached: createReading('target'),
        transition: createReading('transition')
    };

    private readonly timer = setInterval(() => this.refresh(), REFRESH_MS);

    constructor(frame: Frame) {
        this.target = new Target(frame.stage);
        const readings = new Container({ class: 'readings' });
        readings.dom.append(...Object.values(this.readings).map(reading => reading.element));
        this.live.append(readings);

        const methods = new Container({ class: 'methods' });
        const enable = new Button({ text: 'Enable' });
        enable.dom.title = 'enablePerfectLookAt(time)';
        enable.on('click', () => this.script?.enablePerfectLookAt(this.time.value));
        const disable = new Button({ text: 'Disable' });
        disable.dom.title = 'disablePerfectLookAt(time)';
        disable.on('click', () => this.script?.disablePerfectLookAt(this.time.value));
        methods.append(new LabelGroup({ text: 'Within seconds', field: this.time }));
        methods.append(enable);
        methods.append(disable);
        this.live.append(methods);
        frame.sidebar.append(this.live.dom, this.attributes.dom);

        this.wander.on('click', () => this.target.release());
        frame.tools.append(this.wander.dom);
    }

    attach(character: Character) {
        this.inspector?.destroy();
        this.target.place(character.bounds);
        const { entity } = character;
        this.script = entity.script!.create('perfectLookAt', { attributes: { targetObject: this.target.entity } }) as unknown as PerfectLookAt;
        const choice = new EntityChoice([this.target.entity, ...character.nodes]);
        this.inspector = new Inspector(this.script, perfectLookAtAttributes, choice);
        this.attributes.append(this.inspector.element);
        this.refresh();
    }

    problems(): string[] {
        return this.script?.problems() ?? [];
    }

    close() {
        clearInterval(this.timer);
        this.inspector?.destroy();
        this.script?.entity.script!.destroy('perfectLookAt');
        this.target.destroy();
        this.live.destroy();
        this.attributes.destroy();
        this.wander.destroy();
    }

    private refresh() {
        this.wander.enabled = !this.target.wandering;
        if (!this.script) return;
        this.inspector!.refresh();
        const { weight, residual, reached, transition } = this.readings;
        weight.show(this.script.getLookAtWeight().toFixed(2));
        residual.show(`${this.script.residual.toFixed(this.script.residual < 10 ? 2 : 0)}°`);
        reached.show(this.script.reached ? 'reached' : 'not reached', this.script.reached ? 'good' : '');
        const seconds = this.script.getTimeToFinishTransition();
        transition.show(this.script.isInTransition() ? `${seconds.toFixed(1)} s` : 'none', this.script.isInTransition() ? 'busy' : '');
    }
}

export const perfectLookAtPage: Page = {
    name: 'perfect-look-at',
    title: 'Perfect Look At',
    summary: 'Eyes, head and spine turn to a target, the feet stay where the animation has them. Drag the ball; drop a .glb.',
    open: frame => new OpenPerfectLookAt(frame)
};
