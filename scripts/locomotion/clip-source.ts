import type { AnimComponent, AnimTrack, AppBase, Asset, Entity } from 'playcanvas';

import { chooseClips, lacking, type Chosen } from './repertoire';
import { TRANSITIONS } from './transition';
import { ownTracks } from '../anim/component/interlude';
import { analyseTransition } from '../anim/contacts/transition-analysis';
import type { ClipKind } from '../anim/kinds/clip-kinds';
import { tellMisses, type RetargetMiss } from '../anim/retarget/misses';
import { retargetTrack } from '../anim/retarget/retarget-track';
import { findOwnMotions, ownMotionsName, sourceModelOf, whenLoaded } from '../anim/retarget/source-model';
import { findCharacter } from '../rig/character';
import type { Rig } from '../rig/rig';
import type { Problems } from '../shell/problems';

// Where the clips of a character come from: rows by hand first, then its own, and what is lacking from the pack's motions when they have been loaded.

/** A row of the script's clips. */
export interface ClipRow {
    readonly kind: string;
    readonly clip: Asset | null;
    readonly clipName: string;
    readonly speed: number;
}

/** Kind of a row whose clip says itself what it is for. */
const AUTO = 'auto';

export class ClipSource {
    /** The component and how many states it had when its clips were looked at. */
    private component: AnimComponent | null = null;

    private stateCount = -1;

    /** The component that was added here. */
    private added: AnimComponent | null = null;

    /** The number of the look: what is loaded for an earlier one is no longer wanted. */
    private looks = 0;

    /**
     * @param reports - Where sentences go.
     * @param found - Takes the clips over; called again when more of them have come.
     */
    constructor(
        private readonly app: AppBase, private readonly reports: Problems, private readonly found: (clips: readonly Chosen[], anim: AnimComponent, rig: Rig) => void
    ) {}

    /** Looks at everything again at the next {@link look}; what is still being loaded is no longer wanted. */
    forget() {
        this.component = null;
        this.looks++;
    }

    /** Whether the clips of a component are others than they were. */
    hasChanged(anim: AnimComponent): boolean {
        return anim !== this.component || anim.baseLayer?.states.length !== this.stateCount;
    }

    /** Looks at the clips of a component. */
    look(anim: AnimComponent, rig: Rig, rows: readonly ClipRow[]) {
        this.component = anim;
        this.looks++;
        const tracks = ownTracks(anim);
        const byHand = this.readRows(rows, tracks, anim, rig);
        const chosen = [...byHand, ...chooseClips(tracks, anim, rig).filter(({ kind }) => !byHand.some(row => row.kind === kind))];
        this.hand(chosen, anim, rig);
        this.addOwnMotions(chosen, anim, rig);
    }

    /** Adds an anim component to an entity that has none. */
    addAnim(entity: Entity): AnimComponent {
        entity.addComponent('anim', { activate: true });
        this.added = entity.anim!;
        return this.added;
    }

    /** Switches on or off what was added. */
    switchAnim(on: boolean) {
        if (this.added?.entity) this.added.enabled = on;
    }

    removeAnim() {
        if (this.added?.entity?.anim === this.added) this.added.entity.removeComponent('anim');
    }

    private hand(chosen: readonly Chosen[], anim: AnimComponent, rig: Rig) {
        this.found(chosen, anim, rig);
        this.stateCount = anim.baseLayer?.states.length ?? -1;
    }

    /** The clips that rows name. */
    private readRows(rows: readonly ClipRow[], tracks: readonly AnimTrack[], anim: AnimComponent, rig: Rig): Chosen[] {
        const named = rows.flatMap((row, i) => {
            const { clip, clipName } = row;
            const track = clip ? this.trackOf(clip) : tracks.find(({ name }) => name === clipName || name.endsWith(`|${clipName}`));
            if (track) return [{ row, track }];
            if (!clip) this.reports.enter(`row ${i}`, `row ${i + 1} of Clips: the character has no clip "${clipName}". Its clips are ${tracks.map(({ name }) => name).join(', ') || 'none'}. Choose one of them, or name a clip asset.`);
            return [];
        });
        const byHand = named.filter(({ row }) => row.kind !== AUTO).map(({ row: { kind, speed }, track }) => ({ kind: kind as ClipKind, track, speed }));
        const automatic = named.filter(({ row }) => row.kind === AUTO);
        const found = chooseClips([...new Set(automatic.map(({ track }) => track))], anim, rig).filter(({ kind }) => !byHand.some(row => row.kind === kind));
        return [...byHand, ...found.map(one => ({ ...one, speed: automatic.find(({ track }) => track === one.track)!.row.speed }))];
    }

    private trackOf(asset: Asset): AnimTrack | undefined {
        if (!asset.resource) whenLoaded(this.app, asset, this.lookAgain, () => this.reports.enter(`asset ${asset.id}`, `the clip "${asset.name}" could not be loaded. Check its file, then call refresh().`));
        return asset.resource as AnimTrack | undefined;
    }

    private readonly lookAgain = () => { this.stateCount = -1; };

    /** Takes what is lacking of the pack's motions, when they are there. */
    private addOwnMotions(chosen: readonly Chosen[], anim: AnimComponent, rig: Rig) {
        const wanted = lacking(chosen, rig.legs);
        if (wanted.length === 0) return;
        const asset = findOwnMotions(this.app, rig.legs);
        if (!asset) {
            const name = ownMotionsName(rig.legs);
            const needed = wanted.filter(({ kind }) => kind === 'idle' || kind === 'walk').map(({ kind }) => (kind === 'idle' ? 'stand' : 'walk'));
            if (needed.length > 0) this.reports.enter('motions', `the character has no clip to ${needed.join(' and to ')}, and the project has no asset "${name}" to take it from. Add templates/${name} as a container, or name clips in Clips, then call refresh().`);
            return;
        }
        const look = this.looks;
        whenLoaded(this.app, asset, () => {
            const model = sourceModelOf(asset);
            // the script may work on something else by then
            if (!model || this.looks !== look || !anim.entity) return;
            const missed: RetargetMiss[] = [];
            const made = wanted.flatMap(({ kind, name }) => {
                const clip = model.clips.get(name);
                if (!clip) return [];
                const { track, problem, misses } = retargetTrack(clip, model.entity, anim.entity, { rootMotion: 'inPlace' });
                missed.push(...misses);
                if (!track) {
                    this.reports.enter(`motion ${name}`, problem);
                    return [];
                }
                if (!TRANSITIONS.includes(kind)) return [{ kind, track, speed: 0 }];
                // how it goes is exact on the body that it was made on
                const source = findCharacter(model.entity);
                const analysis = source && analyseTransition(clip, model.entity, source);
                return analysis ? [{ kind, track, speed: 0, analysis }] : [];
            });
            if (missed.length > 0) this.reports.enter('misses', tellMisses(anim.entity.name, missed));
            this.hand([...chosen, ...made], anim, rig);
        }, () => this.reports.enter('motions', `the asset "${asset.name}" could not be loaded. Check its file, then call refresh().`));
    }
}
