import type { Logger } from '@libs/foundation';
import type { CountedReads } from '../../domain/articles/read-tally';
import type { ArticleFigures } from './article-figures';
import { ArticleReads } from './article-reads';

const scope = { tenantId: 'tenant', appId: 'app' };

describe('Reads of articles', () => {
  let written: CountedReads[][];
  let add: jest.Mock<Promise<void>, [readonly CountedReads[]]>;
  let warn: jest.Mock;
  let reads: ArticleReads;

  beforeEach(() => {
    written = [];
    add = jest.fn((counted: readonly CountedReads[]) => {
      written.push([...counted]);
      return Promise.resolve();
    });
    warn = jest.fn();
    const figures = { days: () => Promise.resolve(() => '2026-11-20'), add } as unknown as ArticleFigures;
    reads = new ArticleReads(figures, { warn } as unknown as Logger);
  });

  const sum = () => written.flat().reduce((all, one) => all + one.reads, 0);

  it('are kept when they cannot be written, and written once with those that came meanwhile', async () => {
    add.mockRejectedValueOnce(new Error('away'));
    reads.count(scope, 'menu', 'ann');
    await reads.write();
    expect(written).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(1);
    reads.count(scope, 'menu', 'bob');
    reads.count(scope, 'menu', null);
    await reads.write();
    expect(sum()).toBe(3);
    expect(
      written
        .flat()
        .flatMap(({ members }) => members)
        .sort(),
    ).toEqual(['ann', 'bob']);
    await reads.write();
    expect(sum()).toBe(3);
    await reads.onModuleDestroy();
  });

  it('of many members are written in batches, of which only those that failed are written again', async () => {
    const members = Array.from({ length: 12_000 }, (_, at) => `member-${at}`);
    for (const member of members) reads.count(scope, 'menu', member);
    add.mockImplementationOnce((counted) => {
      written.push([...counted]);
      // The next one fails.
      add.mockRejectedValueOnce(new Error('away'));
      return Promise.resolve();
    });
    await reads.write();
    expect(written).toHaveLength(1);
    await reads.write();
    expect(sum()).toBe(12_000);
    expect(new Set(written.flat().flatMap((one) => one.members)).size).toBe(12_000);
    expect(written.flat().flatMap((one) => one.members)).toHaveLength(12_000);
    await reads.onModuleDestroy();
  });

  it('are written at the end of the process, and nothing is written without any', async () => {
    await reads.write();
    expect(add).not.toHaveBeenCalled();
    reads.count(scope, 'menu', null);
    await reads.onModuleDestroy();
    expect(sum()).toBe(1);
  });

  it('are written soon after a quiet time, and then once a minute', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
    try {
      reads.count(scope, 'menu', 'ann');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(sum()).toBe(1);
      reads.count(scope, 'menu', 'ann');
      reads.count(scope, 'menu', 'ann');
      await jest.advanceTimersByTimeAsync(59_999);
      expect(sum()).toBe(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(sum()).toBe(3);
      await jest.advanceTimersByTimeAsync(600_000);
      expect(add).toHaveBeenCalledTimes(2);
    } finally {
      jest.useRealTimers();
    }
    await reads.onModuleDestroy();
  });
});
