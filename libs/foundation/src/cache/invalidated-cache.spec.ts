import { AsyncLocalStorage } from 'node:async_hooks';
import { InvalidatedCache } from './invalidated-cache';
import { KnownCaches } from './known-caches';

interface Listener {
  changed(key: string): void;
  reset(): void;
}

class FakeFeed {
  live = true;
  readonly caches = new KnownCaches();
  private readonly listeners = new Map<string, Listener>();

  subscribe(subject: string, listener: Listener): void {
    this.listeners.set(subject, listener);
  }

  change(subject: string, key: string): void {
    this.listeners.get(subject)?.changed(key);
  }

  reset(): void {
    for (const listener of this.listeners.values()) listener.reset();
  }
}

interface Text {
  readonly text: string;
}

type Options = Partial<ConstructorParameters<typeof InvalidatedCache<Text>>[1]>;

const setup = (options: Options = {}) => {
  const feed = new FakeFeed();
  const cache = new InvalidatedCache<Text>(feed, {
    subject: 'thing',
    sizeOf: ({ text }) => text.length,
    maxBytes: 1_000,
    ...options,
  });
  let reads = 0;
  const read = (text: string) => () => {
    reads += 1;
    return Promise.resolve({ text });
  };
  return { feed, cache, read, reads: () => reads };
};

/** A read that ends when it is told to. */
const slowRead = () => {
  const { promise, resolve, reject } = Promise.withResolvers<Text | null>();
  return { read: () => promise, resolve, reject };
};

