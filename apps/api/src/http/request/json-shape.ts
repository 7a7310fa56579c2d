import type { FieldError } from '@libs/kernel';

/**
 * Keys that reach an object's prototype when copied carelessly, and those that every object inherits. No resource has a
 * field of such a name.
 */
const FORBIDDEN_KEYS = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)]);

interface Place {
  readonly value: unknown;
  readonly path: string;
}

/**
 * Searches parsed JSON, whose size was checked before (see json-size.ts), for keys that name a prototype or are not
 * plain text: they must not reach validation.
 */
export function findJsonProblem(json: unknown): FieldError | null {
  const places: Place[] = [];
  if (typeof json === 'object' && json !== null) places.push({ value: json, path: '' });
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, path } = place;
    if (Array.isArray(value)) {
      value.forEach((item, index) => pushContainer(places, item, path, String(index)));
      continue;
    }
    for (const [key, child] of Object.entries(value as object)) {
      if (FORBIDDEN_KEYS.has(key)) return { field: join(path, key), code: 'unknown_field' };
      if (!isPlainText(key)) return { field: path, code: 'unknown_field' };
      pushContainer(places, child, path, key);
    }
  }
  return null;
}

/** Plain values have no keys. */
function pushContainer(places: Place[], value: unknown, path: string, key: string): void {
  if (typeof value === 'object' && value !== null) places.push({ value, path: join(path, key) });
}

/** Well-formed Unicode without NUL, which PostgreSQL cannot store. */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
