import { batchesOf, type CountedReads, ReadTally } from './read-tally';

const scope = { tenantId: 'tenant', appId: 'app' };
const LIMITS = { articles: 100, members: 100 };
const NOON = Date.UTC(2026, 10, 20, 12, 7);
const QUARTER = new Date(Date.UTC(2026, 10, 20, 12, 0));

function counted(articleId: string, reads: number, members: readonly string[]): CountedReads {
  return { scope, articleId, since: QUARTER, reads, members };
}

describe('A tally of reads', () => {
  it('counts every read, and each member once for an article and a quarter of an hour', () => {
    const tally = new ReadTally(LIMITS);
    expect(tally.isEmpty).toBe(true);
    for (const reader of ['ann', 'ann', 'bob', null]) expect(tally.count(scope, 'menu', reader, NOON)).toBe(true);
    tally.count(scope, 'tea', 'ann', NOON);
    tally.count(scope, 'menu', 'ann', NOON + 10 * 60_000);
    expect(tally.isEmpty).toBe(false);
    expect(tally.take()).toEqual([
      counted('menu', 4, ['ann', 'bob']),
      counted('tea', 1, ['ann']),
      { ...counted('menu', 1, ['ann']), since: new Date(Date.UTC(2026, 10, 20, 12, 15)) },
    ]);
    expect(tally.isEmpty).toBe(true);
    expect(tally.take()).toEqual([]);
  });

  it('takes back what could not be written, and adds it to what came meanwhile', () => {
    const tally = new ReadTally(LIMITS);
    tally.count(scope, 'menu', 'bob', NOON);
    expect(tally.putBack([counted('menu', 2, ['ann', 'bob'])])).toBe(true);
    expect(tally.take()).toEqual([counted('menu', 3, ['bob', 'ann'])]);
  });

  it('keeps no more than its limits, and says so', () => {
    const tally = new ReadTally({ articles: 1, members: 2 });
    expect(tally.count(scope, 'menu', 'ann', NOON)).toBe(true);
    expect(tally.count(scope, 'menu', 'bob', NOON)).toBe(true);
    expect(tally.count(scope, 'menu', 'cat', NOON)).toBe(false);
    expect(tally.count(scope, 'menu', 'ann', NOON)).toBe(true);
    expect(tally.count(scope, 'tea', null, NOON)).toBe(false);
    expect(tally.putBack([counted('tea', 1, [])])).toBe(false);
    expect(tally.putBack([counted('menu', 1, ['dan'])])).toBe(false);
    expect(tally.take()).toEqual([counted('menu', 5, ['ann', 'bob'])]);
    // There is room again.
    expect(tally.count(scope, 'tea', 'cat', NOON)).toBe(true);
  });
});

describe('Batches of reads', () => {
  it('are of limited size, and count each read once', () => {
    const members = Array.from({ length: 7 }, (_, at) => `m${at}`);
    const all = [counted('a', 9, members), counted('b', 1, []), counted('c', 2, ['x', 'y'])];
    const batches = [...batchesOf(all, 3)];
    for (const batch of batches) expect(batch.reduce((sum, one) => sum + one.members.length, 0)).toBeLessThanOrEqual(3);
    const pieces = batches.flat();
    expect(pieces.reduce((sum, { reads }) => sum + reads, 0)).toBe(12);
    expect(pieces.flatMap((one) => (one.articleId === 'a' ? one.members : []))).toEqual(members);
    expect(batches.slice(-1)).toEqual([[counted('c', 2, ['x', 'y'])]]);
  });

  it('of nothing are none', () => {
    expect([...batchesOf([], 3)]).toEqual([]);
  });
});
