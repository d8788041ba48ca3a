import type { Action, Keys } from '../acting';

/** An action seen in a mirror. */
export function mirrorAction(action: Action): Action {
    const swap = (keys: Keys | undefined, signs: readonly number[]) => keys?.map(([at, values]): [number, number[]] => [at, values.map((value, i) => value * signs[i])]);
    const turn = [1, -1, -1];
    const { leftFoot, rightFoot, leftHand, rightHand, leftReach, rightReach, leftPalm, rightPalm, leftLimp, rightLimp, grip } = action;
    return {
        ...action,
        place: swap(action.place, [-1, 1, 1]), pelvis: swap(action.pelvis, turn), chest: swap(action.chest, turn), head: swap(action.head, turn),
        leftFoot: rightFoot, rightFoot: leftFoot, leftHand: rightHand, rightHand: leftHand, leftReach: rightReach, rightReach: leftReach,
        leftPalm: rightPalm, rightPalm: leftPalm, leftLimp: rightLimp, rightLimp: leftLimp,
        grip: grip?.map(([at, [left, right]]): [number, number[]] => [at, [right, left]])
    };
}
