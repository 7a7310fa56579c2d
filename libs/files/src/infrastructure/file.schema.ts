import { entityOf } from '@libs/foundation';
import { StoredFile, storedFile } from '../domain/stored-file';

export const StoredFileSchema = entityOf(StoredFile, storedFile, {
  table: 'files',
  key: ['tenantId', 'id'],
  columns: { createdAt: { createDate: true } },
});
