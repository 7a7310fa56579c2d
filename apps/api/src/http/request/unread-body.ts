import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a client may go on sending what nobody reads, and how much. */
const PATIENCE_MS = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 50;

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

/**
 * Lets a client finish a body that nobody looks at while it is answered and for as long after that: then its connection
 * can be used again. One that goes on is cut off.
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
