import type { Vec3 } from 'playcanvas';

// What methods are called with, by games whose code is not checked by types.

/** Whether something is a vector of finite numbers. */
export function isVector(value: Vec3 | null | undefined): value is Vec3 {
    return Math.abs((value?.x ?? NaN) + (value?.y ?? NaN) + (value?.z ?? NaN)) < Infinity;
}

/** Whether something is a finite number. */
export function isNumber(value: number | null | undefined): value is number {
    return typeof value === 'number' && Math.abs(value) < Infinity;
}
