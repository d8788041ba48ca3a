import type { ScriptType } from 'playcanvas';

import { activeRagdollAttributes, type ActiveRagdollAttributes } from './attributes';
import type { DriveSettings } from '../core/dynamics/drive-settings';
import type { Surface } from '../physics/body-group';
import { titleOf } from '../shell/attributes';
import type { Problems } from '../shell/problems';

// The numbers of the inspector that act at once. One out of its range is brought back into it, with a sentence; what is no number
// counts as the default.

/** The attributes that are numbers and act without a new body. */
const NUMBERS = [
    'rotationWeight', 'translationWeight', 'stiffness', 'damping', 'frequency', 'dampingRatio', 'maxForce', 'maxTorque', 'mappingWeight',
    'friction', 'restitution', 'linearDamping', 'angularDamping'
] as const;

type NumberName = typeof NUMBERS[number];

/** Numbers whose largest value in the inspector is what sense allows, not only what a slider needs. */
const BOUNDED: readonly NumberName[] = ['rotationWeight', 'translationWeight', 'mappingWeight', 'linearDamping', 'angularDamping'];

export class LiveSettings implements DriveSettings, Surface {
    rotationWeight = 1;

    translationWeight = 0;

    drive: DriveSettings['drive'] = 'velocity';

    stiffness = 60;

    damping = 4;

    frequency = 8;

    dampingRatio = 1;

    maxForce = 0;

    maxTorque = 0;

    mappingWeight = 1;

    friction = 0.6;

    restitution = 0;

    linearDamping = 0.05;

    angularDamping = 0.3;

    /** Whether something that is a body's own has changed in the last {@link read}. */
    surfaceChanged = false;

    /** Whether one of them was set since the last {@link read}. The engine says so: to look each up by its name in each frame allocates. */
    isStale = true;

    constructor(private readonly script: ScriptType & ActiveRagdollAttributes, private readonly reports: Problems) {
        for (const name of [...NUMBERS, 'drive']) {
            script.on(`attr:${name}`, () => {
                this.isStale = true;
            });
        }
    }

    /** Lets the next {@link read} say again what is wrong. */
    forget() {
        for (const name of NUMBERS) this[name] = NaN;
        this.isStale = true;
    }

    /** Takes over what was set. */
    read() {
        this.surfaceChanged = false;
        if (!this.isStale) return;
        this.isStale = false;
        const { script: attributes } = this;
        this.drive = attributes.drive;
        for (const name of NUMBERS) {
            const good = this.check(name, attributes[name]);
            if (good === this[name]) continue;
            this[name] = good;
            if (name === 'friction' || name === 'restitution' || name.endsWith('Damping')) this.surfaceChanged = true;
        }
    }

    private check(name: NumberName, value: number): number {
        const attribute = activeRagdollAttributes[name];
        const { default: usual, min } = attribute;
        const most = BOUNDED.includes(name) && 'max' in attribute ? attribute.max : Infinity;
        if (value >= min && value <= most) {
            this.reports.leave(name);
            return value;
        }
        const range = most < Infinity ? `from ${min} to ${most}` : `of ${min} or more`;
        const used = value < min ? min : value > most ? most : usual;
        this.reports.enter(name, `the attribute ${titleOf(name, attribute)} is ${value}; ${used} is used. Set it to a value ${range}.`);
        return used;
    }
}
