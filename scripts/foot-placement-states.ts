import type { ScriptType } from 'playcanvas';

import { AnimReader } from './anim/component/anim-reader';
import type { Rig } from './rig/rig';
import type { AttributesOf, AttributeTable } from './shell/attributes';
import { CharacterScript } from './shell/character-script';

// What the feet do in each state of the animation: standing feet follow their clip, walking feet are planted.

export const footPlacementStatesAttributes = {
    states: {
        type: 'json', array: true, title: 'States',
        description: 'What mecFootPlacer on the same character does in states of the animation. In other states it stays as it was.',
        schema: {
            state: {
                type: 'string', default: '', title: 'State',
                description: 'Name of the state in the base layer of the anim component.'
            },
            plant: {
                type: 'boolean', default: true, title: 'Plant',
                description: 'Whether feet are planted.'
            },
            plantBlendSpeed: {
                type: 'number', default: 5, min: 0, title: 'Plant Blend',
                description: 'Speed at which planting comes and goes, weight per second.'
            },
            adjustPelvis: {
                type: 'boolean', default: false, title: 'Adjust Pelvis',
                description: 'Whether the pelvis is adjusted. Meant for standing.'
            },
            extraRayStance: {
                type: 'number', default: 0, min: 0, precision: 3, title: 'Extra Ray Stance',
                description: 'How far below a standing foot ground is still found, in metres. 0 in both fields: as set for the feet.'
            },
            extraRaySwing: {
                type: 'number', default: 0, min: 0, precision: 3, title: 'Extra Ray Swing',
                description: 'How far below a foot in the air ground is still found, in metres.'
            }
        }
    }
} as const satisfies AttributeTable;

export interface FootPlacementStates extends AttributesOf<typeof footPlacementStatesAttributes> {}

type StateRow = FootPlacementStates['states'][number];

/** What the script uses of mecFootPlacer. */
interface FootPlacer extends ScriptType {
    readonly feet: readonly { readonly footId: string }[];
    adjustPelvisVertically: boolean;
    enablePlant(id: string, blendSpeed: number): void;
    disablePlant(id: string, blendSpeed: number): void;
    setPlantBlendWeight(id: string, weight: number): void;
    setExtraRayDistanceCheck(id: string, stance: number, swing: number): void;
}

/**
 * Changes how mecFootPlacer on the same character places the feet when the animation changes its state.
 *
 * It re-creates what the states `IdleUpdate`, `LocomotionUpdate`, `PelvisSet` and `PelvisUnset` of *Foot Placement Using Foot IK*
 * (June 30, 2015) do. It looks at the base layer only.
 *
 * @example
 * hero.script!.create('footPlacementStates', { attributes: { states: [
 *     { state: 'Idle', plant: false, adjustPelvis: true, extraRayStance: 0.5, extraRaySwing: 0.5 },
 *     { state: 'Walk', plant: true, adjustPelvis: false, extraRayStance: 0.5 }
 * ] } });
 */
export class FootPlacementStates extends CharacterScript {
    private reader: AnimReader | null = null;

    /** State that was applied last; null: none yet. */
    private state: string | null = null;

    /** The script that was changed, and what the designer had set before. */
    private changed: { readonly placer: FootPlacer; readonly adjusted: boolean } | null = null;

    override initialize() {
        this.on('enable', () => { this.state = null; });
        this.on('attr:states', this.refresh, this);
        super.initialize();
    }

    protected drop() {
        this.state = null;
        this.reader = null;
        const names = this.states.map(({ state }) => state);
        names.forEach((name, i) => {
            if (name === '') this.reports.add(`state ${i + 1} has no name. Write the name of a state of the animation, then call refresh().`);
            else if (names.indexOf(name) < i) this.reports.add(`state "${name}" is listed twice. Remove one of the two rows, then call refresh().`);
        });
    }

    protected build({ skeleton }: Rig): boolean {
        this.reader = new AnimReader(skeleton.nodes[0]);
        return true;
    }

    /** Without a character below, the anim component may still be there. */
    protected override buildBare(): boolean {
        this.reader = new AnimReader(this.entity);
        return true;
    }

    protected step() {
        const placer = this.findPlacer();
        const state = this.readState();
        if (!placer || state === null || state === this.state) return;
        this.state = state;
        const row = this.states.find(candidate => candidate.state === state);
        if (row) this.apply(row, placer);
    }

    private apply(row: StateRow, placer: FootPlacer) {
        if (this.changed?.placer !== placer) this.giveBack();
        this.changed ??= { placer, adjusted: placer.adjustPelvisVertically };
        placer.adjustPelvisVertically = row.adjustPelvis;
        for (const { footId } of placer.feet) {
            if (row.plant) placer.enablePlant(footId, row.plantBlendSpeed);
            else placer.disablePlant(footId, row.plantBlendSpeed);
            placer.setExtraRayDistanceCheck(footId, row.extraRayStance, row.extraRaySwing);
        }
    }

    /** Leaves mecFootPlacer as the designer has set it. */
    protected override leave() {
        this.giveBack();
    }

    private giveBack() {
        if (!this.changed) return;
        const { placer, adjusted } = this.changed;
        this.changed = null;
        placer.adjustPelvisVertically = adjusted;
        for (const { footId } of placer.feet) {
            placer.setPlantBlendWeight(footId, 1);
            placer.setExtraRayDistanceCheck(footId, 0, 0);
        }
    }

    private findPlacer(): FootPlacer | null {
        const placer = this.companion<FootPlacer>('mecFootPlacer');
        if (placer) this.reports.leave('placer');
        else this.reports.enter('placer', 'there is no mecFootPlacer on this character. Add it to the same script component.');
        return placer;
    }

    /** Name of the active state; null, with a sentence, when there is none. */
    private readState(): string | null {
        this.reader?.update();
        const layer = this.reader?.baseLayer;
        if (!layer) {
            this.reports.enter('anim', 'there is no anim component with a state graph at, below or above this entity. Add one, or remove this script.');
            return null;
        }
        this.reports.leave('anim');
        const unknown = this.states.find(({ state }) => state !== '' && !layer.hasState(state));
        if (unknown) this.reports.enter('unknown', `the animation has no state "${unknown.state}". Its states are ${layer.states().join(', ')}.`);
        else this.reports.leave('unknown');
        return layer.state;
    }
}
