import type { components } from '../../api/schema';
import type { LocalizedText } from '../../parts/localized';

type Schemas = components['schemas'];
export type Dictionary = Schemas['AdminDictionaryResponse'];

export const SCOPES = ['tenant', 'app', 'global'] as const satisfies readonly Schemas['DictionaryScope'][];
export const STATUSES = ['active', 'disabled'] as const satisfies readonly Schemas['DictionaryStatus'][];

export interface Item {
  readonly key: string;
  readonly label: LocalizedText;
  readonly value: string | number | boolean | null;
  readonly status: Schemas['DictionaryStatus'];
}

export interface DictionaryValues {
  code: string;
  name: LocalizedText;
  scope: Schemas['DictionaryScope'];
  app_id: string | null;
  is_public: boolean;
  status: Schemas['DictionaryStatus'];
  items: Item[];
}

export function emptyDictionary(): DictionaryValues {
  return { code: '', name: {}, scope: 'tenant', app_id: null, is_public: false, status: 'active', items: [] };
}

/** Items in the order in which clients get them: their place in the list says it from then on. */
export function valuesOf({ code, name, scope, app_id, is_public, status, items }: Dictionary): DictionaryValues {
  const ordered = [...items].sort((a, b) => a.sort_order - b.sort_order || (a.key < b.key ? -1 : 1));
  return {
    ...{ code, name, scope, app_id, is_public, status },
    items: ordered.map((item) => ({ key: item.key, label: item.label, value: item.value, status: item.status })),
  };
}

export function bodyOf(fields: Partial<DictionaryValues>): object {
  const { items, ...others } = fields;
  return items ? { ...others, items: items.map((item, sort_order) => ({ ...item, sort_order })) } : others;
}
