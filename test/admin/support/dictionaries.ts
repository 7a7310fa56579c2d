import type { AdminClient } from './admin';

/** AdminDictionaryResponse on the wire. */
export interface DictionaryAnswer {
  readonly id: string;
  readonly code: string;
  readonly name: object;
  readonly scope: string;
  readonly app_id: string | null;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly is_public: boolean;
  readonly status: string;
  readonly lock_version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export const NAME = { 'zh-CN': '订单状态', 'en-US': 'Order status' };
export const PAID = { key: 'paid', label: { 'zh-CN': '已付款', 'en-US': 'Paid' }, value: 20 };
export const OPEN = { key: 'open', label: { 'zh-CN': '待付款', 'en-US': 'Open' }, value: 10 };

let last = 0;

/** A code that is unique in the suite. */
export const aCode = () => `code-${last++}`;

/** What clients can read once it is created. */
export const aDictionary = (input: object = {}) => ({
  code: aCode(),
  name: NAME,
  scope: 'tenant',
  items: [PAID, OPEN],
  is_public: true,
  ...input,
});

export function dictionaryClient(admin: AdminClient) {
  const read = async (id: string): Promise<DictionaryAnswer> =>
    (await admin.get(`dictionaries/${id}`).expect(200)).body.data as DictionaryAnswer;
  return {
    read,
    create: async (input: object = {}): Promise<DictionaryAnswer> =>
      (await admin.post('dictionaries', aDictionary(input)).expect(201)).body.data as DictionaryAnswer,
    patch: async (id: string, changes: object): Promise<DictionaryAnswer> => {
      const { lock_version } = await read(id);
      const { body } = await admin.patch(`dictionaries/${id}`, { lock_version, ...changes }).expect(200);
      return body.data as DictionaryAnswer;
    },
    remove: async (id: string): Promise<void> => {
      const { lock_version } = await read(id);
      await admin.delete(`dictionaries/${id}?lock_version=${lock_version}`).expect(200);
    },
  };
}

export type DictionaryClient = ReturnType<typeof dictionaryClient>;
