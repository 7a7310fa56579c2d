import { ClosedLoop } from './closed-loop';
import type { LoadOrder, LoadReport } from './script';

/** Generates load in a process of its own, so that what it costs is not counted as the bench's or a server's. */
let loop: ClosedLoop | null = null;

async function obey(order: LoadOrder): Promise<LoadReport> {
  if (order.kind === 'prepare') {
    await loop?.close();
    loop = new ClosedLoop(order.url, order.connections, order.script);
    return { kind: 'prepared' };
  }
  if (!loop) throw new Error('There is nothing to send');
  return { kind: 'done', result: await loop.run(order.amount) };
}

process.on('message', (order: LoadOrder) => {
  obey(order)
    .catch((error: unknown): LoadReport => ({ kind: 'failed', reason: String(error) }))
    .then((report) => process.send?.(report))
    .catch((error: unknown) => console.error(error));
});

// Without the bench there is nobody to work for.
process.once('disconnect', () => process.exit());
