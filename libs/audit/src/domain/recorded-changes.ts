import { createHash, type Hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { differences, type FieldChange } from './field-changes';
import { Slices } from './slices';

/** Changes that a record omits because it would be too large. */
export interface OmittedChanges {
  readonly count: number;
  /** SHA-256 of the canonical JSON (RFC 8785) of each, in order, followed by a line feed. Null once erased. */
  readonly sha256: string | null;
}

/** The changes as a record contains them. */
export interface RecordedChanges {
  readonly changes: readonly FieldChange[];
  readonly changesOmitted: OmittedChanges | null;
}

/** A resource before and after. */
export interface ChangedResource {
  readonly before: object | null;
  readonly after: object | null;
}

export const MAX_CHANGES = 100;
/** A record takes at most 64 KiB as JSON. Its other fields, at their longest and escaped, take up to 12 of them. */
export const MAX_RECORD_BYTES = 64 * 1024;
export const MAX_CHANGES_BYTES = 52 * 1024;

/** Lists changes as far as a record has room for them, and digests the rest. */
class ChangeList {
  private readonly changes: FieldChange[] = [];
  private room = MAX_CHANGES_BYTES;
  private omitted?: { count: number; readonly hash: Hash };

  /** @returns its size in bytes. */
  add(change: FieldChange): number {
    const line = `${canonicalize(change) ?? ''}\n`;
    const bytes = Buffer.byteLength(line);
    // The first that does not fit is the end of the list: nobody has to ask what is missing in between.
    if (this.omitted || this.changes.length === MAX_CHANGES || bytes > this.room) {
      this.omitted ??= { count: 0, hash: createHash('sha256') };
      this.omitted.count++;
      this.omitted.hash.update(line);
    } else {
      this.changes.push(change);
      this.room -= bytes;
    }
    return bytes;
  }

  end(): RecordedChanges {
    const { changes, omitted } = this;
    return { changes, changesOmitted: omitted ? { count: omitted.count, sha256: omitted.hash.digest('hex') } : null };
  }
}

/** The changes of all resources, in order. Yields to the event loop in between, however large they are. */
export async function changesIn(resources: readonly ChangedResource[]): Promise<RecordedChanges> {
  const slices = new Slices();
  const list = new ChangeList();
  for (const { before, after } of resources) {
    for (const found of differences(before, after)) {
      const pause = slices.spend(typeof found === 'number' ? found : list.add(found));
      if (pause) await pause;
    }
  }
  return list.end();
}
