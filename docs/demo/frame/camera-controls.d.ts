// The engine ships its camera controls without types.

declare module 'playcanvas/scripts/esm/camera-controls.mjs' {
    import { Script, type Vec2, type Vec3 } from 'playcanvas';

    export class CameraControls extends Script {
        enableFly: boolean;

        enablePan: boolean;

        focusPoint: Vec3;

        moveDamping: number;

        rotateDamping: number;

        zoomDamping: number;

        pitchRange: Vec2;

        zoomRange: Vec2;

        update(dt: number): void;
    }
}

declare module '@playcanvas/pcui/styles';

declare module '*?url' {
    const url: string;
    export default url;
}
