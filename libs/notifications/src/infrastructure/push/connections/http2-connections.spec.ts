import { type Http2Double, startHttp2Double } from '../../../../../../test/support/push/http2-double';
import { startTcpProxy, type TcpProxy } from '../../../../../../test/support/tcp-proxy';
import { Http2Connections } from './http2-connections';

const REQUEST = { path: '/', headers: {}, body: '{}' };

describe('Connections by HTTP/2', () => {
  let server: Http2Double;
  let proxy: TcpProxy;
  let pings: number;
  const open = new Set<Http2Connections>();

  beforeEach(async () => {
    pings = 0;
    server = await startHttp2Double(({ session }) => {
      if (session.listenerCount('ping') === 0) session.on('ping', () => (pings += 1));
      return { status: 200, body: {} };
    });
    proxy = await startTcpProxy(Number(new URL(server.url).port));
  });
  afterEach(async () => {
    for (const connections of open) connections.close();
    open.clear();
    await proxy.close();
    await server.close();
  });

  const aSet = (options: ConstructorParameters<typeof Http2Connections>[0]) => {
    const connections = new Http2Connections(options);
    open.add(connections);
    return connections;
  };
  const post = (connections: Http2Connections, key = 'a') =>
    connections.post(key, `http://127.0.0.1:${proxy.port}`, REQUEST);

  it('are shared by those with the same key', async () => {
    const connections = aSet({});
    await Promise.all([post(connections), post(connections), post(connections, 'b')]);
    expect(server.seen.connections).toBe(2);
  });

  it('are asked whether they are still there after a while', async () => {
    const connections = aSet({ pingAfterMs: 0 });
    for (let round = 0; round < 3; round++) expect((await post(connections)).status).toBe(200);
    expect([server.seen.connections, pings > 0]).toEqual([1, true]);
  });

  it('are replaced when they no longer answer', async () => {
    const connections = aSet({ pingAfterMs: 0, pingTimeoutMs: 20 });
    await post(connections);
    proxy.freeze();
    const next = post(connections);
    // Timers end in their order: by then the connection has been given up.
    setTimeout(() => proxy.thaw(), 200);
    expect((await next).status).toBe(200);
    expect(server.seen.connections).toBe(2);
  });

  it('are opened anew after they were cut', async () => {
    const connections = aSet({});
    await post(connections);
    proxy.cut();
    while (server.sessions.size > 0) await new Promise((resolve) => setImmediate(resolve));
    const answer = await post(connections).catch(() => post(connections));
    expect([answer.status, server.seen.connections]).toEqual([200, 2]);
  });
});
