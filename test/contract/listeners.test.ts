import { expect } from 'chai';
import { Entity, EventHandler, GraphNode, type AppBase } from 'playcanvas';

import { limberScripts, registerLimber, type AttributeTable } from '../../scripts/index';
import { loadGlb, type LoadedCharacter } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { createPhysicsApp } from '../support/physics-app';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// What a script listens to in things that stay when its character goes: targets, colliders, the application.

const FRAME = 1 / 60;

/** Number of all listeners of an emitter. */
function countListeners(emitter: EventHandler): number {
    const callbacks = (emitter as unknown as { _callbacks: Map<string, unknown[]> })._callbacks;
    return [...callbacks.values()].reduce((sum, list) => sum + list.length, 0);
}

/** Attributes that refer to an entity, set to one. */
function referencesTo(entity: Entity, table: AttributeTable): [string, unknown][] {
    const found: [string, unknown][] = [];
    for (const [name, definition] of Object.entries(table)) {
        if (definition.type === 'entity') found.push([name, definition.array ? [entity] : entity]);
        if (definition.type !== 'json' || !definition.array) continue;
        for (const [field, { type, array }] of Object.entries(definition.schema)) {
            if (type === 'entity') found.push([name, [{ [field]: array ? [entity] : entity }]]);
        }
    }
    return found;
}

describe('listeners', () => {
    catchWarnings();
    let app: AppBase;
    let character: LoadedCharacter;
    let ball: Entity;

    /** Everything that somebody has listened to since the tests began. */
    const emitters = new Set<EventHandler>();
    const { prototype } = EventHandler as unknown as { prototype: Record<'on' | 'once', (...args: unknown[]) => unknown> };
    const { on, once } = prototype;

    before(async () => {
        for (const [name, original] of Object.entries({ on, once })) {
            prototype[name as 'on' | 'once'] = function listen(this: EventHandler, ...args: unknown[]) {
                emitters.add(this);
                return original.apply(this, args);
            };
        }
        app = await createPhysicsApp('ammojs-typed');
        registerLimber(app);
        character = await loadGlb(app, MANNEQUIN);
        ball = new Entity('ball', app);
        ball.setPosition(0.5, 1.5, 2);
        app.root.addChild(ball);
        // what the engine does once is done
        leftBy(() => {}, hero => hero.destroy());
    });

    after(() => {
        Object.assign(prototype, { on, once });
        app.destroy();
    });

    const run = (seconds: number) => {
        for (let time = 0; time < seconds; time += FRAME) app.update(FRAME);
    };

    /** Listeners that are left on what was there before a character came and on what is none of its parts, once it is gone. */
    function leftBy(use: (hero: Entity) => void, end: (hero: Entity) => void): number {
        const before = new Map([...emitters].map(emitter => [emitter, countListeners(emitter)]));
        const hero = character.instantiate();
        app.root.addChild(hero);
        hero.addComponent('script');
        use(hero);
        run(0.1);
        const isOwn = (emitter: EventHandler) => {
            const node = emitter instanceof GraphNode ? emitter : (emitter as { entity?: GraphNode }).entity;
            return node === hero || node?.isDescendantOf(hero);
        };
        const others = [...emitters].filter(emitter => !isOwn(emitter));
        end(hero);
        run(1);
        if (hero.parent) hero.destroy();
        return others.reduce((sum, emitter) => sum + countListeners(emitter) - (before.get(emitter) ?? 0), 0);
    }

    /** Puts a script on a character, and lets each of its references point to the ball for a while. */
    function putOn(hero: Entity, name: string, attributes: AttributeTable) {
        const script = hero.script!.create(name) as unknown as Record<string, unknown>;
        run(0.1);
        for (const [attribute, value] of referencesTo(ball, attributes)) {
            const filled = script[attribute];
            script[attribute] = value;
            run(0.1);
            script[attribute] = filled;
            run(0.1);
        }
    }

    for (const { name, attributes } of limberScripts) {
        itFull(`of ${name}: none is left when the script or its character is destroyed`, () => {
            const ends: Record<string, (hero: Entity) => void> = {
                'the character': hero => hero.destroy(),
                'the script': hero => hero.script!.destroy(name),
                'a character that is switched off': (hero) => {
                    hero.enabled = false;
                    hero.destroy();
                }
            };
            for (const [what, end] of Object.entries(ends)) expect(leftBy(hero => putOn(hero, name, attributes), end), what).to.equal(0);
        });
    }
});
