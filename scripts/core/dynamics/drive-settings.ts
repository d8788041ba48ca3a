// How bodies are driven to the pose of their animation.

/** How the bodies are driven. */
export interface DriveSettings {
    rotationWeight: number;
    translationWeight: number;
    drive: 'velocity' | 'spring' | 'springInertiaScaled';
    /** N·m/rad and N·m·s/rad for a body of 70 kg. */
    stiffness: number;
    damping: number;
    /** Hertz, and as a share of the critical damping. */
    frequency: number;
    dampingRatio: number;
    /** Newtons, newton metres; 0: no cap. */
    maxForce: number;
    maxTorque: number;
}
