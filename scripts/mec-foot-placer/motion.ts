import type { Foot, FrameSettings } from './foot';
import { dampingShare } from '../core/damping';
import { dotVec, subtractVec } from '../core/flat-math';

// How the character moves, seen from what it stands on: its way in a frame, its speed, and jumps that are no movement at all.

/** Way in a frame that is a jump, as heights of the character, and heights per second on top. */
const JUMP = 0.4;
const JUMP_SPEED = 9;

/** Rate per second at which the speed up and down is followed: half of the way in 0.15 s. */
const CLIMB_RATE = Math.LN2 / 0.15;

const way = new Float64Array(3);

export class Motion {
    private readonly lastRoot = new Float64Array(3);

    private hasRoot = false;

    /** Forgets where the character was. */
    forget() {
        this.hasRoot = false;
    }

    /** Goes along with what the feet stand on. */
    follow(feet: readonly Foot[]) {
        let carrier: Foot | null = null;
        let most = 0;
        for (let i = 0; i < feet.length; i++) {
            if (!feet[i].follow() || !(feet[i].load > most)) continue;
            carrier = feet[i];
            most = carrier.load;
        }
        // the last foot that was asked is not the one that carries most: its ground is asked again
        if (carrier?.foothold.follow()) carrier.foothold.carryPoint(this.lastRoot, 0);
    }

    /**
     * Moves on to this frame.
     *
     * @param climb - Receives the way along the up vector in metres; 0 in the first frame.
     * @param frame - The frame; its velocity is set.
     * @returns Whether the character has jumped.
     */
    step(climb: Float64Array, frame: FrameSettings): boolean {
        const { lastRoot, hasRoot } = this;
        subtractVec(way, 0, frame.root, 0, lastRoot, 0);
        lastRoot.set(frame.root);
        this.hasRoot = true;
        climb[0] = 0;
        if (!hasRoot) return false;
        const most = (JUMP + JUMP_SPEED * frame.dt) * frame.size;
        if (!(dotVec(way, 0, way, 0) <= most * most)) return true;
        climb[0] = dotVec(way, 0, frame.rootUp, 0);
        if (frame.dt > 0) this.readVelocity(frame);
        return false;
    }

    /** Reads how fast the character goes. Its way up and down is smoothed: controllers take stairs in steps. */
    private readVelocity({ velocity, rootUp, dt }: FrameSettings) {
        const before = dotVec(velocity, 0, rootUp, 0);
        for (let i = 0; i < 3; i++) velocity[i] = way[i] / dt;
        const now = dotVec(velocity, 0, rootUp, 0);
        const share = 1 - dampingShare(CLIMB_RATE, dt);
        for (let i = 0; i < 3; i++) velocity[i] += share * (before - now) * rootUp[i];
    }
}
