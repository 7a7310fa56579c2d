import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { getCountries } from 'libphonenumber-js/max';
import { PeopleSearch } from './people-search';

const COUNTRIES = getCountries();

describe('A number without its country', () => {
  it('is tried in those of all Apps of the tenant, and others have their turn in between', async () => {
    const looked: unknown[] = [];
    const read = (_tenantId: string, text: string, values: unknown[]) => {
      if (text.includes('FROM apps')) return Promise.resolve(COUNTRIES.map((country) => ({ country })));
      looked.push(values);
      return Promise.resolve([]);
    };
    const search = new PeopleSearch({ read, readRecent: read } as unknown as Database);
    let turns = 0;
    const count = (): void => {
      turns++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await search.search(['user'], { tenantId: newId(), appIds: null, text: '138 0013 8000', limit: 5 });
    clearImmediate(counting);
    expect(looked[0]).toContainEqual(expect.arrayContaining(['+8613800138000', '+4913800138000']));
    expect(turns).toBeGreaterThanOrEqual(COUNTRIES.length - 1);
  });
});
