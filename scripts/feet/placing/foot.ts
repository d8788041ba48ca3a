import { Contact } from './contact';
import type { FootParts, FootSettings, ToldFoot } from './foot-settings';
import { FootSwing } from './foot-swing';
import { FootTarget } from './foot-target';
import { createLegState } from './leg';
import { ObservedFoot } from './observed-foot';
import { Plant } from './plant';
import type { Limb } from '../../core/limb/limb';
import type { Flat } from '../../core/math/flat-math';
import type { BoneSet } from '../../pose/bone-set';
import { FootRays } from '../ground/foot-rays';
import { GroundProbe } from '../ground/ground-probe';
import { createClipKnowledge } from '../schedule';
import type { Sole } from '../sole';

// One foot of the character: what each stage of a frame knows of it. Each of these is written by its own stage, and read by those after it; their order is
// in feet-pass.ts. It is a class for its memory: an object that is spread from others takes a tenth more time in a crowd.

export class Foot implements FootParts {
    readonly id: string;

    readonly limb: Limb;

    readonly bone: number;

    readonly settings: FootSettings;

    readonly up: Flat;

    readonly hint: Flat;

    readonly localUp: Flat;

    readonly localForward: Flat;

    readonly sole: Sole;

    readonly hinge: Flat;

    readonly toes: number;

    readonly straightToes: Flat;

    /** What scripts have set. */
    readonly told: ToldFoot = { isActive: true, isDrawn: false, extraRayStance: 0, extraRaySwing: 0, hint: new Float64Array(3) };

    /** What the clip knows of it in this frame. */
    readonly clip = createClipKnowledge();

    /** What its animation does with it, and whether it carries. */
    readonly seen: ObservedFoot;

    readonly contact = new Contact();

    /** Where its rays go, and the ground that they meet. */
    readonly rays: FootRays;

    readonly probe = new GroundProbe();

    /** Its path through the air, with the ground ahead. */
    readonly swing = new FootSwing();

    /** Where it stands, and where it shall be. */
    readonly plant = new Plant();

    readonly target = new FootTarget();

    /** What its leg remembers. */
    readonly leg = createLegState();

    constructor(parts: FootParts) {
        this.id = parts.id;
        this.limb = parts.limb;
        this.bone = parts.bone;
        this.settings = parts.settings;
        this.up = parts.up;
        this.hint = parts.hint;
        this.localUp = parts.localUp;
        this.localForward = parts.localForward;
        this.sole = parts.sole;
        this.hinge = parts.hinge;
        this.toes = parts.toes;
        this.straightToes = parts.straightToes;
        this.seen = new ObservedFoot(parts);
        this.rays = new FootRays(parts);
    }
}

/** The feet of a character with what they are solved on. */
export interface Footing {
    readonly set: BoneSet;
    readonly feet: readonly Foot[];
    /** The pelvis in the pose. */
    readonly pelvis: number;
    /** The lowest bone of the spine on two legs, of the neck on four; null without one. */
    readonly trunk: BoneSet | null;
}

/** Lets a foot go on where another one was, which it replaces. */
export function takeOver(foot: Foot, other: Foot): void {
    Object.assign(foot.told, other.told, { isDrawn: foot.told.isDrawn, hint: foot.told.hint });
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
export function followGround({ probe, plant, target, swing }: Foot): boolean {
    if (!probe.follow()) return false;
    plant.follow(probe);
    target.follow(probe);
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
