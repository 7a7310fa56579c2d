const INTERVAL_MS = 10;

/** Repeats `ask` until it returns a value. @returns null at the timeout. @throws when `stopping` is aborted. */
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
