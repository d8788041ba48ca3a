import type { IdleSettings } from '../../scripts/core/idle/idle-channels';
import { PRESETS } from '../../scripts/idle-randomizer/presets';
import { LOOK_SPEED, MANNERS } from '../../scripts/idle-randomizer/settings';

/** The settings of a preset, as the script makes them. */
export function settingsOf(preset: keyof typeof PRESETS, manner: keyof typeof MANNERS = 'alone'): IdleSettings {
    const { weightShift, look, facial, fidgetTime } = PRESETS[preset];
    const isUniform = preset === 'original';
    const move = (range: readonly number[], { transitionTime, holdTime }: { transitionTime: readonly number[], holdTime: readonly number[] }, maxSpeed = Infinity) => ({
        range: Float64Array.from(range), transitionTime: Float64Array.from(transitionTime), holdTime: Float64Array.from(holdTime), isUniform, maxSpeed
    });
    return {
        weightShift: move(weightShift.range, weightShift), look: move([...look.rangeX, ...look.rangeY], look, LOOK_SPEED), facial: move(facial.range, facial),
        fidgetTime: Float64Array.from(fidgetTime), breathing: 14, breathingVariation: 0.16, manner: MANNERS[manner], blink: true
    };
}
