import type { components } from '../../api/schema';
import { textOr } from '../../i18n';
import type { LocalizedText } from '../../parts/localized';
import type { Path } from '../../parts/merge';
import { useRecordForm } from '../../parts/record-form';
import { lastOrder } from '../../parts/tree';
import type { Category } from './all-categories';

export const STATUSES = [
  'active',
  'disabled',
] as const satisfies readonly components['schemas']['ContentCategoryStatus'][];

export interface CategoryValues {
  name: LocalizedText;
  slug: string;
  parent_id: string | null;
  status: components['schemas']['ContentCategoryStatus'];
}

interface Options {
  readonly appId: () => string;
  /** Null for a new one. */
  readonly id: () => string | null;
  /** What a new one is below. */
  readonly parentId?: () => string | null;
  readonly categories: () => readonly Category[];
  readonly saved: (record: Category, isNew: boolean) => void;
}

export function useCategoryForm({ appId, id, parentId, categories, saved }: Options) {
  return useRecordForm<CategoryValues, 'getAdminContentCategory'>({
    read: 'getAdminContentCategory',
    update: 'updateAdminContentCategory',
    create: 'createAdminContentCategory',
    path: () => {
      const given = id();
      return given === null ? null : { app_id: appId(), id: given };
    },
    parent: () => ({ app_id: appId() }),
    toValues: ({ name, slug, parent_id, status }) => ({ name, slug, parent_id, status }),
    empty: () => ({ name: {}, slug: '', parent_id: parentId?.() ?? null, status: 'active' }),
    // Wherever it comes, it comes last: what stands there already keeps its place.
    toBody: (fields) =>
      fields.parent_id === undefined ? fields : { ...fields, sort_order: lastOrder(categories(), fields.parent_id) },
    labelOf,
    saved,
  });
}

export function labelOf([field = '', ...rest]: Path): string {
  return [textOr(`categories.${field}`, field), ...rest].join(' › ');
}
