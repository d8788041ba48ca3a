import { ROLLING_TENSION, type RollOver } from './roll-over';
import { TOPPLING_TENSION, type Topple } from './topple';
import type { Numbers } from './tuning';
import type { DriveSettings } from '../core/dynamics/drive-settings';
import type { SteeredBodies } from '../core/dynamics/steering';
import { RestDetector } from '../core/reactions/rest-detector';
import type { Tipping } from '../core/reactions/tipping';

// A fall, step by step: the body tips over its feet; then nothing is pinned, the joints are tense as long as the body moves, and go limp when it lies.

/** Speed, in units of the settle speed, below which a fallen body relaxes; the half-life of its tension, seconds; and what counts as none. */
const RELAXES = 4;
const RELAX_HALF_LIFE = 0.1;
const LIMP = 0.02;

export class Fall {
    /** How the joints are driven. */
    readonly settings: DriveSettings = {
        rotationWeight: 1, translationWeight: 0, drive: 'springInertiaScaled', stiffness: 0, damping: 0, frequency: 0, dampingRatio: 1,
        maxForce: 0, maxTorque: 0
    };

    /** Whether it has come to rest. */
    isSettled = false;

    /** Whether it is at rest in this step too: a lying body may still roll over. */
    isStill = false;

    /** How tense the joints are, 1 at first. */
    tension = 0;

    private readonly rest = new RestDetector();

    /** Whether its first step is yet to come. */
    private isNew = false;

    constructor(readonly tipping: Tipping, readonly topple: Topple, readonly roll: RollOver) {}

    begin() {
        this.topple.reset();
        this.tipping.end();
        this.isNew = true;
        this.tension = 1;
        this.stir();
    }

    /** Lets a body that has come to rest be watched again. */
    stir() {
        this.isSettled = this.isStill = false;
        this.roll.reset();
        this.rest.restart();
    }

    /** The bodies sleep: they lie, or are woken to fall or roll over. */
    sleep(bodies: SteeredBodies) {
        if (this.roll.isOn || (!this.isSettled && this.topple.look(bodies))) {
            this.settings.rotationWeight = 1;
            return;
        }
        this.isSettled = this.isStill = true;
    }

    /**
     * One step.
     *
     * @param gravity - m/s², downwards.
     * @param h - Seconds.
     */
    step(bodies: SteeredBodies, tuning: Numbers, gravity: number, h: number) {
        const { rest, settings, tipping, topple, roll } = this;
        const { state, tree } = bodies;
        if (this.isNew) {
            topple.standing.trunk.begin(bodies.state);
            tipping.begin(bodies, gravity, tuning.fallTension > 0);
        }
        this.isNew = false;
        if (tipping.weight > 0) tipping.step(h);
        if (topple.isOn) {
            topple.step(bodies, gravity, h);
            this.tension = TOPPLING_TENSION;
        }
        if (roll.isOn) {
            roll.step(bodies, gravity, h);
            this.tension = ROLLING_TENSION;
        } else if (rest.isCarried && gravity > 0) {
            topple.standing.trunk.step(bodies, h);
        }
        const isTense = this.tension > LIMP && tuning.fallTension > 0;
        // what is tense yet may still sink
        const isAtRest = rest.step(state, tree.masses, gravity, tuning.settleSpeed, tuning.settleTime, h) && !isTense && !topple.isOn;
        this.isStill = isAtRest || (rest.watchedTime > tuning.timeOut && rest.isCarried);
        if (this.isStill) this.isSettled = true;
        const isSlow = rest.isCarried && rest.speed < RELAXES * tuning.settleSpeed;
        // a body that sits or kneels falls on
        if (isSlow && !this.isSettled && !topple.isOn && tipping.weight === 0) topple.look(bodies);
        if (isSlow || this.isSettled) this.tension *= 2 ** (-h / RELAX_HALF_LIFE);
        settings.frequency = tuning.fallTension;
        settings.dampingRatio = tuning.fallDamping;
        settings.rotationWeight = isTense ? 1 : 0;
        settings.translationWeight = tipping.weight;
    }
}
