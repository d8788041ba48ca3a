import type { AnimComponent, AnimTrack } from 'playcanvas';

import type { ContinuationRow } from './attributes';
import { StartSearch } from '../anim/clips/start-search';
import type { AnimLayer } from '../anim/component/anim-layer';
import { enterState } from '../anim/component/enter-state';
import { animRootOf } from '../anim/component/find-anim';
import type { FootSides } from '../anim/component/foot-sides';
import type { Rig } from '../rig/rig';

// What follows on an action: the state that the table names, else the one that played before, from the pose that fits.

export class Successor {
    /** What played before the action. */
    private base: { readonly state: string; readonly track: AnimTrack | null } = { state: '', track: null };

    private search: { readonly rig: Rig; readonly component: AnimComponent; readonly starts: StartSearch } | null = null;

    /** Remembers what plays now as what goes on after the action. */
    remember({ source, track }: AnimLayer) {
        this.base = { state: source.activeState, track };
    }

    /**
     * Enters what follows.
     *
     * @param state - State of the action.
     * @param rows - The table.
     * @param time - Seconds of the action's clip at which it ends, not before what is shown: the frame goes on over its end.
     * @param rig - The character; null: the state begins at its start.
     * @param sides - Makes the states with left and right exchanged.
     */
    enter(state: string, rows: readonly ContinuationRow[], layer: AnimLayer, time: number, rig: Rig | null, component: AnimComponent | null, sides: FootSides) {
        const { track, duration } = layer;
        const end = Math.min(time, duration);
        const phase = duration > 0 ? end / duration : 1;
        const row = rows.find(({ from, to, fromPhase }) => from === state && phase >= fromPhase.x && phase <= fromPhase.y && layer.hasState(to));
        const wanted = row ? row.to : this.base.state;
        if (!layer.hasState(wanted)) return;
        const to = (row?.mirrorByFoot && sides.isRight(layer, component) && sides.mirrorOf(layer, wanted, layer.loops(wanted))) || wanted;
        const next = row ? layer.tracksOf(to)[0] : this.base.track ?? layer.tracksOf(to)[0];
        const isComparable = track && next && rig && component;
        const start = row ? row.toTime : isComparable ? this.startsOf(rig, component).nearest(track, end, next) : 0;
        // the frame goes on over the end of the action
        const from = start - (end - layer.time);
        enterState(layer.source, to, 0, next ? phaseOf(row ? Math.max(0, from) : from, next.duration) : 0);
    }

    private startsOf(rig: Rig, component: AnimComponent): StartSearch {
        if (this.search?.rig !== rig || this.search.component !== component) this.search = { rig, component, starts: new StartSearch(rig, animRootOf(component)) };
        return this.search.starts;
    }
}

/** A time of a clip as its phase; one before the start counts from the end, as what played before is a loop. */
function phaseOf(time: number, duration: number): number {
    if (!(duration > 0)) return 0;
    return time < 0 ? 1 + time / duration : Math.min(1, time / duration);
}
