import {
    AnimComponentSystem, AppBase, AppOptions, CameraComponentSystem, CollisionComponentSystem, Color, Entity,
    EnvLighting, FILLMODE_NONE, FILTER_LINEAR, FILTER_LINEAR_MIPMAP_LINEAR, LightComponentSystem, RenderComponentSystem,
    RESOLUTION_AUTO, RigidBodyComponentSystem, ScriptComponentSystem, SHADOW_VSM_16F, SHADOWUPDATE_REALTIME, StandardMaterial, Texture,
    TextureHandler, TEXTUREPROJECTION_EQUIRECT, TONEMAP_ACES2, Vec2, Vec3, createGraphicsDevice, type BoundingBox, type GraphicsDevice
} from 'playcanvas';
import { CameraControls } from 'playcanvas/scripts/esm/camera-controls.mjs';

import { Clock } from './clock';
import { PackedContainerHandler } from './packed-files';
import { loadPhysics } from './physics';
import { HAZE, Place } from './place';
import { viewDirection, viewDistance, type View } from './view';

// The stage: an application with a place, light and a camera that orbits. Everything on it is measured in `unit`, the height of the
// character over that of a person, so that a character of any size stands in the same picture.

/** Height of a person in metres. */
const PERSON_HEIGHT = 1.75;

const BACKGROUND = new Color().fromString(HAZE);

const FLOOR_SIZE = 24;
const CELL_TEXELS = 256;

function draw(width: number, height: number, paint: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    paint(canvas.getContext('2d')!);
    return canvas;
}

function createTexture(device: GraphicsDevice, name: string, image: HTMLCanvasElement, options: object): Texture {
    const { width, height } = image;
    const texture = new Texture(device, { name, width, height, magFilter: FILTER_LINEAR, ...options });
    texture.setSource(image);
    return texture;
}

/** One metre of paving: a joint around it and faint ones every quarter, with a little grain. */
function createGridTexture(device: GraphicsDevice): Texture {
    const image = draw(CELL_TEXELS, CELL_TEXELS, (context) => {
        context.fillStyle = '#8f8c84';
        context.fillRect(0, 0, CELL_TEXELS, CELL_TEXELS);
        let grain = 1;
        for (let i = 0; i < 1500; i++) {
            grain = grain * 48271 % 0x7fffffff;
            context.fillStyle = i % 2 ? '#ffffff0c' : '#0000000c';
            context.fillRect(grain % CELL_TEXELS, Math.floor(grain / CELL_TEXELS) % CELL_TEXELS, 3, 3);
        }
        const line = (at: number, width: number, colour: string) => {
            context.fillStyle = colour;
            context.fillRect(at, 0, width, CELL_TEXELS);
            context.fillRect(0, at, CELL_TEXELS, width);
        };
        for (let i = 1; i < 4; i++) line(i * CELL_TEXELS / 4, 1, '#7d7a7370');
        line(0, 3, '#6f6c66');
    });
    return createTexture(device, 'grid', image, { mipmaps: true, anisotropy: 16, minFilter: FILTER_LINEAR_MIPMAP_LINEAR });
}

/** White in the middle, black at the rim. */
function createFadeTexture(device: GraphicsDevice): Texture {
    const size = 256;
    const image = draw(size, size, (context) => {
        const fade = context.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2);
        fade.addColorStop(0, '#fff');
        fade.addColorStop(0.45, '#eee');
        fade.addColorStop(0.75, '#666');
        fade.addColorStop(1, '#000');
        context.fillStyle = fade;
        context.fillRect(0, 0, size, size);
    });
    return createTexture(device, 'fade', image, { mipmaps: false, minFilter: FILTER_LINEAR });
}

