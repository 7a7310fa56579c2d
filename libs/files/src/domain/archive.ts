/** A content that the program made for one person to download. It never changes. */
export interface Archive {
  readonly tenantId: string;
  readonly id: string;
  readonly sizeBytes: number;
  /** In lower-case hex. */
  readonly sha256: string;
  readonly storageKey: string;
}

/** Far more than any user has: ends an archive that would otherwise grow without end. */
export const MAX_ARCHIVE_BYTES = 1024 ** 3;
