/** A content that the program made for one person to fetch. It never changes. */
export interface Archive {
  readonly tenantId: string;
  readonly id: string;
  readonly sizeBytes: number;
  /** In lower-case hex. */
  readonly sha256: string;
  readonly storageKey: string;
}

/** Far beyond what anybody has: it ends what would go on for ever. */
export const MAX_ARCHIVE_BYTES = 1024 ** 3;
