import type { Character as Model, Role } from 'limber';
import { AnimClip, AnimEvaluator, DefaultAnimBinder, type AnimTrack, type Entity, type GraphNode } from 'playcanvas';


// What a clip does, measured on the character: how fast it walks, for a foot that is down moves backwards as fast as the character would
// move forwards, and when each foot is down.

/** Samples of a clip. */
const SAMPLES = 120;

/** Feet of characters on two legs and on four. */
const FOOT_ROLES: Record<number, readonly Role[]> = {
    0: [],
    2: ['leftFoot', 'rightFoot'],
    4: ['leftFoot', 'rightFoot', 'leftHand', 'rightHand']
};

/** Speed below which a clip is one of standing, heights of the character per second. */
const STANDING = 0.15;

/** Height of the ball of a foot over its lowest up to which it is down, as a share of the character's height, and its largest error in speed. */
const DOWN_HEIGHT = 0.008;
const DOWN_SPEED = 0.35;

export interface Gait {
    /** Metres per second; 0 for standing. */
    readonly pace: number;
    /** For each foot whether it is down, over the duration of the clip. */
    readonly down: ReadonlyMap<Role, readonly boolean[]>;
}

/** The roles of a character's feet. */
export function footRoles(legs: number): readonly Role[] {
    return FOOT_ROLES[legs];
}

/** The bone whose joint is over the part of a foot that stays down longest. */
export function ballOf(model: Model, foot: Role): GraphNode | null {
    return model.bones.get(foot.replace('Foot', 'Toes') as Role) ?? model.bones.get(foot) ?? null;
}

/** Whether a foot is down at a share of a clip's duration. */
export function isDownAt(gait: Gait, foot: Role, share: number): boolean {
    const down = gait.down.get(foot);
    return down ? down[Math.floor(share * down.length) % down.length] : false;
}

/**
 * Measures a clip.
 *
 * @param entity - An instance of the character that nothing else moves.
 * @param model - What is known about it.
 * @param track - The clip.
 */
export function measureGait(entity: Entity, model: Model, track: AnimTrack): Gait {
    const roles = footRoles(model.legs);
    if (roles.length === 0 || !(track.duration > 0)) return { pace: 0, down: new Map() };
    const balls = roles.map(role => ballOf(model, role)!);
    const evaluator = new AnimEvaluator(new DefaultAnimBinder(entity));
    const clip = new AnimClip(track, 0, 1, false, true);
    evaluator.addClip(clip);
    const heights = roles.map((): number[] => []), ways = roles.map((): number[] => []);
    const { forward, up, height: size } = model;
    for (let i = 0; i <= SAMPLES; i++) {
        // the end of a loop may have no pose of its own
        clip.time = Math.min(i / SAMPLES, 0.9999) * track.duration;
        evaluator.update(0);
        balls.forEach((ball, f) => {
            const position = ball.getPosition();
            heights[f].push(position.dot(up));
            ways[f].push(position.dot(forward));
        });
    }
    evaluator.removeClips();
    const above = heights.map((of) => {
        const lowest = Math.min(...of);
        return of.map(height => height - lowest);
    });
    const backwards = ways.map(of => of.slice(1).map((way, i) => (of[i] - way) * SAMPLES / track.duration));
    const speeds: number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
        const at = above.map(of => of[i]);
        speeds.push(backwards[at.indexOf(Math.min(...at))][i]);
    }
    const median = speeds.sort((a, b) => a - b)[SAMPLES >> 1];
    const pace = median > STANDING * size ? median : 0;
    const isDown = (f: number, i: number) => above[f][i] < DOWN_HEIGHT * size && (pace === 0 || Math.abs(backwards[f][i] - pace) < DOWN_SPEED * pace);
    return { pace, down: new Map(roles.map((role, f) => [role, Array.from({ length: SAMPLES }, (_, i) => isDown(f, i))])) };
}
