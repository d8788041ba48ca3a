import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import type { Ground, PlayerControls } from '../../scripts/index';
import { createApp, loadGlb } from '../support/app';
import { FRAME, PlayerStage } from '../support/player-stage';

// What attributes and bounds of playerControls are for. Each test fails without the line of the script that it is about.

/** A floor at a height. */
const floorAt = (y: number): Ground => ({
    cast(hit, ray) {
        const way = ray[1] - y;
        if (!(ray[4] < -0.5 && way > 0 && way < ray[6])) return false;
        hit.point.set([ray[0], y, ray[2]]);
        hit.normal.set([0, 1, 0]);
        return true;
    }
});

describe('playerControls as it is set', () => {
    let stage: PlayerStage;
    let player: Entity;
    let controls: PlayerControls;

    beforeEach(async () => {
        ({ stage, player, controls } = await PlayerStage.withPlayer());
        stage.step(0.5);
    });

    afterEach(() => stage.close());

    const at = () => player.getPosition();
    const ahead = () => player.getRotation().transformVector(new Vec3(0, 0, 1), new Vec3());
    const camera = () => stage.app.systems.camera!.cameras[0].entity;

    it('goes as fast as it is told, by keys and to a place', () => {
        Object.assign(controls, { walkSpeed: 2, runSpeed: 5 });
        stage.page.key('KeyW', true);
        stage.step(1.5);
        expect(controls.speed).to.be.closeTo(2, 0.1);
        stage.page.key('ShiftLeft', true);
        stage.step(1.5);
        expect(controls.speed).to.be.closeTo(5, 0.2);
        stage.page.key('ShiftLeft', false);
        stage.page.key('KeyW', false);
        for (const [asked, goes] of [[1, 1], [NaN, 2], [-1, 2]]) {
            controls.goTo(at().clone().add(new Vec3(0, 0, 6)), asked);
            stage.step(1.5);
            expect(controls.speed, `${asked}`).to.be.closeTo(goes, 0.1);
        }
        controls.goTo(null);
        stage.step(1);
        expect(controls.speed).to.be.below(0.01);
        expect(controls.isGoing).to.equal(false);
    });

    it('speeds up and turns as fast as it is told, and as usual where that is no number above 0', () => {
        const speedAfter = (acceleration: number) => {
            Object.assign(controls, { acceleration });
            stage.page.key('KeyW', true);
            stage.step(0.1);
            stage.page.key('KeyW', false);
            const { speed } = controls;
            stage.step(1.5);
            return speed;
        };
        expect(speedAfter(4)).to.be.closeTo(0.4, 0.1);
        expect(speedAfter(8)).to.be.closeTo(0.8, 0.1);
        expect(speedAfter(-1)).to.be.closeTo(0.8, 0.1);
        for (const [turnSpeed, degrees] of [[90, 45], [-1, 90]]) {
            player.rigidbody!.teleport(new Vec3(0, 0, 0), new Vec3(0, 0, 0));
            Object.assign(controls, { turnSpeed });
            for (const code of ['KeyA', 'KeyD']) {
                player.rigidbody!.teleport(new Vec3(0, 0, 0), new Vec3(0, 0, 0));
                stage.page.key(code, true);
                stage.step(0.5);
                stage.page.key(code, false);
                expect(Math.abs(Math.atan2(ahead().x, ahead().z)) * 180 / Math.PI, `${turnSpeed} ${code}`).to.be.closeTo(degrees, 6);
                stage.step(0.5);
            }
        }
    });

    it('looks where it has gone when it stands, and never goes the other way before it has turned about', () => {
        stage.page.key('KeyD', true);
        stage.step(1);
        stage.page.key('KeyD', false);
        stage.step(1);
        expect(ahead().x).to.be.below(-0.98);
        const { x } = at();
        let furthest = 0;
        controls.goTo(at().clone().add(new Vec3(4, 0, 0.1)));
        stage.step(1, () => { furthest = Math.max(furthest, x - at().x); });
        expect(furthest).to.be.below(0.01);
        expect(at().x - x).to.be.above(0.4);
    });

    it('does not jump where Jump Height is 0, and hardly changes its course in the air', () => {
        let events = 0;
        controls.on('jump', () => events++);
        controls.jumpHeight = 0;
        controls.jump();
        stage.step(0.3);
        expect(events).to.equal(0);
        controls.jumpHeight = 0.5;
        stage.page.key('KeyW', true);
        stage.step(1);
        controls.jump();
        stage.step(2 * FRAME);
        stage.page.key('KeyW', false);
        stage.step(0.3);
        expect(controls.isGrounded).to.equal(false);
        expect(controls.speed).to.be.within(0.6, 1);
    });

    it('does not move in a frame of no time', () => {
        stage.page.key('KeyW', true);
        stage.step(1);
        const before = at().clone();
        stage.app.update(0);
        expect(at().distance(before)).to.equal(0);
        stage.step(0.5);
        expect(at().z - before.z).to.be.closeTo(0.7, 0.05);
    });

    it('says that a static body cannot be moved', async () => {
        const { player: other, controls: those } = await stage.addPlayer();
        other.rigidbody!.type = 'static';
        stage.step(0.2);
        those.refresh();
        stage.step(0.2);
        expect(those.problems().join()).to.include('static');
    });

    it('moves a kinematic body as an entity without one', () => {
        player.rigidbody!.type = 'kinematic';
        stage.page.key('KeyW', true);
        stage.step(1.5);
        expect(at().z).to.be.closeTo(2, 0.25);
    });

    it('goes ahead of itself where there is no camera, and by the camera that is chosen', () => {
        camera().destroy();
        player.rigidbody!.teleport(new Vec3(0, 0, 0), new Vec3(0, 90, 0));
        stage.page.key('KeyW', true);
        stage.step(1.5);
        expect(at().x).to.be.above(1.5);
        stage.page.key('KeyW', false);
        stage.addCamera();
        const chosen = stage.addCamera();
        controls.moveCamera = false;
        controls.camera = chosen;
        chosen.setEulerAngles(0, 90, 0);
        stage.page.key('KeyW', true);
        const { x } = at();
        stage.step(2);
        expect(at().x - x).to.be.below(-1);
    });

    it('turns no camera that it does not move', () => {
        controls.moveCamera = false;
        stage.page.finger('pointerdown', 600, 400);
        stage.page.finger('pointermove', 300, 400);
        stage.page.finger('pointerup', 300, 400);
        stage.step(0.1);
        controls.moveCamera = true;
        stage.step(0.1);
        expect(camera().forward.z).to.be.above(0.9);
    });
});

