import type { ActiveRagdoll } from '../../../scripts/index';
import type { Character } from '../character';
import type { Clip } from '../clip';
import type { Figure } from '../figures';
import type { Listener } from '../listener';
import { RagdollStand, type Off } from './ragdoll-stand';

// How exactly the bodies of activeRagdoll follow each clip of a character, both weights 1, at steps of 1/60 second: what the physics has,
// against the pose that it was given, which the engine's animation has made on a twin.

/** Height of the person in metres for whom lengths are told: those of a giant are larger. */
const PERSON = 1.75;

const MILLIMETRES = 1000;

/** Measures activeRagdoll in every clip of the character. */
export function measureRagdoll(character: Character, { progress, problem }: Listener): Figure[] {
    progress('set-up');
    const findings = reportBuild(character);
    const complaints = new Set<string>();
    const figures = character.poses.flatMap((clip) => {
        progress(`${poseName(clip)}, tracking`);
        const stand = new RagdollStand(character, clip);
        const worst = measureTracking(stand);
        stand.ragdoll.problems().forEach(sentence => complaints.add(sentence));
        return tell(character, clip, worst);
    });
    complaints.forEach(problem);
    findings.forEach(sentence => problem(`[activeRagdoll] ${sentence}`));
    figures.unshift({ what: 'complaints of the script', pose: '', measured: complaints.size, bound: 'at most', limit: 0, unit: '' });
    character.clear();
    return figures;
}

/** What the bodies do not do well, made for all clips together. */
function reportBuild(character: Character): string[] {
    character.clear();
    const { model } = character.add();
    if (character.clips.length > 0) model.addComponent('anim', { activate: true });
    for (const { name, track } of character.clips) model.anim!.assignAnimation(name.replaceAll('.', ' '), track);
    model.addComponent('script');
    return (model.script!.create('activeRagdoll') as ActiveRagdoll).report();
}

/** The worst of all bodies in all frames of the clip; null without bodies. */
function measureTracking(stand: RagdollStand): Off | null {
    const { bones } = stand;
    if (bones.length === 0) return null;
    const worst: Off = { turn: 0, distance: 0, gap: 0 };
    stand.play(() => {
        for (const bone of bones) {
            const off = stand.off(bone, bones);
            for (const name of ['turn', 'distance', 'gap'] as const) worst[name] = Math.max(worst[name], off[name]);
        }
    });
    return worst;
}

function tell({ height }: Character, clip: Clip | null, worst: Off | null): Figure[] {
    const perPerson = (length: number) => length * MILLIMETRES * PERSON / height;
    const atMost = (limit: number, unit: string, what: string, measured: number | null): Figure => {
        return { what, pose: poseName(clip), measured, bound: 'at most', limit, unit };
    };
    return [
        atMost(0.5, 'degrees', 'bodies from the turn to their parent', worst && worst.turn),
        atMost(5, 'mm', 'bodies from their place', worst && perPerson(worst.distance)),
        atMost(5, 'mm', 'joints apart', worst && perPerson(worst.gap))
    ];
}

function poseName(clip: Clip | null): string {
    return clip?.name ?? 'rest pose';
}
