import type { ScriptType } from 'playcanvas';

// The life of a script that goes back to the animation in its own time: switched off, it goes on until nothing of it is shown any more.

/** The script as its life cycle sees it. */
export interface Returning {
    /** Whether there is anything to go back from. */
    isShown(): boolean;
    /** Begins to work: the script was switched on. */
    begin(): void;
    /** One frame of the way back. */
    goBack(dt: number): void;
    /** Leaves the bones to the animation. */
    stop(): void;
}

/** Lets a script go back when it is switched off. To be called when it initializes. */
export function letGoBack(script: ScriptType, work: Returning): void {
    const { entity, app } = script;
    let isGoing = false;
    const stop = () => {
        isGoing = false;
        work.stop();
    };
    const step = (dt: number) => {
        if (!isGoing) return;
        if (entity.enabled) work.goBack(dt);
        if (!entity.enabled || !work.isShown()) stop();
    };
    script.on('enable', () => {
        isGoing = false;
        work.begin();
    });
    script.on('disable', () => {
        // at once when there is nobody left to see it
        if (entity.enabled && work.isShown()) isGoing = true;
        else stop();
    });
    script.on('destroy', () => {
        app.systems.off('postUpdate', step);
        stop();
    });
    // last in every frame, so that switching the script off within a frame shows in it
    app.systems.on('postUpdate', step);
}
