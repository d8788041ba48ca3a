import { Vec3, type CameraComponent, type GraphNode } from 'playcanvas';

// Names over heads, written into the page: *without* and *with*, or what each of several figures shows.

/** A name over somebody. */
export interface Name {
    readonly text: string;
    /** What it hangs over: the head as a rule. */
    readonly over: GraphNode;
    /** How far above that, in the scene. */
    readonly above: number;
    /** Colour of its mark; *with* is the accent's, *without* grey. */
    readonly mark?: string;
    /** Whether it is shown now; always when it is left out. */
    isShown?(): boolean;
}

const world = new Vec3();
const screen = new Vec3();

export class Names {
    private shown: { name: Name, element: HTMLElement }[] = [];

    constructor(private readonly parent: HTMLElement, private readonly camera: CameraComponent) {}

    /** Writes other names. */
    show(names: readonly Name[]) {
        for (const { element } of this.shown) element.remove();
        this.shown = names.map((name) => {
            const element = document.createElement('span');
            element.className = 'name';
            element.textContent = name.text;
            element.dataset.name = name.text;
            if (name.mark) element.style.setProperty('--mark', name.mark);
            this.parent.append(element);
            return { name, element };
        });
    }

    /** Puts them over the heads of this frame. */
    update() {
        for (const { name, element } of this.shown) {
            world.copy(name.over.getPosition());
            world.y += name.above;
            this.camera.worldToScreen(world, screen);
            const isShown = screen.z > 0 && (name.isShown?.() ?? true);
            element.style.visibility = isShown ? 'visible' : 'hidden';
            element.style.transform = `translate(${screen.x.toFixed(1)}px, ${screen.y.toFixed(1)}px) translate(-50%, -100%)`;
        }
    }
}
