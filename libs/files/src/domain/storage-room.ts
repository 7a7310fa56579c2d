import { StorageQuotaExceededError } from './files.errors';

/** The setting that holds the quota of a tenant, or of all. 0 takes no file any more. */
export const QUOTA_SETTING = 'files.quota_bytes';

const DEFAULT_QUOTA_BYTES = 50 * 1024 ** 3;

/** How much the files of a tenant take, and how much they may. */
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

/** @param setting its value, of any JSON; null where there is none. A setting is somebody's typing. */
export function quotaOf(setting: unknown): number {
  return Number.isSafeInteger(setting) && Number(setting) >= 0 ? Number(setting) : DEFAULT_QUOTA_BYTES;
}