describe('the camera of playerControls', () => {
    let stage: PlayerStage;
    let player: Entity;
    let controls: PlayerControls;

    beforeEach(async () => {
        ({ stage, player, controls } = await PlayerStage.withPlayer());
        player.rigidbody!.teleport(new Vec3(0, 0, 0), new Vec3(0, 90, 0));
        stage.step(0.5);
    });

    afterEach(() => stage.close());

    const camera = () => stage.app.systems.camera!.cameras[0].entity;
    const eye = () => camera().getPosition();

    it('begins behind the character, and is as far away as it is told', () => {
        expect(eye().x).to.be.below(-3);
        controls.cameraDistance = 2;
        stage.step(0.1);
        expect(eye().distance(player.getPosition().clone().add(new Vec3(0, 1.3, 0)))).to.be.closeTo(2, 0.1);
    });

    it('looks neither from below the ground nor from straight above', () => {
        for (const [y, least, most] of [[3000, 60, 75], [-3000, -25, -15]]) {
            stage.page.finger('pointerdown', 600, 0);
            stage.page.finger('pointermove', 600, y);
            stage.page.finger('pointerup', 600, y);
            stage.page.dispatchEvent(new Event('blur'));
            stage.step(0.1);
            stage.page.finger('pointerdown', 600, 0);
            stage.page.finger('pointermove', 600, y);
            stage.page.finger('pointerup', 600, y);
            stage.step(0.1);
            expect(Math.asin(-camera().forward.y) * 180 / Math.PI).to.be.within(least, most);
        }
    });

    it('goes along smoothly, over steps more slowly; it is there at once where the character is put elsewhere', () => {
        const before = eye().clone();
        player.removeComponent('rigidbody');
        player.translate(0.5, 0.1, 0);
        controls.setGround(floorAt(0.1));
        stage.step(FRAME);
        expect(eye().x - before.x).to.be.within(0.02, 0.2);
        expect(eye().y - before.y).to.be.within(0.001, 0.02);
        stage.step(1);
        expect(eye().x - before.x).to.be.closeTo(0.5, 0.02);
        player.translate(20, 0, 0);
        stage.step(FRAME);
        expect(eye().x - before.x).to.be.closeTo(20.5, 0.05);
    });

    it('stays where a character is that does not listen', () => {
        controls.listens = false;
        const before = eye().clone();
        controls.goTo(new Vec3(3, 0, 0));
        stage.step(1);
        expect(eye().distance(before)).to.equal(0);
    });

    it('stays behind a character with its back to a wall', () => {
        player.removeComponent('rigidbody');
        player.setPosition(0, 0, 0);
        stage.addBox([-0.15, 2, 0], [0.1, 4, 8]);
        stage.step(0.5);
        expect(eye().x).to.be.below(-0.2);
    });
});

describe('playerControls without physics', () => {
    it('goes over the ground that it is given, and at its height without one', async () => {
        const stage = await PlayerStage.open(true, createApp());
        const { app } = stage;
        const camera = stage.addCamera();
        const player = (await loadGlb(app, 'templates/mannequin.glb')).instantiate();
        player.addComponent('script');
        app.root.addChild(player);
        const controls = player.script!.create('playerControls') as unknown as PlayerControls;
        player.setPosition(0, 0.1, 0);
        stage.step(FRAME);
        stage.page.key('KeyW', true);
        controls.jump();
        stage.step(1.5);
        expect(player.getPosition().z).to.be.closeTo(2, 0.25);
        expect(player.getPosition().y).to.be.closeTo(0.1, 1e-6);
        expect(camera.getPosition().z).to.be.below(player.getPosition().z - 3);
        controls.setGround(floorAt(0));
        stage.step(1);
        expect(player.getPosition().y).to.be.closeTo(0, 1e-3);
        stage.close();
    });
});
