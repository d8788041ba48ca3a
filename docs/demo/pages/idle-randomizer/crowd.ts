import type { IdleRandomizer } from 'limber';
import type { Entity } from 'playcanvas';

import type { Character } from '../../frame/character';

// Fifty of a character in rows behind it, each with random numbers of its own.

const COUNT = 50;
const COLUMNS = 10;

/** Distance between neighbours, as a share of the height. */
const APART = 0.6;

export class Crowd {
    private readonly members: readonly Entity[];

    constructor(character: Character, root: Entity) {
        const { bounds: { halfExtents }, clip, clips } = character;
        const apart = APART * 2 * Math.max(halfExtents.y, halfExtents.z);
        const track = clips.get(clip);
        this.members = Array.from({ length: COUNT }, (_, i) => {
            const member = character.createModel();
            const row = Math.floor(i / COLUMNS);
            member.setPosition(apart * (i % COLUMNS - (COLUMNS - 1) / 2 + row % 2 / 2), 0, -apart * (1.5 + row));
            root.addChild(member);
            if (track) {
                member.addComponent('anim', { activate: true });
                member.anim!.assignAnimation(clip, track);
                member.anim!.baseLayer!.play(clip);
                member.anim!.baseLayer!.activeStateCurrentTime = track.duration * (i * 0.618 % 1);
            }
            member.addComponent('script');
            member.script!.create('idleRandomizer', { attributes: { seed: i + 1 } });
            return member;
        });
    }

    set isShown(shown: boolean) {
        for (const member of this.members) member.enabled = shown;
    }

    get isShown(): boolean {
        return this.members[0].enabled;
    }

    /** Lets all move as one character does. */
    follow({ preset, conversation }: IdleRandomizer) {
        for (const member of this.members) {
            const script = member.script!.get('idleRandomizer') as unknown as IdleRandomizer;
            if (script.preset !== preset) script.preset = preset;
            script.conversation = conversation;
        }
    }


    destroy() {
        for (const member of this.members) member.destroy();
    }
}
