import { Button, Container, Panel } from '@playcanvas/pcui';
import { activeRagdollAttributes, type ActiveRagdoll } from 'limber';
import { Vec3, type Entity } from 'playcanvas';

import { Pile } from './active-ragdoll/pile';
import { Scene } from './active-ragdoll/scene';
import { Thrower } from './active-ragdoll/thrower';
import { Twin } from './active-ragdoll/twin';
import { Walk } from './active-ragdoll/walk';
import type { Character } from '../frame/character';
import { Inspector } from '../frame/inspector';
import type { Frame, OpenPage, Page } from '../frame/page';
import { createReading } from '../frame/reading';
import { sceneScale } from '../frame/scale';
import { Switches } from '../frame/switches';
import { EntityChoice } from '../frame/values';

/** Milliseconds between two looks at what the script has changed itself. */
const REFRESH_MS = 150;

/** Seconds for which the simulation is off when the character gets up: it comes back to the animation, and a little more. */
const GET_UP_SECONDS = 0.4;

/** The five pictures of the original: rotation and translation weight. */
export const PRESETS: readonly (readonly [rotation: number, translation: number])[] = [[1, 0], [0.5, 0], [0.1, 0], [1, 1], [0.3, 0.3]];

/** Where the camera is and what it looks at, in metres of a person: the character, the crate before it and the pile beside it. */
const CAMERA = new Vec3(-3.7, 1.6, 3);
const FOCUS = new Vec3(0.15, 0.75, 0.45);

/** Height over that of a person for which the page is made at least, so that the crate is seen beside a small character. */
const SMALLEST = 0.65;

const MILLIMETRES = 1000;

export class OpenActiveRagdoll implements OpenPage {
    scene: Scene;

    script: ActiveRagdoll | null = null;

    twin: Twin | null = null;

    pile: Pile | null = null;

    walk: Walk | null = null;

    inspector: Inspector | null = null;

    readonly thrower: Thrower;

    readonly switches: Switches;

    private readonly live = new Panel({ class: 'live', headerText: 'Active Ragdoll' });

    private readonly attributes = new Container({ class: 'attributes' });

    private readonly actions = document.createElement('div');

    private readonly presets: Button[];

    private readonly readings = {
        turn: createReading('off, local'),
        worstTurn: createReading('worst bone'),
        bodies: createReading('bodies'),
        distance: createReading('off, in place'),
        worstDistance: createReading('worst bone'),
        state: createReading('simulation')
    };

    private readonly timer = setInterval(() => this.refresh(), REFRESH_MS);

    private character: Character | null = null;

    /** Seconds until the simulation is switched on again; 0: it stays as it is. */
    private wait = 0;

    constructor(private readonly frame: Frame) {
        const { stage, sidebar, tools } = frame;
        this.scene = new Scene(stage, sceneScale(stage.unit));
        this.thrower = new Thrower(stage, () => this.scene);
        stage.app.systems.on('update', this.update, this);

        const readings = new Container({ class: ['readings', 'three'] });
        readings.dom.append(...Object.values(this.readings).map(reading => reading.element));
        this.live.append(readings);
        this.presets = PRESETS.map(([rotation, translation]) => {
            const button = new Button({ text: `${100 * rotation} / ${100 * translation}` });
            button.dom.title = `Rotation Weight ${100 * rotation} %, Translation Weight ${100 * translation} %`;
            button.on('click', () => this.choose(rotation, translation));
            return button;
        });
        const presets = new Container({ class: ['methods', 'presets'] });
        for (const button of this.presets) presets.append(button);
        this.live.append(presets);
        this.switches = this.createSwitches();
        this.live.dom.append(this.switches.element);
        sidebar.append(this.live.dom, this.attributes.dom);

        this.actions.className = 'places';
        this.addAction('Get up', 'active off and on: back to the animation', () => this.getUp());
        this.addAction('Walk into the crate', 'Needs a translation weight: without one 100 / 100 is chosen', () => this.startWalk());
        this.addAction('Clear', 'Takes the balls away and puts the crate back', () => this.clear());
        tools.append(this.actions);
    }

    attach(character: Character) {
        this.leave();
        const { stage } = this.frame;
        this.character = character;
        const scale = sceneScale(stage.unit);
        if (scale !== this.scene.scale) {
            this.scene.destroy();
            this.scene = new Scene(stage, scale);
        }
        const { center, halfExtents } = character.bounds;
        this.scene.front = center.z + halfExtents.z;
        this.clear();
        this.twin = new Twin(character, stage.app.root as Entity);
        this.pile = new Pile(stage, character);
        this.script = character.entity.script!.create('activeRagdoll', { attributes: { active: true } }) as unknown as ActiveRagdoll;
        const { script, twin } = this;
        script.on('activate', () => twin.findBones(script));
        this.inspector = new Inspector(this.script, activeRagdollAttributes, new EntityChoice(character.nodes));
        this.attributes.append(this.inspector.element);
        stage.view(CAMERA.clone().mulScalar(this.size), FOCUS.clone().mulScalar(this.size));
        this.refresh();
    }

