import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

// Says what keeps a tag from being released: node --import ./tools/typescript.mjs tools/release.ts v1.2.3

/** Stands in package.json for what only the owner of the project knows. */
export const PLACEHOLDER = 'OWNER';

/** The fields that say where the project lives. */
export const OWNERS_FIELDS = ['repository', 'homepage', 'bugs'] as const;

type Package = Readonly<Record<string, unknown>>;

/** The fields that the owner has still to fill. */
export function unfilledFields(json: Package): string[] {
    return OWNERS_FIELDS.filter(field => !json[field] || JSON.stringify(json[field]).includes(PLACEHOLDER));
}

/** What keeps a tag from being released, one sentence each. */
export function releaseProblems(tag: string, json: Package, changelog: string): string[] {
    const version = String(json.version);
    const problems = unfilledFields(json).map(field => `${field} in package.json is a placeholder. Fill it in.`);
    if (tag !== `v${version}`) problems.push(`The tag is ${tag}, and package.json has version ${version}. Make the tag v${version}, or change the version.`);
    if (!changelog.includes(`\n## ${version} `)) problems.push(`docs/CHANGELOG.md has no section "## ${version} - date". Put it above what was not released before.`);
    return problems;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const problems = releaseProblems(process.argv[2] ?? '', JSON.parse(readFileSync('package.json', 'utf8')), readFileSync('docs/CHANGELOG.md', 'utf8'));
    for (const problem of problems) console.error(`[release] ${problem}`);
    process.exitCode = problems.length > 0 ? 1 : 0;
}
