import { fieldsOf } from '@libs/foundation';
import { withWireNames } from '@libs/kernel';
import type { StoredFile } from '../domain/stored-file';
import { StoredFileSchema } from '../infrastructure/file.schema';

const FIELDS = fieldsOf(StoredFileSchema, { without: ['tenantId', 'id', 'storageKey', 'createdBy', 'createdAt'] });

/**
 * A file as the record of administrators' doings has it, with the keys of the wire: every column that is not left out
 * above, in the order of the schema.
 */
export function auditedFile(file: StoredFile): object {
  return withWireNames(file, FIELDS);
}
