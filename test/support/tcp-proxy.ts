import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A fixed address before a server whose port changes, or that is away for a while. */
export interface TcpProxy {
  readonly port: number;
  /** Where connections go from now on; null: they are refused by being cut. */
  target: number | null;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const proxy = { target: target as number | null };
  const server = createServer((inbound) => {
    track(inbound);
    if (proxy.target === null) {
      inbound.destroy();
      return;
    }
    const outbound = connect(proxy.target, '127.0.0.1');
    track(outbound);
    inbound.pipe(outbound).pipe(inbound);
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
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}
