import type { LimbName, Rig } from '../../scripts/rig/rig';

/** Ids of the feet that the script places on a character by itself: on four legs the hands too. */
export function feetOf({ rig }: { readonly rig: Rig }): LimbName[] {
    const names: LimbName[] = rig.legs === 4 ? ['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] : ['leftFoot', 'rightFoot'];
    return names.filter(name => rig.limbs[name]);
}
