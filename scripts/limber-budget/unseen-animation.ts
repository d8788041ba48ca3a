import type { AnimComponent } from 'playcanvas';

import { findAnim } from '../anim/component/find-anim';
import type { CrowdMember } from '../shell/crowd-member';

// The engine's own animation of characters that no camera sees, at a lower rate.
//
// Between the scripts' update and the animation, components wait, or are given the speed that makes up for what they have waited. Right after
// the animation they have their own again, so that other code never sees another one.

/** A component, its speed in this frame and the seconds that it has waited. */
interface Waiting {
    readonly anim: AnimComponent;
    speed: number;
    seconds: number;
}

export class UnseenAnimation {
    private readonly waiting = new WeakMap<CrowdMember, Waiting>();

    /** Components whose speed or play was changed for this frame. */
    private readonly changed: Waiting[] = [];

    /**
     * Lets the component of a character wait, or makes up for it. Before the animation.
     *
     * @param isSeen - Whether a camera sees the character.
     * @param rate - How often in a second it moves on unseen.
     */
    hold(member: CrowdMember, isSeen: boolean, dt: number, rate: number) {
        const one = this.waiting.get(member) ?? this.find(member, isSeen);
        if (!one?.anim.entity || !one.anim.playing || !(dt > 0) || (isSeen && one.seconds === 0)) return;
        const { anim } = one;
        one.seconds += dt;
        one.speed = anim.speed;
        this.changed.push(one);
        if (isSeen || one.seconds * rate >= 1) {
            anim.speed *= one.seconds / dt;
            one.seconds = 0;
        } else {
            anim.playing = false;
        }
    }

    /** Gives all components what they had. After the animation. */
    giveBack() {
        const { changed } = this;
        for (let i = 0; i < changed.length; i++) {
            const { anim, speed } = changed[i];
            if (!anim.entity) continue;
            anim.speed = speed;
            anim.playing = true;
        }
        changed.length = 0;
    }

    private find(member: CrowdMember, isSeen: boolean): Waiting | null {
        const anim = isSeen || !member.root ? null : findAnim(member.root);
        const one = anim && { anim, speed: 1, seconds: 0 };
        if (one) this.waiting.set(member, one);
        return one;
    }
}
