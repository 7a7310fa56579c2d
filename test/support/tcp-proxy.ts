import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** A fixed address before a server whose port changes, or that is away for a while. */
export interface TcpProxy {
  readonly port: number;
  /** Where connections go from now on; null: they are cut. */
  target: number | null;
  /** How many connections were cut without a target. */
  readonly refused: number;
  /** Sees what a client sends, before it is passed on. */
  onRequest: (text: string) => void;
  /**
   * Stops passing anything on in either direction, until it is thawed. Connections stay open, and new ones are
   * accepted.
   */
  freeze(): void;
  thaw(): void;
  /** For how long everything is held up on its way, in either direction, in its order. */
  delayMs: number;
  /** Ends all connections. */
  cut(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const proxy = {
    target: target as number | null,
    refused: 0,
    onRequest: (_text: string): void => undefined,
    delayMs: 0,
  };
  let frozen: PromiseWithResolvers<void> | null = null;
  const gate = (see: (text: string) => void): Transform => {
    let before: Promise<unknown> = Promise.resolve();
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        see(chunk.toString('latin1'));
        const { delayMs } = proxy;
        const due = delayMs > 0 ? delay(delayMs) : undefined;
        before = before.then(() => due).then(() => frozen?.promise);
        const passed = before.then(() => this.push(chunk));
        // What is only late does not keep the rest from setting out.
        if (due) done();
        else void passed.then(() => done());
      },
      flush: (done) => void before.then(() => done()),
    });
  };
  const server = createServer((inbound) => {
    track(inbound);
    if (proxy.target === null) {
      proxy.refused += 1;
      inbound.destroy();
      return;
    }
    const outbound = connect(proxy.target, '127.0.0.1');
    track(outbound);
    const seen = inbound.pipe(gate((text) => proxy.onRequest(text)));
    seen
      .pipe(outbound)
      .pipe(gate(() => undefined))
      .pipe(inbound);
    inbound.on('close', () => outbound.destroy());
    outbound.on('close', () => inbound.destroy());
  });
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      frozen ??= Promise.withResolvers<void>();
    },
    thaw: () => {
      frozen?.resolve();
      frozen = null;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}
