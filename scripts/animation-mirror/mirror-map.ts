import { animationMirrorAttributes, type AnimationMirrorAttributes, type PairRow } from './attributes';
import type { Mirror } from '../anim/clips/mirror';
import { roleOf } from '../rig/rig';
import type { Report } from '../rig/row-bone';
import { makeRow } from '../shell/attributes';
import { isObject } from '../shell/json-asset';

// Mirror maps: which bones are twins, and how they are reflected, as data that several characters share.

/** Settings of a map that stand in place of the attributes of the same names. */
const CHOICES = ['translation', 'mirrorAxisRot', 'rightAxis', 'pelvisMirrorAxisRot', 'pelvisRightAxis'] as const;

/** A mirror as plain data, for a json asset. What is left out is as in the inspector. */
export interface MirrorMapJson extends Partial<Pick<AnimationMirrorAttributes, typeof CHOICES[number] | 'mirrorRootMotion'>> {
    /** Role or name of the pelvis. */
    pelvisBoneName?: string;
    /** Roles or names of twins. */
    bonePairs: { boneName: string; mirrorBoneName: string }[];
}

/** What a mirror is made of. */
export type MirrorSource = Pick<AnimationMirrorAttributes, typeof CHOICES[number] | 'mirrorRootMotion' | 'pelvisBone' | 'pelvisBoneName' | 'planeNormal' | 'bonePairs'>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The pairs of a map; sentences about those that are none. */
function pairsOf(rows: unknown, report: Report): PairRow[] {
    if (!Array.isArray(rows)) {
        report('the Mirror Map has no list bonePairs. Choose a json asset with what toJson() gives.');
        return [];
    }
    const good = rows.filter(row => isObject(row) && isText(row.boneName) && isText(row.mirrorBoneName)) as MirrorMapJson['bonePairs'];
    if (good.length < rows.length) report(`${rows.length - good.length} of the ${rows.length} pairs of the Mirror Map have no boneName or no mirrorBoneName and are left out. Give each both.`);
    return good.map(({ boneName, mirrorBoneName }) => makeRow(animationMirrorAttributes.bonePairs, { boneName, mirrorBoneName }));
}

/**
 * The attributes with what a map says in their place, and the map's pairs apart.
 *
 * @param map - Data of the asset; null: there is none.
 */
export function withMap(attributes: MirrorSource, map: unknown, report: Report): { settings: MirrorSource; shared: PairRow[] } {
    const { translation, mirrorAxisRot, rightAxis, pelvisMirrorAxisRot, pelvisRightAxis, mirrorRootMotion, pelvisBone, pelvisBoneName, planeNormal, bonePairs } = attributes;
    const settings = { translation, mirrorAxisRot, rightAxis, pelvisMirrorAxisRot, pelvisRightAxis, mirrorRootMotion, pelvisBone, pelvisBoneName, planeNormal, bonePairs };
    if (map === null) return { settings, shared: [] };
    if (!isObject(map)) {
        report('the Mirror Map is no object. Choose a json asset with what toJson() gives.');
        return { settings, shared: [] };
    }
    for (const name of CHOICES) {
        const value = map[name];
        const known = animationMirrorAttributes[name].enum.map(choice => Object.values(choice)[0] as string);
        if (known.includes(value as string)) Object.assign(settings, { [name]: value });
        else if (value !== undefined) report(`the Mirror Map has ${JSON.stringify(value)} for ${name}, which is none of ${known.join(', ')}; the attribute counts.`);
    }
    if (typeof map.mirrorRootMotion === 'boolean') settings.mirrorRootMotion = map.mirrorRootMotion;
    if (isText(map.pelvisBoneName) && !pelvisBone && pelvisBoneName === '') settings.pelvisBoneName = map.pelvisBoneName;
    return { settings, shared: pairsOf(map.bonePairs, report) };
}

/** A mirror as data. */
export function mirrorToJson({ rig, first, plan: { pairing: { pairs } } }: Mirror, { settings }: { readonly settings: MirrorSource }): MirrorMapJson {
    const nameOf = (node: number) => roleOf(rig, node - first) ?? rig.skeleton.nodes[node - first].name;
    const { translation, mirrorAxisRot, rightAxis, pelvisMirrorAxisRot, pelvisRightAxis, mirrorRootMotion, pelvisBone, pelvisBoneName } = settings;
    const pelvis = pelvisBone ? rig.skeleton.nodes.indexOf(pelvisBone) : -1;
    return {
        translation, mirrorAxisRot, rightAxis, pelvisMirrorAxisRot, pelvisRightAxis, mirrorRootMotion,
        pelvisBoneName: pelvis >= 0 ? nameOf(first + pelvis) : pelvisBoneName,
        bonePairs: pairs.filter(({ a, b }) => Math.min(a, b) >= first).map(({ a, b }) => ({ boneName: nameOf(a), mirrorBoneName: nameOf(b) }))
    };
}
