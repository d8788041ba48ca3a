import { BooleanInput, Button, Container, LabelGroup } from '@playcanvas/pcui';
import type { CorrectedRole, Role } from 'limber';
import { Color, Vec3, type GraphNode } from 'playcanvas';

import type { Character } from '../../frame/character';
import { Names } from '../../frame/names';
import type { Stage } from '../../frame/stage';

// Which bone is what, shown on the body, to be set right by clicks: on a bone, then on what it is.

/** What a bone can be set to, in words, with its colour. */
const CHOICES: Readonly<Record<CorrectedRole, readonly [title: string, colour: string]>> = {
    head: ['Head', '#ffd23f'], hips: ['Hips', '#ff7a3d'], leftHand: ['Left hand', '#4fc3f7'], rightHand: ['Right hand', '#2f7fd6'],
    leftFoot: ['Left foot', '#9be15d'], rightFoot: ['Right foot', '#2fa84f'], tail: ['Tail', '#c792ea'], none: ['None of these', '#8a9699']
};

/** Which of these a role belongs to: the limb, or the part, that it is of. */
const PARTS: readonly [RegExp, CorrectedRole][] = [
    [/^(?:head|neck|jaw)|Eye|Ear/, 'head'], [/^(?:hips|spine)/, 'hips'], [/^tail/, 'tail'], [/^left(?:Thigh|Shin|Metatarsus|Foot|Toes)/, 'leftFoot'],
    [/^right(?:Thigh|Shin|Metatarsus|Foot|Toes)/, 'rightFoot'], [/^left(?:Clavicle|UpperArm|Forearm|Metacarpus|Hand)/, 'leftHand'],
    [/^right(?:Clavicle|UpperArm|Forearm|Metacarpus|Hand)/, 'rightHand']
];

/** Pixels from a bone within which a click means it. */
const NEAR = 40;

/** Half width of the mark on the chosen bone, as a share of the height. */
const MARK = 0.02;

const colours = new Map(Object.entries(CHOICES).map(([role, [, colour]]) => [role as CorrectedRole, new Color().fromString(colour)]));
const screen = new Vec3();

/** What the user has set, and what hears of it. */
export interface RoleEditorOwner {
    readonly character: Character;
    readonly stage: Stage;
    /** Opens the page anew with other roles; null: as they are found. */
    correct(roles: Readonly<Record<string, CorrectedRole>> | null): void;
}

export class RoleEditor extends Container {
    /** Whether roles are shown, also when the page opens anew with others. */
    private static isOn = false;

    /** Whether the page is about to open anew with others. */
    private static isCorrecting = false;

    private readonly body = new Container({ class: 'role-body' });

    private readonly words = document.createElement('p');

    private readonly choices = new Map<CorrectedRole, Button>();

    /** The bone that was clicked last. */
    private chosen: GraphNode | null = null;

    private readonly roleOf: ReadonlyMap<GraphNode, Role>;

    private readonly lines: Vec3[] = [new Vec3(), new Vec3()];

    private readonly overlay = document.createElement('div');

    private readonly names: Names;

    constructor(private readonly owner: RoleEditorOwner) {
        super({ class: 'roles' });
        const { model } = owner.character;
        this.roleOf = new Map([...model?.bones ?? []].map(([role, bone]) => [bone, role]));
        const toggle = new BooleanInput({ type: 'toggle', value: RoleEditor.isOn });
        toggle.dom.dataset.switch = 'roles';
        toggle.on('change', (on: boolean) => this.show(on));
        const group = new LabelGroup({ text: 'Roles', field: toggle });
        group.dom.title = 'Which bone is what, on the body; time stands still. Click a bone, then what it is';
        const row = new Container({ class: 'methods' });
        for (const [role, [title]] of Object.entries(CHOICES)) row.append(this.createChoice(role as CorrectedRole, title));
        const files = new Container({ class: ['methods', 'copies'] });
        files.append(this.createButton('Save roles', 'A json for limberSetup, useRoles(), bake and check-rig; drop it here beside the file', () => this.save()));
        files.append(this.createButton('As found', 'Takes back what was set', () => this.correct(null)));
        this.body.dom.append(this.words);
        this.body.append(row);
        this.body.append(files);
        this.append(group);
        this.append(this.body);
        this.overlay.className = 'names role-names';
        document.getElementById('names')!.after(this.overlay);
        this.names = new Names(this.overlay, owner.stage.camera.camera!);
        this.show(RoleEditor.isOn);
    }

    /** Whether a click means a bone. */
    get isOn(): boolean {
        return RoleEditor.isOn;
    }

