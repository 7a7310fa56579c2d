import type { IncomingMessage } from 'node:http';

/** How long a refused client may go on sending before it is answered, and how much. */
const PATIENCE_MS = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Lets a client finish sending a body that nobody will read. Closing a connection with unread data resets it, so that
 * the client might never see the answer. A client with a longer body is answered at once.
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
