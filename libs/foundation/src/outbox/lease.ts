/**
 * Renews a lease periodically while `work` runs. The last renewal has ended when this resolves.
 *
 * @param renew must not fail.
 */
export async function whileRenewing<T>(
  everyMs: number,
  renew: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  let renewal = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewal.then(renew);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewal;
  }
}
