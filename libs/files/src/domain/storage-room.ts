import { StorageQuotaExceededError } from './files.errors';

/** The setting with the quota of a tenant, or of all tenants. 0 accepts no files. */
export const QUOTA_SETTING = 'files.quota_bytes';

const DEFAULT_QUOTA_BYTES = 50 * 1024 ** 3;

/** The storage that the files of a tenant use, and their quota. */
export class StorageRoom {
  constructor(
    readonly usedBytes: number,
    readonly quotaBytes: number,
  ) {}

  get leftBytes(): number {
    return Math.max(0, this.quotaBytes - this.usedBytes);
  }

  get isExceeded(): boolean {
    return this.usedBytes > this.quotaBytes;
  }

  /** @throws StorageQuotaExceededError */
  expectFor(bytes: number): void {
    if (bytes > this.leftBytes) throw this.exceeded();
  }

  exceeded(): StorageQuotaExceededError {
    return new StorageQuotaExceededError({ extra: { quota_bytes: this.quotaBytes } });
  }
}

/** @param setting the value of the setting: any JSON, as it may be written by hand; null if there is none. */
export function quotaOf(setting: unknown): number {
  return Number.isSafeInteger(setting) && Number(setting) >= 0 ? Number(setting) : DEFAULT_QUOTA_BYTES;
}
