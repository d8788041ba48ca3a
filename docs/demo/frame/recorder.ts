import { say } from './message';

// Films the stage and hands the video to the user as a file.

/** Length of a video in seconds; it ends sooner when the user says so. */
const SECONDS = 10;

/** Bits of a second of the video. */
const RATE = 8e6;

/** Forms of videos, the one that takes the least work first: the stage is drawn meanwhile. Some browsers write the one, some the other. */
const FORMS = [{ type: 'video/webm;codecs=vp8', ending: 'webm' }, { type: 'video/webm', ending: 'webm' }, { type: 'video/mp4', ending: 'mp4' }];

const MILLISECONDS = 1000;

export class Recorder {
    private recorder: MediaRecorder | null = null;

    private end = 0;

    constructor(private readonly canvas: HTMLCanvasElement) {}

    /** Whether this browser can film a canvas. */
    static get isPossible(): boolean {
        return typeof MediaRecorder === 'function' && 'captureStream' in HTMLCanvasElement.prototype && Recorder.form !== undefined;
    }

    private static get form() {
        return FORMS.find(({ type }) => MediaRecorder.isTypeSupported(type));
    }

    /** Seconds that are still to be filmed; 0: nothing is. */
    get left(): number {
        return this.recorder ? Math.max(0, (this.end - performance.now()) / MILLISECONDS) : 0;
    }

    /**
     * Films the next ten seconds, or ends the film that is being made.
     *
     * @param name - Of the file.
     */
    toggle(name: string) {
        if (this.recorder) {
            this.recorder.stop();
            return;
        }
        const { type, ending } = Recorder.form!;
        const recorder = new MediaRecorder(this.canvas.captureStream(), { mimeType: type, videoBitsPerSecond: RATE });
        const parts: Blob[] = [];
        recorder.ondataavailable = ({ data }) => parts.push(data);
        recorder.onstop = () => {
            clearTimeout(timer);
            this.recorder = null;
            for (const track of recorder.stream.getTracks()) track.stop();
            const file = new Blob(parts, { type });
            if (file.size > 0) save(file, `${name}.${ending}`);
            else say('This browser has written an empty video. Record the screen with a program of your system instead.');
        };
        recorder.start();
        const timer = setTimeout(() => recorder.stop(), SECONDS * MILLISECONDS);
        this.end = performance.now() + SECONDS * MILLISECONDS;
        this.recorder = recorder;
    }
}

function save(file: Blob, name: string) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), MILLISECONDS);
}
