import type { IncomingMessage } from 'node:http';

/** How long a refused client may go on sending before it is answered, and how much. */
const PATIENCE_MS = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Lets a client finish what nobody will look at. Whoever is cut off while sending may never see why: where the connection
 * ends with the answer, what has arrived and was not read resets it. What is longer is told at once.
 */
export async function forgetBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || Number(request.headers['content-length']) > MAX_BYTES) return;
  await new Promise<void>((resolve) => {
    const impatience = setTimeout(resolve, PATIENCE_MS);
    request.once('close', () => {
      clearTimeout(impatience);
      resolve();
    });
    request.resume();
  });
}
