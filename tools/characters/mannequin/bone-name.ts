const PREFIX = 'mixamorig:';

/** Full name of a bone of the mannequin, as Mixamo has it. */
export function bone(name: string): string {
    return PREFIX + name;
}
