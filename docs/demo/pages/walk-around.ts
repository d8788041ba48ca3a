import {
    findCharacter, handPlacerAttributes, locomotionAttributes, mecFootPlacerAttributes, perfectLookAtAttributes, poseTransitionAttributes, type Locomotion, type MecFootPlacer
} from 'limber';
import { Asset, BLEND_NORMAL, BoundingBox, Color, Entity, StandardMaterial, Vec3, type ContainerResource } from 'playcanvas';

import { createPieces, FERRY, ON_FERRY, PASSAGE, TOUR } from './walk-around/layout';
import { Thumb } from './walk-around/thumb';
import { Walker } from './walk-around/walker';
import { unload, type Character } from '../frame/character';
import { Ferry } from '../frame/ferry';
import { offerOwnMotions } from '../frame/own-motions';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import { createPiece, Looks } from '../frame/pieces';
import { sceneScale } from '../frame/scale';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import type { View } from '../frame/view';

/** What mecFootPlacer does beside the feet. */
const PELVIS = { adjustPelvisVertically: true, dampPelvis: true };

/** Metres per second squared. */
const GRAVITY = 9.81;

/** Where the camera is from the character: degrees around from its front and above, and metres of a person that are seen. */
const AROUND = 152;
const ABOVE = 14;
const SEEN = 2.5;

/** How much wider than usual the floor is. */
const FLOOR = 2.5;

/** Pixels and milliseconds of a press on the ground that is a click. */
const CLICK_WAY = 6;
const CLICK_TIME = 400;

/** Metres of a person: how far ahead one looks who walks, how near a companion comes, and from where on it runs. */
const LOOKS_AHEAD = 4;
const NEAR = 1.5;
const FAR = 3.5;

/** Metres a second of a person from which on it looks where it goes. */
const GOES = 0.3;

/** Seconds between two looks of the companion for where to go. */
const FOLLOW_EVERY = 0.4;

/** Who comes along, by the file of the character that is there. */
const COMPANIONS: Readonly<Record<string, string>> = { 'hound.glb': 'mannequin.glb' };
const COMPANION = 'hound.glb';

export class OpenWalkAround extends OpenPage {
    readonly walker: Walker;

    readonly locomotion: Locomotion;

    readonly feet: MecFootPlacer;

    readonly ferry: Ferry;

    /** Metres of the scene for a metre of a person. */
    readonly scale: number;

    override readonly figures: readonly Figure[] = [
        { label: 'plays', read: () => this.locomotion.kind || '–' },
        { label: 'speed', read: () => `${this.walker.controls.speed.toFixed(2)} m/s` },
        { label: 'ground', read: () => (this.walker.controls.isGrounded ? ['below', 'good'] : ['in the air', 'busy']) }
    ];

    /** What the player does. */
    protected readonly walks: readonly Action[] = [
        { title: 'Walk by itself', hint: 'Up the stairs, down the ramp, over rubble and kerbs, and with the ferry', act: () => this.startTour(), isChosen: () => this.stop >= 0 },
        { title: 'Jump', hint: 'Space bar, or a tap on the right half of the screen', act: () => this.walker.controls.jump() },
        { title: 'Back to the start', hint: 'Where it stood', act: () => this.goHome() }
    ];

    override readonly actions: readonly Action[] = this.walks;

    override readonly switches: readonly Switch[] = [
        { name: 'companion', title: 'Companion', hint: 'The hound comes along; with the hound the mannequin', get: () => this.wantsCompanion, set: on => this.setCompanion(on) },
        {
            name: 'follow', title: 'Camera follows', hint: 'Drag to turn, scroll to zoom',
            get: () => this.follows,
            set: (on) => {
                this.follows = on;
                this.stage.follow(on ? Vec3.ZERO : null);
            }
        }
    ];

    protected readonly root = new Entity('level');

    private readonly looks: Looks;

    private readonly gaze = new Entity('gaze');

    private readonly marker = new Entity('marker');

    private readonly markerMaterial = new StandardMaterial();

    private readonly thumb: Thumb;

    private readonly pressed = { x: 0, y: 0, time: -Infinity };

    private readonly gravityBefore: Vec3;

    /** Index of the point of the tour that it goes to; -1: the player walks. */
    private stop = -1;

    private follows = true;

    private wantsCompanion = false;

    private companion: { readonly walker: Walker, readonly file: Asset } | null = null;

    private untilFollow = 0;

    private isOpen = true;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const { app } = stage;
        const { gravity } = app.systems.rigidbody!;
        this.scale = sceneScale(stage.unit);
        this.gravityBefore = gravity.clone();
        gravity.set(0, -GRAVITY * this.scale, 0);
        stage.widenFloor(FLOOR);
        offerOwnMotions(app);
        this.looks = new Looks(stage.grid);
        app.root.addChild(this.root);
        createPieces().forEach((piece, i) => {
            const entity = createPiece(app, this.root, piece, this.looks, this.scale);
            entity.render!.castShadows = true;
            // the stage has a floor to look at
            if (i === 0) entity.render!.enabled = false;
        });
        const deck = createPiece(app, this.root, FERRY, this.looks, this.scale, 'kinematic');
        this.ferry = new Ferry(deck, new Vec3(...FERRY.size).mulScalar(this.scale / 2), PASSAGE * this.scale, this.scale);
        this.makeMarker();
        this.root.addChild(this.gaze);

