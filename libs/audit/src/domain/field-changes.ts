import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import canonicalize from 'canonicalize';
import { isSupportedLocale } from '@libs/kernel';
import { clipped, plainText } from './plain-text';
import { namesSecret } from './secret-names';

/** One changed field. Null stands for a value that did not exist, or no longer exists. */
export interface FieldChange {
  /** Dotted, such as `support.email`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Json = null | boolean | number | string | readonly Json[] | JsonObject;

interface JsonObject {
  readonly [key: string]: Json;
}

export const MASK = '********';

/** A value whose JSON takes more bytes is replaced by its digest. */
const MAX_VALUE_BYTES = 4_096;
const MAX_PATH_LENGTH = 300;

/**
 * The differences, field by field. Plain objects are compared by field; lists and localized texts are shown as a whole,
 * since they are replaced as a whole. Secrets are masked, by the names of their fields. A field that is null and one
 * that is absent are the same.
 */
export function changesBetween(before: object | null, after: object | null): FieldChange[] {
  return changesInside([], branch(asJson(before)) ?? {}, branch(asJson(after)) ?? {});
}

function changesInside(path: readonly string[], before: JsonObject, after: JsonObject): FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => changesOf([...path, key], member(before, key), member(after, key)));
}

function changesOf(path: readonly string[], before: Json, after: Json): FieldChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  const key = path.at(-1) ?? '';
  const [from, to] = [branch(before), branch(after)];
  if (!namesSecret(key)) {
    if (from && to) return changesInside(path, from, to);
    // Created or deleted objects are listed by their fields, unless they have none.
    const isOneSided = (from && after === null) || (to && before === null);
    const fields = isOneSided ? changesInside(path, from ?? {}, to ?? {}) : [];
    if (fields.length > 0) return fields;
  }
  return [
    {
      path: clipped(path.join('.'), MAX_PATH_LENGTH),
      before: shortened(masked(key, before)),
      after: shortened(masked(key, after)),
    },
  ];
}

/** The object whose fields are compared, or null. */
function branch(value: Json): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every(isSupportedLocale) ? null : (value as JsonObject);
}

function member(object: JsonObject, key: string): Json {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}

/** Masks the value of a secret, and secrets inside a value. Absence and booleans are not secret. */
function masked(key: string, value: Json): Json {
  if (value === null || typeof value === 'boolean') return value;
  if (namesSecret(key)) return MASK;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => masked('', item));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(name, inner)]));
}

function shortened(value: Json): unknown {
  const json = Buffer.from(canonicalize(value) ?? '');
  if (json.length <= MAX_VALUE_BYTES) return value;
  return { sha256: createHash('sha256').update(json).digest('hex'), length: json.length };
}

/**
 * The value as JSON has it and PostgreSQL can store it. Not by way of JSON text, which takes long for a large document.
 */
function asJson(value: unknown): Json {
  return jsonOf(value) ?? null;
}

/** Undefined if JSON has no such value. */
function jsonOf(value: unknown): Json | undefined {
  if (typeof value === 'string') return plainText(value);
  // JSON has one zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : null;
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return undefined;
  if (value instanceof Date) return jsonOf(value.toJSON());
  if (Array.isArray(value)) return value.map(asJson);
  const members = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    const json = jsonOf(inner);
    return json === undefined ? [] : [[plainText(key), json]];
  });
  return Object.fromEntries(members);
}
