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

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
