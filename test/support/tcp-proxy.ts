import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A fixed address before a server whose port changes, or that is away for a while. */
export interface TcpProxy {
  readonly port: number;
  /** Where connections go from now on; null: they are refused by being cut. */
  target: number | null;
  /** From now on nothing passes, in either direction, and nobody is told: a network that swallows, or a frozen server. */
  stall(): void;
  resume(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let isStalled = false;
  const proxy = {
    target: target as number | null,
    stall: () => {
      isStalled = true;
      for (const [inbound, outbound] of pairs) {
        inbound.unpipe(outbound);
        outbound.unpipe(inbound);
      }
    },
    resume: () => {
      isStalled = false;
      for (const pair of pairs) join(pair);
    },
  };
  const server = createServer((inbound) => {
    track(inbound);
    if (proxy.target === null) {
      inbound.destroy();
      return;
    }
    const outbound = connect(proxy.target, '127.0.0.1');
    track(outbound);
    const pair = [inbound, outbound] as const;
    pairs.add(pair);
    inbound.on('close', () => pairs.delete(pair));
    inbound.on('close', () => outbound.destroy());
    outbound.on('close', () => inbound.destroy());
    if (!isStalled) join(pair);
  });
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const join = ([inbound, outbound]: readonly [Socket, Socket]): void => {
    inbound.pipe(outbound).pipe(inbound);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}
