import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * For a program that has to be told its port. It is below those that systems give to whoever asks for any: nobody takes
 * it before the program does, or while that is away.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise<void>((resolve) => server.close(() => resolve()));
    return port;
  }
}
