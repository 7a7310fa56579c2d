import type { Profiler } from 'node:inspector';
import { selfTimes } from './self-times';

const node = (id: number, functionName: string, url: string): Profiler.ProfileNode => ({
  id,
  callFrame: { functionName, url, scriptId: '0', lineNumber: 41, columnNumber: 0 },
});

const PROFILE: Profiler.Profile = {
  startTime: 0,
  endTime: 1_000,
  nodes: [
    node(1, '(idle)', ''),
    node(2, 'read', 'file:///srv/dist/libs/iam/src/infrastructure/sessions.js'),
    node(3, 'query', '/srv/node_modules/pg/dist/client.js'),
    node(4, '', '/srv/node_modules/@nestjs/core/router.js'),
    node(5, 'writev', ''),
    node(6, 'onread', 'node:internal/stream'),
    node(7, '(garbage collector)', ''),
    node(8, 'post', 'node:inspector'),
  ],
  samples: [8, 1, 2, 3, 4, 5, 6, 7, 3],
  timeDeltas: [500, 900, 10, 20, 10, 10, 10, 10, 30],
};

describe('selfTimes', () => {
  const { functions, packages } = selfTimes(PROFILE);

  it('tells the time of packages, contexts and Node as shares of the time that was worked', () => {
    expect(packages).toEqual([
      { name: 'pg', share: 0.5 },
      { name: 'libs/iam', share: 0.1 },
      { name: '@nestjs/core', share: 0.1 },
      { name: 'node (native)', share: 0.1 },
      { name: 'node', share: 0.1 },
      { name: '(garbage collector)', share: 0.1 },
    ]);
  });

  it('tells the time of functions with their places', () => {
    expect(functions[0]).toEqual({ name: 'query  node_modules/pg/dist/client.js:42', share: 0.5 });
    expect(functions.map(({ name }) => name)).toContain('(anonymous)  node_modules/@nestjs/core/router.js:42');
  });
});
