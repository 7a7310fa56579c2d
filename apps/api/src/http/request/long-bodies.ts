const long = new WeakSet<object>();

/** Marks a body parsed from a long text, which is processed in several turns of the event loop. */
export function markLong(body: unknown): void {
  if (typeof body === 'object' && body !== null) long.add(body);
}

export function isLongBody(body: unknown): boolean {
  return typeof body === 'object' && body !== null && long.has(body);
}
