import { Entity, type AppBase } from 'playcanvas';

// A plain standing figure of entities without skin, 1.8 m high, facing +z, for what the characters at hand do not have.

/** Adds nodes as `[name, parent, x, y, z]` with places in the figure, in metres; parents come first. */
export function addNodes(app: AppBase, root: Entity, nodes: readonly (readonly [string, string, number, number, number])[]) {
    for (const [name, parent, x, y, z] of nodes) {
        const entity = new Entity(name, app);
        (parent === '' ? root : root.findByName(parent)!).addChild(entity);
        entity.setPosition(x, y, z);
    }
}

const TRUNK = [
    ['Hips', '', 0, 1, 0], ['Spine', 'Hips', 0, 1.1, 0], ['Chest', 'Spine', 0, 1.3, 0], ['Neck', 'Chest', 0, 1.5, 0],
    ['Head', 'Neck', 0, 1.6, 0.02], ['HeadEnd', 'Head', 0, 1.8, 0.02], ['LeftEye', 'Head', 0.03, 1.68, 0.1], ['RightEye', 'Head', -0.03, 1.68, 0.1]
] as const;

/** A figure whose legs have as many bones as joints are given, from the hip to the foot, as `[y, z]`. */
export function buildFigure(app: AppBase, legJoints: readonly (readonly [number, number])[]): Entity {
    const root = new Entity('figure', app);
    app.root.addChild(root);
    addNodes(app, root, TRUNK);
    for (const [side, sign] of [['Left', 1], ['Right', -1]] as const) {
        addNodes(app, root, [
            [`${side}Arm`, 'Chest', 0.2 * sign, 1.45, 0], [`${side}ForeArm`, `${side}Arm`, 0.45 * sign, 1.45, 0], [`${side}Hand`, `${side}ForeArm`, 0.7 * sign, 1.45, 0]
        ]);
        legJoints.forEach(([y, z], i) => {
            addNodes(app, root, [[`${side}Leg${i}`, i === 0 ? 'Hips' : `${side}Leg${i - 1}`, 0.1 * sign, y, z]]);
        });
    }
    return root;
}
