/** How often the event loop turned until the work was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(turn);
  function turn(): void {
    turns++;
    next = setImmediate(turn);
  }
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return turns;
}
