import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'oxlint';

/** A decorator of a class, a member or a parameter. All of them are written with a capital. */
const DECORATOR = /(^|[(,])\s*@[A-Z][\w.]*\(/m;

// What a decorated signature names is there at run time, as its metadata. The compiler refuses the types among it (TS1272).
const decorated = globSync('{apps,libs,migrations,test,bench}/**/*.ts').filter((file) =>
  DECORATOR.test(readFileSync(file, 'utf8')),
);

/** The recommended rules of typescript-eslint, with and without types, and a few more. With types, also the compiler. */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist/', 'node_modules/', '.data/', 'coverage/'],
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        'typescript/await-thenable': 'error',
        'typescript/ban-ts-comment': 'error',
        'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
        'typescript/no-array-constructor': 'error',
        'typescript/no-array-delete': 'error',
        'typescript/no-base-to-string': 'error',
        'typescript/no-duplicate-enum-values': 'error',
        'typescript/no-duplicate-type-constituents': 'error',
        'typescript/no-empty-object-type': 'error',
        'typescript/no-explicit-any': 'error',
        'typescript/no-extra-non-null-assertion': 'error',
        'typescript/no-floating-promises': 'error',
        'typescript/no-for-in-array': 'error',
        'typescript/no-implied-eval': 'error',
        'typescript/no-misused-new': 'error',
        'typescript/no-misused-promises': 'error',
        'typescript/no-namespace': 'error',
        'typescript/no-non-null-asserted-optional-chain': 'error',
        'typescript/no-redundant-type-constituents': 'error',
        'typescript/no-require-imports': 'error',
        'typescript/no-this-alias': 'error',
        'typescript/no-unnecessary-type-assertion': 'error',
        'typescript/no-unnecessary-type-constraint': 'error',
        'typescript/no-unsafe-argument': 'error',
        'typescript/no-unsafe-assignment': 'error',
        'typescript/no-unsafe-call': 'error',
        'typescript/no-unsafe-declaration-merging': 'error',
        'typescript/no-unsafe-enum-comparison': 'error',
        'typescript/no-unsafe-function-type': 'error',
        'typescript/no-unsafe-member-access': 'error',
        'typescript/no-unsafe-return': 'error',
        'typescript/no-unsafe-unary-minus': 'error',
        'typescript/no-unused-expressions': 'error',
        'typescript/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        'typescript/no-wrapper-object-types': 'error',
        'typescript/only-throw-error': 'error',
        'typescript/prefer-as-const': 'error',
        'typescript/prefer-namespace-keyword': 'error',
        'typescript/prefer-promise-reject-errors': 'error',
        'typescript/require-await': 'error',
        'typescript/restrict-plus-operands': 'error',
        'typescript/restrict-template-expressions': 'error',
        'typescript/switch-exhaustiveness-check': 'error',
        'typescript/triple-slash-reference': 'error',
        'typescript/unbound-method': 'error',
        eqeqeq: 'error',
        'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
        'no-console': 'error',
        'no-var': 'error',
        'prefer-const': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
      },
    },
    { files: ['bench/**/*.ts'], rules: { 'no-console': 'off' } },
    {
      // supertest types every body as `any`; what a test expects of it is its assertion.
      files: ['test/**/*.ts', '**/*.spec.ts', '**/*.int-spec.ts', '**/*.process-spec.ts'],
      rules: {
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/unbound-method': 'off',
      },
    },
    { files: decorated, rules: { 'typescript/consistent-type-imports': 'off' } },
  ],
});
