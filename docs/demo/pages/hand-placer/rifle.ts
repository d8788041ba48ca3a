import { AnimCurve, AnimData, AnimTrack, Asset, Color, Entity, INTERPOLATION_CUBIC, Quat, StandardMaterial, Vec3 } from 'playcanvas';

import type { Character } from '../../frame/character';
import type { Stage } from '../../frame/stage';

// A rifle: what is drawn of it, marks for both hands, where it is shouldered, and the clip of its recoil. Its barrel points along -Z.

/** Parts: size and place from the right hand's grip, metres of a person. */
const PARTS: readonly (readonly [name: string, size: readonly number[], at: readonly number[]])[] = [
    ['receiver', [0.04, 0.07, 0.3], [0, 0.06, -0.08]], ['barrel', [0.02, 0.02, 0.5], [0, 0.07, -0.45]], ['forend', [0.035, 0.04, 0.22], [0, 0.06, -0.33]],
    ['handle', [0.03, 0.1, 0.045], [0, -0.01, 0.02]], ['stock', [0.035, 0.07, 0.22], [0, 0.045, 0.17]]
];
const MUZZLE = [0, 0.07, -0.7] as const;

/** Marks of the hands: place, and the turn of the back of the hand about the barrel, degrees from up. */
const GRIPS: readonly (readonly [name: string, at: readonly [number, number, number], turn: number])[] = [
    ['gripRight', [0.022, -0.005, 0.03], -90], ['gripLeft', [-0.005, 0.025, -0.32], 160]
];

/** Where the grip is from the right shoulder while it is shouldered: to the left, up, ahead. */
const SHOULDERED = [0.05, -0.08, 0.27] as const;

/** Recoil: how far the chest goes back, degrees, and seconds until then and until it is back. */
const KICK = 5;
const KICK_TIMES = [0, 0.05, 0.4];

export class Rifle {
    readonly entity = new Entity('rifle');

    readonly barrel = new Entity('barrel');

    /** Place of the right hand while the rifle is shouldered. It goes along with the chest. */
    readonly grip = new Entity('shouldered');

    /** The clip of the recoil; null: the character has no spine. */
    readonly recoil: Asset | null;

    private readonly steel = new StandardMaterial();

    constructor({ app, unit }: Stage, character: Character, shoulder: Vec3, forward: Vec3) {
        const { entity, barrel, grip, steel } = this;
        const scaled = ([x, y, z]: readonly number[]) => new Vec3(x, y, z).mulScalar(unit);
        steel.diffuse = new Color(0.12, 0.13, 0.15);
        steel.update();
        for (const [name, size, at] of PARTS) {
            const part = new Entity(name);
            part.addComponent('render', { type: 'box', material: steel });
            part.setLocalScale(scaled(size));
            part.setLocalPosition(scaled(at));
            entity.addChild(part);
        }
        barrel.setLocalPosition(scaled(MUZZLE));
        entity.addChild(barrel);
        const marks = GRIPS.map(([name, at, turn]) => {
            const mark = new Entity(name);
            mark.setLocalPosition(scaled(at));
            mark.setLocalEulerAngles(0, 0, turn);
            entity.addChild(mark);
            return mark;
        });
        const chest = ['spine2', 'spine1', 'spine'].flatMap(role => character.model?.bones.get(role as 'spine') ?? [])[0] ?? null;
        // as the rifle lies while its right mark is here
        const facing = new Quat().setFromEulerAngles(0, Math.atan2(forward.x, forward.z) * 180 / Math.PI + 180, 0);
        const left = new Vec3().cross(Vec3.UP, forward);
        const [aside, up, ahead] = scaled(SHOULDERED).toArray() as [number, number, number];
        grip.setPosition(shoulder.clone().add(left.clone().mulScalar(aside)).add(new Vec3(0, up, 0)).add(forward.clone().mulScalar(ahead)).add(facing.transformVector(marks[0].getLocalPosition())));
        grip.setRotation(facing.clone().mul(marks[0].getLocalRotation()));
        const place = grip.getPosition().clone(), turn = grip.getRotation().clone();
        (chest ?? app.root).addChild(grip);
        grip.setPosition(place);
        grip.setRotation(turn);
        this.recoil = chest && this.makeRecoil(character, chest.name, left);
        entity.enabled = false;
        app.root.addChild(entity);
    }

    destroy() {
        for (const entity of [this.entity, this.grip]) entity.destroy();
        this.steel.destroy();
        this.recoil?.unload();
    }

    private makeRecoil(character: Character, name: string, left: Vec3): Asset {
        const model = character.createModel();
        const bone = model.findByName(name)!;
        const axis = bone.parent!.getRotation().clone().invert().transformVector(left);
        const rest = bone.getLocalRotation();
        const back = new Quat().setFromAxisAngle(axis, -KICK).mul(rest);
        const path = { entityPath: bone.path.split('/'), component: 'graph', propertyPath: ['localRotation'] };
        const keys = [rest, back, rest];
        // tangents of zero: before, value and after of each key
        const values = keys.flatMap(({ x, y, z, w }) => [0, 0, 0, 0, x, y, z, w, 0, 0, 0, 0]);
        const track = new AnimTrack('recoil', KICK_TIMES[2], [new AnimData(1, KICK_TIMES)], [new AnimData(4, values)], [new AnimCurve([path] as never, 0, 0, INTERPOLATION_CUBIC)]);
        model.destroy();
        const asset = new Asset('recoil', 'animation');
        asset.resource = track;
        asset.loaded = true;
        return asset;
    }
}
