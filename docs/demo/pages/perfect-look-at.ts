import { Button, Container, LabelGroup, NumericInput, type Element } from '@playcanvas/pcui';
import { perfectLookAtAttributes, type PerfectLookAt, type Role } from 'limber';
import { BoundingBox, Vec3, type Entity } from 'playcanvas';

import type { Character } from '../frame/character';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import { PATH_DISTANCE, Target } from '../frame/target';
import { boxAround, type View } from '../frame/view';

/** Bones that a close-up shows: the head and what it stands on. */
const CLOSE: readonly Role[] = ['head', 'neck', 'leftUpperArm', 'rightUpperArm'];

/** How far the picture reaches beyond these bones, as a share of the character's height. */
const MARGIN = 0.09;

/** Share of the character's height that a close-up shows when no bone is known, from the top. */
const UPPER = 0.3;

/** Height of the head over its bone, as a share of the whole, from which on the ball is farther away, so that it clears the head. */
const HEAD = 0.24;

/** Share of the ball's distance that is in the picture around a head. */
const AROUND_HEAD = 0.7;

/** Height of the head over its bone; 0 when it is not on top. */
function headHeight({ model, bounds }: Character): number {
    const head = model?.legs === 2 ? model.bones.get('head') : null;
    return head ? Math.max(0, bounds.center.y + bounds.halfExtents.y - head.getPosition().y) : 0;
}

/** Distance to the one without the script, metres of a person. */
const BESIDE = 1;

/** Size of the ball's path, 1 for a person. */
function pathSize(character: Character): number {
    return Math.max(1, headHeight(character) / (2 * HEAD * character.bounds.halfExtents.y));
}

/**
 * Head and shoulders.
 *
 * @param reach - Distance of the ball from the head.
 */
function findPortrait(character: Character, reach: number): BoundingBox {
    const { model, bounds } = character;
    const height = 2 * bounds.halfExtents.y;
    const bones = CLOSE.map(role => model?.bones.get(role) ?? null).filter(bone => bone !== null);
    if (bones.length > 0) {
        const portrait = boxAround(bones, MARGIN * height);
        const over = headHeight(character);
        const half = Math.max(over / 2, AROUND_HEAD * reach);
        const head = bones[0].getPosition().clone();
        head.y += over / 2;
        portrait.add(new BoundingBox(head, new Vec3(half, over / 2, half)));
        return portrait;
    }
    const half = UPPER * bounds.halfExtents.y;
    const top = bounds.center.y + bounds.halfExtents.y;
    return new BoundingBox(new Vec3(bounds.center.x, top - half, bounds.center.z), new Vec3(half, half, half));
}

export class OpenPerfectLookAt extends OpenPage {
    readonly target: Target;

    readonly script: PerfectLookAt;

    override readonly entities: readonly Entity[];

    override readonly controls: readonly Element[];

    override readonly actions: readonly Action[] = [{
        title: 'Let the target move', hint: 'Around the head, until somebody takes the ball',
        act: () => this.target.release(),
        isEnabled: () => !this.target.wandering
    }];

    override readonly figures: readonly Figure[] = [
        { label: 'weight', read: () => this.script.getLookAtWeight().toFixed(2) },
        { label: 'off the ball', read: () => `${this.script.residual.toFixed(this.script.residual < 10 ? 2 : 0)}°` },
        { label: 'target', read: () => (this.script.reached ? ['reached', 'good'] : ['following', 'busy']) },
        { label: 'transition', read: () => (this.script.isInTransition() ? [`${this.script.getTimeToFinishTransition().toFixed(1)} s`, 'busy'] : 'none') }
    ];

    private readonly portrait: BoundingBox;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const size = pathSize(character);
        this.portrait = findPortrait(character, size * PATH_DISTANCE * stage.unit);
        const bone = character.model?.bones.get('head') ?? character.model?.bones.get('neck');
        const head = (bone?.getPosition() ?? this.portrait.center).clone();
        head.y += headHeight(character) / 2;
        this.target = new Target(stage);
        this.target.circle(head, character.model?.forward ?? Vec3.BACK, size);
        this.script = this.add('perfectLookAt', perfectLookAtAttributes, { targetObject: this.target.entity });
        this.entities = [this.target.entity];
        this.controls = [this.createMethods()];
        this.standBeside(-Math.max(BESIDE * size * stage.unit, 0.8 * character.bounds.halfExtents.x));
    }

    override view(): View {
        return { box: this.withBoth(this.portrait), around: 12, above: 4, fill: 0.8 };
    }

    override close() {
        this.target.destroy();
    }

    private createMethods(): Container {
        const methods = new Container({ class: 'methods' });
        const time = new NumericInput({ value: 0.6, min: 0, max: 10, step: 0.1, precision: 2 });
        const add = (text: string, hint: string, act: () => void) => {
            const button = new Button({ text });
            button.dom.title = hint;
            button.on('click', act);
            methods.append(button);
        };
        methods.append(new LabelGroup({ text: 'Within seconds', field: time }));
        add('Enable', 'enablePerfectLookAt(time)', () => this.script.enablePerfectLookAt(time.value));
        add('Disable', 'disablePerfectLookAt(time)', () => this.script.disablePerfectLookAt(time.value));
        return methods;
    }
}

export const perfectLookAtPage: Page = {
    name: 'perfect-look-at',
    title: 'Perfect Look At',
    summary: 'The right one looks at the ball, with eyes, head and spine; its feet stay where the animation has them. Drag the ball.',
    open: (stage, character) => new OpenPerfectLookAt(stage, character)
};
