import * as pc from 'playcanvas';

// Body groups by name, as designers write them: USER_1 is BODYGROUP_USER_1.

/** The groups of the engine by name; those that the engine has to itself are none of the designer's. */
const GROUPS: Readonly<Record<string, number>> = {
    DEFAULT: pc.BODYGROUP_DEFAULT,
    DYNAMIC: pc.BODYGROUP_DYNAMIC,
    STATIC: pc.BODYGROUP_STATIC,
    KINEMATIC: pc.BODYGROUP_KINEMATIC,
    TRIGGER: pc.BODYGROUP_TRIGGER,
    USER_1: pc.BODYGROUP_USER_1,
    USER_2: pc.BODYGROUP_USER_2,
    USER_3: pc.BODYGROUP_USER_3,
    USER_4: pc.BODYGROUP_USER_4,
    USER_5: pc.BODYGROUP_USER_5,
    USER_6: pc.BODYGROUP_USER_6,
    USER_7: pc.BODYGROUP_USER_7,
    USER_8: pc.BODYGROUP_USER_8
};

/** Bits of the groups that are named; names that are no group are reported. */
export function groupBits(names: readonly string[], report: (sentence: string) => void): number {
    let bits = 0;
    for (const name of names) {
        const group = GROUPS[name.toUpperCase().replace(/^BODYGROUP_/, '')];
        if (group === undefined) report(`"${name}" is no body group. Write one of ${Object.keys(GROUPS).join(', ')} in Layers To Ignore, then call refresh().`);
        else bits |= group;
    }
    return bits;
}
