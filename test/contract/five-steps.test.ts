import { readFileSync } from 'node:fs';

import { expect } from 'chai';
import * as pc from 'playcanvas';
import { Template, Vec3, type GraphNode } from 'playcanvas';

import type { Locomotion, MecFootPlacer, PlayerControls } from '../../scripts/index';
import { addGlb, loadGlb } from '../support/app';
import { runBuiltFile } from '../support/built-file';
import { MANNEQUIN } from '../support/characters';
import { PlayerStage } from '../support/player-stage';
import { boxesOf } from '../support/steps-text';

// The five steps of the README, done with the file that the Editor gets and the template as it stands: the boxes come from the text.

const readme = readFileSync('README.md', 'utf8');
const steps = readme.slice(readme.indexOf('## From an empty project'), readme.indexOf('## Install it'));

const boxes = boxesOf(steps);

describe('the five steps of the README', () => {
    let stage: PlayerStage;

    before(async () => {
        stage = await PlayerStage.open(false);
        await runBuiltFile(pc);
    });

    after(() => stage.close());

    it('are five, with a template that there is', () => {
        expect([...steps.matchAll(/^(\d)\. /gm)].map(([, number]) => number)).to.deep.equal(['1', '2', '3', '4', '5']);
        expect(boxes.map(({ name }) => name)).to.deep.equal(['Floor', 'Stair 1', 'Stair 2', 'Stair 3', 'Landing']);
        expect(steps).to.include('template `player`');
    });

    it('lead to a character that walks up the stairs by a key, and stops where it is let go', async () => {
        for (const { position, scale } of boxes) stage.addBox(position, scale);
        await addGlb(stage.app, 'templates/motions-people.glb');
        const player = new Template(stage.app, JSON.parse(readFileSync('templates/player.json', 'utf8')) as object).instantiate();
        const model = (await loadGlb(stage.app, MANNEQUIN)).instantiate();
        player.addChild(model);
        stage.app.root.addChild(player);
        const get = <S>(name: string) => player.script!.get(name) as unknown as S & { problems(): string[] };
        const walking = get<Locomotion>('locomotion'), feet = get<MecFootPlacer>('mecFootPlacer'), controls = get<PlayerControls>('playerControls');
        // the clips come as an asset, some frames later
        for (let i = 0; i < 100 && walking.kind === ''; i++) {
            await new Promise((resolve) => {
                setTimeout(resolve, 5);
            });
            stage.step(1 / 60);
        }
        stage.step(0.5);
        expect(walking.kind).to.equal('idle');
        expect(controls.camera).to.equal(player.findByName('Camera'));

        const lowest = new Map<string, number>();
        const balls = ['Left', 'Right'].map(side => model.findByName(`mixamorig:${side}ToeBase`)!);
        const look = () => {
            for (const ball of balls) {
                const { where, height } = heightOf(ball);
                lowest.set(where, Math.min(lowest.get(where) ?? Infinity, height));
            }
        };
        const kinds = new Set<string>();
        stage.page.key('KeyW', true);
        for (let i = 0; i < 600 && player.getPosition().z < 3.9; i++) {
            stage.step(1 / 60, look);
            kinds.add(walking.kind);
        }
        stage.page.key('KeyW', false);
        stage.step(1.2, look);
        expect([...kinds]).to.deep.equal(['idle', 'start', 'walk']);
        expect(walking.kind).to.equal('idle');
        expect([...walking.problems(), ...feet.problems(), ...controls.problems()]).to.deep.equal([]);
        expect(player.getPosition().y, 'it has come up').to.be.closeTo(0.6, 0.02);
        // nobody walks off into the air
        const before = player.getPosition().clone();
        stage.step(2);
        expect(player.getPosition().distance(before)).to.be.below(0.005);
        const flat = lowest.get('Floor')!;
        for (const [where, height] of lowest) expect(height, `a foot in ${where}`).to.be.above(flat - 0.01);
        const stoodOn = [...lowest].filter(([, height]) => height < flat + 0.01).map(([where]) => where);
        expect(stoodOn).to.include.members(['Floor', 'Landing']);
        // a stride is as long as two of them
        expect(stoodOn.filter(where => where.startsWith('Stair')), 'stairs that carried a foot').to.have.length.at.least(1);
        // the camera is behind it and looks at it
        const camera = controls.camera as unknown as GraphNode;
        expect(camera.getPosition().z).to.be.below(before.z - 3);
        const there = player.getPosition().clone().add(new Vec3(0, 1.2, 0)).sub(camera.getPosition()).normalize();
        expect(camera.forward.dot(there)).to.be.above(0.99);
    });

    /** Height of a foot's ball over the box below it. */
    function heightOf(toe: GraphNode) {
        const at = toe.getPosition();
        const below = boxes.filter(({ position, scale }) => Math.abs(at.x - position[0]) < scale[0] / 2 && Math.abs(at.z - position[2]) < scale[2] / 2).pop()!;
        return { where: below.name, height: at.y - below.position[1] - below.scale[1] / 2 };
    }
});
