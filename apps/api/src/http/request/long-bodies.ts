const long = new WeakSet<object>();

/** Notes that this was parsed from a long text, so that it is not to be gone through all at once. */
export function markLong(body: unknown): void {
  if (typeof body === 'object' && body !== null) long.add(body);
}

export function isLongBody(body: unknown): boolean {
  return typeof body === 'object' && body !== null && long.has(body);
}
