import { plainText } from './plain-text';
import { namesSecret } from './secret-names';
import type { Steps } from './slices';

/**
 * Values as JSON represents them and PostgreSQL can store them, one level at a time: a document of megabytes is neither
 * copied nor walked at once.
 */

export const MASK = '********';

/** The cost of a value without a length. */
const VALUE_BYTES = 32;
/** Characters of a long text that are written at a time. */
const PIECE_LENGTH = 32 * 1024;

/** The value without what is inside it; undefined if JSON has no such value. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  // JSON has no negative zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : null;
  if (value instanceof Date) return plainValue(value.toJSON());
  return typeof value === 'boolean' || typeof value === 'object' ? value : undefined;
}

/** The fields of an object that JSON has. */
export function membersOf(object: object): ReadonlyMap<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [key, value] of Object.entries(object)) {
    const plain = plainValue(value);
    if (plain !== undefined) members.set(plainText(key), plain);
  }
  return members;
}

/** Whether the JSON of both is the same, apart from the order of fields. */
export function* sameJson(one: unknown, other: unknown): Steps<boolean> {
  const [a, b] = [plainValue(one) ?? null, plainValue(other) ?? null];
  yield typeof a === 'string' ? VALUE_BYTES + a.length : VALUE_BYTES;
  if (a === b) return true;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    for (const [place, item] of a.entries()) if (!(yield* sameJson(item, b[place]))) return false;
    return true;
  }
  const [from, to] = [membersOf(a), membersOf(b)];
  if (from.size !== to.size) return false;
  for (const [key, value] of from) if (!to.has(key) || !(yield* sameJson(value, to.get(key)))) return false;
  return true;
}

/**
 * The canonical JSON (RFC 8785) of a field, in pieces. The values of secrets are masked, by the names of their fields,
 * at any depth. Absence and booleans are not secret.
 */
export function* maskedJson(key: string, given: unknown): Generator<string, void, void> {
  const value = plainValue(given) ?? null;
  if (value === null || typeof value === 'boolean') yield String(value);
  else if (namesSecret(key)) yield JSON.stringify(MASK);
  else if (typeof value === 'string') yield* textJson(value);
  else if (!isContainer(value)) yield JSON.stringify(value);
  else if (Array.isArray(value)) {
    yield '[';
    for (const [place, item] of value.entries()) {
      if (place > 0) yield ',';
      yield* maskedJson('', item);
    }
    yield ']';
  } else yield* objectJson(value);
}

function* objectJson(object: object): Generator<string, void, void> {
  const members = [...membersOf(object)].sort(([a], [b]) => (a < b ? -1 : 1));
  yield '{';
  for (const [place, [name, inner]] of members.entries()) {
    yield `${place > 0 ? ',' : ''}${JSON.stringify(name)}:`;
    yield* maskedJson(name, inner);
  }
  yield '}';
}

function* textJson(text: string): Generator<string, void, void> {
  if (text.length <= PIECE_LENGTH) {
    yield JSON.stringify(text);
    return;
  }
  yield '"';
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + PIECE_LENGTH, text.length);
    // The halves of a split surrogate pair would be escaped.
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to -= 1;
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
  }
  yield '"';
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
