const KEY = /^[\x21-\x7e]{1,255}$/;

/** Whether a text may be an idempotency key: visible ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
  return KEY.test(text);
}

/** JSON with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
