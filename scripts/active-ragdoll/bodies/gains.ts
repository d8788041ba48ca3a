import type { DriveSettings } from '../../core/dynamics/drive-settings';
import type { SpringGains } from '../../core/dynamics/joint-springs';
import type { BodyPlan } from '../plan/body-plan';

// Stiffness and damping of a ragdoll's springs, from the settings and from the rows of single bones.

/** Mass for which stiffness and damping are given, kilograms. */
const REFERENCE_MASS = 70;

export function createGains(count: number): SpringGains {
    return { stiffness: new Float64Array(count), damping: new Float64Array(count), scaled: false, maxChange: new Float64Array(1) };
}

/** Takes over what the settings say now. */
export function setGains(gains: SpringGains, settings: DriveSettings, plan: BodyPlan): void {
    const scale = plan.totalMass / REFERENCE_MASS;
    gains.scaled = settings.drive === 'springInertiaScaled';
    const omega = 2 * Math.PI * Math.max(0, settings.frequency);
    for (let i = 0; i < gains.stiffness.length; i++) {
        if (gains.scaled) {
            gains.stiffness[i] = omega * omega;
            gains.damping[i] = 2 * settings.dampingRatio * omega;
        } else {
            gains.stiffness[i] = (plan.stiffness[i] || settings.stiffness) * scale;
            gains.damping[i] = (plan.damping[i] || settings.damping) * scale;
        }
    }
}
