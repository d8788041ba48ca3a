import { Vec3, type Entity } from 'playcanvas';

import type { Ground } from './core/ground/ground';
import { rotateVec, type Flat } from './core/math/flat-math';
import { RADIANS } from './core/math/scalars';
import { PhysicsGround } from './physics/physics-ground';
import { playerControlsAttributes, type PlayerControlsAttributes } from './player-controls/attributes';
import { FollowCamera } from './player-controls/follow-camera';
import { Motion, type Wish } from './player-controls/motion';
import { PlayerInput, type ScreenStick } from './player-controls/player-input';
import { modelScale, type Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';

export { playerControlsAttributes };

export interface PlayerControls extends PlayerControlsAttributes {}

/** Height in metres of the scene while there is no character, and speeds in heights a second. */
const PERSON = 1.75;
const WALK = 0.8;
const RUN = 2;

/** Seconds in which a turn is made, were it not for Turn Speed. */
const TURNS_IN = 0.08;

/** Share of the deceleration with which it comes to a place, distance in heights at which it is there, and seconds without a tenth of that speed: it is blocked. */
const BRAKES = 0.4;
const THERE = 0.03;
const BLOCKED = 0.7;

const axis = new Float64Array(3);
const turned = new Float64Array(4);
const way = new Vec3();

/**
 * Moves a character as a player wants it: with keys, a thumb on the left half of the screen, or a gamepad; and keeps the camera behind it. On an entity with a
 * dynamic rigid body it moves the body, so that walls stop it; else it moves the entity over the ground. With `locomotion` on the same entity the character
 * walks, runs and stands accordingly.
 *
 * @example
 * player.script!.create('playerControls');
 * player.script!.create('locomotion');
 * @example
 * // somebody else, who goes where he is sent
 * const controls = guard.script!.create('playerControls', { attributes: { listens: false } })!;
 * controls.goTo(new Vec3(3, 0, 1));
 */
export class PlayerControls extends CharacterScript {
    /**
     * Fired when the character leaves the ground by a jump.
     *
     * @event
     */
    static EVENT_JUMP = 'jump';

    /**
     * Fired when {@link goTo} has come to its end, with whether the place was reached.
     *
     * @event
     * @example
     * controls.on('arrive', (isThere: boolean) => console.log(isThere));
     */
    static EVENT_ARRIVE = 'arrive';

    private readonly input = new PlayerInput(() => this.moveCamera);

    private readonly motion = new Motion(this.entity);

    private readonly follower = new FollowCamera();

    private readonly wish: Wish = { velocity: new Float64Array(3), turn: 0, leap: 0, acceleration: 8 };

    private ground: PhysicsGround | null = null;

    private ownGround: Ground | null = null;

    /** Where {@link goTo} leads, and for how many seconds nothing has come of it. */
    private goal: Vec3 | null = null;

    private goalSpeed = 0;

    private blocked = 0;

    private height = PERSON;

    /** Where the character looks in its reference pose, in the entity's frame. */
    private readonly ahead: Flat = Float64Array.of(0, 0, 1);

    override initialize() {
        super.initialize();
        this.ground = new PhysicsGround(this.app, this.entity);
        this.on('enable', () => {
            this.motion.forget();
            this.follower.begin();
        });
        this.on('disable', () => this.input.detach());
        this.on('destroy', () => {
            this.input.detach();
            this.ground?.destroy();
        });
    }

    /** Speed over the ground on the level, the scene's metres a second. */
    get speed(): number {
        const { own } = this.motion;
        return Math.hypot(own[0], own[2]);
    }

    /** Whether it stands on something. */
    get isGrounded(): boolean {
        return this.motion.isGrounded;
    }

    /** Whether it goes where {@link goTo} has said. */
    get isGoing(): boolean {
        return this.goal !== null;
    }

    /** Whether the player moves it: by a key or a stick. */
    get isPlayed(): boolean {
        const { move } = this.input;
        return move[0] !== 0 || move[1] !== 0;
    }

    /** The thumb on the left half of the screen, in pixels of the window: where it came down and where it is; null: it is not there. For drawing a stick. */
    get stick(): ScreenStick | null {
        return this.input.stick;
    }

    /**
     * Goes straight to a place until it is reached, something is in the way, or the player takes over.
     *
     * @param place - World place; null: it stops.
     * @param speed - Metres per second; without it that of a walk.
     */
    goTo(place: Vec3 | null, speed = 0) {
        this.goal = place ? place.clone() : null;
        this.goalSpeed = speed;
        this.blocked = 0;
    }

    /** Jumps, where it stands on something. */
    jump() {
        this.input.jumps = true;
    }

    /** Takes another ground than the bodies of the physics engine; null: those again. */
    setGround(ground: Ground | null) {
        this.ownGround = ground;
    }

    protected drop() {}

    protected build(rig: Rig): boolean {
        this.tellOf(rig, 'trunk', 'legs');
        this.height = rig.height * modelScale(rig);
        const space = rig.skeleton.space ?? this.entity;
        const { x, y, z, w } = this.entity.getRotation().clone().invert().mul(space.getRotation());
        turned.set([x, y, z, w]);
        rotateVec(this.ahead, 0, turned, 0, rig.forward, 0);
        if (this.entity.rigidbody?.type === 'static') this.reports.add('the rigid body of this entity is static, and a static body cannot be moved. Set its Type to Dynamic.');
        return false;
    }

    /** Bones are none of its business. */
    protected step() {}

    /** Before physics and animation: moves the entity. */
    update(dt: number) {
        if (!(dt > 0)) return;
        const { input, wish, motion, height } = this;
        if (this.listens) input.attach(this.app.graphicsDevice.canvas as HTMLElement);
        else input.detach();
        input.read(dt);
        this.follower.turn(input.look[0], input.look[1]);
        input.look.fill(0);
        wish.acceleration = this.acceleration > 0 ? this.acceleration : playerControlsAttributes.acceleration.default;
        wish.velocity.fill(0);
        if (this.isPlayed) {
            this.goal = null;
            this.steer();
        } else if (this.goal) {
            this.approach(this.goal, dt);
        }
        this.face();
        const gravity = this.app.systems.rigidbody?.gravity.y ?? 0;
        const leaps = input.jumps && motion.isGrounded && this.jumpHeight > 0;
        wish.leap = leaps ? Math.sqrt(Math.max(0, -2 * gravity * this.jumpHeight)) : 0;
        input.jumps = false;
        motion.step(wish, this.groundNow, 0, height, gravity, dt);
        if (leaps) this.announce(PlayerControls.EVENT_JUMP);
    }

    protected override turn(dt: number) {
        super.turn(dt);
        const camera = this.moveCamera && this.listens ? this.findCamera() : null;
        if (camera) this.follower.place(camera, this.entity.getPosition(), this.heading, this.height, this.cameraDistance, this.groundNow, dt);
    }

    private get groundNow(): Ground | null {
        return this.ownGround ?? (this.ground?.isThere ? this.ground : null);
    }

    /** Degrees from the z axis to the x axis in which the character looks. */
    private get heading(): number {
        const { x, y, z, w } = this.entity.getRotation();
        turned[0] = x;
        turned[1] = y;
        turned[2] = z;
        turned[3] = w;
        rotateVec(axis, 0, turned, 0, this.ahead, 0);
        return Math.atan2(axis[0], axis[2]) / RADIANS;
    }

    private get walk(): number {
        return this.walkSpeed > 0 ? this.walkSpeed : WALK * this.height;
    }

    private get run(): number {
        return this.runSpeed > 0 ? this.runSpeed : RUN * this.height;
    }

    /** The camera of the attribute, else the scene's first one. */
    private findCamera(): Entity | null {
        if (this.camera) return this.camera;
        return this.app.systems.camera?.cameras[0]?.entity ?? null;
    }

    /** What keys and sticks want, seen from the camera. */
    private steer() {
        const { move, isByKeys, isRunning } = this.input;
        const camera = this.findCamera();
        // what is right is level, also of a camera that looks straight down
        if (camera) way.copy(camera.right);
        else way.set(-Math.cos(this.heading * RADIANS), 0, Math.sin(this.heading * RADIANS));
        const length = Math.hypot(way.x, way.z) || 1;
        const x = way.x / length, z = way.z / length;
        // keys are all or nothing; a stick goes from standing to the run
        const speed = isByKeys ? isRunning ? this.run : this.walk : this.run;
        const { velocity } = this.wish;
        velocity[0] = speed * (x * move[0] + z * move[1]);
        velocity[2] = speed * (z * move[0] - x * move[1]);
    }

    /** What leads to a place. */
    private approach(goal: Vec3, dt: number) {
        const { wish: { velocity, acceleration }, height } = this;
        const at = this.entity.getPosition();
        const x = goal.x - at.x, z = goal.z - at.z;
        const distance = Math.hypot(x, z);
        const speed = Math.min(this.goalSpeed > 0 ? this.goalSpeed : this.walk, Math.sqrt(2 * BRAKES * acceleration * distance));
        this.blocked = this.speed < speed / 10 ? this.blocked + dt : 0;
        const isThere = distance < THERE * height;
        if (isThere || this.blocked > BLOCKED) {
            this.goal = null;
            this.announce(PlayerControls.EVENT_ARRIVE, isThere);
            return;
        }
        velocity[0] = speed * x / distance;
        velocity[2] = speed * z / distance;
    }

    /** Turns to where it goes, and goes slowly as long as it looks elsewhere. */
    private face() {
        const { wish } = this;
        const { velocity } = wish;
        wish.turn = 0;
        if (velocity[0] === 0 && velocity[2] === 0) return;
        const difference = Math.atan2(velocity[0], velocity[2]) / RADIANS - this.heading;
        const left = difference - 360 * Math.round(difference / 360);
        const most = this.turnSpeed > 0 ? this.turnSpeed : playerControlsAttributes.turnSpeed.default;
        wish.turn = Math.max(-most, Math.min(most, left / TURNS_IN));
        const share = Math.max(0, Math.cos(left * RADIANS));
        velocity[0] *= share;
        velocity[2] *= share;
    }
}
