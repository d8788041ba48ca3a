import { Entity, Vec3, type AppBase } from 'playcanvas';

import { loadGlb } from './app';
import { createPhysicsApp } from './physics-app';
import { registerLimber, type PlayerControls } from '../../scripts/index';

// A character that a player moves over boxes, and the keys, fingers and sticks of that player: events as a browser sends them.

export const FRAME = 1 / 60;

/** A canvas in a page that events can be sent to. */
export class FakePage extends EventTarget {
    readonly canvas = Object.assign(new EventTarget(), {
        style: {} as Record<string, string>, width: 800, height: 600, clientWidth: 800, clientHeight: 600,
        getBoundingClientRect: () => ({ left: 0, top: 0, width: 800, height: 600 }),
        ownerDocument: { defaultView: this }
    });

    key(code: string, isDown: boolean) {
        this.dispatchEvent(Object.assign(new Event(isDown ? 'keydown' : 'keyup', { cancelable: true }), { code }));
    }

    finger(type: 'pointerdown' | 'pointermove' | 'pointerup', clientX: number, clientY: number, pointerId = 1, pointerType = 'touch') {
        const event = Object.assign(new Event(type, { cancelable: true }), { clientX, clientY, pointerId, pointerType });
        (type === 'pointerdown' ? this.canvas : this).dispatchEvent(event);
    }
}

export class PlayerStage {
    readonly page = new FakePage();

    private constructor(readonly app: AppBase) {
        Object.assign(app.graphicsDevice, { canvas: this.page.canvas });
    }

    /**
     * @param registers - Registers the scripts of the sources; else the test runs a file that does.
     * @param app - Another one than one with physics.
     */
    static async open(registers = true, app?: AppBase): Promise<PlayerStage> {
        app ??= await createPhysicsApp('ammojs-typed');
        if (registers) registerLimber(app);
        return new PlayerStage(app);
    }

    /** A stage with a floor, a camera and a player. */
    static async withPlayer(): Promise<{ stage: PlayerStage; player: Entity; controls: PlayerControls }> {
        const stage = await PlayerStage.open();
        stage.addBox([0, -0.5, 0], [60, 1, 60]);
        stage.addCamera();
        return { stage, ...await stage.addPlayer() };
    }

    addBox(at: readonly number[], size: readonly number[], type: 'static' | 'kinematic' = 'static'): Entity {
        const box = new Entity('Box', this.app);
        box.setPosition(new Vec3([...at]));
        box.addComponent('collision', { type: 'box', halfExtents: new Vec3([...size]).mulScalar(0.5) });
        box.addComponent('rigidbody', { type });
        this.app.root.addChild(box);
        return box;
    }

    addCamera(): Entity {
        const camera = new Entity('Camera', this.app);
        camera.addComponent('camera');
        this.app.root.addChild(camera);
        return camera;
    }

    /** A character with a capsule, below it a model. */
    async addPlayer(file = 'templates/mannequin.glb', attributes: object = {}): Promise<{ player: Entity; controls: PlayerControls; model: Entity }> {
        const player = new Entity('Player', this.app);
        const model = (await loadGlb(this.app, file)).instantiate();
        player.addChild(model);
        player.addComponent('collision', { type: 'capsule', radius: 0.28, height: 1.4, linearOffset: new Vec3(0, 1.05, 0) });
        player.addComponent('rigidbody', { type: 'dynamic', mass: 70, friction: 0, angularFactor: new Vec3(0, 1, 0), linearDamping: 0 });
        player.addComponent('script');
        this.app.root.addChild(player);
        const controls = player.script!.create('playerControls', { attributes }) as unknown as PlayerControls;
        return { player, controls, model };
    }

    step(seconds: number, each?: () => void) {
        for (let i = 0; i < Math.round(seconds / FRAME); i++) {
            this.app.update(FRAME);
            each?.();
        }
    }

    close() {
        this.app.destroy();
    }
}
