// Rays of a frame that the feet share: those that look ahead come first, what is left looks around those that stand.

export class RayBudget {
    private left = 0;

    /** Feet that have not looked ahead yet, and want to. */
    private looking = 0;

    /** Begins a frame. */
    begin(rays: number) {
        this.left = rays;
        this.looking = 0;
    }

    /** Says that a foot wants to look ahead. */
    ask() {
        this.looking++;
    }

    /** Rays of one foot that looks ahead now. */
    takeTurn(): number {
        const share = Math.ceil(this.left / Math.max(1, this.looking));
        this.looking = Math.max(0, this.looking - 1);
        return share;
    }

    /** Rays of one that can wait. */
    get spare(): number {
        return Math.floor(this.left / (1 + this.looking));
    }

    /** Says how many were cast. */
    use(rays: number) {
        this.left -= rays;
    }
}
