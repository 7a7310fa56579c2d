import { isEqual, isPlain, member } from './equality';

export interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What changed within an object, such as one language of a text, instead of the object as a whole. */
export function splitChange({ path, before, after }: Change): Change[] {
  const isSplit =
    [before, after].every((value) => value === null || isPlain(value)) && (isPlain(before) || isPlain(after));
  if (!isSplit) return [{ path, before, after }];
  const [one, other] = [before, after].map((value) => (isPlain(value) ? value : {}));
  const keys = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  const parts = keys.map((key) => ({
    path: `${path}.${key}`,
    before: member(one ?? {}, key) ?? null,
    after: member(other ?? {}, key) ?? null,
  }));
  const changed = parts.filter((part) => !isEqual(part.before, part.after)).flatMap(splitChange);
  return changed.length > 0 ? changed : [{ path, before, after }];
}
