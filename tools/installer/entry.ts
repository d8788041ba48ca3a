import type { Contents } from './contents';
import type { Editor } from './editor-api';
import { install, type InstallOptions } from './install';

// The snippet: installs as soon as it is run, and leaves limberInstall() for another run.

/** What the build puts in. */
declare const CONTENTS: Contents;

interface Page {
    editor?: Editor;
    limberInstall?(options?: InstallOptions): Promise<boolean>;
}

const page = globalThis as unknown as Page;

function tell(sentence: string) {
    console.log(`[limber] ${sentence}`);
    page.editor?.call('status:text', `Limber: ${sentence}`);
}

page.limberInstall = options => install(page.editor, CONTENTS, tell, options);
page.limberInstall();
