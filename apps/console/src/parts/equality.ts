/** An object that JSON may have, and no list. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of values as JSON has them. An absent member equals one that is undefined; the order of members says nothing. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isPlain(one) || !isPlain(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isEqual(member(one, key), member(other, key)),
  );
}

/** What an object itself has under this name, and nothing of what all objects have. */
export function member(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The fields of `now` that differ from `before`: what a change sends. */
export function changesOf<T extends object>(before: T, now: T): Partial<T> {
  const [one, other] = [before, now] as unknown as Record<string, unknown>[];
  const changed = Object.entries(other ?? {}).filter(([key, value]) => !isEqual(member(one ?? {}, key), value));
  return Object.fromEntries(changed) as Partial<T>;
}

/** A copy that shares nothing, of values as JSON has them: also of what Vue has wrapped. */
export function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
