import { domainEvent } from '@libs/kernel';
import type { StoredFile } from './stored-file';

/** Requests the scan of a pending file. */
export class ScanRequested extends domainEvent('files.scan_requested', ({ id }: StoredFile) => ({ file_id: id })) {}

/** Requests the removal of a content without references. */
export class ContentReleased extends domainEvent(
  'files.content_released',
  ({ storageKey }: Pick<StoredFile, 'tenantId' | 'appId' | 'storageKey'>) => ({ storage_key: storageKey }),
) {}
