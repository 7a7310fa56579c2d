import fc from 'fast-check';
import {
  type ListSpec,
  type ListState,
  narrowed,
  PAGE_SIZES,
  readListState,
  sortedBy,
  withListState,
  writeListState,
} from './list-query';

const SPEC: ListSpec = {
  filters: [
    { kind: 'text', name: 'q' },
    { kind: 'select', name: 'status', values: ['active', 'disabled'] },
    { kind: 'id', name: 'app_id' },
    { kind: 'days', from: 'from', to: 'to' },
  ],
  sorts: ['name', 'created_at'],
};
const FIRST: ListState = { filters: {}, page: 1, page_size: 20, sort: null };

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const typed = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/[\u0000-\u001f\u007f]/.test(text) && [...text].length <= 160);
const state: fc.Arbitrary<ListState> = fc.record({
  filters: fc.record(
    { q: typed, status: fc.constantFrom('active', 'disabled'), app_id: fc.uuid(), from: day, to: day },
    { requiredKeys: [], noNullPrototype: true },
  ),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  page_size: fc.constantFrom<number>(...PAGE_SIZES),
  sort: fc.constantFrom(null, 'name', '-name', 'created_at', '-created_at'),
});

describe('the address of a list', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(state, (each) => {
        const search = new URLSearchParams(writeListState(each, SPEC)).toString();
        expect(readListState(Object.fromEntries(new URLSearchParams(search)), SPEC)).toEqual(each);
      }),
    );
  });

  it('is empty for a list that nobody has narrowed', () => {
    expect(writeListState(FIRST, SPEC)).toEqual({});
    expect(readListState({}, SPEC)).toEqual(FIRST);
  });

  it.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1e3'],
    ['page', '1000001'],
    ['page', ['2', '3']],
    ['page_size', '1000'],
    ['page_size', '__proto__'],
    ['sort', 'password_hash'],
    ['sort', '--name'],
    ['sort', { name: 1 }],
    ['status', 'ACTIVE'],
    ['status', ['active']],
    ['from', '2026-02-30'],
    ['from', 'yesterday'],
    ['to', null],
    ['app_id', "1' or '1'='1"],
    ['q', '\u0000\n'],
    ['q', '   '],
    ['unknown', 'x'],
    ['__proto__', 'x'],
  ])('passes over %s=%j', (name, value) => {
    expect(readListState(Object.fromEntries([[name, value]]), SPEC)).toEqual(FIRST);
  });

  it('makes any text one that an address can carry and the API takes', () => {
    fc.assert(
      fc.property(fc.uint16Array({ maxLength: 400 }), (units) => {
        const q = readListState({ q: String.fromCharCode(...units) }, SPEC).filters['q'] ?? '';
        expect(() => encodeURIComponent(q)).not.toThrow();
        expect([...q].length).toBeLessThanOrEqual(160);
        expect(readListState({ q }, SPEC).filters['q'] ?? '').toBe(q);
      }),
    );
  });
});

describe('withListState', () => {
  it('leaves alone what is not of the list', () => {
    const query = { tab: 'history', q: 'old', page: '3' };
    expect(withListState(query, { ...FIRST, sort: 'name' }, SPEC)).toEqual({ tab: 'history', sort: 'name' });
  });
});

describe('narrowed', () => {
  it('returns to the first page, and lifts a filter that is emptied', () => {
    const before: ListState = { filters: { q: 'a', status: 'active' }, page: 7, page_size: 50, sort: '-name' };
    expect(narrowed(before, { status: '' })).toEqual({ filters: { q: 'a' }, page: 1, page_size: 50, sort: '-name' });
  });
});

describe('sortedBy', () => {
  it('goes from ascending to descending to the order of the API', () => {
    const sorts = [1, 2, 3].reduce<(string | null)[]>(
      (found) => [...found, sortedBy({ ...FIRST, sort: found.at(-1) ?? null }, 'name').sort],
      [],
    );
    expect(sorts).toEqual(['name', '-name', null]);
  });
});
