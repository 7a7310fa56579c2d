import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

/** What is the same for every suite. Nest's packages are ES modules: the npm scripts set the flag that lets jest load them. */
const common: Config = {
  rootDir: '.',
  testEnvironment: 'node',
  transform: { '\\.ts$': ['@swc/jest', { swcrc: false, ...swc() }] },
  moduleNameMapper: { '^@libs/([^/]+)$': '<rootDir>/libs/$1/src' },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  setupFiles: ['reflect-metadata'],
};

const onDatabase: Config = {
  ...common,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/timeouts.ts'],
};

const config: Config = {
  // Jest leaves a core to itself, which on a small machine is half of it. More than eight would crowd the one database.
  maxWorkers: Math.min(availableParallelism(), 8),
  // ES modules that a suite has loaded are never let go of: a worker would grow by some ten megabytes a suite.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...common,
      displayName: 'unit',
      setupFilesAfterEnv: ['<rootDir>/test/support/timeouts.ts'],
      testMatch: ['<rootDir>/{apps,libs,migrations}/**/*.spec.ts', '<rootDir>/test/architecture/*.spec.ts'],
    },
    {
      ...onDatabase,
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,libs}/**/*.int-spec.ts', '<rootDir>/test/database/*.int-spec.ts'],
    },
    { ...onDatabase, displayName: 'e2e', testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'] },
  ],
};

function swc() {
  return {
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
  };
}

export default config;
