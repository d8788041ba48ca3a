import { animationMirrorAttributes, type AnimationMirror } from 'limber';
import { BLEND_NORMAL, BoundingBox, Color, CULLFACE_NONE, Entity, StandardMaterial, Vec3 } from 'playcanvas';

import { SkinError } from './animation-mirror/skin-error';
import type { Character } from '../frame/character';
import { addOwnMotion } from '../frame/own-motions';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import { Twin } from '../frame/twin';
import type { View } from '../frame/view';

/** The pack's own motion in which left and right are easily told apart. */
const WAVE = 'wave';

/** Distance of each of the two from the plane, in half widths of the character; and the least of it, metres on a person. */
const FROM_PLANE = 0.6;
const LEAST = 0.4;

/** Error in millimetres on a person from which on it can be seen. */
const VISIBLE = 1;

export class OpenAnimationMirror extends OpenPage {
    readonly script: AnimationMirror;

    /** The animation as it is, on the other side of the plane. */
    readonly twin: Twin;

    private readonly twinScript: AnimationMirror;

    private readonly error: SkinError;

    private readonly glass = new Entity('mirror plane');

    private readonly material = new StandardMaterial();

    private readonly normal: Vec3;

    private readonly stopWave: () => void;

    /** What the two stand on: a clip may place the model itself. */
    private readonly stands = [new Entity('mirrored'), new Entity('as it is')];

    override readonly figures: readonly Figure[] = [
        { label: 'skin error', read: () => this.readError() },
        { label: 'vertices', read: () => String(this.error.count) },
        { label: 'pairs', read: () => String(this.script.getBoneMirrorDataStructure().length / 2) },
        { label: 'shown', read: () => (this.script.mirror ? ['mirrored', 'good'] : 'the animation') }
    ];

    override readonly switches: readonly Switch[] = [
        { name: 'mirror', title: 'Mirror', hint: 'Left and right exchanged', get: () => this.script.mirror, set: (on) => { this.script.mirror = on; } }
    ];

    override readonly actions: readonly Action[] = [{
        title: 'Switch sides in step', hint: 'Switches the mirror half a cycle on, so that the foot on the ground stays there',
        act: () => this.switchInStep()
    }];

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const { model, bounds, entity } = character;
        this.normal = model ? new Vec3().cross(model.up, model.forward).normalize() : Vec3.RIGHT.clone();
        const { halfExtents } = bounds;
        const halfWidth = Math.abs(this.normal.x) * halfExtents.x + Math.abs(this.normal.y) * halfExtents.y + Math.abs(this.normal.z) * halfExtents.z;
        const distance = Math.max(FROM_PLANE * halfWidth, LEAST * stage.unit);
        this.stands.forEach((stand, i) => {
            stand.setPosition(this.normal.clone().mulScalar(i === 0 ? distance : -distance));
            stage.app.root.addChild(stand);
        });
        entity.reparent(this.stands[0]);
        entity.setLocalPosition(0, 0, 0);
        this.script = this.add('animationMirror', animationMirrorAttributes, { mirror: true });
        this.twin = new Twin(character, this.stands[1], false);
        this.twin.beside.copy(this.normal).mulScalar(-2 * distance);
        // it is switched to the same phase without a jump
        this.twin.entity.addComponent('script');
        this.twinScript = this.twin.entity.script!.create('animationMirror') as unknown as AnimationMirror;
        this.error = new SkinError(entity, this.twin.entity, bone => this.script.getMirrorMappedBone(bone));
        this.addGlass(bounds, distance);
        this.nameBoth(this.twin, 'the clip', 'mirrored');
        this.stopWave = addOwnMotion(stage.app, character, WAVE, () => {
            if (character.playsFirst) character.play(WAVE);
        });
    }

    override view(): View {
        const { center, halfExtents } = this.character.bounds;
        const { normal } = this;
        const half = Math.abs(this.twin.beside.dot(normal)) / 2;
        const wide = new Vec3(Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)).mulScalar(half);
        return { box: new BoundingBox(center, halfExtents.clone().add(wide)), around: 24, above: 10 };
    }

    override update() {
        this.twin.update();
        const [ours, theirs] = [this.character.entity, this.twin.entity].map(({ anim }) => anim?.baseLayer);
        // clips that fade in may have begun a frame apart
        if (ours && theirs && ours.activeState === theirs.activeState) theirs.activeStateCurrentTime = ours.activeStateCurrentTime;
    }

    override close() {
        this.stopWave();
        this.character.forgetTracks([WAVE]);
        this.twin.destroy();
        this.character.entity.reparent(this.stage.app.root);
        for (const stand of this.stands) stand.destroy();
        this.glass.destroy();
        this.material.destroy();
    }

    /** Exchanges the sides where the clip has steps without a foot that slides. */
    switchInStep() {
        this.script.shiftPhase();
        this.twinScript.shiftPhase();
        this.script.mirror = !this.script.mirror;
    }

    private readError(): readonly [string, 'good' | 'busy' | ''] {
        if (this.error.count === 0) return ['no skin with twins', ''];
        const error = 1000 * this.error.measure(Vec3.ZERO, this.normal) / this.stage.unit;
        if (!this.script.mirror) return ['not mirrored', ''];
        return [`${error.toFixed(error < 10 ? 2 : 0)} mm`, error < VISIBLE ? 'good' : 'busy'];
    }

    /** A pane in the plane. */
    private addGlass({ center, halfExtents }: BoundingBox, distance: number) {
        const { material, glass, stage, normal } = this;
        material.diffuse = new Color(0.5, 0.8, 1);
        material.emissive = new Color(0.1, 0.2, 0.25);
        material.opacity = 0.22;
        material.blendType = BLEND_NORMAL;
        material.cull = CULLFACE_NONE;
        material.depthWrite = false;
        material.update();
        glass.addComponent('render', { type: 'plane', material, castShadows: false });
        stage.app.root.addChild(glass);
        const size = 2.4 * Math.max(halfExtents.y, distance);
        glass.setPosition(center);
        // a plane of the engine has its normal along y
        glass.lookAt(center.clone().add(normal));
        glass.rotateLocal(90, 0, 0);
        glass.setLocalScale(size, 1, size * halfExtents.y / Math.max(halfExtents.y, distance));
    }
}

export const animationMirrorPage: Page = {
    name: 'animation-mirror',
    title: 'Animation Mirror',
    summary: 'One clip, two sides: the one waves with the hand that the clip has, the other one with the other hand. Switch sides in step.',
    open: (stage, character) => new OpenAnimationMirror(stage, character)
};
