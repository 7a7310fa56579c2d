/** What went wrong and all that led to it, in one line. */
export function reasonOf(error: unknown): string {
  return [...reasons(error, new Set())].filter(Boolean).join('; cause: ').replace(/\s+/g, ' ');
}

function* reasons(error: unknown, seen: Set<unknown>): Generator<string> {
  if (error === undefined || error === null || seen.has(error)) return;
  seen.add(error);
  // Each address of a name that was tried has an error of its own, and what gathers them says nothing itself.
  const parts = error instanceof AggregateError ? error.errors.map((part) => reasonOf(part)) : [];
  const isSilent = error instanceof Error && error.message === '' && parts.length > 0;
  if (!isSilent) yield error instanceof Error ? String(error) : typeof error === 'string' ? error : typeof error;
  if (parts.length > 0) yield [...new Set(parts)].join(' and ');
  if (error instanceof Error) yield* reasons(error.cause, seen);
}
