import { ResourceImmutableFieldError, ValidationFailedError } from '@libs/kernel';
import { Dictionary, type NewDictionary } from './dictionary';
import { type DictionaryItem, itemsForClients } from './dictionary-item';

const TENANT = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';
const APP = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';
const NAME = { 'zh-CN': '订单状态', 'en-US': 'Order status' };

const anItem = (key: string, changes: Partial<DictionaryItem> = {}): DictionaryItem => ({
  key,
  label: { 'zh-CN': key },
  value: null,
  sortOrder: 0,
  status: 'active',
  ...changes,
});
const ITEMS = [anItem('paid'), anItem('open')];

const aDictionary = (input: Partial<NewDictionary> = {}) =>
  new Dictionary(TENANT, { code: 'order_status', name: NAME, scope: 'app', appId: APP, ...input }, 'zh-CN');

function errorsOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.fields.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
  return [];
}

describe('Dictionary', () => {
  it('is empty, active and not public at first', () => {
    expect(aDictionary()).toMatchObject({
      tenantId: TENANT,
      scope: 'app',
      appId: APP,
      code: 'order_status',
      name: NAME,
      items: [],
      isPublic: false,
      status: 'active',
      lockVersion: 1,
    });
  });

  it('keeps what does not change, and resets what is null', () => {
    const dictionary = aDictionary({ items: ITEMS, isPublic: true, status: 'disabled' });
    dictionary.update({ status: undefined, isPublic: false }, 'zh-CN');
    expect(dictionary).toMatchObject({ name: NAME, items: ITEMS, isPublic: false, status: 'disabled', lockVersion: 2 });
    dictionary.update({ items: null, status: null }, 'zh-CN');
    expect(dictionary).toMatchObject({ items: [], isPublic: false, status: 'active', lockVersion: 3 });
  });

  it('replaces its items as a whole', () => {
    const dictionary = aDictionary({ items: ITEMS });
    dictionary.update({ items: [anItem('closed')] }, 'zh-CN');
    expect(dictionary.items).toEqual([anItem('closed')]);
  });

  it.each([
    ['scope', { scope: 'tenant' }],
    ['app_id', { appId: null }],
    ['app_id', { appId: TENANT }],
    ['code', { code: 'status' }],
  ] as const)('never changes its %s', (field, changes) => {
    const dictionary = aDictionary();
    expect(() => dictionary.update(changes, 'zh-CN')).toThrow(ResourceImmutableFieldError);
    expect(() => dictionary.update(changes, 'zh-CN')).toThrow(expect.objectContaining({ extra: { field } }));
    expect(dictionary.lockVersion).toBe(1);
  });

  it('takes the present values of what never changes', () => {
    const dictionary = aDictionary();
    dictionary.update({ scope: 'app', appId: APP, code: 'order_status' }, 'zh-CN');
    expect(dictionary.lockVersion).toBe(2);
  });

  it('refuses a key that an item above has', () => {
    const items = [anItem('a'), anItem('b'), anItem('A'), anItem('b'), anItem('a')];
    expect(errorsOf(() => aDictionary({ items }))).toEqual(['items.3.key repeated_key', 'items.4.key repeated_key']);
    const dictionary = aDictionary({ items: ITEMS });
    expect(errorsOf(() => dictionary.update({ items }, 'zh-CN'))).toHaveLength(2);
    expect(dictionary).toMatchObject({ items: ITEMS, lockVersion: 1 });
  });

  it('has its texts in the default locale of its App', () => {
    const items = [anItem('a'), anItem('b', { label: { 'en-US': 'B' } })];
    expect(errorsOf(() => aDictionary({ name: { 'ja-JP': '状態' }, items }))).toEqual([
      'name.zh-CN required',
      'items.1.label.zh-CN required',
    ]);
  });

  it('has its texts in any language without an App', () => {
    const input = { code: 'a', name: { 'ja-JP': '状態' }, scope: 'tenant', appId: null, items: [anItem('a')] } as const;
    expect(errorsOf(() => new Dictionary(TENANT, input, null))).toEqual([]);
  });

  it('checks only what changes, when the App has another default locale', () => {
    const dictionary = aDictionary({ items: ITEMS });
    dictionary.update({ isPublic: true }, 'ja-JP');
    expect(errorsOf(() => dictionary.update({ name: NAME }, 'ja-JP'))).toEqual(['name.ja-JP required']);
  });
});

describe('The items for clients', () => {
  it('are the active ones by sort order, then by key', () => {
    const items = [
      anItem('b', { sortOrder: 1 }),
      anItem('a', { sortOrder: 1 }),
      anItem('B', { sortOrder: 1 }),
      anItem('hidden', { status: 'disabled' }),
      anItem('z'),
      anItem('10', { sortOrder: 2 }),
      anItem('9', { sortOrder: 2 }),
    ];
    expect(itemsForClients(items).map(({ key }) => key)).toEqual(['z', 'B', 'a', 'b', '10', '9']);
  });

  it('leave the dictionary as it was written', () => {
    const items = Object.freeze([anItem('b'), anItem('a')]);
    expect(itemsForClients(items).map(({ key }) => key)).toEqual(['a', 'b']);
    expect(items.map(({ key }) => key)).toEqual(['b', 'a']);
  });
});
