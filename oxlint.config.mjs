import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'oxlint';

/** A decorator of a class, a member or a parameter. All of them are written with a capital. */
const DECORATOR = /(^|[(,])\s*@[A-Z][\w.]*\(/m;

// What a decorated signature names is there at run time, as its metadata. The compiler refuses the types among it (TS1272).
const decorated = globSync('{apps,libs,migrations,test,bench}/**/*.ts').filter((file) =>
  DECORATOR.test(readFileSync(file, 'utf8')),
);

/** The rules that need no types, for scripts of components: those are checked by `vue-tsc`. */
const WITHOUT_TYPES = {
  'typescript/ban-ts-comment': 'error',
  'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  'typescript/no-empty-object-type': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-non-null-asserted-optional-chain': 'error',
  'typescript/no-require-imports': 'error',
  'typescript/no-unused-expressions': 'error',
  'typescript/no-wrapper-object-types': 'error',
  'typescript/prefer-as-const': 'error',
  eqeqeq: 'error',
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'no-console': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
};

/** The recommended rules of typescript-eslint, with and without types, and a few more. With types, also the compiler. */
export default defineConfig({
  plugins: ['typescript', 'vue'],
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'dist/',
    'node_modules/',
    '.data/',
    'coverage/',
    'apps/console/src/api/{operations,schema.d}.ts',
    'packages/*/src/generated/',
    // The linter reads types, and those of the example are there only once it is installed: it has a check of its own.
    'examples/**/*.ts',
  ],
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...WITHOUT_TYPES,
        'typescript/await-thenable': 'error',
        'typescript/no-array-constructor': 'error',
        'typescript/no-array-delete': 'error',
        'typescript/no-base-to-string': 'error',
        'typescript/no-duplicate-enum-values': 'error',
        'typescript/no-duplicate-type-constituents': 'error',
        'typescript/no-extra-non-null-assertion': 'error',
        'typescript/no-floating-promises': 'error',
        'typescript/no-for-in-array': 'error',
        'typescript/no-implied-eval': 'error',
        'typescript/no-misused-new': 'error',
        'typescript/no-misused-promises': 'error',
        'typescript/no-namespace': 'error',
        'typescript/no-redundant-type-constituents': 'error',
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
        'typescript/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        'typescript/only-throw-error': 'error',
        'typescript/prefer-namespace-keyword': 'error',
        'typescript/prefer-promise-reject-errors': 'error',
        'typescript/require-await': 'error',
        'typescript/restrict-plus-operands': 'error',
        'typescript/restrict-template-expressions': 'error',
        'typescript/switch-exhaustiveness-check': 'error',
        'typescript/triple-slash-reference': 'error',
        'typescript/unbound-method': 'error',
      },
    },
    {
      files: ['{apps/console,examples/*}/**/*.vue'],
      rules: {
        ...WITHOUT_TYPES,
        'vue/define-emits-declaration': 'error',
        'vue/define-props-declaration': 'error',
        'vue/no-arrow-functions-in-watch': 'error',
        'vue/no-async-in-computed-properties': 'error',
        'vue/no-dupe-keys': 'error',
        'vue/no-export-in-script-setup': 'error',
        'vue/no-expose-after-await': 'error',
        'vue/no-import-compiler-macros': 'error',
        'vue/no-lifecycle-after-await': 'error',
        'vue/no-reserved-component-names': 'error',
        'vue/no-reserved-props': 'error',
        'vue/no-side-effects-in-computed-properties': 'error',
        'vue/no-watch-after-await': 'error',
        'vue/require-prop-type-constructor': 'error',
        'vue/return-in-computed-property': 'error',
        'vue/return-in-emits-validator': 'error',
        'vue/valid-define-emits': 'error',
        'vue/valid-define-props': 'error',
        'vue/valid-next-tick': 'error',
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
