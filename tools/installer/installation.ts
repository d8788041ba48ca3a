import type { Contents } from './contents';
import type { Project } from './project';
import type { TakingBack } from './taking-back';

/** What the steps of an installation share. */
export interface Installation {
    readonly project: Project;
    readonly contents: Contents;
    readonly back: TakingBack;
    /** Id of the folder of models and templates. */
    folder: number;
    tell(sentence: string): void;
}