describe('InvalidatedCache', () => {
  afterEach(() => jest.useRealTimers());

  it('reads a value once and hands on the very same object', async () => {
    const { cache, read, reads } = setup();
    const first = await cache.get('a', 'x', read('1'));
    expect(await cache.get('a', 'x', read('2'))).toBe(first);
    expect(reads()).toBe(1);
  });

  it('tells what it holds and how often it had what it was asked for, together with others of its name', async () => {
    const { feed, cache, read } = setup();
    const another = new InvalidatedCache<Text>(feed, { subject: 'thing', sizeOf: () => 7, maxBytes: 100 });
    const other = new InvalidatedCache<Text>(feed, { subject: 'other', sizeOf: () => 1, maxBytes: 100 });
    await cache.get('a', 'one', read('four'));
    await cache.get('a', 'one', read('four'));
    cache.known('a', 'one');
    await another.get('a', 'one', read(''));
    expect(other.statistics).toMatchObject({ entries: 0, hits: 0, misses: 0 });
    expect(feed.caches.statistics).toEqual([
      { name: 'other', entries: 0, bytes: 0, hits: 0, misses: 0 },
      { name: 'thing', entries: 2, bytes: 11, hits: 2, misses: 2 },
    ]);
  });

  it('forgets the scope that changed and no other', async () => {
    const { feed, cache, read } = setup();
    await cache.get('a', 'x', read('1'));
    await cache.get('a', 'y', read('1'));
    await cache.get('b', 'x', read('1'));
    feed.change('thing', 'a');
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '2' });
    expect(await cache.get('a', 'y', read('2'))).toEqual({ text: '2' });
    expect(await cache.get('b', 'x', read('2'))).toEqual({ text: '1' });
  });

  it('does not mind changes of another subject', async () => {
    const { feed, cache, read } = setup();
    await cache.get('a', 'x', read('1'));
    feed.change('other', 'a');
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '1' });
  });

  it.each([
    ['a bulk change', (feed: FakeFeed) => feed.change('thing', '')],
    ['a reset of the feed', (feed: FakeFeed) => feed.reset()],
  ])('forgets everything on %s', async (_, happen) => {
    const { feed, cache, read } = setup();
    await cache.get('a', 'x', read('1'));
    await cache.get('b', 'x', read('1'));
    happen(feed);
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '2' });
    expect(await cache.get('b', 'x', read('2'))).toEqual({ text: '2' });
  });

  describe.each([
    ['the scope changed', (feed: FakeFeed) => feed.change('thing', 'a')],
    ['everything changed', (feed: FakeFeed) => feed.change('thing', '')],
    ['the feed was reset', (feed: FakeFeed) => feed.reset()],
  ])('when %s during a read', (_, happen) => {
    it('does not keep what that read found', async () => {
      const { feed, cache, read } = setup();
      const slow = slowRead();
      const overtaken = cache.get('a', 'x', slow.read);
      happen(feed);
      slow.resolve({ text: 'before' });
      expect(await overtaken).toEqual({ text: 'before' });
      expect(await cache.get('a', 'x', read('after'))).toEqual({ text: 'after' });
    });

    it('reads again for callers who ask after the change, and keeps that', async () => {
      const { feed, cache, read } = setup();
      const [slow, next] = [slowRead(), slowRead()];
      const overtaken = cache.get('a', 'x', slow.read);
      happen(feed);
      const later = cache.get('a', 'x', next.read);
      next.resolve({ text: 'after' });
      expect(await later).toEqual({ text: 'after' });
      slow.resolve({ text: 'before' });
      expect(await overtaken).toEqual({ text: 'before' });
      expect(await cache.get('a', 'x', read('again'))).toEqual({ text: 'after' });
    });
  });

  it('keeps what was read while another scope changed', async () => {
    const { feed, cache, read } = setup();
    const slow = slowRead();
    const loading = cache.get('a', 'x', slow.read);
    feed.change('thing', 'b');
    slow.resolve({ text: '1' });
    await loading;
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '1' });
  });

  it('keeps nothing and shares nothing while the feed is down', async () => {
    const { feed, cache, read, reads } = setup();
    feed.live = false;
    await Promise.all([cache.get('a', 'x', read('1')), cache.get('a', 'x', read('2'))]);
    expect(await cache.get('a', 'x', read('3'))).toEqual({ text: '3' });
    expect(reads()).toBe(3);
  });

  it('reads once at a time for a crowd while the feed is down, and gives no caller what was read before it asked', async () => {
    const { feed, cache } = setup();
    feed.live = false;
    const reads = [slowRead(), slowRead(), slowRead()];
    let begun = 0;
    const ask = () => cache.get('a', 'x', () => (reads[begun++] ?? slowRead()).read());
    const first = ask();
    await Promise.resolve();
    const crowd = Array.from({ length: 100 }, ask);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toBe(1);
    reads[0]!.resolve({ text: 'before' });
    expect(await first).toEqual({ text: 'before' });
    await new Promise((resolve) => setImmediate(resolve));
    const later = ask();
    expect(begun).toBe(2);
    reads[1]!.resolve({ text: 'after' });
    expect(await Promise.all(crowd)).toEqual(Array.from({ length: 100 }, () => ({ text: 'after' })));
    reads[2]!.resolve({ text: 'later' });
    expect(await later).toEqual({ text: 'later' });
    expect(begun).toBe(3);
  });

  it('hands a failure to callers who wait behind it while the feed is down: the database is away for them, too', async () => {
    const { feed, cache, read, reads } = setup();
    feed.live = false;
    const slow = slowRead();
    const waiting = [cache.get('a', 'x', slow.read), cache.get('a', 'x', read('1')), cache.get('a', 'x', read('2'))];
    slow.reject(new Error('away'));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(reads()).toBe(0);
    expect(await cache.get('a', 'x', read('3'))).toEqual({ text: '3' });
  });

  it('does not keep what was read if the feed went down meanwhile', async () => {
    const { feed, cache, read } = setup();
    const slow = slowRead();
    const loading = cache.get('a', 'x', slow.read);
    feed.live = false;
    slow.resolve({ text: '1' });
    await loading;
    feed.live = true;
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '2' });
  });

  it('lets callers of the same moment share one read', async () => {
    const { cache, read, reads } = setup();
    const values = await Promise.all(Array.from({ length: 20 }, () => cache.get('a', 'x', read('1'))));
    expect(new Set(values).size).toBe(1);
    expect(reads()).toBe(1);
  });

  it('does not keep null', async () => {
    const { cache, read } = setup();
    expect(await cache.get('a', 'x', () => Promise.resolve(null))).toBeNull();
    expect(await cache.get('a', 'x', read('1'))).toEqual({ text: '1' });
  });

  it('hands a failure to everyone who waits and reads again for the next', async () => {
    const { cache, read } = setup();
    const slow = slowRead();
    const waiting = [cache.get('a', 'x', slow.read), cache.get('a', 'x', slow.read)];
    slow.reject(new Error('away'));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await cache.get('a', 'x', read('1'))).toEqual({ text: '1' });
  });

  it('drops the least recently used when it holds too much', async () => {
    const { cache, read } = setup({ maxBytes: 3 });
    await cache.get('a', 'x', read('1'));
    await cache.get('b', 'x', read('1'));
    await cache.get('c', 'x', read('1'));
    await cache.get('a', 'x', read('2'));
    await cache.get('d', 'x', read('1'));
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '1' });
    expect(await cache.get('b', 'x', read('2'))).toEqual({ text: '2' });
  });

  it('does not keep a value larger than its whole budget', async () => {
    const { cache, read } = setup({ maxBytes: 3 });
    await cache.get('a', 'x', read('1'));
    await cache.get('b', 'x', read('four'));
    expect(await cache.get('b', 'x', read('2'))).toEqual({ text: '2' });
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '1' });
  });

  it('counts the size of forgotten values as free again', async () => {
    const { feed, cache, read } = setup({ maxBytes: 3 });
    for (let round = 0; round < 10; round++) {
      await cache.get('a', 'x', read('123'));
      feed.change('thing', 'a');
    }
    await cache.get('a', 'x', read('123'));
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '123' });
  });

  it('reads again after a minute, even if the feed announced nothing', async () => {
    jest.useFakeTimers();
    const { cache, read } = setup();
    await cache.get('a', 'x', read('1'));
    jest.advanceTimersByTime(59_999);
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '1' });
    jest.advanceTimersByTime(1);
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '2' });
  });

  it('does not expire what can never change', async () => {
    jest.useFakeTimers();
    const { cache, read } = setup({ maxAgeMs: Infinity });
    await cache.get('a', 'x', read('1'));
    jest.advanceTimersByTime(3_600_000);
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '1' });
  });

  describe('of values that depend on further subjects', () => {
    const byText = () => setup({ further: { owner: ({ text }) => text } });

    it('forgets those that a change of one concerns, and no others', async () => {
      const { feed, cache, read } = byText();
      await cache.get('a', 'x', read('mine'));
      await cache.get('b', 'x', read('theirs'));
      feed.change('owner', 'mine');
      expect(await cache.get('a', 'x', read('new'))).toEqual({ text: 'new' });
      expect(await cache.get('b', 'x', read('new'))).toEqual({ text: 'theirs' });
    });

    it('forgets all on a bulk change of one', async () => {
      const { feed, cache, read } = byText();
      await cache.get('a', 'x', read('mine'));
      feed.change('owner', '');
      expect(await cache.get('a', 'x', read('new'))).toEqual({ text: 'new' });
    });

    it('keeps nothing that was being read during any change of one: whom it concerns is not known yet', async () => {
      const { feed, cache, read } = byText();
      const slow = slowRead();
      const overtaken = cache.get('a', 'x', slow.read);
      feed.change('owner', 'mine');
      const later = cache.get('a', 'x', read('new'));
      slow.resolve({ text: 'mine' });
      expect(await overtaken).toEqual({ text: 'mine' });
      expect(await later).toEqual({ text: 'new' });
      expect(await cache.get('a', 'x', read('again'))).toEqual({ text: 'new' });
    });
  });

  it('keeps a value as long as it holds by itself, from before it was read', async () => {
    jest.useFakeTimers();
    const { cache, read } = setup({ lifetimeMsOf: () => 1_000 });
    const slow = slowRead();
    const loading = cache.get('a', 'x', slow.read);
    jest.advanceTimersByTime(400);
    slow.resolve({ text: '1' });
    await loading;
    jest.advanceTimersByTime(599);
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '1' });
    jest.advanceTimersByTime(1);
    expect(await cache.get('a', 'x', read('2'))).toEqual({ text: '2' });
  });

  it('reads outside the transaction of the caller', async () => {
    const transaction = new AsyncLocalStorage<string>();
    const { cache } = setup();
    const value = await transaction.run('uncommitted', () =>
      cache.get('a', 'x', () => Promise.resolve({ text: transaction.getStore() ?? 'outside' })),
    );
    expect(value).toEqual({ text: 'outside' });
  });
});
