import {
    AnimComponentSystem, AppBase, AppOptions, BoundingBox, CameraComponentSystem, CollisionComponentSystem, Color, ContainerHandler, createGraphicsDevice,
    Entity, FILLMODE_NONE, LightComponentSystem, PROJECTION_ORTHOGRAPHIC, RenderComponentSystem, RESOLUTION_FIXED, RigidBodyComponentSystem, ScriptComponentSystem,
    SHADOW_PCF3_32F, Texture, TextureHandler, TONEMAP_LINEAR, Vec3, Vec4
} from 'playcanvas';

// The application of the strips: light, a texture for floors, and a camera for each view of each character, all in one canvas.

const BACKGROUND = new Color(0.75, 0.79, 0.82);

/** From where a view looks: degrees around from the front to the left, and above. */
const VIEWS: Readonly<Record<string, readonly [number, number]>> = { side: [-90, 6], front: [0, 12], back: [180, 12], top: [0, 89] };

/** Distance of the camera, and how far behind the character it sees, over what is in the picture. */
const DISTANCE = 3;
const BEHIND = 3;

const DEGREE = Math.PI / 180;

/** The pixels of one metre of the floor, and of the lines between quarters of it. */
const CELL = 128;

export function checkViews(views: readonly string[]) {
    for (const view of views) if (!(view in VIEWS)) throw new Error(`there is no view "${view}". There are ${Object.keys(VIEWS).join(', ')}`);
}

type Start = (options: { locateFile(): string }) => PromiseLike<object & { then?: unknown }>;

/** The engine finds Ammo as a global when the application starts. */
async function startPhysics(): Promise<void> {
    const scope = globalThis as unknown as { Ammo: Start | object };
    scope.Ammo = await new Promise<object>((resolve) => {
        (scope.Ammo as Start)({ locateFile: () => '/ammo.wasm' }).then((ammo) => {
            // the library is a promise of itself, for ever
            delete ammo.then;
            resolve(ammo);
        });
    });
}

function createGrid(app: AppBase): Texture {
    const image = document.createElement('canvas');
    image.width = image.height = CELL;
    const context = image.getContext('2d')!;
    context.fillStyle = '#8a9499';
    context.fillRect(0, 0, CELL, CELL);
    const line = (at: number, width: number, colour: string) => {
        context.fillStyle = colour;
        context.fillRect(at, 0, width, CELL);
        context.fillRect(0, at, CELL, width);
    };
    for (let i = 1; i < 4; i++) line(i * CELL / 4, 2, '#7b858a');
    line(0, 4, '#5d666b');
    const texture = new Texture(app.graphicsDevice, { name: 'grid', width: CELL, height: CELL, mipmaps: true, anisotropy: 4 });
    texture.setSource(image);
    return texture;
}

export class Studio {
    readonly grid: Texture;

    private readonly light = new Entity('light');

    private cameras: Entity[] = [];

    private constructor(readonly app: AppBase, readonly canvas: HTMLCanvasElement) {
        this.grid = createGrid(app);
        app.scene.ambientLight = new Color(0.55, 0.57, 0.6);
        this.light.addComponent('light', { type: 'directional', intensity: 1, castShadows: true, shadowType: SHADOW_PCF3_32F, shadowResolution: 1024, shadowBias: 0.1, normalOffsetBias: 0.05 });
        this.light.setEulerAngles(35, -30, 0);
        app.root.addChild(this.light);
    }

    static async create(): Promise<Studio> {
        const canvas = document.createElement('canvas');
        document.body.append(canvas);
        const options = new AppOptions();
        [options.graphicsDevice] = await Promise.all([createGraphicsDevice(canvas, { deviceTypes: ['webgl2'], antialias: true }), startPhysics()]);
        options.componentSystems = [
            RigidBodyComponentSystem, CollisionComponentSystem, RenderComponentSystem, CameraComponentSystem, LightComponentSystem,
            AnimComponentSystem, ScriptComponentSystem
        ];
        options.resourceHandlers = [ContainerHandler, TextureHandler];
        const app = new AppBase(canvas);
        app.init(options);
        app.autoRender = false;
        app.setCanvasFillMode(FILLMODE_NONE);
        app.start();
        // the strips step by hand
        app.timeScale = 0;
        return new Studio(app, canvas);
    }

    /**
     * Makes the cameras: a row for each view, a column for each character.
     *
     * @param width - Pixels of a picture.
     */
    frame(views: readonly string[], characters: number, width: number, height: number) {
        for (const camera of this.cameras) camera.destroy();
        this.cameras = [];
        this.app.setCanvasResolution(RESOLUTION_FIXED, characters * width, views.length * height);
        views.forEach((_, row) => {
            for (let column = 0; column < characters; column++) {
                const camera = new Entity('camera');
                camera.addComponent('camera', { clearColor: BACKGROUND, projection: PROJECTION_ORTHOGRAPHIC, toneMapping: TONEMAP_LINEAR });
                camera.camera!.rect = new Vec4(column / characters, 1 - (row + 1) / views.length, 1 / characters, 1 / views.length);
                this.app.root.addChild(camera);
                this.cameras.push(camera);
            }
        });
    }

    /** Where a place of the world is in the picture of a camera, which stands in the order of views and then of characters: shares of its width and height. */
    project(camera: number, place: Vec3): [number, number] {
        const entity = this.cameras[camera];
        const { orthoHeight, aspectRatio } = entity.camera!;
        const { x, y } = entity.getWorldTransform().clone().invert().transformPoint(place);
        return [0.5 + x / (2 * orthoHeight * aspectRatio), 0.5 - y / (2 * orthoHeight)];
    }

    /**
     * Draws what the cameras see of a box around each character.
     *
     * @param boxes - One for each character.
     */
    draw(views: readonly string[], boxes: readonly BoundingBox[]) {
        views.forEach((view, row) => {
            boxes.forEach(({ center, halfExtents: { y: half } }, column) => {
                const [around, above] = VIEWS[view].map(angle => angle * DEGREE);
                const entity = this.cameras[row * boxes.length + column];
                const distance = DISTANCE * half;
                const way = new Vec3(Math.sin(around) * Math.cos(above), Math.sin(above), Math.cos(around) * Math.cos(above));
                entity.setPosition(way.mulScalar(distance).add(center));
                entity.lookAt(center);
                const camera = entity.camera!;
                camera.orthoHeight = half;
                camera.nearClip = 0.1 * half;
                camera.farClip = distance + BEHIND * half;
                this.light.light!.shadowDistance = camera.farClip;
            });
        });
        this.app.render();
    }
}