/** Daylight: a blue sky over a hazy horizon, the sun's glow, and what the ground throws back. */
function createEnvironment(device: GraphicsDevice): Texture {
    const image = draw(512, 256, (context) => {
        const sky = context.createLinearGradient(0, 0, 0, 256);
        sky.addColorStop(0, '#3f82c4');
        sky.addColorStop(0.28, '#6ea9da');
        sky.addColorStop(0.45, '#b4d3e6');
        sky.addColorStop(0.5, HAZE);
        sky.addColorStop(0.58, HAZE);
        sky.addColorStop(1, '#8d8a82');
        context.fillStyle = sky;
        context.fillRect(0, 0, 512, 256);
        const glow = (x: number, y: number, radius: number, colour: string) => {
            const light = context.createRadialGradient(x, y, 0, x, y, radius);
            light.addColorStop(0, colour);
            light.addColorStop(1, `${colour.slice(0, 7)}00`);
            context.fillStyle = light;
            context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
        };
        glow(160, 60, 70, '#fff4e2');
    });
    const source = createTexture(device, 'daylight', image, { mipmaps: false, minFilter: FILTER_LINEAR, projection: TEXTUREPROJECTION_EQUIRECT });
    const lighting = EnvLighting.generateLightingSource(source, { size: 64 });
    const atlas = EnvLighting.generateAtlas(lighting, { size: 256, numReflectionSamples: 32, numAmbientSamples: 64 });
    source.destroy();
    lighting.destroy();
    return atlas;
}

export class Stage {
    readonly camera = new Entity('camera');

    readonly light = new Entity('light');

    readonly floor = new Entity('floor');

    /** Metres of the scene for a metre of a person. */
    unit = 1;

    /** A texture of one metre: a line around it and faint ones every quarter. */
    readonly grid: Texture;

    readonly clock: Clock;

    private readonly controls: CameraControls;

    private readonly floorMaterial = new StandardMaterial();

    private readonly place: Place;

    private floorSize = FLOOR_SIZE;

    constructor(readonly app: AppBase, readonly canvas: HTMLCanvasElement) {
        const { scene, graphicsDevice } = app;
        this.clock = new Clock(app);
        scene.envAtlas = createEnvironment(graphicsDevice);
        scene.skyboxIntensity = 0.9;

        this.camera.addComponent('camera', { clearColor: BACKGROUND, fov: 40, toneMapping: TONEMAP_ACES2 });
        this.camera.addComponent('script');
        this.camera.setPosition(0, 1, 4);
        this.light.addComponent('light', {
            type: 'directional',
            color: new Color(1, 0.96, 0.9),
            intensity: 2.1,
            castShadows: true,
            shadowType: SHADOW_VSM_16F,
            shadowResolution: 2048,
            shadowUpdateMode: SHADOWUPDATE_REALTIME,
            shadowIntensity: 0.8,
            vsmBlurSize: 7,
            shadowBias: 0.02,
            normalOffsetBias: 0.02
        });
        this.light.setEulerAngles(42, 38, 0);
        // a weak light from where one looks keeps faces out of the dark
        const fill = new Entity('fill light');
        fill.addComponent('light', { type: 'directional', color: new Color(0.9, 0.95, 1), intensity: 0.55 });
        fill.setLocalEulerAngles(75, 12, 0);
        this.camera.addChild(fill);

        this.grid = createGridTexture(graphicsDevice);
        this.floorMaterial.diffuseMapTiling = new Vec2(FLOOR_SIZE, FLOOR_SIZE);
        this.place = new Place(app, this.floor, this.floorMaterial, this.grid, createFadeTexture(graphicsDevice));
        for (const entity of [this.camera, this.light]) app.root.addChild(entity);

        this.controls = this.camera.script!.create(CameraControls) as unknown as CameraControls;
        this.controls.enableFly = false;
        this.controls.pitchRange = new Vec2(-85, 5);
        this.letGlide(true);
        // the user turns the camera in real time, however slow the stage's is
        const turn = this.controls.update.bind(this.controls);
        this.controls.update = dt => turn(this.clock.realSeconds(dt));
    }

    /** Says whether the camera glides on after the pointer has let go. */
    private letGlide(glides: boolean) {
        // the share of a motion that is left after a millisecond
        this.controls.rotateDamping = glides ? 0.95 : 0;
        this.controls.moveDamping = glides ? 0.95 : 0;
        this.controls.zoomDamping = glides ? 0.96 : 0;
    }

