import type { IncomingMessage, ServerResponse } from 'node:http';

/** The time and the size for which a client may go on sending an unread body. */
const PATIENCE_MS = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 50;

/**
 * Lets a client finish sending an unread body. Closing a connection with unread data resets it, so that the client might
 * never see the answer. A client with a longer body is answered at once.
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

/**
 * Lets a client finish sending an ignored body for a time after the answer, so that its connection can be reused. A client
 * that continues is cut off.
 */
export function forgetBodyAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.once('close', () => {
    const { socket } = request;
    const { bytesRead } = socket;
    let left = PATIENCE_MS / LOOK_EVERY_MS;
    const looks = setInterval(() => {
      left -= 1;
      const isOver = request.complete || socket.destroyed;
      if (!isOver && left > 0 && socket.bytesRead - bytesRead <= MAX_BYTES) return;
      clearInterval(looks);
      if (!isOver) socket.destroy();
    }, LOOK_EVERY_MS);
  });
}
