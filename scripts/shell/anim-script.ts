import { ScriptType, type Entity } from 'playcanvas';

import { completeRows } from './checked-values';
import { characterRootOf, findCompanion } from './companion';
import { EndOfFrame } from './end-of-frame';
import { LiveRows } from './live-rows';
import { problemsOf } from './problems';
import { registerItself } from './register';
import { ClipSampler } from '../anim/clips/clip-sampler';
import { hasForeignUnits, legStretch } from '../anim/clips/clip-units';
import type { AnimLayer } from '../anim/component/anim-layer';
import { AnimReader } from '../anim/component/anim-reader';
import { animRootOf, findAnim, isModelShown } from '../anim/component/find-anim';
import { findCharacter } from '../rig/character';

// The life of a script that works on what plays, and writes no pose itself.

const NO_ANIM = 'there is no anim component with a state graph at, below or above this entity. Add one, or remove this script.';

/** Base class of scripts that read and steer the anim component at, above or below their entity; the component may come and go. */
export abstract class AnimScript extends ScriptType {
    private readonly registration = registerItself(this);

    protected readonly reports = problemsOf(this, this.registration.name);

    protected reader = new AnimReader(this.entity);

    private readonly endOfFrame = EndOfFrame.of(this.app);

    private readonly rows = new LiveRows();

    initialize() {
        this.endOfFrame.retain();
        this.on('destroy', () => this.endOfFrame.release());
        this.refresh();
    }

    /** Reads the lists again. Call it after a change inside a list, or of the model. */
    refresh() {
        const { name, table } = this.registration;
        this.reports.clear();
        completeRows(this, name, table);
        this.reader = new AnimReader(this.entity);
        this.reader.update();
        this.build();
        this.rows.watch(this, table);
    }

    /** What is wrong with the set-up: sentences with what, where and how to fix it. */
    problems(): string[] {
        return this.reports.list();
    }

    /** The entity below which the character is: this one, or that of the anim component where it stands above. */
    protected get characterEntity(): Entity {
        const { component } = this.reader;
        return component && this.entity.isDescendantOf(component.entity) ? component.entity : this.entity as Entity;
    }

    /** Fires an event at the end of the frame, when listeners may destroy anything. */
    protected announce(event: string, ...args: readonly unknown[]) {
        this.endOfFrame.announce(this, event, args);
    }

    /** Another script on the character by its registered name; null: there is none. */
    protected companion<Companion extends object>(name: string): Companion | null {
        return findCompanion(characterRootOf(this.characterEntity), name);
    }

    /** Takes over numbers, switches and vectors that were set in rows. */
    protected retune() {
        const { name, table } = this.registration;
        this.reports.clear();
        completeRows(this, name, table);
        this.build();
    }

    /** Makes what the script needs of the attributes, and reports what is wrong. */
    protected abstract build(): void;

    /** Reads what plays, and answers the base layer; null, with a sentence, when there is none. */
    protected readAnim(): AnimLayer | null {
        if (this.rows.take()) {
            this.retune();
            this.rows.watch(this, this.registration.table);
        }
        const { component } = this.reader;
        // another model is shown in place of its own
        if (component?.entity && !isModelShown(component) && findAnim(this.entity) !== component) this.refresh();
        const { reader, reports } = this;
        reader.update();
        if (reader.problem !== null) reports.enter('engine', reader.problem);
        if (reader.baseLayer) reports.leave('anim');
        else reports.enter('anim', NO_ANIM);
        return reader.baseLayer;
    }

    /** Whether the base layer has a state; says so where it has not. Without a component nothing is known of it, and nothing said. */
    protected checkState(state: string, place: string): boolean {
        const layer = this.reader.baseLayer;
        if (!layer) return true;
        if (layer.hasState(state)) {
            this.checkBody(layer, state);
            return true;
        }
        this.reports.add(`${place}: the animation has no state "${state}". Its states are ${layer.states().join(', ')}. Choose one of them, then call refresh().`);
        return false;
    }

    /** Says so where a state has a clip that was made in other units than the character, or for a body with other legs. */
    private checkBody(layer: AnimLayer, state: string) {
        const { component } = this.reader;
        const rig = component && findCharacter(this.characterEntity);
        if (!rig) return;
        for (const track of layer.tracksOf(state)) {
            const sampler = new ClipSampler(track, animRootOf(component), rig.skeleton);
            const clip = `the clip "${track.name}" of the state "${state}"`;
            if (hasForeignUnits(sampler, rig)) {
                this.reports.enter(`body ${state}`, `${clip} has the hips in other units than this character, which would sink or fly. Choose a clip that was made for it, then call refresh().`);
                return;
            }
            const stretch = legStretch(sampler, rig);
            if (stretch !== 1) {
                this.reports.enter(`body ${state}`, `${clip} makes the legs of this character ${(100 * stretch).toFixed(0)} % as long as they are: it was made for another body. Choose one that was made for it, then call refresh().`);
                return;
            }
        }
    }
}
