import { actionPlayerPage } from './action-player';
import { activeRagdollPage } from './active-ragdoll';
import { animationMirrorPage } from './animation-mirror';
import { animationRetargetPage } from './animation-retarget';
import { climberPage } from './climber';
import { dropACharacterPage } from './drop-a-character';
import { handPlacerPage } from './hand-placer';
import { hitReactionsPage } from './hit-reactions';
import { idleRandomizerPage } from './idle-randomizer';
import { mecFootPlacerPage } from './mec-foot-placer';
import { perfectLookAtPage } from './perfect-look-at';
import { poseTransitionPage } from './pose-transition';
import { springChainPage } from './spring-chain';
import { streetPage } from './street';
import { strideWarpPage } from './stride-warp';
import { walkAroundPage } from './walk-around';
import type { PageGroup } from '../frame/navigation';
import type { Page } from '../frame/page';

/** The pages by what they are about, as the bar shows them. */
export const groups: readonly PageGroup[] = [
    { title: 'Start', pages: [dropACharacterPage, walkAroundPage, streetPage] },
    { title: 'Move', pages: [mecFootPlacerPage, strideWarpPage, climberPage, poseTransitionPage, actionPlayerPage] },
    { title: 'React', pages: [hitReactionsPage, activeRagdollPage, springChainPage] },
    { title: 'Look', pages: [perfectLookAtPage, handPlacerPage, idleRandomizerPage] },
    { title: 'Make', pages: [animationRetargetPage, animationMirrorPage] }
];

/** All pages; the first one is shown when the address names none. */
export const pages: readonly Page[] = groups.flatMap(group => group.pages);
