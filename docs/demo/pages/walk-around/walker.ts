import { playerControlsAttributes, type PlayerControls } from 'limber';
import { Entity, Vec3 } from 'playcanvas';

// Somebody who walks: an entity with a capsule that playerControls moves, and below it the character.

/** Shares of the height: radius of the capsule of a person and of an animal, its length and the height of its middle, so that it ends over kerbs and steps. */
const RADIUS = { person: 0.16, animal: 0.3 };
const LENGTH = 0.8;
const MIDDLE = 0.6;

const MASS = 70;

export class Walker {
    readonly carrier = new Entity('player');

    readonly controls: PlayerControls;

    /** How far it has gone in the last frame. */
    readonly way = new Vec3();

    private readonly before = new Vec3();

    /**
     * @param model - The character, put below an entity of its own.
     * @param height - Of the character, in the scene.
     * @param attributes - Of its playerControls.
     */
    constructor(root: Entity, readonly model: Entity, height: number, legs: number, at: Vec3, attributes: Partial<Record<keyof typeof playerControlsAttributes, unknown>>) {
        const { carrier } = this;
        carrier.setPosition(at);
        model.reparent(carrier);
        carrier.addComponent('collision', {
            type: 'capsule', radius: height * (legs === 4 ? RADIUS.animal : RADIUS.person), height: LENGTH * height, linearOffset: new Vec3(0, MIDDLE * height, 0)
        });
        carrier.addComponent('rigidbody', { type: 'dynamic', mass: MASS, friction: 0, restitution: 0, linearDamping: 0, angularFactor: new Vec3(0, 1, 0) });
        carrier.addComponent('script');
        root.addChild(carrier);
        this.before.copy(at);
        this.controls = carrier.script!.create('playerControls', { attributes: { moveCamera: false, ...attributes } as never }) as unknown as PlayerControls;
    }

    get position(): Vec3 {
        return this.carrier.getPosition();
    }

    /** Measures its way since the last frame. */
    update() {
        this.way.sub2(this.position, this.before);
        this.before.copy(this.position);
    }

    /** Puts it somewhere at rest. */
    moveTo(place: Vec3) {
        this.carrier.rigidbody!.teleport(place, Vec3.ZERO);
        this.carrier.rigidbody!.linearVelocity = Vec3.ZERO;
        this.before.copy(place);
    }
}
