import type { AnimComponentLayer } from 'playcanvas';

/**
 * Enters a state of a layer, as the engine's `transition` does.
 *
 * play() takes the clips of a cross-fade away and leaves the engine's list of them until the next frame. A script that fades again before that has it
 * throw *Cannot set properties of null*. So where a state was entered that no frame has shown yet, what was before it is forgotten, and the new
 * one is cut to.
 *
 * @param state - A state that the layer has.
 * @param time - Seconds of the cross-fade; 0: a cut.
 * @param phase - Where in the state it begins, 0..1.
 */
export function enterState(layer: AnimComponentLayer, state: string, time: number, phase = 0): void {
    // the progress of a fade of no length is a division by 0 until a frame has shown it; where time runs backwards, none ever does
    const isUnseen = layer.transitioning && !Number.isFinite(layer.transitionProgress);
    const { playing } = layer;
    if (isUnseen) layer.reset();
    layer.transition(state, isUnseen ? 0 : time, phase);
    if (isUnseen && playing) layer.play();
}
