// A character that has stood for a while is handed over to idleRandomizer, where that is on the character, and taken back as it sets out.

/** Seconds of standing after which that is. */
const AFTER = 2;

/** What is used of idleRandomizer. */
export interface IdleRandomizing {
    readonly enabled: boolean;
    fadeIn(): void;
    fadeOut(): void;
}

export class Idling {
    private seconds = -0;

    private isHandedOver = true;

    /** One frame. */
    step(idle: IdleRandomizing | null, isStanding: boolean, dt: number) {
        this.seconds = isStanding ? this.seconds + dt : 0;
        if (!idle?.enabled) return;
        if (!isStanding && this.isHandedOver) {
            this.isHandedOver = false;
            idle.fadeOut();
        } else if (this.seconds > AFTER && !this.isHandedOver) {
            this.isHandedOver = true;
            idle.fadeIn();
        }
    }

    /** Hands it over at once. */
    forget(idle: IdleRandomizing | null) {
        if (!this.isHandedOver && idle?.enabled) idle.fadeIn();
        this.isHandedOver = true;
        this.seconds = 0;
    }
}
