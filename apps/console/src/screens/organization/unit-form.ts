import { textOr } from '../../i18n';
import type { Path } from '../../parts/merge';
import { useRecordForm } from '../../parts/record-form';
import { lastOrder } from '../../parts/tree';
import type { Unit } from './all-units';

export interface UnitValues {
  name: string;
  parent_id: string | null;
  manager_user_id: string | null;
}

interface Options {
  /** Null for a new one. */
  readonly id: () => string | null;
  /** What a new one is below. */
  readonly parentId: () => string | null;
  readonly units: () => readonly Unit[];
  readonly saved: (record: Unit, isNew: boolean) => void;
}

export function useUnitForm({ id, parentId, units, saved }: Options) {
  return useRecordForm<UnitValues, 'getAdminOrganizationUnit'>({
    ...{
      read: 'getAdminOrganizationUnit',
      update: 'updateAdminOrganizationUnit',
      create: 'createAdminOrganizationUnit',
    },
    path: () => {
      const given = id();
      return given === null ? null : { id: given };
    },
    toValues: ({ name, parent_id, manager_user_id }) => ({ name, parent_id, manager_user_id }),
    empty: () => ({ name: '', parent_id: parentId(), manager_user_id: null }),
    // Wherever it comes, it comes last. One that is there already is moved by an operation of its own.
    toBody: ({ parent_id, ...fields }, isNew) =>
      isNew ? { ...fields, parent_id, sort_order: lastOrder(units(), parent_id ?? null) } : fields,
    ...{ labelOf, saved },
  });
}

export function labelOf([field = '', ...rest]: Path): string {
  return [textOr(`organization.${field}`, field), ...rest].join(' › ');
}