    problems(): string[] {
        return this.script?.problems() ?? [];
    }

    /** Sets both weights, and switches the simulation on. */
    choose(rotation: number, translation: number) {
        if (!this.script) return;
        Object.assign(this.script, { active: true, rotationWeight: rotation, translationWeight: translation });
        this.refresh();
    }

    /** Brings the character back to its animation, and the simulation on again. */
    getUp() {
        if (!this.script) return;
        this.script.active = false;
        this.wait = GET_UP_SECONDS;
    }

    startWalk() {
        if (!this.script || !this.character) return;
        this.walk?.end();
        this.scene.resetCrate();
        if (this.script.translationWeight === 0) this.choose(1, 1);
        this.walk = new Walk(this.character, this.script, this.size);
    }

    /** Takes the balls away and puts the crate back. */
    clear() {
        this.scene.clearBalls();
        this.scene.resetCrate();
    }

    close() {
        clearInterval(this.timer);
        const { stage } = this.frame;
        stage.app.systems.off('update', this.update, this);
        this.walk?.end();
        this.leave();
        this.character?.entity.script!.destroy('activeRagdoll');
        this.thrower.destroy();
        this.scene.destroy();
        this.live.destroy();
        this.attributes.destroy();
        this.actions.remove();
        if (this.character) stage.frame(this.character.bounds);
    }

    /** The size in which the page shows the character: its height over that of a person, in the scene. */
    private get size(): number {
        return Math.max(this.frame.stage.unit, SMALLEST * this.scene.scale);
    }

    /** Lets go of the character that was there. */
    private leave() {
        this.inspector?.destroy();
        this.twin?.destroy();
        this.pile?.clear();
        this.walk = null;
        this.wait = 0;
    }

    private addAction(text: string, hint: string, act: () => void) {
        const button = new Button({ text, class: 'tool' });
        button.dom.title = hint;
        button.on('click', act);
        this.actions.append(button.dom);
    }

    private createSwitches(): Switches {
        return new Switches([
            {
                name: 'active', title: 'Active', hint: 'The simulation: off leaves no body in the world',
                get: () => this.script?.active ?? false,
                set: (on) => {
                    this.wait = 0;
                    if (this.script) this.script.active = on;
                }
            },
            {
                name: 'twin', title: 'Show animation', hint: 'A twin without the script, which the figures are measured against',
                get: () => this.twin?.isShown ?? false,
                set: (on) => {
                    if (this.twin) this.twin.isShown = on;
                }
            },
            {
                name: 'draw', title: 'Draw bodies', hint: 'Draw Debug Ragdoll: white where the animation has them, green where they are',
                get: () => this.script?.drawDebugRagdoll ?? false,
                set: (on) => {
                    if (this.script) this.script.drawDebugRagdoll = on;
                }
            },
            {
                name: 'pile', title: 'Pile', hint: 'More of the same character, limp, fall onto each other',
                get: () => this.pile?.isThere ?? false,
                set: (on) => {
                    if (on) this.pile?.drop();
                    else this.pile?.clear();
                }
            }
        ]);
    }

    private update(dt: number) {
        if (this.wait > 0) {
            this.wait = Math.max(0, this.wait - dt);
            if (this.wait === 0) this.script!.active = true;
        }
        this.walk?.update(dt);
        this.twin?.update();
    }

    private refresh() {
        const { script, twin, readings, scene: { scale } } = this;
        if (!script || !twin) return;
        this.inspector!.refresh();
        this.switches.refresh();
        PRESETS.forEach(([rotation, translation], i) => {
            const chosen = script.active && script.rotationWeight === rotation && script.translationWeight === translation;
            this.presets[i].dom.setAttribute('aria-pressed', String(chosen));
        });
        const error = twin.measure();
        const degrees = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(value < 10 ? 2 : 0)}°`);
        const millimetres = (value: number | undefined) => (value === undefined ? '–' : `${(MILLIMETRES * value / scale).toFixed(1)} mm`);
        readings.turn.show(degrees(error?.turn));
        readings.worstTurn.show(degrees(error?.worstTurn));
        readings.distance.show(millimetres(error?.distance));
        readings.worstDistance.show(millimetres(error?.worstDistance));
        readings.bodies.show(String(twin.bones));
        readings.state.show(script.active ? 'on' : 'off', script.active ? 'good' : '');
    }
}

export const activeRagdollPage: Page = {
    name: 'active-ragdoll',
    title: 'Active Ragdoll',
    summary: 'Bodies follow the animation while the world pushes them. Click to throw a ball; drop a .glb.',
    open: frame => new OpenActiveRagdoll(frame)
};
