// The pages of the site by what one looks for, each by the name of its file in docs/.

interface Group { readonly text: string; readonly items: { readonly text: string; readonly link: string }[] }

const page = (text: string, file: string) => ({ text, link: `/docs/${file}` });

export const SIDEBAR: Group[] = [
    {
        text: 'Begin', items: [
            { text: 'Limber', link: '/' },
            page('Install it', 'install'),
            page('Ways into the Editor', 'ways-into-the-editor'),
            page('Templates', 'templates'),
            page('Ten steps', 'ten-steps'),
            page('In code', 'in-code'),
            page('With React', 'react'),
            page('From Unity and Unreal', 'from-unity-and-unreal')
        ]
    },
    {
        text: 'Questions', items: [
            page('I see ...', 'i-see'),
            page('How do I ...', 'how-do-i'),
            page('What does it cost', 'what-does-it-cost'),
            page('Works with', 'works-with'),
            page('Engines', 'engines')
        ]
    },
    {
        text: 'Scripts', items: [
            page('limberSetup', 'limber-setup'),
            page('animationRetarget', 'animation-retarget'),
            page('locomotion', 'locomotion'),
            page('playerControls', 'player-controls'),
            page('animationMirror', 'animation-mirror'),
            page('poseTransition', 'pose-transition'),
            page('additiveOverlay', 'additive-overlay'),
            page('idleRandomizer', 'idle-randomizer'),
            page('strideWarp', 'stride-warp'),
            page('perfectLookAt', 'perfect-look-at'),
            page('mecFootPlacer', 'mec-foot-placer'),
            page('handPlacer', 'hand-placer'),
            page('footPlacementStates', 'foot-placement-states'),
            page('activeRagdoll', 'active-ragdoll'),
            page('hitReactions', 'hit-reactions'),
            page('springChain', 'spring-chain'),
            page('actionPlayer', 'action-player'),
            page('instantTurn', 'instant-turn'),
            page('animationPace', 'animation-pace'),
            page('limberBudget', 'limber-budget')
        ]
    },
    {
        text: 'Tools and inside', items: [
            page('check-rig', 'check-rig'),
            page('Bake', 'bake'),
            page('Strips', 'strip'),
            page('Architecture', 'architecture'),
            page('Engine report', 'engine-report'),
            page('Changelog', 'CHANGELOG'),
            { text: 'API', link: '/api/' }
        ]
    }
];
