import { but, wireOf } from '@libs/kernel';
import { type StoredFile, storedFile } from '../domain/stored-file';

const RECORDED = but(storedFile, 'tenantId', 'id', 'storageKey', 'createdBy', 'createdAt');

/** A file as audit records contain it, with the keys of the wire. */
export function auditedFile(file: StoredFile): object {
  return wireOf(RECORDED, file);
}
