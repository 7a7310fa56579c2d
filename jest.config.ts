import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from 'jest';

/**
 * The suites are compiled with the program (`test/compile.mjs`) and run as they are: in bare processes, where a module
 * that one suite has loaded is there for the next.
 */
const common: Config = {
  rootDir: 'dist',
  runner: resolve('test/suite-runner.mjs'),
  testEnvironment: 'node',
  transform: {},
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: ['<rootDir>/test/support/runner.js', '<rootDir>/test/support/proven-answers.js'],
};

const onDatabase: Config = {
  ...common,
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
};

const config: Config = {
  // Each waits now and then for the database, which another uses. More than eight would crowd it.
  maxWorkers: Math.min(availableParallelism() + 1, 8),
  testSequencer: resolve('test/suite-sequencer.mjs'),
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{apps,libs,migrations,bench}/**/*.spec.js',
        '<rootDir>/test/{architecture,console,deployment,docs,monitoring,support}/*.spec.js',
      ],
    },
    {
      ...onDatabase,
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,libs}/**/*.int-spec.js', '<rootDir>/test/database/*.int-spec.js'],
    },
    { ...onDatabase, displayName: 'e2e', testMatch: ['<rootDir>/test/**/*.e2e-spec.js'] },
    {
      // What walks through every screen of the console, and the guide in a browser: it takes longer with each of them (`npm run test:screens`).
      ...onDatabase,
      displayName: 'screens',
      testMatch: ['<rootDir>/test/{console,docs}/*.screens-spec.js'],
    },
    {
      // What measures time, or kills, freezes or starves processes: not beside the others (`npm run test:processes`).
      ...onDatabase,
      displayName: 'processes',
      testMatch: ['<rootDir>/{libs,test}/**/*.process-spec.js'],
    },
    {
      // What loses, freezes and cuts off whole parts of an installation, on servers of its own (`npm run test:faults`).
      ...common,
      displayName: 'faults',
      setupFilesAfterEnv: ['<rootDir>/test/support/runner.js'],
      testMatch: ['<rootDir>/test/faults/*.faults-spec.js'],
    },
  ],
};

export default config;
