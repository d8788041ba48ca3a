import { growthOf } from '../../core/dynamics/drive-handover';
import type { DriveSettings } from '../../core/dynamics/drive-settings';
import type { StepWeights } from '../../core/dynamics/step-weight';

// How much stronger the settings of a drive have become since the last step.

export class Strengths {
    /** The drive of the last step; empty before the first. */
    private drive = '';

    private stiffness = 0;

    private frequency = 0;

    private maxTorque = 0;

    private maxForce = 0;

    /** The largest growth since the last step, as a share of what is now; another drive may be any stronger. */
    growth({ drive, stiffness, frequency, maxTorque, maxForce }: DriveSettings, rotations: StepWeights, translations: StepWeights): number {
        const torque = maxTorque || Infinity, force = maxForce || Infinity;
        let growth = this.drive === drive ? Math.max(rotations.growth, translations.growth) : 1;
        if (drive === 'spring') growth = Math.max(growth, growthOf(this.stiffness, stiffness));
        if (drive === 'springInertiaScaled') growth = Math.max(growth, growthOf(this.frequency, frequency));
        growth = Math.max(growth, growthOf(this.maxTorque, torque), growthOf(this.maxForce, force));
        // at first the bodies are on their targets
        if (this.drive === '') growth = 0;
        this.drive = drive;
        this.stiffness = stiffness;
        this.frequency = frequency;
        this.maxTorque = torque;
        this.maxForce = force;
        return growth;
    }
}
