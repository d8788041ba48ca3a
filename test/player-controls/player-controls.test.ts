import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import type { PlayerControls } from '../../scripts/index';
import { PlayerStage } from '../support/player-stage';

describe('playerControls', () => {
    let stage: PlayerStage;
    let player: Entity;
    let controls: PlayerControls;

    beforeEach(async () => {
        ({ stage, player, controls } = await PlayerStage.withPlayer());
        stage.step(0.5);
    });

    afterEach(() => stage.close());

    const at = () => player.getPosition();

    it('stands on the ground at the height of its soles, and stays', () => {
        expect(at().y).to.be.closeTo(0, 0.005);
        const before = at().clone();
        stage.step(2);
        expect(at().distance(before)).to.be.below(0.002);
        expect(controls.problems()).to.deep.equal([]);
    });

    it('walks away from the camera by W at 0.8 heights a second, runs with Shift at two, and stops', () => {
        stage.page.key('KeyW', true);
        stage.step(1);
        const before = at().clone();
        stage.step(1);
        // the mannequin looks along z, and the camera stands behind it
        expect(at().z - before.z).to.be.closeTo(1.4, 0.05);
        expect(Math.abs(at().x)).to.be.below(0.01);
        stage.page.key('ShiftLeft', true);
        stage.step(1);
        expect(controls.speed).to.be.closeTo(3.5, 0.15);
        stage.page.key('KeyW', false);
        stage.step(1);
        expect(controls.speed).to.be.below(0.01);
    });

    it('goes to the right by D or an arrow, and looks there', () => {
        for (const code of ['KeyD', 'ArrowRight']) {
            stage.page.key(code, true);
            stage.step(1.2);
            stage.page.key(code, false);
        }
        // from behind somebody who looks along z, the right is -x
        expect(at().x).to.be.below(-2);
        const ahead = player.getRotation().transformVector(new Vec3(0, 0, 1), new Vec3());
        expect(ahead.x).to.be.below(-0.98);
    });

    it('goes up the screen of a camera that looks straight down', () => {
        const camera = stage.app.systems.camera!.cameras[0].entity;
        controls.moveCamera = false;
        camera.setPosition(0, 10, 0);
        camera.lookAt(new Vec3(0, 0, 0), new Vec3(1, 0, 0));
        stage.page.key('KeyW', true);
        stage.step(1.5);
        expect(at().x).to.be.above(1);
        expect(Math.abs(at().z)).to.be.below(0.3);
    });

    it('goes by a thumb on the left half, the faster the further it is, and turns the camera on the right half', () => {
        const { page } = stage;
        page.finger('pointerdown', 200, 400);
        page.finger('pointermove', 200, 372);
        stage.step(1.5);
        expect(controls.stick).to.include({ x: 200, y: 400, toX: 200, toY: 372 });
        expect(controls.speed).to.be.closeTo(1.75, 0.1);
        page.finger('pointermove', 200, 300);
        stage.step(1);
        expect(controls.speed).to.be.closeTo(3.5, 0.15);
        page.finger('pointerdown', 600, 400, 2);
        page.finger('pointermove', 300, 400, 2);
        page.finger('pointerup', 300, 400, 2);
        stage.step(1.5);
        // 300 pixels are a quarter turn of the camera, and the thumb says ahead
        expect(Math.abs(at().x)).to.be.above(2);
        page.finger('pointerup', 200, 300);
        stage.step(0.7);
        expect(controls.speed).to.be.below(0.01);
        expect(controls.stick).to.equal(null);
    });

    it('goes by a gamepad', () => {
        const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
        const pad = { axes: [0, -1, 0, 0], buttons: [{ pressed: false }] };
        Object.defineProperty(globalThis, 'navigator', { value: { getGamepads: () => [null, pad] }, configurable: true });
        stage.page.dispatchEvent(new Event('gamepadconnected'));
        stage.step(1.5);
        expect(controls.speed).to.be.closeTo(3.5, 0.15);
        if (before) Object.defineProperty(globalThis, 'navigator', before);
        else delete (globalThis as { navigator?: object }).navigator;
    });

    it('jumps as high as it shall, from the ground alone', () => {
        let events = 0, highest = 0;
        controls.on('jump', () => events++);
        stage.page.key('Space', true);
        stage.page.key('Space', false);
        stage.step(1.5, () => {
            highest = Math.max(highest, at().y);
            if (at().y > 0.2) controls.jump();
        });
        expect(highest).to.be.closeTo(0.5, 0.05);
        expect(events).to.equal(1);
        expect(at().y).to.be.closeTo(0, 0.01);
    });

    it('goes up stairs of 17 cm as on a slope, and off a box of a metre it falls', () => {
        for (let i = 0; i < 6; i++) stage.addBox([0, (i + 1) * 0.085, 2 + i * 0.29], [2, (i + 1) * 0.17, 0.29]);
        stage.addBox([0, 0.51, 4.595], [2, 1.02, 2]);
        stage.page.key('KeyW', true);
        let fastest = 0, y = at().y;
        stage.step(3.2, () => {
            fastest = Math.max(fastest, Math.abs(at().y - y));
            y = at().y;
        });
        expect(at().y).to.be.closeTo(1.02, 0.01);
        // 1.4 m/s on a slope of 17 to 29 rises by 14 mm a frame
        expect(fastest).to.be.below(0.028);
        stage.step(2.5);
        expect(at().z).to.be.above(5.6);
        expect(at().y).to.be.closeTo(0, 0.01);
    });

    it('is stopped by a wall', () => {
        stage.addBox([0, 1, 2], [4, 2, 0.2]);
        stage.page.key('KeyW', true);
        stage.step(3);
        expect(at().z).to.be.below(1.9 - 0.25);
        expect(controls.speed).to.be.below(0.2);
    });

    it('is carried by a platform that moves', () => {
        const ferry = stage.addBox([0, -0.1, 0], [2, 0.22, 2], 'kinematic');
        stage.step(0.3);
        const before = at().clone();
        for (let i = 0; i < 60; i++) {
            ferry.translate(0.02, 0, 0);
            stage.step(1 / 60);
        }
        stage.step(0.2);
        expect(at().x - before.x).to.be.closeTo(1.2, 0.04);
    });

    it('goes to a place, and says when it is there or blocked', () => {
        const told: boolean[] = [];
        controls.on('arrive', (isThere: boolean) => told.push(isThere));
        controls.goTo(new Vec3(2, 0, 2));
        stage.step(4);
        expect(at().distance(new Vec3(2, 0, 2))).to.be.below(0.06);
        stage.addBox([2, 1, -2], [4, 2, 0.2]);
        controls.goTo(new Vec3(2, 0, -6));
        stage.step(6);
        expect(told).to.deep.equal([true, false]);
    });

    it('keeps the camera behind the character, before a wall that is there', () => {
        const { camera } = stage.app.systems.camera!.cameras[0].entity as unknown as { camera: object };
        expect(camera).to.be.an('object');
        const eye = () => stage.app.systems.camera!.cameras[0].entity.getPosition();
        const free = eye().distance(at());
        expect(eye().z).to.be.below(at().z - 3);
        stage.addBox([0, 2, -2], [8, 4, 0.2]);
        stage.step(0.2);
        expect(eye().z).to.be.above(-1.9);
        expect(eye().distance(at())).to.be.below(free);
    });

    it('moves an entity without a body over the ground', () => {
        player.removeComponent('rigidbody');
        stage.addBox([0, 0.085, 2], [2, 0.17, 2]);
        stage.page.key('KeyW', true);
        stage.step(1.5);
        expect(at().z).to.be.closeTo(2, 0.25);
        expect(at().y).to.be.closeTo(0.17, 0.01);
    });

    it('hears nothing where it does not listen, and goes where it is sent', () => {
        controls.listens = false;
        stage.step(0.1);
        stage.page.key('KeyW', true);
        stage.step(0.5);
        expect(controls.speed).to.be.below(0.01);
        controls.goTo(new Vec3(0, 0, 1));
        stage.step(2);
        expect(at().z).to.be.closeTo(1, 0.06);
    });

    it('hears nothing while it is off, and nothing after it is gone', () => {
        stage.page.key('KeyW', true);
        stage.step(0.5);
        controls.enabled = false;
        stage.step(0.5);
        controls.enabled = true;
        const before = at().clone();
        stage.step(0.5);
        expect(at().distance(before)).to.be.below(0.5);
        expect(controls.speed).to.be.below(0.01);
        player.script!.destroy('playerControls');
        stage.page.key('KeyW', true);
        stage.step(0.5);
    });
});
