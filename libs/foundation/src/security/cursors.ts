import { Injectable } from '@nestjs/common';
import { isUuid, MAX_UUID, ValidationFailedError } from '@libs/kernel';
import { sameSecret, Secrets } from './secrets';

/** The sort key of the last row of a page. */
export type CursorPosition = readonly (string | number)[];

const TAG_BYTES = 16;
const MAX_LENGTH = 1_024;

/**
 * Opaque, signed cursors, bound to a list with its filters and owner: for another list, or altered, they are refused (422).
 */
@Injectable()
export class Cursors {
  constructor(private readonly secrets: Secrets) {}

  /** @param list identifies the list by its name, its filters and, if it belongs to someone, its owner. */
  encode(list: readonly string[], position: CursorPosition): string {
    const keyId = this.secrets.currentKeyId;
    const body = Buffer.from(JSON.stringify([keyId, ...position]));
    return Buffer.concat([this.tag(list, body, keyId), body]).toString('base64url');
  }

  /** @throws ValidationFailedError naming the field `cursor`. */
  decode(list: readonly string[], cursor: string): CursorPosition {
    const position = this.verified(list, cursor);
    if (!position) throw ValidationFailedError.of('cursor', 'invalid');
    return position;
  }

  /**
   * Of a list by descending ids: the id above all of those that are still to be read.
   *
   * @throws ValidationFailedError naming the field `cursor`.
   */
  idAbove(list: readonly string[], cursor: string | undefined): string {
    const [id] = cursor === undefined ? [MAX_UUID] : this.decode(list, cursor);
    if (!isUuid(id)) throw ValidationFailedError.of('cursor', 'invalid');
    return id;
  }

  private verified(list: readonly string[], cursor: string): CursorPosition | null {
    if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    // Several encodings decode to the same bytes; only the issued one is accepted.
    if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== cursor) return null;
    const body = bytes.subarray(TAG_BYTES);
    const parsed = parse(body);
    const [keyId, ...position] = parsed ?? [];
    if (typeof keyId !== 'string' || !this.secrets.knows(keyId)) return null;
    return sameSecret(bytes.subarray(0, TAG_BYTES), this.tag(list, body, keyId)) ? position : null;
  }

  private tag(list: readonly string[], body: Buffer, keyId: string): Buffer {
    return this.secrets.hmac('cursor', [...list, body], keyId).subarray(0, TAG_BYTES);
  }
}

function parse(body: Buffer): (string | number)[] | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(value) ? (value as (string | number)[]) : null;
  } catch {
    return null;
  }
}
