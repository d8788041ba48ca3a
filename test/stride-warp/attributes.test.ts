import { expect } from 'chai';
import { Entity, Mesh, Vec2, Vec3 } from 'playcanvas';

import { strideWarpAttributes, type StrideWarp } from '../../scripts/index';
import { onMannequin, type Actor } from '../support/foot-stage';
import { catchWarnings } from '../support/warnings';

// Each attribute with a figure that is another one when it is ignored, what the script leaves behind, and what is no use to it.

const FRAME = 1 / 60;

onMannequin('strideWarp', (stage) => {
    catchWarnings();

    const add = (attributes: object = {}, clip = 'walk'): [Actor, StrideWarp] => {
        const actor = stage.add().play(clip);
        actor.model.addComponent('script');
        return [actor, actor.model.script!.create('strideWarp', { attributes }) as StrideWarp];
    };

    const frames = (count: number) => { for (let i = 0; i < count; i++) stage.step(FRAME); };

    /** How far a foot goes to and fro along the character, and aside, in two rounds of the clip, metres. */
    const reachOf = (actor: Actor): { along: number, aside: number } => {
        const [along, aside]: [number[], number[]] = [[], []];
        const left = new Vec3(stage.forward.z, 0, -stage.forward.x);
        for (let i = 0; i < 2 * 60 * stage.clip('walk').duration; i++) {
            stage.step(FRAME);
            const foot = actor.foot('leftFoot').getPosition();
            along.push(foot.dot(stage.forward));
            aside.push(foot.dot(left));
        }
        const span = (values: number[]) => Math.max(...values) - Math.min(...values);
        return { along: span(along), aside: span(aside) };
    };

    const expectSound = (actor: Actor) => {
        for (const numbers of actor.pose()) for (const value of numbers) expect(value).to.satisfy(Number.isFinite);
    };

    it('has the defaults of the table', () => {
        const [, { speed, direction, maxScale, stairs }] = add();
        expect([speed, direction, maxScale.x, maxScale.y, stairs]).to.deep.equal([0, 0, 0.7, 1.4, true]);
        expect(Object.keys(strideWarpAttributes)).to.deep.equal(['speed', 'direction', 'maxScale', 'stairs']);
    });

    it('takes Speed: strides as long as it asks for, and from 1.2 on the playing rate takes the rest', () => {
        const own = stage.speedOf('walk');
        const [actor, script] = add();
        frames(60);
        const whole = reachOf(actor).along;
        for (const share of [0.75, 1.15]) {
            script.speed = share * own;
            frames(60);
            expect(reachOf(actor).along / whole).to.be.closeTo(share, 0.06);
            expect(actor.model.anim!.speed).to.equal(1);
        }
        script.speed = 1.35 * own;
        frames(60);
        const rate = actor.model.anim!.speed;
        expect(rate).to.be.within(1.1, 1.2);
        expect(rate * reachOf(actor).along / whole).to.be.closeTo(1.35, 0.1);
        // a speed that is set by hand in between is the user's
        actor.model.anim!.speed = 2;
        script.speed = own;
        frames(90);
        expect(actor.model.anim!.speed).to.equal(2);
    });

    it('takes Direction: a quarter of the stride goes aside at 25 degrees, to the left where it is positive', () => {
        const [actor, script] = add();
        frames(60);
        const straight = reachOf(actor);
        script.direction = 25;
        frames(60);
        const turned = reachOf(actor);
        expect(turned.along / straight.along).to.be.closeTo(Math.cos(25 * Math.PI / 180), 0.05);
        expect(turned.aside / straight.along).to.be.closeTo(Math.sin(25 * Math.PI / 180), 0.1);
        // the foot is further to the left when it comes down ahead than when it is lifted behind
        const left = new Vec3(stage.forward.z, 0, -stage.forward.x);
        const places: Vec3[] = [];
        for (let i = 0; i < 70; i++) {
            stage.step(FRAME);
            places.push(actor.foot('leftFoot').getPosition().clone());
        }
        const ends = places.sort((a, b) => a.dot(stage.forward) - b.dot(stage.forward));
        expect(ends[ends.length - 1].dot(left) - ends[0].dot(left)).to.be.above(0.1);
    });

    it('keeps the speed within Max Scale', () => {
        const own = stage.speedOf('walk');
        const [actor, script] = add();
        frames(60);
        const whole = reachOf(actor).along;
        script.speed = 0.1 * own;
        frames(60);
        expect(reachOf(actor).along / whole).to.be.closeTo(0.7, 0.07);
        script.maxScale = new Vec2(0.4, 1.05);
        frames(60);
        // the ankle goes to and fro by what the foot rolls as well
        expect(reachOf(actor).along / whole).to.be.within(0.25, 0.5);
        script.speed = 3 * own;
        frames(60);
        expect(reachOf(actor).along / whole).to.be.closeTo(1.05, 0.05);
    });

    it('leaves a clip that does not go in steps, and everything when it is off, bit for bit', () => {
        const [idle] = add({ speed: 2 }, stage.standing);
        const [walking, script] = add({ speed: 1.5 * stage.speedOf('walk') });
        const [idleTwin, walkingTwin] = [stage.add().play(stage.standing), stage.add().play('walk')];
        for (let i = 0; i < 30; i++) {
            stage.step(FRAME);
            expect(idle.pose()).to.deep.equal(idleTwin.pose());
        }
        expect(walking.model.anim!.speed).to.be.above(1.1);
        script.enabled = false;
        expect(walking.model.anim!.speed).to.equal(1);
        frames(40);
        walkingTwin.model.anim!.baseLayer!.activeStateCurrentTime = walking.time;
        walking.model.anim!.baseLayer!.activeStateCurrentTime = walking.time;
        stage.step(FRAME);
        expect(walking.pose()).to.deep.equal(walkingTwin.pose());
    });

    it('reads the skin of a model once for all its instances', () => {
        const read = Mesh.prototype.getVertexStream;
        let reads = 0;
        Mesh.prototype.getVertexStream = function (...args) {
            reads++;
            return read.apply(this, args);
        };
        try {
            add();
            frames(2);
            reads = 0;
            add();
            frames(2);
        } finally {
            Mesh.prototype.getVertexStream = read;
        }
        expect(reads).to.equal(0);
    });

    it('says that a character has no legs', () => {
        const bare = new Entity('bare', stage.app);
        bare.addChild(new Entity('child', stage.app));
        stage.app.root.addChild(bare);
        bare.addComponent('script');
        const script = bare.script!.create('strideWarp') as StrideWarp;
        frames(2);
        expect(script.problems().join(' ')).to.match(/no legs were found|no character/);
        bare.destroy();
    });

    it('goes on with numbers that are none, negative speeds, a clip played backwards, a teleport, and time that stands still', () => {
        const [actor, script] = add();
        for (const value of [NaN, -3, Infinity, -Infinity, 1e9]) {
            script.speed = value;
            script.direction = value;
            frames(10);
            expectSound(actor);
        }
        script.speed = 1;
        script.direction = 0;
        script.maxScale = new Vec2(NaN, -1);
        frames(10);
        script.maxScale = new Vec2(0.7, 1.4);
        actor.model.anim!.speed = -1;
        frames(30);
        expectSound(actor);
        actor.model.anim!.speed = 1;
        frames(30);
        actor.holder.setPosition(1000, 5, -300);
        frames(1);
        const ankle = actor.foot('leftFoot').getPosition();
        expect(ankle.distance(actor.holder.getPosition())).to.be.below(1.2);
        for (let i = 0; i < 5; i++) stage.step(0);
        expectSound(actor);
    });

    it('goes on when the anim component is removed and comes back, and gives its speed back', () => {
        const [actor, script] = add({ speed: 1.4 * stage.speedOf('walk') });
        frames(60);
        actor.model.removeComponent('anim');
        frames(30);
        expectSound(actor);
        actor.play('walk');
        frames(60);
        expect(actor.model.anim!.speed).to.be.above(1.1);
        expect(script.problems()).to.deep.equal([]);
        actor.model.script!.destroy('strideWarp');
        expect(actor.model.anim!.speed).to.equal(1);
    });

    it('holds planted feet on a character that is scaled and turned', () => {
        const [actor] = add({ direction: 20 });
        actor.holder.setLocalScale(2, 2, 2);
        actor.holder.setLocalEulerAngles(0, 130, 0);
        frames(60);
        expectSound(actor);
        const forward = actor.holder.getRotation().transformVector(stage.forward, new Vec3());
        const left = new Vec3(forward.z, 0, -forward.x);
        const way = forward.clone().mulScalar(Math.cos(20 * Math.PI / 180)).add(left.mulScalar(Math.sin(20 * Math.PI / 180))).mulScalar(2 * stage.speedOf('walk') * FRAME);
        let [before, still]: [Vec3 | null, number] = [null, 0];
        for (let i = 0; i < 120; i++) {
            actor.holder.translate(way);
            stage.step(FRAME);
            const points = actor.sole('leftFoot').read();
            let lowest = 0;
            for (let v = 0; v < points.length / 3; v++) if (points[3 * v + 1] < points[3 * lowest + 1]) lowest = v;
            const now = new Vec3(points[3 * lowest], 0, points[3 * lowest + 2]);
            if (before && now.distance(before) < 0.25 * way.length()) still++;
            before = now;
        }
        expect(still).to.be.above(40);
    });
});
