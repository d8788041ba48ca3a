import { expect } from 'chai';
import { AnimEvents, AnimTrack, Entity, Mat4, Quat, Vec3, type AnimCurve, type AppBase, type GraphNode } from 'playcanvas';

import { retargetTrack, type RetargetOptions } from '../../scripts/index';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { itFull } from '../support/skip';

// Where a source or a target is below the node of its clips has no say in what a clip becomes, also where it was put there after it had been looked at.

/** What a model is moved by: aside, turned, and larger. */
const MOVED = new Mat4().setTRS(new Vec3(1, 0, 0.5), new Quat().setFromEulerAngles(0, 90, 0), new Vec3(2, 2, 2));

/** Millimetres and degrees. */
const SAME_PLACE = 1;
const SAME_TURN = 0.1;

const CASES = [['mannequin', 'gnome', MANNEQUIN, GNOME, 'walk'], ['mannequin', 'gnome', MANNEQUIN, GNOME, 'idle'], ['hound', 'hound', HOUND, HOUND, 'walk']] as const;

/** Puts a node between a model's root and what hangs on it. */
function addBetween(model: Entity, app: AppBase): Entity {
    const between = new Entity('between', app);
    for (const child of [...model.children]) {
        model.removeChild(child);
        between.addChild(child);
    }
    model.addChild(between);
    return between;
}

function move(node: GraphNode) {
    node.setLocalPosition(MOVED.getTranslation());
    node.setLocalRotation(new Quat().setFromMat4(MOVED));
    node.setLocalScale(MOVED.getScale());
}

/** The same clip again, as one that nothing is known of. */
const copyOf = ({ name, duration, inputs, outputs, curves }: AnimTrack) => new AnimTrack(name, duration, inputs, outputs, curves, new AnimEvents([]));

/** Numbers of each curve by its bone and property. */
function curvesOf({ curves, outputs }: AnimTrack): Map<string, readonly number[]> {
    return new Map(curves.map(({ paths, output }: AnimCurve) => {
        const [{ entityPath, propertyPath }] = paths as never as readonly { entityPath: readonly string[], propertyPath: readonly string[] }[];
        return [[entityPath.at(-1), ...propertyPath].join(), [...outputs[output].data as Float32Array]];
    }));
}

describe('retargeting between models that are moved below the node of their clips', () => {
    let app: AppBase;

    before(() => { app = createApp(); });

    after(() => app.destroy());

    /** What becomes of a clip, with models that are changed before they are first looked at, and after. */
    function make(from: LoadedCharacter, to: LoadedCharacter, clip: string, options: RetargetOptions, before?: (source: Entity, target: Entity) => void, after?: (source: Entity, target: Entity) => void) {
        const source = from.instantiate(), target = to.instantiate();
        for (const model of [source, target]) {
            app.root.addChild(model);
            addBetween(model, app);
        }
        before?.(source, target);
        const track = copyOf(from.clips.get(clip)!);
        if (after) {
            // the clip for another body, and another clip for this one
            expect(retargetTrack(track, source, source, options).problem).to.equal('');
            expect(retargetTrack(copyOf(from.clips.get('idle')!), source, target, options).problem).to.equal('');
            after(source, target);
        }
        const { track: made, problem } = retargetTrack(track, source, target, options);
        expect(problem).to.equal('');
        source.destroy();
        target.destroy();
        return curvesOf(made!);
    }

    function expectSame(what: string, made: Map<string, readonly number[]>, plain: Map<string, readonly number[]>) {
        expect([...made.keys()]).to.have.members([...plain.keys()]);
        let way = 0, angle = 0;
        for (const [name, values] of plain) {
            const others = made.get(name)!;
            expect(others.length, name).to.equal(values.length);
            if (name.endsWith('Position')) for (let i = 0; i < values.length; i++) way = Math.max(way, 1000 * Math.abs(values[i] - others[i]));
            if (!name.endsWith('Rotation')) continue;
            for (let i = 0; i < values.length; i += 4) {
                const apart = [1, -1].map(sign => Math.hypot(...[0, 1, 2, 3].map(k => values[i + k] - sign * others[i + k])));
                angle = Math.max(angle, 4 * Math.asin(Math.min(...apart) / 2) * 180 / Math.PI);
            }
        }
        expect(way, `${what}: millimetres`).to.be.below(SAME_PLACE);
        expect(angle, `${what}: degrees`).to.be.below(SAME_TURN);
    }

    const between = (model: Entity) => model.children[0];

    /** What is done to models, before they are first looked at and after. */
    const CHANGES: Readonly<Record<string, readonly [((source: Entity, target: Entity) => void)?, ((source: Entity, target: Entity) => void)?]>> = {
        'a source in its file': [source => move(between(source))],
        'a source that was looked at': [undefined, source => move(between(source))],
        'a source that hangs one node deeper by now': [undefined, source => move(addBetween(source, app))],
        'a source that is moved itself': [undefined, source => move(source)],
        'a target in its file': [(_, target) => move(between(target))],
        'a target that was looked at': [undefined, (_, target) => move(between(target))],
        'a target that hangs one node deeper by now': [undefined, (_, target) => move(addBetween(target, app))]
    };

    async function compare(sourceFile: string, targetFile: string, clip: string, rootMotion: 'keep' | 'inPlace') {
        const [from, to] = [await loadGlb(app, sourceFile), await loadGlb(app, targetFile)];
        const plain = make(from, to, clip, { rootMotion });
        for (const [what, [before, after]] of Object.entries(CHANGES)) expectSame(what, make(from, to, clip, { rootMotion }, before, after), plain);
    }

    for (const [source, target, sourceFile, targetFile, clip] of CASES) {
        for (const rootMotion of ['keep', 'inPlace'] as const) {
            const run = clip === 'walk' && (source === 'hound') === (rootMotion === 'inPlace') ? it : itFull;
            run(`gives the ${target} the same ${clip} of the ${source}: ${rootMotion}`, () => compare(sourceFile, targetFile, clip, rootMotion));
        }
    }
});
