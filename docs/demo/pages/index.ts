import { actionPlayerPage } from './action-player';
import { activeRagdollPage } from './active-ragdoll';
import { animationMirrorPage } from './animation-mirror';
import { animationRetargetPage } from './animation-retarget';
import { climberPage } from './climber';
import { dropACharacterPage } from './drop-a-character';
import { hitReactionsPage } from './hit-reactions';
import { idleRandomizerPage } from './idle-randomizer';
import { mecFootPlacerPage } from './mec-foot-placer';
import { perfectLookAtPage } from './perfect-look-at';
import { poseTransitionPage } from './pose-transition';
import { springChainPage } from './spring-chain';
import { streetPage } from './street';
import { strideWarpPage } from './stride-warp';
import { walkAroundPage } from './walk-around';
import type { Page } from '../frame/page';

/** The pages in the order of the navigation; the first one is shown when the address names none. */
export const pages: readonly Page[] = [
    dropACharacterPage, walkAroundPage, animationRetargetPage, perfectLookAtPage, mecFootPlacerPage, climberPage, poseTransitionPage, strideWarpPage, activeRagdollPage, hitReactionsPage, springChainPage, animationMirrorPage, idleRandomizerPage,
    actionPlayerPage, streetPage
];
