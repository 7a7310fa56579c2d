import { once } from 'node:events';
import { createServer } from 'node:net';

/** @throws Error when the address is taken by another program or does not belong to this machine. */
export async function expectFreeAddress({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (cause) {
    throw new Error(`nothing can listen on HOST ${host}, PORT ${port}`, { cause });
  }
  probe.close();
  await once(probe, 'close');
}
