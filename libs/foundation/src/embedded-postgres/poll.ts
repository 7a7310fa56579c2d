const INTERVAL_MS = 10;

/** Asks until the answer is not null, or until the time is up: then null. Throws when `stopping` is aborted. */
export async function poll<T>(
  timeoutMs: number,
  ask: () => Promise<T | null>,
  stopping?: AbortSignal,
): Promise<T | null> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    stopping?.throwIfAborted();
    const answer = await ask();
    if (answer !== null || Date.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
