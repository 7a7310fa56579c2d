import { type Arrows, arrowsBack, arrowsIn } from './arrows';
import { readSources } from './sources';

/** The supports of suites, bottom up, and the earlier ones that each may import. */
const SUPPORTS: Arrows = {
  'test/support': [],
  'test/http/support': ['test/support'],
  'test/mobile/support': ['test/support', 'test/http/support'],
  'test/admin/support': ['test/support'],
  'test/public/support': ['test/support', 'test/mobile/support', 'test/admin/support'],
  'test/console/support': ['test/support', 'test/mobile/support', 'test/admin/support'],
  'test/service/support': ['test/support', 'test/admin/support'],
  'test/sdk/support': ['test/support'],
  'test/docs/support': ['test/support', 'test/admin/support', 'test/sdk/support'],
  'test/examples/support': ['test/support', 'test/mobile/support', 'test/admin/support'],
  'test/deployment/support': ['test/support'],
  'test/operations/support': ['test/support', 'test/mobile/support', 'test/admin/support'],
  'test/faults/support': ['test/support', 'test/deployment/support'],
};

const sources = readSources('test/**/*.ts').filter(({ path }) => !path.startsWith('test/architecture/'));
const folderOf = (path: string) => /^test\/(?:\w+\/)?support(?=\/)/.exec(path)?.[0];

describe('The supports of suites', () => {
  it('are all that is not a suite', () => {
    expect(sources.map(({ path }) => path).filter((path) => folderOf(path) === undefined)).toEqual([]);
    expect([...new Set(sources.map(({ path }) => folderOf(path)))].sort()).toEqual(Object.keys(SUPPORTS).sort());
  });

  it('import only those before them', () => {
    expect(arrowsBack(SUPPORTS)).toEqual([]);
    expect(arrowsIn(sources, SUPPORTS, folderOf)).toEqual(SUPPORTS);
  });
});
