import type { LimbName, Rig } from '../../scripts/rig/rig';

/** Ids of the feet that the script places on a character by itself: on four legs the hands too. */
export function feetOf({ rig }: { readonly rig: Rig }): LimbName[] {
    const names: LimbName[] = rig.legs === 4 ? ['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] : ['leftFoot', 'rightFoot'];
    return names.filter(name => rig.limbs[name]);
}

/** Whether a character has legs that bend: those of one bone aim at the ground and have no foot of their own. */
export function hasLegs(character: { readonly rig: Rig }): boolean {
    return feetOf(character).some(name => character.rig.limbs[name]!.bones.length > 2);
}
