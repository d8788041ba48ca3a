import playcanvas from '@playcanvas/eslint-config';
import typescript from 'typescript-eslint';

export default [
    { ignores: ['build/', 'dist/', 'node_modules/', 'test/bench/node_modules/', 'screenshots/'] },
    ...playcanvas,
    ...typescript.configs.recommended,
    {
        rules: {
            // TypeScript checks imports itself
            'import/no-unresolved': 'off',
            'import/named': 'off',
            'import/namespace': 'off',
            'import/extensions': 'off',
            // short objects and steps that depend on each other read well as they are
            'object-property-newline': 'off',
            'no-await-in-loop': 'off',
            'brace-style': ['error', '1tbs', { allowSingleLine: true }]
        }
    },
    {
        files: ['**/*.ts'],
        languageOptions: { parser: typescript.parser },
        rules: {
            // TypeScript checks types and unused names itself
            'jsdoc/require-param': 'off',
            'jsdoc/require-param-type': 'off',
            'jsdoc/require-returns': 'off',
            'jsdoc/require-returns-type': 'off',
            'jsdoc/require-yields': 'off',
            'no-unused-vars': 'off',
            'no-use-before-define': 'off',
            // a script's class and the interface of its attributes share one name
            '@typescript-eslint/no-unsafe-declaration-merging': 'off',
            '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }]
        }
    }
];
