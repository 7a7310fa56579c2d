/** A content that the program made for one person to download. It never changes. */
export interface Archive {
  readonly tenantId: string;
  readonly id: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly storageKey: string;
}

/** Far more than the data of any user; stops an archive that would otherwise grow without limit. */
export const MAX_ARCHIVE_BYTES = 1024 ** 3;
