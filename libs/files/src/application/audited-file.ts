import { fieldsOf } from '@libs/foundation';
import { withWireNames } from '@libs/kernel';
import type { StoredFile } from '../domain/stored-file';
import { StoredFileSchema } from '../infrastructure/file.schema';

const FIELDS = fieldsOf(StoredFileSchema, { without: ['tenantId', 'id', 'storageKey', 'createdBy', 'createdAt'] });

/** A file as audit records contain it, with the keys of the wire. */
export function auditedFile(file: StoredFile): object {
  return withWireNames(file, FIELDS);
}
