import { expect } from 'chai';
import { Entity, Vec3, type ScriptType } from 'playcanvas';

import { FRAME, onMannequin, onStrangersInStride, type FootStage } from '../support/foot-stage';
import { createPhysicsApp } from '../support/physics-app';
import { WalkAbout } from '../support/walk-about';

// The third-person controller that the engine ships moves a capsule, turns the model, and fires `speed` and `jump`; locomotion on the model walks by it.

/** Its file, as projects import it. */
const FILE = 'playcanvas/scripts/esm/third-person-controller.mjs';

/** Length and radius of its capsule, whose middle the entity is. */
const LENGTH = 2;
const RADIUS = 0.5;

/** A device that is read: axes and buttons. */
interface Device {
    attach(): void;
    read(): { key?: number[] };
}

interface Controller extends ScriptType {
    _desktopInput: Device;
    _mobileInput: Device;
    _gamepadInput: Device;
    initialize(): void;
}

/** Key codes as the controller counts them: letters from A, then the others. */
const W = 22, D = 3, SPACE = 40;
const KEYS = 43;

/** The controller, its keys pressed by the test. */
async function addController(stage: FootStage, keys: Set<number>, attributes: object) {
    const { ThirdPersonController } = await import(FILE) as { ThirdPersonController: new (args: { app: unknown, entity: Entity }) => Controller };
    // the test has no window
    class Driven extends ThirdPersonController {
        override initialize() {
            // keys count as they go down and up
            const held = new Set<number>();
            const read = () => {
                const key = new Array<number>(KEYS).fill(0);
                for (const code of keys) if (!held.has(code)) key[code] = 1;
                for (const code of held) if (!keys.has(code)) key[code] = -1;
                held.clear();
                for (const code of keys) held.add(code);
                return { key, button: [0, 0, 0], mouse: [0, 0], wheel: [0] };
            };
            Object.assign(this._desktopInput, { attach() {}, read });
            Object.assign(this._mobileInput, { attach() {}, read: () => ({ leftInput: [0, 0], rightInput: [0, 0], doubleTap: [0] }) });
            Object.assign(this._gamepadInput, { attach() {}, read: () => ({ buttons: new Array(20).fill(0), leftStick: [0, 0], rightStick: [0, 0] }) });
            super.initialize();
        }
    }
    const floor = stage.addEntity();
    floor.setPosition(0, -0.5, 0);
    floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(200, 0.5, 200) });
    floor.addComponent('rigidbody', { type: 'static', friction: 0, restitution: 0 });
    const camera = stage.addEntity();
    const carrier = stage.addEntity();
    carrier.setPosition(0, LENGTH / 2, 0);
    carrier.addComponent('collision', { type: 'capsule', height: LENGTH, radius: RADIUS });
    carrier.addComponent('rigidbody', { type: 'dynamic', mass: 100, friction: 0, restitution: 0, angularFactor: Vec3.ZERO });
    carrier.addComponent('script');
    const about = new WalkAbout(stage, {}, stage.clips);
    const { holder } = about.hero;
    holder.reparent(carrier);
    holder.setLocalPosition(0, -LENGTH / 2, 0);
    // it takes models to look along z
    const modelYawOffset = -Math.atan2(stage.forward.x, stage.forward.z) * 180 / Math.PI;
    const controller = carrier.script!.create(Driven as never, { properties: { camera, characterModel: holder, modelYawOffset, ...attributes } } as never) as unknown as Controller;
    return { about, controller };
}

function rows(stage: FootStage, walk: string) {
    it('walks as the keys are held, stands as they are let go, and jumps with its jump', async () => {
        const keys = new Set<number>();
        const speed = stage.speedOf(walk);
        // what it makes of that against its damping
        const { about, controller } = await addController(stage, keys, { speedGround: 10.2 * speed, walkSpeedThreshold: 0.3 * speed });
        const hold = (seconds: number) => {
            for (let i = 0; i < Math.round(seconds / FRAME); i++) about.watch();
        };
        const fired: string[] = [];
        controller.on('speed', (bucket: number) => fired.push(`speed ${bucket}`));
        controller.on('jump', () => {
            fired.push('jump');
            about.script.jump();
        });
        about.script.on('start', () => fired.push('start'));
        about.script.on('stop', () => fired.push('stop'));
        about.script.on('land', () => fired.push('land'));
        hold(1);
        expect(about.script.kind).to.equal('idle');
        keys.add(W);
        hold(1.5);
        expect(about.script.kind).to.be.oneOf(['walk', 'run']);
        expect(Math.abs(about.script.direction)).to.be.below(5);
        about.byClip = true;
        about.forget();
        hold(2);
        expect(about.slide).to.be.below(15);
        keys.add(D);
        hold(1);
        expect(Math.abs(about.script.direction)).to.be.below(5);
        keys.clear();
        hold(1);
        expect(about.script.kind).to.equal('idle');
        keys.add(SPACE);
        hold(0.1);
        keys.clear();
        hold(2);
        expect(fired.join(', ')).to.match(/^speed \d, start|^start, speed \d/);
        expect(fired.slice(-2)).to.deep.equal(['jump', 'land']);
        expect(about.script.kind).to.equal('idle');
        expect(about.script.isGrounded).to.equal(true);
    });
}

const openPhysics = async (stage: FootStage) => stage.open(await createPhysicsApp('ammojs-typed'));

onMannequin('locomotion by the engine\'s third-person controller', stage => rows(stage, 'walk'), openPhysics);

onStrangersInStride('locomotion by the engine\'s third-person controller, strangers', rows, openPhysics);