    /** Takes what it shows off the stage; time goes on where the page does not open anew with other roles. */
    close() {
        this.overlay.remove();
        if (!RoleEditor.isCorrecting) this.switch(false);
    }

    /** Chooses the bone that is nearest to a place of the canvas. */
    pick(x: number, y: number) {
        const { stage, character } = this.owner;
        let nearest = NEAR;
        for (const bone of character.model?.nodes ?? []) {
            stage.camera.camera!.worldToScreen(bone.getPosition(), screen);
            const distance = Math.hypot(screen.x - x, screen.y - y);
            // of several in one place the one that is something
            if (screen.z < 0 || distance > nearest || (distance === nearest && this.roleOf.has(this.chosen!))) continue;
            nearest = distance;
            this.chosen = bone;
        }
        this.refresh();
    }

    /** Draws the bones in the colours of their parts; called when the frame's pose is final. */
    draw() {
        const { stage: { app }, character: { model } } = this.owner;
        if (!RoleEditor.isOn || !model) return;
        this.names.update();
        const bones = new Set(model.nodes);
        for (const bone of bones) {
            if (bone.parent && bones.has(bone.parent)) this.line(bone.parent.getPosition(), bone.getPosition(), this.partOf(bone.parent));
        }
        if (!this.chosen) return;
        const half = MARK * model.height;
        for (const axis of [Vec3.RIGHT, Vec3.UP, Vec3.BACK]) {
            const [from, to] = [-half, half].map(length => this.chosen!.getPosition().clone().add(axis.clone().mulScalar(length)));
            app.drawLine(from, to, Color.WHITE, false);
        }
    }

    private line(from: Vec3, to: Vec3, part: CorrectedRole) {
        const [a, b] = this.lines;
        this.owner.stage.app.drawLine(a.copy(from), b.copy(to), colours.get(part)!, false);
    }

    private partOf(bone: GraphNode): CorrectedRole {
        const role = this.roleOf.get(bone);
        return (role && PARTS.find(([pattern]) => pattern.test(role))?.[1]) ?? 'none';
    }

    private show(on: boolean) {
        this.switch(on);
        this.body.hidden = !on;
        const labels = [...this.owner.character.model?.bones ?? []].flatMap(([role, over]) => {
            const choice = CHOICES[role as CorrectedRole];
            return choice ? [{ text: choice[0], over, above: 0, mark: choice[1] }] : [];
        });
        this.names.show(on ? labels : []);
        this.refresh();
    }

    private switch(on: boolean) {
        // who points at a bone wants it to hold still
        if (on !== RoleEditor.isOn) this.owner.stage.clock.isPaused = on;
        RoleEditor.isOn = on;
    }

    private correct(roles: Parameters<RoleEditorOwner['correct']>[0]) {
        RoleEditor.isCorrecting = true;
        this.owner.correct(roles);
        RoleEditor.isCorrecting = false;
    }

    private refresh() {
        const { chosen } = this;
        const role = chosen && this.roleOf.get(chosen);
        this.words.textContent = chosen ? `"${chosen.name}" is ${role ? wordsOf(role) : 'none of these'}. It is:` : 'Click a bone on the stage.';
        for (const [choice, button] of this.choices) {
            button.enabled = chosen !== null;
            button.dom.setAttribute('aria-pressed', String(chosen !== null && choice === (role ?? 'none')));
        }
    }

    private createChoice(role: CorrectedRole, title: string): Button {
        const button = this.createButton(title, `The chosen bone is: ${title.toLowerCase()}`, () => this.set(role));
        button.dom.dataset.role = role;
        this.choices.set(role, button);
        return button;
    }

    private createButton(text: string, hint: string, act: () => void): Button {
        const button = new Button({ text });
        button.dom.title = hint;
        button.on('click', act);
        return button;
    }

    private set(role: CorrectedRole) {
        const { chosen, owner } = this;
        if (!chosen) return;
        // there is one head
        const others = Object.entries(owner.character.roles).filter(([, other]) => other === 'none' || other !== role);
        this.correct({ ...Object.fromEntries(others), [chosen.name]: role });
    }

    private save() {
        const { name, roles } = this.owner.character;
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([JSON.stringify({ roles }, null, 4)], { type: 'application/json' }));
        link.download = `${name.replace(/\.(?:glb|vrm)$/i, '')}.roles.json`;
        link.click();
        URL.revokeObjectURL(link.href);
    }
}

/** A role in plain words: `left upper arm`. */
function wordsOf(role: Role): string {
    return role.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}
