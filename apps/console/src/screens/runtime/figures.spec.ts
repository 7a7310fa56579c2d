import { durationOf, hitRate, versionsOf } from './figures';

describe('The figures of the runtime', () => {
  it('tell a time by its two largest units', () => {
    expect(durationOf(0, 'en-US')).toBe('0 sec');
    expect(durationOf(59.9, 'en-US')).toBe('59 sec');
    expect(durationOf(3_661, 'en-US')).toBe('1 hr 1 min');
    expect(durationOf(86_400, 'en-US')).toBe('1 day');
    expect(durationOf(2 * 86_400 + 59, 'en-US')).toBe('2 days');
  });

  it('have no rate of a cache that nobody asked', () => {
    expect(hitRate({ name: 'apps', entries: 0, bytes: 0, hits: 0, misses: 0 })).toBeNull();
    expect(hitRate({ name: 'apps', entries: 1, bytes: 1, hits: 3, misses: 1 })).toBe(0.75);
  });

  it('name each version of the processes once', () => {
    const one = { version: '0.1.0', commit: null } as never;
    const other = { version: '0.1.0', commit: '4f9a1c2d5e' } as never;
    expect(versionsOf([one, other, one])).toEqual(['0.1.0', '0.1.0 (4f9a1c2)']);
  });
});
