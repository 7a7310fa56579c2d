/** The whole of them, on a machine that has other things to do. No test relies on it. */
const TIMEOUT_MS = 300_000;

/**
 * Makes tests that wait for the most part run beside each other, some at once: those of the block that asks, from its
 * start on. Each has what it needs for itself, and is judged where it stands.
 */
export function sideBySide(atOnce: number): (title: string, run: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let running: Promise<void>[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  beforeAll(() => {
    running = Array.from({ length: atOnce }, work);
  });
  // Also of those that were not asked about.
  afterAll(() => Promise.all(running), TIMEOUT_MS);
  return (title, run) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    // It may fail before its test is the next to be told of.
    promise.catch(() => undefined);
    waiting.push(async () => {
      const outcome = run();
      resolve(outcome);
      await outcome.catch(() => undefined);
    });
    it(title, () => promise, TIMEOUT_MS);
  };
}
