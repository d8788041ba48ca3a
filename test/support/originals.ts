// What the originals name: fields, classes, functions, scripts, prefabs, scenes, notes and pictures, in the order of the articles.
// Names are spelt as they are there.

/** Names by the article that has them. */
export const ORIGINALS: Readonly<Record<string, readonly string[]>> = {
    // Using Multiple Bones to Look At a Target in World Space, December 24, 2017, and the documentation of the plug-in.
    'Perfect Look At': [
        'Perfect Look At component', 'Target Object', 'Up Vector', 'Look At Blend Speed', 'Leg Stabilizer Min Distance To Start Solving',
        'Leg Stabilizer Max Iterations', 'Draw Debug Look At', 'Look At Bones', 'Bone', 'Rotation Limit', 'Rotate Around Up Vector Weight',
        'Forward Axis', 'Parent Bone Forward Axis', 'Reset To Default Rotation', 'Linked Bones', 'Linked Bones: Reset To Default Rotation',
        'Leg Stabilizers', 'Foot Bone', 'IK Weight', 'Bones Count', 'GetLookAtWeight', 'SetLookAtWeight(weight)',
        'EnablePerfectLookAt(time, cancelCurrentTransition)', 'DisablePerfectLookAt(time, cancelCurrentTransition)', 'IsInTransition',
        'GetTimeToFinishTransition', 'LateUpdate', 'Note 1: Turn Off Optimize Game Objects',
        'Note 2: Setting Reset To Default Rotation On Some Necessary Cases',
        'Note 3: Defining the Forward Axis of The Bones and Their Corresponding Parents Correctly',
        'Note 4: Look At Bones Should Be In The Same Hierarchy But Not Necessarily Child and Parent',
        'Note 5: Checking Character Prefabs as an Example', 'HumanCharacter prefab', 'UnityCharacter prefab', 'Third character prefab',
        'Scenes of the three prefabs', 'Assets/Media/Prefabs', 'Small error when the first bone is far from the others'
    ],
    // Foot Placement Using Foot IK, June 30, 2015.
    'Mec Foot Placer': [
        'MecFootPlacer component', 'FootPlacementData component', 'Foot ID', 'AvatarIKGoal foot_id', 'Plant Foot', 'Forward Vector', 'IK Hint Offset',
        'Up Vector', 'Foot Offset Dist', 'Foot Length', 'Foot Half Width', 'Foot Height', 'Foot Rotation Limit', 'Transition Time',
        'Extra Ray Distance Check', 'Set Extra Ray Distance Check Automatically', 'Foot Distance from Ground Threshold', 'Error Threshold',
        'Extra Ray Distance Check Min', 'Extra Ray Distance Check Max', 'Draw Debug Ray', 'SetActive(foot_id, active)', 'IsActive(foot_id)',
        'SetLayerMask(layer_mask)', 'GetLayerMask', 'LayerMask.NameToLayer', 'EnablePlant(foot_id, blend_speed)',
        'DisablePlant(foot_id, blend_speed)', 'SetPlantBlendWeight(foot_id, weight)', 'GetPlantBlendWeight(foot_id)', 'Adjust Pelvis Vertically',
        'Damp Pelvis', 'Max Leg Length', 'Min Leg Length', 'Pelvis Adjustment Speed', 'Layers To Ignore', 'Ignore Character Controller',
        'IdleUpdate.cs', 'LocomotionUpdate.cs', 'PelvisSet.cs', 'PelvisUnset.cs', 'IdleLeft, IdleRight and Locomotion states',
        'SimpleLocomotion animation controller', 'SimpleLocomotionCointroller', 'Robot Kyle avatar',
        'UnityCharacter_No_Animator_Extra_Scirpts prefab', 'DefaultAvatar_AutoRayDistanceSet scene', 'Web player with plant foot feature',
        'Web player without plant foot feature', 'Foot position, by a ray from above (figures 1, 2)', 'Toe vector, pitch (figures 3, 4)',
        'Heel vector, roll (figures 5, 6)', 'IKHint, swivel angle, calf vector (figure 7)', 'Pelvis against stretched legs (figure 8)',
        'Transition between IK and FK', 'Foot stays planted while ground height changes', 'Turning planting off in idles safely',
        'Note: Exposing Necessary Bones', 'Note: Setting up the data correctly', 'Note: Setting Extra Ray Distance Check Automatically',
        'Note: Checking IK Pass Check Box', 'Note: Leg Stretch of Mecanim', 'Note: Using Pelvis Adjustment Feature',
        'Note: Using Mec Foot Placer for Quadrupeds', 'Note: Using Mec Foot Placer for climbing and cliff hanging', 'Note: Avoiding Self Collision',
        'Note: Optimize Game Objects and the pelvis', 'Animator behaviour callbacks', 'Animation curves for the ray distance'
    ],
    // How To Implement Active Ragdoll, January 27, 2018.
    'Active ragdoll': [
        'FAnimNode_ActiveRagdoll', 'UAnimGraphNode_ActiveRagdoll', 'mBasePose', 'mAnimPose', 'mInitialRelativeRotation',
        'mInitialRelativeTranslation', 'mTranslationWeight', 'mRotationWeight', 'mDeltaTime', 'Initialize_AnyThread', 'Update_AnyThread',
        'CacheBones_AnyThread', 'EvaluateComponentSpace_AnyThread', 'GetNodeTitle', 'GetNodeTitleColor', 'GetNodeCategory', 'CreateOutputPins',
        'Move Physical Bones to Animation Pose', 'AnimBasedRagdoll module', 'BlueprintReadWrite, PinShownByDefault', 'ANIM_MATH_PI',
        'USkeletalMeshComponent, GetOwningActor', 'GetActorRotation, GetActorLocation', 'IsSimulatingPhysics', 'PhysicsAsset, SkeletalBodySetups',
        'BoneName', 'GetBoneLocation, GetBoneQuaternion', 'GetPhysicsAngularVelocityInRadians',
        'SetPhysicsLinearVelocity, SetPhysicsAngularVelocityInRadians', 'Joint constraints and motors', 'Volume, mass, friction of a body',
        'Checking for the shortest arc', 'Order: animation, velocities, then physics', 'Picture: 100 % angular, 0 % linear',
        'Picture: 50 % angular, 0 % linear', 'Picture: 10 % angular, 0 % linear', 'Picture: 100 % angular, 100 % linear',
        'Picture: 30 % angular, 30 % linear', 'Weights to zero at an explosion', 'Average speed of the mesh, or speed of the pelvis',
        'Raising the weights again until 1', 'Blend back to animation, turn off simulation', 'Joint_Torque', 'k, the spring\'s gain',
        'm, the damper\'s gain', 'Inertia-scaled gains, Zordan and Hodgins 2002', 'Combining Ragdoll and Keyframe Animation to Achieve Dynamic Poses',
        'Powered ragdoll of Havok, physically based animation'
    ],
    // Mirroring 3D Character Animations, November 14, 2015.
    'Mirrored animation': [
        'UAnimationMirrorData', 'MirrorDir', 'MirrorDir::None', 'MirrorDir::X_Axis', 'MirrorDir::Y_Axis', 'MirrorDir::Z_Axis', 'MirrorAxis_Rot',
        'RightAxis', 'PelvisMirrorAxis_Rot', 'PelvisRightAxis', 'SetMirrorMappedBone(bone_name, mirror_bone_name)', 'GetMirroMappedBone(bone_name)',
        'GetBoneMirrorDataStructure', 'mMirrorData', 'FAnimMirror', 'mBasePose', 'mAnimMirrorData', 'The boolean pin', 'Evaluate', 'MirrorPose',
        'Bone 1 as the pelvis', 'GetRefPose', 'Root bone left as it is', 'AnimationMirroring module', 'Twins', 'Bones with no twin',
        'Binding poses must be mirrored by the rigger', 'Translations of twins', 'Choosing the mirror by the phase of the feet', 'Motion retargeting',
        '1: a generic but modifiable skeleton template for bipeds or quadrupeds', '2: root motion reasonable scaling',
        '3: ability to edit skeleton reference pose', '4: joint movement limitations', '5: animation mirroring',
        '6: adding a run-time rig on top of the skeleton template'
    ],
    // Creating Non-Repetitive Randomized Idle Using Animation Blending, September 21, 2015.
    'Randomized idle': [
        'UComponenetIdleRandomizer', 'TickComponent', 'mCurrentWeightShift', 'mCurrentHeadDir', 'mCurrentFacial', 'mTargetHeadDir',
        'mTargetWeightShift', 'mTargetFacial', 'mWSTransitionTime', 'mWSTime', 'mWSCurrentTime', 'mLookTransitionTime', 'mLookTime',
        'mLookCurrentTime', 'mFacialTransitionTime', 'mFacialTime', 'mFacialCurrentTime', 'mLookTransitionSpeed', 'mWSTransitionSpeed',
        'mFacialTransitionSpeed', 'Ranges of RandRange', 'FMath::RandRange', 'Damping after a transition', 'bWantsBeginPlay, bCanEverTick',
        'RandomizedIdle module', 'Animation 1: breathing idle', 'Animation 2: left weight shift', 'Animation 3: right weight shift',
        'Animation 4: look left, right, up and down', 'Animation 5: two facial and body movements', 'Animation blend tree',
        'Step 1: blend of weight shifts', 'Step 2: additive looks by two parameters', 'Step 3: facial animations, switched at random at their end',
        'Controller: random target, speed, hold, repeat', 'While the character is in idle state'
    ],
    // The Challenge of Having Responsiveness and Naturalness in Game Animation, August 10, 2015.
    'Responsiveness and naturalness': [
        'Tip 1: Using Additive Animations', 'The land animation', 'The windmill animation', 'Tip 2: Specific Turn Animations',
        'Turn by 180 degrees in one frame', 'Two turn animations by the phase of the feet', 'Transitional blending turned off for the turn',
        'Tip 3: Slower Enemies', 'Tip 4: Safe Blending Intervals to Cancel Animations', 'The grappling animation, done at 50 % of its length',
        'Tip 5: Continuous Animations', 'Run attack, edge climb from the wall run', 'Tip 6: Context Based Combat',
        'State of the player: moving, standing, jumping', 'Distance and direction to enemies', 'Back stabs',
        'Tip 7: Physically Simulated Cloths as Secondary Motion', 'Kuro\'s scarf', 'Tip 8: Tense Ragdolls and Lower Crossfade Time in Contacts',
        'More force to the ragdolls'
    ]
};
