import { Contact } from './contact';
import { FootRays } from './foot-rays';
import type { FootParts, ToldFoot } from './foot-settings';
import { FootSwing } from './foot-swing';
import { FootTarget } from './foot-target';
import { GroundProbe } from './ground-probe';
import { Ledge } from './ledge';
import { createLegState, type LegState } from './leg';
import { ObservedFoot } from './observed-foot';
import { Plant } from './plant';
import { SoleOutline } from './sole-outline';
import { createClipKnowledge, type ClipKnowledge } from '../feet/shown-contacts';

// One foot of the character: what each stage of a frame knows of it. Each of these is written by its own stage, and read by those after it; their order is
// in feet-pass.ts.

export interface Foot extends FootParts {
    /** What scripts have set. */
    readonly told: ToldFoot;
    /** What the clip knows of it in this frame. */
    readonly clip: ClipKnowledge;
    /** What its animation does with it, and whether it carries. */
    readonly seen: ObservedFoot;
    readonly contact: Contact;
    /** Where its rays go, the ground that they meet, and what is around one that stands. */
    readonly rays: FootRays;
    readonly probe: GroundProbe;
    readonly outline: SoleOutline;
    readonly ledge: Ledge;
    /** Its path through the air, with the ground ahead. */
    readonly swing: FootSwing;
    /** Where it stands, and where it shall be. */
    readonly plant: Plant;
    readonly target: FootTarget;
    /** What its leg remembers. */
    readonly leg: LegState;
}

export function createFoot(parts: FootParts): Foot {
    const points = parts.sole.bones.length;
    return {
        ...parts, told: { isActive: true, isDrawn: false, extraRayStance: 0, extraRaySwing: 0 }, clip: createClipKnowledge(),
        seen: new ObservedFoot(parts), contact: new Contact(), rays: new FootRays(parts), probe: new GroundProbe(), outline: new SoleOutline(),
        ledge: new Ledge(points), swing: new FootSwing(points), plant: new Plant(), target: new FootTarget(), leg: createLegState()
    };
}

/** Lets a foot go on where another one was, which it replaces. */
export function takeOver(foot: Foot, other: Foot): void {
    Object.assign(foot.told, other.told, { isDrawn: foot.told.isDrawn });
    if (other.bone !== foot.bone || other.sole.bones.length !== foot.sole.bones.length) {
        foot.plant.setWeight(other.plant.weight);
        return;
    }
    foot.contact.takeOver(other.contact);
    Object.assign(foot.plant, other.plant);
    Object.assign(foot.target, other.target);
    Object.assign(foot.probe, other.probe);
    Object.assign(foot.swing, other.swing);
}

/** Lets a foot go along with what it stands on. Answers whether that has moved. */
export function followGround({ probe, plant, target, outline, ledge, swing }: Foot): boolean {
    if (!probe.follow()) return false;
    plant.follow(probe);
    target.follow(probe);
    outline.follow(probe);
    ledge.follow(probe);
    swing.follow(probe);
    return true;
}

/** Forgets what was before, after a jump of the character: what is found next holds at once. */
export function jump({ plant, probe, target, swing, leg }: Foot): void {
    plant.forget();
    probe.forget();
    target.jump();
    swing.jump();
    Object.assign(leg, createLegState());
}

/** Forgets everything: the next ground is found as if for the first time. */
export function restart(foot: Foot): void {
    jump(foot);
    foot.contact.clear();
    foot.target.restart();
}
