import { setImmediate } from 'node:timers/promises';
import { DependencyUnavailableError } from '@libs/kernel';
import { SearchPlaces } from './search-places';

describe('SearchPlaces', () => {
  const begun: string[] = [];
  let places: SearchPlaces;

  beforeEach(() => {
    begun.length = 0;
    places = new SearchPlaces(4);
  });

  /** A search that has a place until it is ended. */
  const search = (tenantId: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = places.run(tenantId, () => {
      begun.push(tenantId);
      return promise;
    });
    done.catch(() => undefined);
    return { done, end: resolve, fail: reject };
  };

  it('leaves places to other tenants', async () => {
    const many = Array.from({ length: 6 }, () => search('a'));
    search('b');
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'b']);
    many[0]!.end();
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'b', 'a']);
    many[1]!.fail(new Error('as any search may'));
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'b', 'a', 'a']);
  });

  it('has no more under way than there are places', async () => {
    const all = ['a', 'a', 'b', 'b', 'c', 'd'].map(search);
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'b', 'b']);
    all[3]!.end();
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'b', 'b', 'c']);
  });

  it('refuses those for whom there is no room to wait, and those who waited too long', async () => {
    places = new SearchPlaces(4, 20);
    const [first] = [search('a'), search('a')];
    const waiting = Array.from({ length: 32 }, () => search('a'));
    await expect(search('a').done).rejects.toThrow(DependencyUnavailableError);
    for (const { done } of waiting) await expect(done).rejects.toThrow(DependencyUnavailableError);
    first.end();
    await first.done;
    search('a');
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'a']);
  });
});
