import { WeightTransition } from '../shell/weight-transition';

// Fades the idle in and out: it is there while the script is on and the animation in its idle state.

/** Shortest time in which the idle comes back, seconds. */
export const COME_BACK = 0.6;

export class IdleFade {
    private readonly transition = new WeightTransition(1);

    private isWanted = true;

    /** What is there, 0..1, eased. */
    get applied(): number {
        return this.transition.applied;
    }

    /** One frame: goes within the blend time, and comes back more slowly. */
    step(dt: number, isWanted: boolean, blendTime: number) {
        if (isWanted !== this.isWanted) {
            this.isWanted = isWanted;
            this.transition.start(isWanted ? 1 : 0, isWanted ? Math.max(COME_BACK, blendTime) : blendTime);
        }
        this.transition.step(dt);
    }

    /** Is gone at once. */
    clear() {
        this.transition.set(0);
        this.isWanted = false;
    }
}
