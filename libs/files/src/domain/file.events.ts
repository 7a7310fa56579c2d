import type { DomainEvent } from '@libs/kernel';
import type { StoredFile } from './stored-file';

/** The type of outbox message that has a pending file scanned, as often as it takes. */
export const SCAN_REQUESTED = 'files.scan_requested';

/** The type of outbox message that has a content removed once nothing refers to it. */
export const CONTENT_RELEASED = 'files.content_released';

export class ScanRequested implements DomainEvent {
  readonly type = SCAN_REQUESTED;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, id }: StoredFile) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { file_id: id };
  }
}

export class ContentReleased implements DomainEvent {
  readonly type = CONTENT_RELEASED;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, storageKey }: Pick<StoredFile, 'tenantId' | 'appId' | 'storageKey'>) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { storage_key: storageKey };
  }
}
