import { type AbortSignalLike, host } from './host.js';
import { abortReason } from './transport.js';

/** Waits, unless the signal gives up before. */
export async function pause(milliseconds: number, signal?: AbortSignalLike): Promise<void> {
  if (signal?.aborted) throw abortReason(signal);
  await new Promise<void>((resolve, reject) => {
    const giveUp = (): void => {
      host.clearTimeout(timer);
      reject(abortReason(signal!));
    };
    const timer = host.setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', giveUp);
  });
}
