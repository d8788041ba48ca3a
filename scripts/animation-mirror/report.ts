import type { Mirror } from '../anim/clips/mirror';
import type { PairSource } from '../mirror/mirror-pairs';

// How a mirror was found, for people.

/** How the bones of a character are paired. */
export interface MirrorReport {
    /** Names of twins, what tells that they are, and how sure that is, 0..1. */
    readonly pairs: readonly { readonly bone: string; readonly mirrorBone: string; readonly by: PairSource; readonly confidence: number }[];
    /** Bones in the middle, which are their own twins. */
    readonly middle: readonly string[];
    /** Bones that are left as they are, with all below them. */
    readonly unpaired: readonly string[];
    /** Normal of the plane in the space of the animation component's entity. */
    readonly planeNormal: readonly number[];
    /** Largest angle in degrees by which a bone of the reference pose is off the reflection of its twin, and the bone. */
    readonly asymmetry: number;
    readonly asymmetricBone: string;
}

export function describeMirror({ nodes, clipRoot, plan: { pairing: { twins, pairs }, plane, symmetry: { angles } } }: Mirror): MirrorReport {
    const names = (isWanted: (twin: number, bone: number) => boolean) => {
        return [...twins.keys()].filter(bone => nodes[bone] !== clipRoot && isWanted(twins[bone], bone)).map(bone => nodes[bone].name);
    };
    const asymmetry = angles.reduce((most, angle) => Math.max(most, angle), 0);
    return {
        pairs: pairs.map(({ a, b, source, confidence }) => ({ bone: nodes[a].name, mirrorBone: nodes[b].name, by: source, confidence })),
        middle: names((twin, bone) => twin === bone),
        unpaired: names(twin => twin < 0),
        planeNormal: [...plane.normal],
        asymmetry,
        asymmetricBone: asymmetry > 0 ? nodes[angles.indexOf(asymmetry)].name : ''
    };
}
