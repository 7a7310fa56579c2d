import { fieldsOf } from '@libs/foundation';
import { withWireNames } from '@libs/kernel';
import type { Dictionary } from '../../domain/dictionaries/dictionary';
import { DictionarySchema } from '../../infrastructure/dictionaries/dictionary.schema';

/** What nobody decides about a dictionary. */
const UNRECORDED = ['tenantId', 'id', 'lockVersion', 'createdAt', 'updatedAt'] as const;
const FIELDS = fieldsOf(DictionarySchema, { without: UNRECORDED });
const ITEM_FIELDS = ['key', 'label', 'value', 'sortOrder', 'status'] as const;

/** A dictionary with the keys of the wire, for the audit log. */
export function recordOf(dictionary: Dictionary): Readonly<Record<string, unknown>> {
  return {
    ...withWireNames(dictionary, FIELDS),
    items: dictionary.items.map((item) => withWireNames(item, ITEM_FIELDS)),
  };
}