        const { model, bounds } = character;
        const speeds = this.scale === 1 ? {} : { acceleration: 8 * this.scale, jumpHeight: 0.5 * this.scale };
        this.walker = new Walker(app.root as Entity, character.entity, 2 * bounds.halfExtents.y, model?.legs ?? 2, Vec3.ZERO.clone(), { camera: stage.camera, ...speeds });
        const isFour = model?.legs === 4;
        this.add('poseTransition', poseTransitionAttributes);
        this.locomotion = this.add('locomotion', locomotionAttributes);
        const addLook = () => this.add('perfectLookAt', perfectLookAtAttributes, { targetObject: this.gaze });
        // there the feet tilt the body before the head looks
        if (!isFour) addLook();
        this.feet = this.add('mecFootPlacer', mecFootPlacerAttributes, PELVIS);
        if (isFour) addLook();
        if (model?.bones.has('leftHand') && !isFour) this.add('handPlacer', handPlacerAttributes, { hands: [{ hand: 'left', touch: true }, { hand: 'right', touch: true }] });
        this.walker.controls.on('arrive', this.onArrive, this);
        this.thumb = new Thumb(stage.canvas.parentElement!, this.walker.controls);
        stage.canvas.addEventListener('pointerdown', this.onDown);
        stage.canvas.addEventListener('pointerup', this.onUp);
        stage.follow(Vec3.ZERO);
        this.startTour();
    }

    override view(): View {
        const half = SEEN / 2 * Math.sqrt(Math.min(this.stage.unit, this.scale) * this.scale);
        const { x, y, z } = this.walker.position;
        const { forward } = this.character.model ?? { forward: Vec3.BACK };
        const heading = Math.atan2(forward.x, forward.z) * 180 / Math.PI;
        return { box: new BoundingBox(new Vec3(x, y + 0.8 * half, z), new Vec3(0.7 * half, half, 0.7 * half)), around: AROUND - heading, above: ABOVE };
    }

    override update(dt: number) {
        const { walker, ferry, companion } = this;
        const { x, z } = walker.position;
        const isAboard = ferry.carries(x, z);
        ferry.update(dt, isAboard ? walker.controls.speed < 0.1 * this.scale ? 'ready' : 'aboard' : null);
        if (walker.controls.isPlayed) this.endTour();
        else if (this.isWaiting && ferry.share === 1) this.send();
        if (companion) this.lead(companion.walker, dt);
        this.placeGaze();
    }

    override finish() {
        const { walker, stage, follows } = this;
        walker.update();
        if (follows) stage.follow(walker.way);
        this.thumb.update();
    }

    override close() {
        const { stage, character } = this;
        this.isOpen = false;
        stage.canvas.removeEventListener('pointerdown', this.onDown);
        stage.canvas.removeEventListener('pointerup', this.onUp);
        this.thumb.destroy();
        this.removeCompanion();
        character.entity.reparent(stage.app.root);
        this.walker.carrier.destroy();
        this.root.destroy();
        this.looks.destroy();
        this.markerMaterial.destroy();
        stage.app.systems.rigidbody!.gravity.copy(this.gravityBefore);
        stage.widenFloor(1);
        stage.follow(null);
    }

    /** Sends the character to a place that somebody has clicked. */
    goTo(place: Vec3) {
        this.stop = -1;
        this.walker.controls.goTo(place);
        this.marker.setPosition(place.x, place.y + 0.01 * this.scale, place.z);
        this.marker.enabled = true;
    }

    protected get hasCompanion(): boolean {
        return this.companion !== null;
    }

    /** Walks around by itself, from where it is. */
    startTour() {
        this.stop = 0;
        this.send();
    }

    private goHome() {
        this.walker.controls.goTo(null);
        this.endTour();
        this.marker.enabled = false;
        this.ferry.reset();
        this.walker.moveTo(Vec3.ZERO);
        this.stage.show(this.view(), this.character.model?.forward ?? Vec3.BACK);
    }

    private endTour() {
        this.stop = -1;
        this.marker.enabled = false;
    }

    /** Whether the tour waits until the ferry is on the other side. */
    private get isWaiting(): boolean {
        return this.stop === ON_FERRY + 1 && !this.walker.controls.isGoing;
    }

    private send() {
        const [x, z] = TOUR[this.stop];
        this.walker.controls.goTo(new Vec3(x, 0, z).mulScalar(this.scale));
    }

    private onArrive() {
        this.marker.enabled = false;
        if (this.stop < 0) return;
        const isOnFerry = this.stop === ON_FERRY;
        this.stop = (this.stop + 1) % TOUR.length;
        // the ferry takes it to the next point
        if (!isOnFerry) this.send();
    }

    /** Where it looks: at the place that it goes to, ahead, or at who watches. */
    private placeGaze() {
        const { walker, gaze, stage, scale, character } = this;
        const height = 2 * character.bounds.halfExtents.y;
        const { x, y, z } = walker.position;
        const { linearVelocity } = walker.carrier.rigidbody!;
        const speed = Math.hypot(linearVelocity.x, linearVelocity.z);
        if (this.marker.enabled) gaze.setPosition(this.marker.getPosition());
        else if (speed > GOES * scale) gaze.setPosition(x + linearVelocity.x / speed * LOOKS_AHEAD * scale, y + 0.8 * height, z + linearVelocity.z / speed * LOOKS_AHEAD * scale);
        else gaze.setPosition(stage.camera.getPosition());
    }

    private makeMarker() {
        const { marker, markerMaterial, scale } = this;
        markerMaterial.diffuse = new Color(0, 0, 0);
        markerMaterial.emissive = new Color(1, 0.45, 0.1);
        markerMaterial.opacity = 0.7;
        markerMaterial.blendType = BLEND_NORMAL;
        markerMaterial.update();
        marker.addComponent('render', { type: 'cylinder', material: markerMaterial, castShadows: false });
        marker.setLocalScale(0.3 * scale, 0.005 * scale, 0.3 * scale);
        marker.enabled = false;
        this.root.addChild(marker);
    }

    private readonly onDown = (event: PointerEvent) => {
        Object.assign(this.pressed, { x: event.clientX, y: event.clientY, time: event.timeStamp });
    };

    /** A click on the ground: the character goes there. A finger on the left half is the stick, a tap on the right half jumps. */
    private readonly onUp = (event: PointerEvent) => {
        const { x, y, time } = this.pressed;
        const isClick = Math.hypot(event.clientX - x, event.clientY - y) < CLICK_WAY && event.timeStamp - time < CLICK_TIME;
        if (!isClick || event.pointerType === 'touch' || event.button !== 0) return;
        const camera = this.stage.camera.camera!;
        const eye = this.stage.camera.getPosition();
        const hit = this.stage.app.systems.rigidbody!.raycastFirst(eye, camera.screenToWorld(event.offsetX, event.offsetY, camera.farClip));
        if (hit && hit.entity !== this.walker.carrier) this.goTo(hit.point);
    };

    protected setCompanion(on: boolean) {
        this.wantsCompanion = on;
        if (!on) {
            this.removeCompanion();
            return;
        }
        const { app } = this.stage;
        const name = COMPANIONS[this.character.name] ?? COMPANION;
        const file = new Asset(name, 'container', { url: name });
        file.ready(() => {
            if (!this.isOpen || !this.wantsCompanion || this.companion) unload(app, file);
            else this.addCompanion(file);
        });
        app.assets.add(file);
        app.assets.load(file);
    }

    private addCompanion(file: Asset) {
        const { animations } = file.resource as unknown as { animations: Asset[] };
        const model = (file.resource as unknown as ContainerResource).instantiateRenderEntity({ castShadows: true });
        const { x, y, z } = this.walker.position;
        this.root.addChild(model);
        const { height, legs } = findCharacter(model)!;
        model.addComponent('anim', { activate: true });
        for (const { resource } of animations) model.anim!.assignAnimation((resource as { name: string }).name, resource as never);
        model.addComponent('script');
        const walker = new Walker(this.root, model, height, legs, new Vec3(x, y, z - NEAR * this.scale), { listens: false });
        for (const name of ['locomotion', 'mecFootPlacer']) model.script!.create(name, { attributes: name === 'mecFootPlacer' ? PELVIS : {} });
        this.companion = { walker, file };
    }

    private removeCompanion() {
        this.companion?.walker.carrier.destroy();
        if (this.companion) unload(this.stage.app, this.companion.file);
        this.companion = null;
    }

    /** The companion comes after the character. */
    private lead({ controls, position }: Walker, dt: number) {
        this.untilFollow -= dt;
        if (this.untilFollow > 0) return;
        this.untilFollow = FOLLOW_EVERY;
        const goal = this.walker.position;
        const distance = Math.hypot(goal.x - position.x, goal.z - position.z) / this.scale;
        if (distance < NEAR) controls.goTo(null);
        else controls.goTo(goal, distance > FAR ? 3 * this.scale : 1.4 * this.scale);
    }
}

export const walkAroundPage: Page = {
    name: 'walk-around',
    title: 'Walk around',
    summary: 'Walk with W A S D or the arrows, run with Shift, jump with the space bar; click on the ground; on a phone put a thumb on the left half. No graph, no code: the clips find their place by what they do.',
    open: (stage, character) => new OpenWalkAround(stage, character)
};
