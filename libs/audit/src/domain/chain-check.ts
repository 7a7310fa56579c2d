import { type AuditRecord, GENESIS_HASH, recordHash } from './audit-record';

/** Checks a chain from its first record on. */
export class ChainCheck {
  private end: { readonly seq: number; readonly hash: string } = { seq: 0, hash: GENESIS_HASH };

  /** The number of valid records so far. */
  get checked(): number {
    return this.end.seq;
  }

  get hash(): string {
    return this.end.hash;
  }

  /**
   * Checks the next record. Returns the seq of the record that is broken, or null: a record that is missing, one whose
   * hash is not that of its content, or one that its successor does not refer to.
   *
   * @param redacted the hash of what is left of the record, if values in it were blanked with authority. Its place in
   * the chain is still that of the whole.
   * @param content the hash of the record as it stands.
   */
  add(record: AuditRecord, redacted: string | null = null, content = recordHash(record)): number | null {
    const { seq, hash } = this.end;
    if (record.seq !== seq + 1) return seq + 1;
    if ((redacted ?? record.hash) !== content) return record.seq;
    if (record.prev_hash !== hash) return Math.max(seq, 1);
    this.end = { seq: record.seq, hash: record.hash };
    return null;
  }
}
