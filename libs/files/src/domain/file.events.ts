import { domainEvent } from '@libs/kernel';
import type { StoredFile } from './stored-file';

/** Has a pending file scanned, as often as it takes. */
export class ScanRequested extends domainEvent('files.scan_requested', ({ id }: StoredFile) => ({ file_id: id })) {}

/** Has a content removed once nothing refers to it. */
export class ContentReleased extends domainEvent(
  'files.content_released',
  ({ storageKey }: Pick<StoredFile, 'tenantId' | 'appId' | 'storageKey'>) => ({ storage_key: storageKey }),
) {}
