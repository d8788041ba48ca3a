import { hitReactionsAttributes, TUNED_NAMES, UNCHANGED, type ProfileRow, type TunedName } from './attributes';
import { smoothstep } from '../core/math/scalars';
import { titleOf } from '../shell/attributes';

// The numbers that are in force: those of the inspector, changed by a profile, and on the way from one profile to another.

export type Numbers = Record<TunedName, number>;

/** What of the script is read. */
interface Tuned extends Readonly<Numbers> {
    readonly profiles: readonly ProfileRow[];
}

/** Says what is wrong with the value of an attribute; an empty sentence: nothing. */
type Tell = (attribute: string, sentence: string) => void;

export class Tuning {
    readonly now = {} as Numbers;

    private readonly from = {} as Numbers;

    private profile = '';

    private elapsed = 0;

    private blendTime = 0;

    constructor(private readonly script: Tuned, private readonly tell: Tell) {
        for (const name of TUNED_NAMES) this.now[name] = this.from[name] = hitReactionsAttributes[name].default;
    }

    /** Whether there is a profile of this name; the inspector's own numbers have an empty one. */
    has(name: string): boolean {
        return name === '' || this.script.profiles.some(row => row.name === name);
    }

    /** Goes over to a profile within a time in seconds. */
    blendTo(profile: string, blendTime: number) {
        Object.assign(this.from, this.now);
        this.profile = profile;
        this.elapsed = 0;
        this.blendTime = blendTime > 0 ? blendTime : 0;
    }

    /** One frame. */
    step(dt: number) {
        this.elapsed += dt;
        const share = this.elapsed < this.blendTime ? smoothstep(this.elapsed / this.blendTime) : 1;
        const row = this.profile === '' ? undefined : this.findRow();
        for (let i = 0; i < TUNED_NAMES.length; i++) {
            const name = TUNED_NAMES[i];
            const own = row ? row[name] : UNCHANGED;
            const goal = this.checked(name, own >= 0 ? own : this.script[name]);
            this.now[name] = share < 1 ? this.from[name] + (goal - this.from[name]) * share : goal;
        }
    }

    private findRow(): ProfileRow | undefined {
        const { profiles } = this.script;
        for (let i = 0; i < profiles.length; i++) if (profiles[i].name === this.profile) return profiles[i];
        return undefined;
    }

    /** A number within its range, or the default for what is none. */
    private checked(name: TunedName, value: number): number {
        const attribute = hitReactionsAttributes[name];
        const { default: usual, min } = attribute;
        if (value >= min && value < Infinity) {
            this.tell(name, '');
            return value;
        }
        const used = value < min ? min : usual;
        this.tell(name, `the attribute ${titleOf(name, attribute)} is ${value}; ${used} is used. Set it to a number of ${min} or more.`);
        return used;
    }
}
