import type { AnimComponent, AnimComponentLayer, AnimTrack, Entity } from 'playcanvas';

import type { AnimLayer } from './anim-layer';
import { animRootOf } from './find-anim';
import { noteMade } from './interlude';
import { findCharacter } from '../../rig/character';
import { createMirror } from '../clips/mirror';
import { mirrorTrack } from '../clips/mirror-track';
import { TO_RELEASE, TO_STRIKE } from '../contacts/foot-contacts';
import { feetOf, KnownContacts } from '../contacts/known-contacts';

// States for the foot that is down: a clip was made while one foot carries, and its mirror image fits while the other one does.

/** A state that was made of another one, and of what. */
interface Mirrored {
    readonly layer: AnimComponentLayer;
    readonly track: AnimTrack;
    readonly state: string;
}

export class FootSides {
    /** The character's steps, for one anim component; null: it is not there yet. */
    private steps: { readonly component: AnimComponent; readonly contacts: KnownContacts } | null = null;

    private readonly mirrored = new Map<string, Mirrored>();

    /** @param characterEntity - Answers the entity below which the character is. */
    constructor(private readonly characterEntity: () => Entity) {}

    /** Whether the right foot stays down for longer in what is shown; of none that is down, whether it comes down first. Without a clip of steps the left one does. */
    isRight({ track, time }: AnimLayer, component: AnimComponent | null): boolean {
        const contacts = component && this.contactsOf(component);
        const feet = track && contacts ? contacts.of(track, animRootOf(component))?.feet : undefined;
        if (!feet || feet.length < 2) return false;
        const [left, right] = [0, 1].map((foot) => {
            const out = new Float64Array(2);
            feet[foot].read(out, Float64Array.of(time));
            return out[TO_RELEASE] > 0 ? out[TO_RELEASE] : -out[TO_STRIKE];
        });
        return right > left;
    }

    /** A state with left and right exchanged, made when it is first asked for; empty where its clip moves nothing of the character. */
    mirrorOf(layer: AnimLayer, state: string, isLooping = false): string {
        const { source } = layer;
        const [track] = layer.tracksOf(state);
        if (!track) return '';
        const known = this.mirrored.get(state);
        if (known?.layer === source && known.track === track && layer.hasState(known.state)) return known.state;
        const mirror = createMirror(this.characterEntity());
        const other = mirror ? mirrorTrack(track, mirror) : null;
        if (!other) return '';
        const name = `${state} mirrored`;
        noteMade(other);
        source.assignAnimation(name, other, 1, isLooping);
        this.mirrored.set(state, { layer: source, track, state: name });
        return name;
    }

    /** Looks at the character when it is there, which may be later than the script. */
    private contactsOf(component: AnimComponent): KnownContacts | null {
        if (this.steps?.component === component) return this.steps.contacts;
        const rig = findCharacter(this.characterEntity());
        this.steps = rig && { component, contacts: new KnownContacts(rig, feetOf(rig)) };
        return this.steps?.contacts ?? null;
    }
}
