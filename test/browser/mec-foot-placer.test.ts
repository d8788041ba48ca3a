import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import { editGlb } from './glb';
import { changeControl, control, scriptValue } from './inspector';
import type { OpenMecFootPlacer } from '../../docs/demo/pages/mec-foot-placer';
import type { PlaceName } from '../../docs/demo/pages/mec-foot-placer/layout';
import { mecFootPlacerAttributes, type AttributeTable } from '../../scripts/index';
import { furtherRig } from '../support/characters';
import { requireRig } from '../support/skip';

const table: AttributeTable = mecFootPlacerAttributes;

const PAGE = '?page=mec-foot-placer';

/** Milliseconds after which the page has shown what has changed. */
const SHOWN_MS = 400;

declare global {
    interface Window {
        /** The page of the foot placer. */
        feet: OpenMecFootPlacer;
    }
}

describe('page of mecFootPlacer', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open(PAGE);
        await gallery.page.evaluate(() => {
            Object.defineProperty(window, 'feet', { get: () => window.gallery!.page });
        });
    });

    after(() => gallery?.stop());

    const open = async () => {
        gallery.messages.length = 0;
        await gallery.show('mec-foot-placer', 'mannequin');
    };
    const read = <T>(evaluate: () => T) => gallery.page.evaluate(evaluate);
    const standAt = async (place: PlaceName, seconds = 2, leaves = false) => {
        await gallery.page.evaluate(([name, leaves]) => {
            window.feet.walker.walks = leaves;
            window.feet.standAt(name);
        }, [place, leaves] as const);
        await gallery.step(seconds);
    };
    const toggle = (name: string) => gallery.page.locator(`[data-switch="${name}"]`).click();
    const isTicked = (name: string) => gallery.page.locator(`[data-switch="${name}"]`).evaluate(dom => dom.classList.contains('pcui-boolean-input-ticked'));
    const figures = () => read(() => window.feet.measure.figures);
    const walk = async (seconds: number) => {
        await read(() => {
            window.feet.walker.stops = false;
            window.feet.measure.clear();
        });
        await gallery.step(seconds);
    };

    /** Height of the lowest bone of the mannequin's feet over the course at their places, and of the hips over the character. */
    const heights = () => read(() => {
        const { entity } = window.gallery!.character;
        const y = (name: string) => entity.findByName(name)!.getPosition().y;
        return { left: y('mixamorig:LeftFoot'), right: y('mixamorig:RightFoot'), hips: y('mixamorig:Hips') };
    });

    describe('when it opens', () => {
        before(() => open());

        it('shows the mannequin on the course, on bodies of Ammo, without an error or a warning', async () => {
            await gallery.step(1);
            await gallery.screenshot('feet');
            expect(await read(() => window.gallery!.character.name)).to.equal('mannequin.glb');
            expect(await read(() => window.feet.problems())).to.deep.equal([]);
            expect(await read(() => window.feet.measure.figures.rays)).to.be.greaterThan(0);
            expect(gallery.messages).to.deep.equal([]);
        });

        it('knows the speed of the walk and how it looks to stand', async () => {
            expect(await read(() => window.feet.walker.pace)).to.be.closeTo(1.34, 0.02);
            expect(await read(() => window.feet.walker.isWalking('idle'))).to.equal(false);
        });

        it('has a row for each foot, and for the hands', async () => {
            expect(await read(() => window.feet.script.feet.map(foot => foot.footId))).to.deep.equal(['leftFoot', 'rightFoot', 'leftHand', 'rightHand']);
        });

        it('has no attribute as an own property of the script', async () => {
            const own = await read(() => Object.keys(window.feet.script));
            for (const attribute of Object.keys(table)) expect(own).not.to.include(attribute);
        });

        it('is measured: a walk on level ground is nearly that of the clip', async () => {
            await read(() => {
                const { walker } = window.feet;
                walker.goTo({ name: 'stairs', along: walker.along, turn: 0 });
            });
            await gallery.step(0.5);
            await walk(1);
            const { drift, penetration, gap, knee, hips, rays } = await figures();
            expect(drift, 'drift').to.be.within(0.0001, 0.03);
            expect(penetration, 'penetration').to.be.lessThan(0.02);
            expect(gap, 'gap').to.be.lessThan(0.03);
            expect(knee, 'knee').to.be.within(50, 2000);
            expect(hips, 'hips').to.be.within(0.0001, 0.01);
            expect(rays, 'rays').to.be.within(1, 8);
        });

        it('counts no foot as standing that has left the ground before its clip, on the first stair', async () => {
            await open();
            let most = 0;
            for (let i = 0; i < 8; i++) {
                await gallery.step(0.5);
                most = Math.max(most, (await figures()).drift);
            }
            expect(most).to.be.within(0.001, 0.15);
        });

        it('shows the figures', async () => {
            await gallery.step(1.5);
            await gallery.page.waitForTimeout(SHOWN_MS);
            const text = await gallery.page.locator('.readings').textContent();
            expect(text).to.match(/\d mmdrift.*\d mmsole in ground.*\d mmsole over it.*\d°\/sknee.*\d mmhips.*\drays/);
        });
    });

    describe('the inspector', () => {
        before(() => open());

        it('changes every attribute', async () => {
            for (const [name, definition] of Object.entries(table)) {
                if (definition.type === 'json' || definition.array) continue;
                const expected = await changeControl(gallery.page, name, definition);
                expect(await scriptValue(gallery.page, name), name).to.deep.equal(expected);
            }
        });

        it('changes a list of names', async () => {
            const input = control(gallery.page, 'layersToIgnore').locator('input');
            await input.fill('USER_1, USER_2');
            await input.press('Enter');
            expect(await scriptValue(gallery.page, 'layersToIgnore')).to.deep.equal(['USER_1', 'USER_2']);
        });

        it('changes every field of a foot', async () => {
            const { feet } = table;
            if (feet.type !== 'json') throw new Error('feet are rows');
            await gallery.page.locator('.main .list .row .pcui-panel-header').first().click();
            for (const [name, definition] of Object.entries(feet.schema)) {
                const path = `feet.0.${name}`;
                const expected = await changeControl(gallery.page, path, definition);
                expect(await scriptValue(gallery.page, path), name).to.deep.equal(expected);
            }
        });
    });

    describe('the switches', () => {
        before(() => open());

        afterEach(async () => {
            expect(await read(() => window.feet.problems())).to.deep.equal([]);
        });

        it('for the feet leaves them to the clip and brings them back', async () => {
            await standAt('across');
            const placed = await heights();
            await toggle('feet');
            await gallery.step(1);
            const free = await heights();
            expect(Math.abs(free.left - free.right)).to.be.lessThan(0.02);
            expect((await figures()).gap).to.be.greaterThan(0.03);
            await toggle('feet');
            await gallery.step(3);
            const again = await heights();
            expect(Math.abs(placed.left - placed.right)).to.be.within(0.07, 0.3);
            // planted anew: the clip has the foot a little elsewhere on the slope by then
            expect(again.left).to.be.closeTo(placed.left, 0.025);
            expect((await figures()).gap).to.be.lessThan(0.01);
        });

        it('for the pelvis lets it come down, at once or damped', async () => {
            const low = (await heights()).hips;
            await toggle('adjustPelvisVertically');
            expect(await read(() => window.feet.script.adjustPelvisVertically)).to.equal(false);
            await gallery.step(2);
            expect((await heights()).hips).to.be.greaterThan(low + 0.02);
            await toggle('adjustPelvisVertically');
            await gallery.step(2);
            expect((await heights()).hips).to.be.closeTo(low, 0.005);
            await toggle('dampPelvis');
            expect(await read(() => window.feet.script.dampPelvis)).to.equal(false);
            await toggle('dampPelvis');
        });

        it('for planting takes its weight away', async () => {
            const weight = () => read(() => window.feet.script.getPlantBlendWeight('leftFoot'));
            await toggle('plant');
            await gallery.step(0.5);
            expect(await weight()).to.equal(0);
            await toggle('plant');
            await gallery.step(0.5);
            expect(await weight()).to.equal(1);
        });

        it('for the length of the rays sets it by hand', async () => {
            const automatic = () => read(() => window.feet.script.feet.map(foot => foot.setExtraRayDistanceCheckAutomatically));
            await toggle('automaticRay');
            expect(await automatic()).not.to.include(true);
            // 0.3 m below the sole are enough here
            await standAt('across');
            expect((await figures()).gap).to.be.lessThan(0.01);
            await toggle('automaticRay');
            expect(await automatic()).to.deep.equal([true, true, false, false]);
        });

        it('for the ground takes triangles in place of bodies, with the same feet', async () => {
            await standAt('rubble', 3);
            const onBodies = await heights();
            const rays = () => read(() => window.feet.course.createGround().rays);
            await toggle('triangles');
            await gallery.step(2);
            const onTriangles = await heights();
            expect(onTriangles.left).to.be.closeTo(onBodies.left, 0.003);
            expect(onTriangles.right).to.be.closeTo(onBodies.right, 0.003);
            expect(await rays()).to.equal(0);
            await toggle('triangles');
        });

        it('for swing, soles, tilt and debug rays sets the attributes', async () => {
            for (const name of ['predictSwing', 'levelSole', 'tilt', 'rays']) await toggle(name);
            await gallery.step(0.1);
            expect(await read(() => {
                const { predictSwing, levelSole, tiltBody, feet } = window.feet.script;
                return { predictSwing, levelSole, tiltBody, rays: feet.every(foot => foot.drawDebugRay) };
            })).to.deep.equal({ predictSwing: false, levelSole: 1, tiltBody: 1, rays: true });
            await gallery.screenshot('feet-rubble');
            for (const name of ['predictSwing', 'levelSole', 'tilt', 'rays']) await toggle(name);
        });

        it('for perfectLookAt switches it on the same character', async () => {
            const isOn = () => read(() => window.feet.lookAt.enabled);
            await toggle('lookAt');
            expect(await isOn()).to.equal(false);
            await toggle('lookAt');
            expect(await isOn()).to.equal(true);
        });

        it('for the states adjusts the pelvis only while it stands', async () => {
            const adjusts = () => read(() => window.feet.script.adjustPelvisVertically);
            await toggle('states');
            await standAt('stairs', 1);
            expect(await adjusts()).to.equal(true);
            await read(() => {
                window.feet.walker.walks = true;
                window.feet.goTo('stairs');
            });
            await gallery.step(0.5);
            expect(await adjusts()).to.equal(false);
            await toggle('states');
            await read(() => {
                window.feet.script.adjustPelvisVertically = true;
            });
        });

        it('for the camera lets it stay behind', async () => {
            const camera = () => read(() => window.gallery!.stage.camera.getPosition().z);
            const before = await camera();
            await gallery.step(0.5);
            const followed = await camera();
            expect(followed).to.be.greaterThan(before + 0.3);
            await toggle('follow');
            await gallery.step(0.2);
            expect(await camera()).to.be.closeTo(followed, 0.01);
            await toggle('follow');
        });

        it('for snaps puts the character on the steps instead of their noses\' line', async () => {
            const height = () => read(() => window.feet.walker.position.y);
            await standAt('stairs', 0.2);
            const line = await height();
            await toggle('snaps');
            await gallery.step(0.2);
            const step = await height();
            expect(step).to.be.closeTo(Math.round(step / 0.17) * 0.17, 0.001);
            expect(line - step).to.be.within(0.02, 0.17);
            await toggle('snaps');
        });

        it('for walking and stopping let it go by', async () => {
            const along = () => read(() => window.feet.walker.along);
            await read(() => {
                window.feet.walker.walks = true;
            });
            // a click changes what is shown
            await gallery.page.waitForTimeout(SHOWN_MS);
            await toggle('walk');
            await gallery.step(5);
            const stood = await along();
            await gallery.step(1);
            expect(await along()).to.equal(stood);
            await toggle('walk');
            await toggle('stops');
            await read(() => window.feet.goTo('stairs'));
            await gallery.step(2.5);
            expect(await read(() => window.feet.walker.place)).to.equal(null);
            expect(await along()).to.be.greaterThan(stood);
            await toggle('stops');
        });

        it('show what is on', async () => {
            const on = ['feet', 'plant', 'automaticRay', 'adjustPelvisVertically', 'dampPelvis', 'predictSwing', 'lookAt', 'walk', 'stops', 'follow'];
            await read(() => {
                window.feet.walker.walks = true;
            });
            await gallery.page.waitForTimeout(SHOWN_MS);
            for (const name of on) expect(await isTicked(name), name).to.equal(true);
            for (const name of ['levelSole', 'tilt', 'states', 'rays', 'triangles', 'snaps']) expect(await isTicked(name), name).to.equal(false);
        });
    });

    describe('the course', () => {
        before(() => open());

        const places: PlaceName[] = ['stairs', 'slope', 'across', 'rubble'];
        places.forEach((place) => {
            it(`lets feet stand still: ${place}`, async () => {
                await standAt(place, 3);
                await read(() => window.feet.measure.clear());
                await gallery.step(0.5);
                const { drift, penetration, gap, hips } = await figures();
                expect(drift, 'drift').to.be.lessThan(0.002);
                // edges of stones reach into soles
                expect(penetration, 'penetration').to.be.lessThan(0.02);
                expect(gap, 'gap').to.be.lessThan(0.01);
                expect(hips, 'hips').to.be.lessThan(0.002);
            });
        });

        it('has a wall that hands lie on', async () => {
            await standAt('wall');
            await gallery.screenshot('feet-wall');
            const [hand, wall] = await read(() => {
                const { z } = window.gallery!.character.entity.findByName('mixamorig:LeftHand')!.getPosition();
                return [z, 4.45];
            });
            // the joint of the wrist
            expect(wall - hand).to.be.within(0, 0.08);
        });

        it('has a ferry that takes the character over, turns and comes back', async () => {
            await standAt('platform', 1, true);
            const before = await read(() => window.feet.walker.position.z);
            await gallery.step(2);
            const under = await read(() => window.feet.walker.position.y - window.feet.course.ferry.deck);
            expect(under).to.be.closeTo(0, 1e-4);
            expect((await figures()).drift).to.be.lessThan(0.01);
            await gallery.step(1.4);
            expect(await read(() => window.feet.walker.position.z)).to.be.closeTo(before - 3, 0.05);
            await gallery.step(7);
            expect(await read(() => window.feet.course.ferry.share)).to.be.lessThan(0.5);
        });

        it('is gone around', async () => {
            const seen = await read(() => {
                const { walker } = window.feet;
                walker.walks = true;
                walker.goTo(walker.course.way.places[0]);
                const names = new Set<string>();
                // all stops and the passage last less than this
                for (let i = 0; i < 110 * 30 && !(names.size === 7 && !walker.place && walker.along < 3); i++) {
                    window.look.app.update(1 / 30);
                    if (walker.place) names.add(walker.place.name);
                }
                return { names: [...names], along: walker.along };
            });
            expect(seen.names).to.deep.equal(['stairs', 'slope', 'across', 'wall', 'rubble', 'platform', 'down']);
            expect(seen.along).to.be.lessThan(3);
            expect(gallery.messages).to.deep.equal([]);
        });
    });

    describe('other characters', () => {
        before(() => open());

        const load = async (names: string[]) => {
            const files = await Promise.all(names.map(async name => ({ name, bytes: await readFile(furtherRig(name)!) })));
            await gallery.drop(files);
            await gallery.page.waitForFunction(name => window.look.character.name === name, names[0]);
        };

        it('the hound, by choice: four feet, a body that tilts, paws on the slope', async () => {
            await gallery.page.locator('#samples').selectOption('hound');
            await gallery.page.waitForFunction(() => window.look.character.name === 'hound.glb');
            expect(gallery.page.url()).to.include('character=hound');
            expect(await read(() => window.feet.script.feet.map(foot => foot.footId))).to.have.members(['leftFoot', 'rightFoot', 'leftHand', 'rightHand']);
            await standAt('slope', 3);
            await gallery.screenshot('feet-hound');
            const pitch = () => read(() => {
                const [chest, pelvis] = ['chest', 'pelvis'].map(name => window.gallery!.character.entity.findByName(name)!.getPosition());
                return Math.atan2(chest.y - pelvis.y, Math.hypot(chest.x - pelvis.x, chest.z - pelvis.z)) * 180 / Math.PI;
            });
            const tilted = await pitch();
            expect(await read(() => window.feet.measure.figures.gap)).to.be.lessThan(0.03);
            await toggle('tilt');
            await gallery.step(2);
            expect(await pitch()).to.be.greaterThan(tilted + 20);
            await toggle('tilt');
        });

        it('Xbot and a bitmoji, dropped: they walk at the speed of their clips', async function () {
            for (const file of ['Xbot.glb', 'bitmoji.glb']) requireRig(file, this);
            const rigs = [['Xbot.glb'], ['bitmoji.glb', 'bitmoji-walk.glb', 'bitmoji-idle.glb']];
            for (const names of rigs) {
                await load(names);
                expect(await read(() => window.feet.walker.pace), names[0]).to.be.within(0.5, 2.5);
                await standAt('across', 3);
                expect(await read(() => window.feet.measure.figures.gap), names[0]).to.be.lessThan(0.02);
                await gallery.screenshot(`feet-${names[0].replace('.glb', '')}`);
                expect(await read(() => window.feet.problems())).to.deep.equal([]);
            }
        });

        it('one of a hundredth of the size, on a course of its size', async () => {
            const bytes = editGlb(await readFile('templates/mannequin.glb'), (gltf) => {
                const children = gltf.scenes[0].nodes;
                gltf.scenes[0].nodes = [gltf.nodes.push({ name: 'scaled', scale: [0.01, 0.01, 0.01], children }) - 1];
            });
            await gallery.drop([{ name: 'small.glb', bytes }]);
            await gallery.page.waitForFunction(() => window.look.character.name === 'small.glb');
            expect(await read(() => window.feet.course.scale)).to.be.closeTo(0.01, 0.001);
            await standAt('across', 2);
            expect((await figures()).gap).to.be.lessThan(0.01);
        });

        it('leave nothing behind, like the page itself', async () => {
            await open();
            const held = () => read(() => ({ children: window.look.app.root.children.length, assets: window.look.app.assets.list().length }));
            const link = (name: string) => gallery.follow(name);
            const before = await held();
            await link('Perfect Look At');
            await gallery.step(0.1);
            expect(await read(() => window.look.character.entity.getPosition().length())).to.equal(0);
            const other = await held();
            await link('Mec Foot Placer');
            await gallery.step(0.1);
            expect(await held()).to.deep.equal(before);
            await link('Perfect Look At');
            expect(await held()).to.deep.equal(other);
            expect(gallery.messages).to.deep.equal([]);
        });
    });
});
