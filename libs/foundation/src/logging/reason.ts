/** An error with all its causes, in one line. */
export function reasonOf(error: unknown): string {
  return [...reasons(error, new Set())].filter(Boolean).join('; cause: ').replace(/\s+/g, ' ');
}

function* reasons(error: unknown, seen: Set<unknown>): Generator<string> {
  if (error === undefined || error === null || seen.has(error)) return;
  seen.add(error);
  // Connecting to a name yields an error for each of its addresses, in an aggregate without a message.
  const parts = error instanceof AggregateError ? error.errors.map((part) => reasonOf(part)) : [];
  const isSilent = error instanceof Error && error.message === '' && parts.length > 0;
  if (!isSilent) yield error instanceof Error ? String(error) : typeof error === 'string' ? error : typeof error;
  if (parts.length > 0) yield [...new Set(parts)].join(' and ');
  if (error instanceof Error) yield* reasons(error.cause, seen);
}
