import { existsSync, readFileSync } from 'node:fs';

import type { GraphNode } from 'playcanvas';

import { FileProblem } from './glb/file-problem';
import { useRoles } from '../scripts/rig/correction';

// Roles that are set by hand lie beside the file of their model: `wolf.roles.json` beside `wolf.glb`.

/** Corrects a model by the file of roles beside its own; where there is none it is as it is found. */
export function useRolesBeside(file: string, model: GraphNode) {
    const path = `${file.replace(/\.(?:glb|vrm)$/i, '')}.roles.json`;
    if (!existsSync(path)) return;
    const problem = useRoles(model, parse(path));
    if (problem !== '') throw new FileProblem(`"${path}": ${problem}`);
}

function parse(path: string): unknown {
    try {
        return JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
        throw new FileProblem(`"${path}" is no JSON (${(error as Error).message}). Save it again on the page "Drop a character", or take it away.`);
    }
}
