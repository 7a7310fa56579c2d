import type { ChangeFeed, Logger } from '@libs/foundation';
import type { RegionIndex } from '../domain/region-index';
import { LiveRegionIndex } from './live-region-index';
import type { RegionLoader } from './region-loader';

class FakeFeed {
  live = true;
  private listener: { changed(): void; reset(): void } | null = null;

  subscribe(_subject: string, listener: { changed(): void; reset(): void }): void {
    this.listener = listener;
  }

  change(): void {
    this.listener?.changed();
  }

  reset(): void {
    this.listener?.reset();
  }
}

/** A database whose regions have a revision, and which can be slow or away. */
class FakeLoader {
  revision = 1;
  loads = 0;
  checks = 0;
  failure: Error | null = null;
  gate: Promise<void> = Promise.resolve();

  async load(stopping: AbortSignal): Promise<RegionIndex> {
    this.loads += 1;
    const revision = String(this.revision);
    await this.gate;
    stopping.throwIfAborted();
    if (this.failure) throw this.failure;
    return { revision } as RegionIndex;
  }

  async readState() {
    this.checks += 1;
    await this.gate;
    if (this.failure) throw this.failure;
    return { revision: String(this.revision), dataset: { version: 'v1', source: 'test' } };
  }
}

function setup() {
  const feed = new FakeFeed();
  const loader = new FakeLoader();
  const warnings: unknown[] = [];
  const logger = { warn: (fields: unknown) => warnings.push(fields) };
  const live = new LiveRegionIndex(
    loader as unknown as RegionLoader,
    feed as unknown as ChangeFeed,
    logger as unknown as Logger,
  );
  return { feed, loader, live, warnings };
}

const revisionOf = async (live: LiveRegionIndex) => (await live.current()).revision;

describe('LiveRegionIndex', () => {
  afterEach(() => jest.useRealTimers());

  it('loads once for all concurrent callers, and answers from memory afterwards', async () => {
    const { live, loader } = setup();
    const [first, second] = await Promise.all([live.current(), live.current()]);
    expect(first).toBe(second);
    expect(await live.current()).toBe(first);
    expect(loader).toMatchObject({ loads: 1, checks: 0 });
  });

  it('makes callers after a change wait for the new index', async () => {
    const { live, loader, feed } = setup();
    expect(await revisionOf(live)).toBe('1');
    loader.revision = 2;
    feed.change();
    expect(await revisionOf(live)).toBe('2');
    expect(loader.loads).toBe(2);
  });

  it('reads again if something changed while it was reading', async () => {
    const { live, loader, feed } = setup();
    const gate = Promise.withResolvers<void>();
    loader.gate = gate.promise;
    const asked = revisionOf(live);
    await Promise.resolve();
    loader.revision = 2;
    feed.change();
    gate.resolve();
    expect(await asked).toBe('2');
    expect(await revisionOf(live)).toBe('2');
  });

  it('keeps the same index after a reset if nothing changed', async () => {
    const { live, loader, feed } = setup();
    const index = await live.current();
    feed.reset();
    expect(await live.current()).toBe(index);
    expect(loader).toMatchObject({ loads: 1, checks: 1 });
  });

  it('asks the database each time while no changes are announced', async () => {
    const { live, loader, feed } = setup();
    await live.current();
    feed.live = false;
    expect(await revisionOf(live)).toBe('1');
    loader.revision = 2;
    expect(await revisionOf(live)).toBe('2');
    expect(loader).toMatchObject({ loads: 2, checks: 2 });
  });

  it('asks the database once a minute although no change was announced', async () => {
    jest.useFakeTimers();
    const { live, loader } = setup();
    await live.current();
    loader.revision = 2;
    jest.advanceTimersByTime(59_000);
    expect(await revisionOf(live)).toBe('1');
    jest.advanceTimersByTime(2_000);
    expect(await revisionOf(live)).toBe('2');
  });

  it('fails while the database is away, logs it, and recovers by itself', async () => {
    const { live, loader, feed, warnings } = setup();
    loader.failure = new Error('away');
    feed.change();
    await expect(live.current()).rejects.toThrow('away');
    expect(warnings).toEqual([{ reason: 'Error: away' }]);
    loader.failure = null;
    expect(await revisionOf(live)).toBe('1');
  });

  it('logs a load that fails once, however many changes are announced meanwhile', async () => {
    const { live, loader, feed, warnings } = setup();
    loader.failure = new Error('away');
    feed.reset();
    feed.change();
    feed.change();
    await expect(live.current()).rejects.toThrow('away');
    expect(warnings).toEqual([{ reason: 'Error: away' }]);
  });

  it('leaves a load that fails to the caller who began it', async () => {
    const { live, loader, feed, warnings } = setup();
    loader.failure = new Error('away');
    const asked = live.current();
    feed.change();
    await expect(asked).rejects.toThrow('away');
    expect(warnings).toEqual([]);
  });

  it('aborts a load when the process stops', async () => {
    const { live, loader, feed, warnings } = setup();
    const gate = Promise.withResolvers<void>();
    loader.gate = gate.promise;
    feed.change();
    const stopped = live.beforeApplicationShutdown();
    gate.resolve();
    await stopped;
    expect(warnings).toEqual([]);
    await expect(live.current()).rejects.toThrow('DEPENDENCY.UNAVAILABLE');
  });
});
