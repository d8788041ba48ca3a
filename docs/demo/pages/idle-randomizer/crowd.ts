import type { IdleRandomizer } from 'limber';
import { BoundingBox, Vec3, type Entity } from 'playcanvas';

import type { Character } from '../../frame/character';
import type { Name } from '../../frame/names';

// Nine that play one clip, and nine with the script, the page's character in the middle of their first row.

const IN_A_ROW = 3;
const COUNT = 9;

/** Distance between neighbours, between rows, and from the middle of the one nine to that of the other one, as shares of the larger side. */
const APART = 0.42;
const BEHIND = 0.5;
const TO_OTHERS = 1.55;

export class Crowd {
    readonly names: readonly Name[];

    /** What holds all of them. */
    readonly box = new BoundingBox();

    private readonly without: readonly Entity[];

    private readonly with: readonly Entity[];

    /**
     * @param left - The character's left, of unit length.
     */
    constructor(character: Character, root: Entity, left: Vec3) {
        const { bounds: { center, halfExtents }, model } = character;
        const size = 2 * Math.max(halfExtents.y, halfExtents.z);
        const back = (model?.forward ?? Vec3.BACK).clone().mulScalar(-BEHIND * size);
        const place = (i: number, aside: number) => left.clone().mulScalar((i % IN_A_ROW - 1) * APART * size + aside)
        .add(back.clone().mulScalar(Math.floor(i / IN_A_ROW)));
        const aside = -TO_OTHERS * size;
        const add = (at: Vec3, seed: number, look: number) => {
            const member = character.createModel(look);
            member.setPosition(at);
            root.addChild(member);
            const track = character.clips.get(character.clip);
            if (track) {
                member.addComponent('anim', { activate: true });
                member.anim!.assignAnimation(character.clip, track);
                member.anim!.baseLayer!.play(character.clip);
            }
            if (seed > 0) {
                member.addComponent('script');
                member.script!.create('idleRandomizer', { attributes: { seed } });
            }
            return member;
        };
        const all = [...Array(COUNT).keys()];
        this.without = all.map(i => add(place(i, aside), 0, i + 1));
        // the character itself is the one in the middle of the first row
        this.with = all.filter(i => i !== 1).map(i => add(place(i, 0), i + 1, i + 1));
        const top = center.y + 1.05 * halfExtents.y;
        const isShown = () => this.isShown;
        this.names = [
            { text: 'without', over: this.without[4], above: 1.1 * top, mark: '#5b6b70', isShown },
            { text: 'with', over: this.with[3], above: 1.1 * top, mark: '#f60', isShown }
        ];
        this.box.copy(new BoundingBox(this.without[0].getPosition().clone().add(center), halfExtents.clone()));
        for (const member of [...this.without, ...this.with]) this.box.add(new BoundingBox(member.getPosition().clone().add(center), new Vec3(0.2 * size, halfExtents.y, 0.2 * size)));
    }

    set isShown(shown: boolean) {
        for (const member of [...this.without, ...this.with]) member.enabled = shown;
    }

    get isShown(): boolean {
        return this.without[0].enabled;
    }

    /** Lets all that have the script move as one character does. */
    follow({ preset, conversation }: IdleRandomizer) {
        for (const member of this.with) {
            const script = member.script!.get('idleRandomizer') as unknown as IdleRandomizer;
            if (script.preset !== preset) script.preset = preset;
            script.conversation = conversation;
        }
    }

    destroy() {
        for (const member of [...this.without, ...this.with]) member.destroy();
    }
}
