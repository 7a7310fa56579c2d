/**
 * Waits for the answers to statements that were sent together, in their order.
 *
 * @throws the first failure, which is the cause of those that follow.
 */
export async function sentTogether(answers: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(answers)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
