import { createHash, type Hash } from 'node:crypto';
import { isSupportedLocale } from '@libs/kernel';
import { plainText } from './plain-text';
import { maskedJson, membersOf, plainValue, sameJson } from './recorded-json';
import { namesSecret } from './secret-names';
import type { Steps } from './slices';

/** One changed field. Null stands for a value that did not exist, or no longer exists. */
export interface FieldChange {
  /** Dotted, such as `support.email`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = ReadonlyMap<string, unknown>;
/** Yields changes and, between them, the cost of finding them in bytes. */
type Differences = Generator<FieldChange | number, void, void>;

const NO_FIELDS: Fields = new Map();
/** A value whose JSON takes more bytes is replaced by its digest. */
const MAX_VALUE_BYTES = 4_096;
const MAX_PATH_LENGTH = 300;
/** The cost of an unchanged field. */
const FIELD_BYTES = 32;
/** Characters hashed at a time. */
const BUFFER_LENGTH = 16 * 1024;

/**
 * The differences, field by field. Plain objects are compared by field; lists and localized texts are shown as a whole,
 * since they are replaced as a whole. Secrets are masked, by the names of their fields. A field that is null and one
 * that is absent are the same.
 */
export function differences(before: object | null, after: object | null): Differences {
  return changesInside(null, fieldsOf(before) ?? NO_FIELDS, fieldsOf(after) ?? NO_FIELDS);
}

function* changesInside(path: string | null, before: Fields, after: Fields): Differences {
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    // Not the whole path: fields below a long name would each repeat it.
    const place = (path === null ? key : `${path}.${key}`).slice(0, MAX_PATH_LENGTH);
    yield FIELD_BYTES;
    yield* changesOf(place, key, before.get(key) ?? null, after.get(key) ?? null);
  }
}

function* changesOf(path: string, key: string, before: unknown, after: unknown): Differences {
  const [from, to] = namesSecret(key) ? [null, null] : [fieldsOf(before), fieldsOf(after)];
  if (from && to) return yield* changesInside(path, from, to);
  if (yield* sameJson(before, after)) return;
  // Created or deleted objects are listed by their fields, unless they have none.
  const isOneSided = (from && after === null) || (to && before === null);
  if (isOneSided && (yield* anyOf(changesInside(path, from ?? NO_FIELDS, to ?? NO_FIELDS)))) return;
  yield { path: plainText(path), before: yield* shown(key, before), after: yield* shown(key, after) };
}

/** @returns whether there were any. */
function* anyOf(changes: Differences): Generator<FieldChange | number, boolean, void> {
  let isAny = false;
  for (const change of changes) {
    isAny ||= typeof change !== 'number';
    yield change;
  }
  return isAny;
}

/** The fields of an object that is compared by field, or null. */
function fieldsOf(given: unknown): Fields | null {
  const value = plainValue(given);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = membersOf(value);
  return fields.size > 0 && [...fields.keys()].every(isSupportedLocale) ? null : fields;
}

/** The value, with masks in place of secrets, or its digest. */
function* shown(key: string, value: unknown): Steps<unknown> {
  let text = '';
  let length = 0;
  let hash: Hash | undefined;
  for (const piece of maskedJson(key, value)) {
    text += piece;
    length += Buffer.byteLength(piece);
    if (length > MAX_VALUE_BYTES) hash ??= createHash('sha256');
    if (hash && text.length > BUFFER_LENGTH) {
      hash.update(text);
      text = '';
    }
    yield FIELD_BYTES + piece.length;
  }
  return hash ? { sha256: hash.update(text).digest('hex'), length } : (JSON.parse(text) as unknown);
}
