import type { AppBase } from 'playcanvas';

import { findAmmo } from '../physics/ammo';
import { SubstepScheduler } from '../physics/substep-scheduler';
import type { Problems } from '../shell/problems';

/** The scheduler of the physics; null, with a sentence, when there is no physics to work with. */
export function findScheduler(app: AppBase, reports: Problems): SubstepScheduler | null {
    const scheduler = SubstepScheduler.of(app);
    if (scheduler) {
        reports.leave('physics');
    } else if (!findAmmo()) {
        reports.enter('physics', 'the physics library Ammo is not loaded. Import it in the settings of the project, under physics.');
    } else {
        reports.enter('physics', 'the physics of this application is not Ammo, or a build of it that is not known. Import the engine\'s own Ammo.');
    }
    return scheduler;
}

/** Says when the project's own callback before steps is not called while bodies are in the world. */
export function reportCallback(scheduler: SubstepScheduler, reports: Problems): void {
    if (!scheduler.isBlocking) return;
    reports.add('the callback before physics steps that this project has set is not called while a ragdoll is active: this build of Ammo hides its functions. Use a callback after steps.');
}
