import { expect } from 'chai';
import ts from 'typescript';

import { limberScripts, type AttributeDefinition } from '../../scripts/index';
import { findOwnNames } from '../../tools/bundle/own-names';
import { buildTypes } from '../../tools/bundle/types';
import { describeFull } from '../support/skip';
import { compileSnippets, findSnippets, type Snippet } from '../support/snippets';

describeFull('dist/limber.d.ts', () => {
    let types = '';

    before(async () => {
        types = await buildTypes();
    });

    it('compiles, and every example of the documentation with it, under strict TypeScript', () => {
        const snippets = findSnippets(types);
        const places = snippets.map(({ place }) => place.replace(/:.*/, ''));
        for (const file of ['README.md', 'docs/mec-foot-placer.md', 'limber.d.ts']) expect(places).to.include(file);
        const wrong: Snippet[] = [
            'hero.script!.create(\'perfectLookAt\', { attributes: { targetObject: ball } })!.weight = \'much\';',
            'look.lookAtBones = [{ bonName: \'head\' }];',
            'look.upVector = 5;',
            'hero.script.create(\'perfectLookAt\');'
        ].map(code => ({ place: 'wrong', code }));
        const right: Snippet = {
            place: 'right',
            code: 'hero.script!.create(\'perfectLookAt\', { attributes: { upVector: [0, 1, 0], lookAtBones: [{ boneName: \'head\' }] } })!.refresh();\n' +
                'look.lookAtBones = [{ boneName: \'head\', rotationLimit: 60 }];\nconst limit: number = look.lookAtBones[0].rotationLimit;'
        };
        const sentences = compileSnippets([...snippets, right, ...wrong], types);
        expect(sentences.filter(sentence => !sentence.startsWith('wrong'))).to.deep.equal([]);
        expect(sentences.filter(sentence => sentence.startsWith('wrong')), 'mistakes are seen').to.have.length(wrong.length);
    });

    it('holds no name that the small file shortens', () => {
        const members = new Set<string>();
        const visit = (node: ts.Node) => {
            if ((ts.isClassElement(node) || ts.isTypeElement(node)) && node.name) members.add(node.name.getText());
            ts.forEachChild(node, visit);
        };
        visit(ts.createSourceFile('limber.d.ts', types, ts.ScriptTarget.ES2022, true));
        expect(members).to.include('lookAtBones');
        const { own } = findOwnNames();
        expect(own.length).to.be.above(500);
        expect(own.filter(name => members.has(name))).to.deep.equal([]);
    });

    it('documents each attribute and each field of a row with its text, its range and its default', () => {
        const expectText = ({ description, ...definition }: AttributeDefinition, name: string) => {
            const line = types.split('\n').findIndex((line, i, lines) => line.includes(description) && lines.slice(i, i + 6).some(below => new RegExp(`\\b${name}[:(]`).test(below)));
            expect(line, `${name}: ${description}`).to.be.at.least(0);
            const values = types.split('\n').slice(line, line + 4).join('\n');
            if (definition.type === 'number' && definition.min !== undefined) {
                expect(values, name).to.include(definition.max === undefined ? `At least ${definition.min}.` : `From ${definition.min} to ${definition.max}.`);
            }
            if (definition.type === 'number') expect(values, name).to.include(`Default: ${definition.default}.`);
        };
        for (const { attributes } of limberScripts) {
            for (const [name, definition] of Object.entries(attributes)) {
                expectText(definition, name);
                if (definition.type !== 'json') continue;
                for (const [field, fieldDefinition] of Object.entries(definition.schema)) expectText(fieldDefinition, field);
            }
        }
    });

    it('shows nothing of the inside: no private members, no tables, no arrays of the model', () => {
        expect(types).not.to.match(/^\s+(?:private|protected) /m);
        expect(types).not.to.match(/readonly (?:title|description): "/);
        for (const name of ['Skeleton', 'Rig', 'Int32Array', 'PoseRecord', 'AttributesOf']) expect(types).not.to.match(new RegExp(`\\b${name}\\b`));
        expect(types).to.match(/export \{[^}]*\bfindCharacter\b/);
    });
});