    /**
     * Makes the floor wider or as wide as it was.
     *
     * @param factor - Times the usual width.
     */
    widenFloor(factor: number) {
        this.floorSize = FLOOR_SIZE * factor;
        this.floorMaterial.diffuseMapTiling = new Vec2(this.floorSize, this.floorSize);
        this.floorMaterial.update();
        this.floor.setLocalScale(this.floorSize * this.unit, 1, this.floorSize * this.unit);
        this.place.fit(this.unit, factor);
    }

    /**
     * Moves the camera with something; the user still turns and zooms it.
     *
     * @param way - How far it has moved in this frame; null: the camera stays where it is from now on.
     */
    follow(way: Vec3 | null) {
        // what the user turns in a frame is in that frame's picture: each move of the focus ends a glide
        this.letGlide(way === null);
        if (!way) return;
        const focus = this.controls.focusPoint.clone();
        this.camera.setPosition(this.camera.getPosition().clone().add(way));
        this.controls.focusPoint = focus.add(way);
    }

    /**
     * Sets where the camera is and what it looks at.
     */
    view(position: Vec3, focus: Vec3) {
        this.camera.setPosition(position);
        this.controls.focusPoint = focus;
    }

    /**
     * Sets everything to the size of a character.
     *
     * @param bounds - Box around the character in its reference pose.
     */
    fit(bounds: BoundingBox) {
        const height = 2 * bounds.halfExtents.y;
        const unit = height / PERSON_HEIGHT;
        this.unit = unit;
        const ground = bounds.center.y - bounds.halfExtents.y;
        this.floor.setPosition(bounds.center.x, ground, bounds.center.z);
        this.floor.setLocalScale(this.floorSize * unit, 1, this.floorSize * unit);
        this.place.fit(unit, this.floorSize / FLOOR_SIZE);
        this.light.light!.shadowDistance = 12 * unit;
        const camera = this.camera.camera!;
        camera.nearClip = 0.02 * unit;
        camera.farClip = 200 * unit;
        this.controls.zoomRange = new Vec2(0.25 * unit, 12 * unit);
    }

    /** Width over height of the picture. */
    get aspect(): number {
        return this.canvas.clientWidth / this.canvas.clientHeight;
    }

    /**
     * Brings a box into the picture.
     *
     * @param view - What must be seen, and from where.
     * @param forward - Where the character faces.
     */
    show(view: View, forward: Vec3) {
        const camera = this.camera.camera!;
        const direction = viewDirection(new Vec3(), forward, view);
        const distance = viewDistance(view, direction, camera.fov, this.aspect);
        const focus = view.box.center;
        this.view(direction.mulScalar(distance).add(focus), focus);
    }
}

/**
 * Starts the engine on a canvas that follows the size of its parent.
 *
 * @param canvas - The canvas.
 */
export async function createStage(canvas: HTMLCanvasElement): Promise<Stage> {
    const options = new AppOptions();
    [options.graphicsDevice] = await Promise.all([
        createGraphicsDevice(canvas, { deviceTypes: ['webgl2'], antialias: true }),
        loadPhysics()
    ]);
    options.graphicsDevice.maxPixelRatio = Math.min(window.devicePixelRatio, 2);
    options.componentSystems = [
        RigidBodyComponentSystem, CollisionComponentSystem, RenderComponentSystem, CameraComponentSystem, LightComponentSystem,
        AnimComponentSystem, ScriptComponentSystem
    ];
    options.resourceHandlers = [PackedContainerHandler, TextureHandler];
    const app = new AppBase(canvas);
    app.init(options);
    app.setCanvasFillMode(FILLMODE_NONE);
    app.setCanvasResolution(RESOLUTION_AUTO);
    const parent = canvas.parentElement!;
    new ResizeObserver(() => app.resizeCanvas(parent.clientWidth, parent.clientHeight)).observe(parent);
    app.start();
    return new Stage(app, canvas);
}
