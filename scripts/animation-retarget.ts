import type { AnimComponent, AnimTrack, Asset, Entity } from 'playcanvas';

import { openNodesOf } from './anim/component/anim-internals';
import { findAnim } from './anim/component/find-anim';
import { fitName } from './anim/kinds/fit-name';
import { findActor } from './anim/retarget/actor';
import { tellMisses, type RetargetMiss } from './anim/retarget/misses';
import { readEdit } from './anim/retarget/reference-edits';
import { legProblem, retargetTrack } from './anim/retarget/retarget-track';
import { findOwnMotions, ownMotionsName, sourceModelOf, whenLoaded, type SourceModel } from './anim/retarget/source-model';
import { animationRetargetAttributes, type AnimationRetargetAttributes } from './animation-retarget/attributes';
import { LivePose } from './animation-retarget/live-pose';
import { loadOwnGraph } from './animation-retarget/own-graph';
import type { PoseRecord } from './pose/pose-record';
import { findCharacter } from './rig/character';
import { modelScale, type Rig } from './rig/rig';
import { findRowBone } from './rig/row-bone';
import type { Skeleton } from './rig/skeleton';
import { CharacterScript } from './shell/character-script';
import { CharacterSearch } from './shell/character-search';

export { animationRetargetAttributes };

export interface AnimationRetarget extends AnimationRetargetAttributes {}

/** Seconds in which another character's pose comes and goes. */
const SEAM = 0.2;

/** A clip of the source and where it goes. */
interface WantedClip {
    readonly clip: string;
    /** State, or path of a node of its blend tree. */
    readonly path: string;
}

/**
 * Gives a character the clips of another one, whatever the sizes, axes and reference poses of the two: of any model with clips, or the pack's own motions.
 *
 * The clips are made over when the script begins, and kept for the model, so that its instances share them. What is loaded by then plays in the first frame. A
 * character without an anim component gets one that stands, goes as fast as its parameter `speed` says, and gets up.
 *
 * @example
 * // an avatar that came without clips: it stands, and walks when its speed is set
 * hero.script!.create('animationRetarget');
 * hero.anim!.setFloat('speed', 1.3);
 * @example
 * // clips of a downloaded character for the states of one's own graph
 * const ninja = app.assets.find('ninja.glb', 'container');
 * hero.script!.create('animationRetarget', { attributes: { source: ninja, clips: [{ name: 'Slash', state: 'Attack' }, { name: 'Jog', state: 'Run' }] } });
 * @example
 * // dances as another character does, in the same frame
 * fan.script!.create('animationRetarget', { attributes: { live: dancer } });
 */
export class AnimationRetarget extends CharacterScript {
    /**
     * Fired at the end of the frame in which the clips are there, again after each refresh.
     *
     * @event
     */
    static EVENT_READY = 'ready';

    /** Whether all clips are there. */
    private isReady = false;

    /** How often the script was refreshed: what was loaded for an earlier time comes too late. */
    private builds = 0;

    /** What this script has given, by paths of states; where it is refreshed they are its again. */
    private readonly given = new Map<string, AnimTrack>();

    /** The bones for which they were made. */
    private skeleton: Skeleton | null = null;

    /** The anim component that has got them. */
    private taker: AnimComponent | null = null;

    /** What shows another character's pose; null: clips play. And the search for that character. */
    private following: LivePose | null = null;

    private leader: CharacterSearch | null = null;

    /** The same as `taker`, where this script has added it. */
    private added: AnimComponent | null = null;

    override initialize() {
        super.initialize();
        for (const name of Object.keys(animationRetargetAttributes)) this.on(`attr:${name}`, this.refresh, this);
        this.on('enable', () => this.switchAdded(true));
        this.on('disable', () => this.switchAdded(false));
        this.on('destroy', () => {
            this.builds++;
            this.removeAdded();
        });
    }

    /** Whether the clips are there: from the event `ready` on. */
    get ready(): boolean {
        return this.isReady;
    }

    /** The clips that it has made, by the state, or path of a blend tree's node, that plays them. */
    get tracks(): ReadonlyMap<string, AnimTrack> {
        return this.given;
    }

    protected drop() {
        this.isReady = false;
        this.following = null;
        this.leader = null;
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.tellOf(rig, 'trunk', 'legs');
        this.builds++;
        if (this.live) return this.follow(this.live, record);
        const asset = this.source ?? findOwnMotions(this.app, rig.legs);
        if (asset) {
            const number = this.builds;
            whenLoaded(this.app, asset, () => {
                // the script may be gone by then, or have been refreshed
                if (number === this.builds) this.take(asset, rig);
            }, () => this.reports.enter('source', `the source "${asset.name}" could not be loaded. Check its file, then call refresh().`));
        } else {
            const name = ownMotionsName(rig.legs);
            this.reports.add(`the project has no asset "${name}" with the pack's own motions. Add templates/${name} to it as a container, or choose a Source, then call refresh().`);
        }
        return false;
    }

    protected override get isIdle(): boolean {
        return !this.following;
    }

    protected override get seamTime(): number {
        return SEAM;
    }

    protected step() {
        const { following } = this;
        if (following && this.acceptPose(following.read(), following)) following.write();
    }

    protected override turn(dt: number) {
        if (this.leader?.hasChanged()) this.refresh();
        if (this.following) this.turnOthers(this.following.top, dt);
        // a model that goes: another one may take its place
        const top = this.rig?.skeleton.nodes[0];
        if (top && top !== this.entity && !top.isDescendantOf(this.entity)) this.refresh();
        super.turn(dt);
    }

