import type { FieldError } from '@libs/kernel';

const MAX_DEPTH = 32;
const MAX_KEYS = 1_000;
const MAX_ITEMS = 1_000;

/**
 * Keys that reach an object's prototype when they are copied carelessly, and those that every object seems to have when
 * it is asked carelessly. No resource has a field of such a name.
 */
const FORBIDDEN_KEYS = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)]);

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * Looks through parsed JSON for what must not reach validation: excessive depth or size, and keys that name a prototype
 * or are no plain text. Walks with a list of its own, since nesting would exhaust the stack.
 */
export function findJsonProblem(json: unknown): FieldError | null {
  const places: Place[] = [{ value: json, path: '', depth: 1 }];
  let keys = 0;
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, path, depth } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) return { field: topOf(path), code: 'too_deep', params: { max: MAX_DEPTH } };
    if (Array.isArray(value)) {
      if (value.length > MAX_ITEMS) return { field: path, code: 'too_many_items', params: { max: MAX_ITEMS } };
      value.forEach((item, index) => places.push({ value: item, path: join(path, String(index)), depth: depth + 1 }));
      continue;
    }
    for (const [key, child] of Object.entries(value)) {
      keys += 1;
      if (keys > MAX_KEYS) return { field: topOf(path), code: 'too_many_keys', params: { max: MAX_KEYS } };
      if (FORBIDDEN_KEYS.has(key)) return { field: join(path, key), code: 'unknown_field' };
      if (!isPlainText(key)) return { field: path, code: 'unknown_field' };
      places.push({ value: child, path: join(path, key), depth: depth + 1 });
    }
  }
  return null;
}

/** Well-formed Unicode without NUL, which PostgreSQL cannot store. */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Deep and wide input makes long paths: its first segment is enough to find it. */
function topOf(path: string): string {
  return path.split('.', 1)[0] ?? '';
}