    /** Shows what another character shows from now on; answers whether there is one. */
    private follow(live: Entity, record: PoseRecord): boolean {
        this.leader = new CharacterSearch(live);
        const source = this.leader.find() && findActor(live), target = findActor(this.entity)!;
        const problem = source ? legProblem(source, target) : `there is no character at or below "${live.name}". Name the entity that holds the model as Live.`;
        if (!source || problem !== '') {
            // a mesh that is still on its way is waited for
            if (this.leader.isThere) this.reports.add(problem);
            return false;
        }
        this.following = new LivePose(source, target, this.editsOf(target.rig).flatMap(edit => readEdit(edit, target)), record);
        this.keepShown(record, this.following.turned, this.following.moved);
        return true;
    }

    /** Takes the clips of a source that is loaded. */
    private take(asset: Asset, rig: Rig) {
        const model = sourceModelOf(asset);
        if (!model || model.clips.size === 0) {
            this.reports.enter('source', `the source "${asset.name}" is no model with clips. Choose a container asset whose GLB holds a character and its clips.`);
            return;
        }
        const wanted = this.wantedOf(model, this.animOf(rig, model));
        const anim = findAnim(rig.skeleton.nodes[0])!;
        const { skeleton } = rig;
        // it knows the nodes of a model that is gone
        if (this.skeleton && this.skeleton !== skeleton) anim.rebind();
        this.skeleton = skeleton;
        const options = { rootMotion: this.rootMotion, keepFeet: this.keepFeet, keepHands: this.keepHands, referencePose: this.editsOf(rig) };
        const missed: RetargetMiss[] = [];
        for (const { clip, path } of wanted) {
            const { track, problem, misses } = retargetTrack(model.clips.get(clip)!, model.entity, this.entity, options);
            if (track) this.assign(anim, path, track);
            else this.reports.enter(`clip ${clip}`, problem);
            missed.push(...misses);
        }
        if (missed.length > 0) this.reports.enter('misses', tellMisses(this.entity.name, missed));
        this.isReady = true;
        this.announce(AnimationRetarget.EVENT_READY);
    }

    /** The anim component of the character, one of its own where it has none; without a state graph it gets the one of the pack's motions. */
    private animOf(rig: Rig, { entity }: SourceModel): AnimComponent {
        const found = findAnim(rig.skeleton.nodes[0]);
        if (!found) {
            this.entity.addComponent('anim', { activate: true });
            this.added = this.entity.anim!;
            this.added.enabled = this.enabled;
        }
        const anim = found ?? this.added!;
        if (anim !== this.taker) this.given.clear();
        this.taker = anim;
        if (anim.layers.length === 0 && this.clips.length === 0 && !this.source) loadOwnGraph(anim, rig, heightOf(rig) / heightOf(findCharacter(entity)!));
        return anim;
    }

    /** Which clip goes where. */
    private wantedOf({ clips }: SourceModel, anim: AnimComponent): WantedClip[] {
        if (this.clips.length > 0) {
            return this.clips.flatMap(({ name, state }, i) => {
                const clip = clips.has(name) ? name : fitName(name, clips.keys());
                if (clip !== null && name !== '') return [{ clip, path: state || pathOf(name) }];
                this.reports.enter(`row ${i}`, `row ${i + 1} of Clips: the source has no clip "${name}". Its clips are ${[...clips.keys()].join(', ')}. Choose one of them.`);
                return [];
            });
        }
        const open = anim.layers.flatMap(layer => layer.states.flatMap(state => [...openNodesOf(layer, state), ...this.given.has(state) ? [state] : []]));
        const paths = [...new Set(open)].filter(path => !CONTROL.includes(path));
        // a component that has no states yet gets one for each clip
        if (anim.layers.length === 0) return [...clips.keys()].map(name => ({ clip: name, path: pathOf(name) }));
        return paths.flatMap((path) => {
            const clip = clips.has(path) ? path : fitName(path.replaceAll('.', ' '), clips.keys());
            if (clip !== null) return [{ clip, path }];
            this.reports.enter(`state ${path}`, `the state "${path}" has no clip, and none of the source fits it by its name. Name one in Clips: ${[...clips.keys()].join(', ')}.`);
            return [];
        });
    }

    /** Gives a clip to the state of a path, in whichever layer it is. */
    private assign(anim: AnimComponent, path: string, track: AnimTrack) {
        const [state] = path.split('.');
        const layer = anim.layers.find(({ states }) => states.includes(state));
        if (layer) layer.assignAnimation(path, track);
        else anim.assignAnimation(path, track);
        this.given.set(path, track);
    }

    /** The rows of Reference Pose. */
    private editsOf(rig: Rig) {
        return this.referencePose.flatMap(({ bone, boneName, angles }, i) => {
            const index = findRowBone(rig, bone, boneName, `row ${i + 1} of Reference Pose`, sentence => this.reports.add(sentence));
            return index < 0 ? [] : [{ bone: rig.skeleton.nodes[index], angles: [angles.x, angles.y, angles.z] as const }];
        });
    }

    private switchAdded(on: boolean) {
        if (this.added?.entity) this.added.enabled = on;
    }

    private removeAdded() {
        if (this.added?.entity?.anim === this.added) this.added.entity.removeComponent('anim');
    }
}

function heightOf(rig: Rig): number {
    return rig.height * modelScale(rig);
}

/** States that every graph has. */
const CONTROL: readonly string[] = ['START', 'END', 'ANY'];

/** The name of a clip as that of a state: a dot would lead to a node of a blend tree. */
function pathOf(name: string): string {
    return name.replaceAll('.', ' ');
}
