import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { turnsDuring } from '../../../../../test/support/turns';
import { jsonBody, LONG_BYTES } from './json-body';
import { KnownRoutes } from './known-routes';
import { isLongBody } from './long-bodies';
import type { ApiRequest } from './request';
import { RequestTimeoutError } from './request-errors';

describe('jsonBody', () => {
  it('gives up on a body that does not come, and ends the connection with its answer', async () => {
    const routes = new KnownRoutes([{ method: 'post', path: '/', body: 'json' }]);
    const read = jsonBody({ routes, countRefusal: () => Promise.resolve(), patienceMs: 20 });
    const refusals: unknown[] = [];
    const server = createServer((request, response) => {
      const asExpress = Object.assign(request, { path: '/', query: {} }) as unknown as ApiRequest;
      void read(asExpress, response as Response, (error) => {
        refusals.push(error);
        response.writeHead(408).end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = httpRequest({
      port: (server.address() as AddressInfo).port,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 100 },
    });
    client.on('error', () => undefined);
    client.write('{');
    const [answer] = (await once(client, 'response')) as [{ statusCode: number; headers: Record<string, string> }];
    expect([answer.statusCode, answer.headers['connection']]).toEqual([408, 'close']);
    expect(refusals).toEqual([expect.any(RequestTimeoutError)]);
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  it('takes the steps with a long body in turns of their own, and those with a short one at once', async () => {
    const routes = new KnownRoutes([{ method: 'post', path: '/', body: 'json' }]);
    const read = jsonBody({ routes, countRefusal: () => Promise.resolve() });
    const seen: { turns: number; body: unknown; isLong: boolean }[] = [];
    const server = createServer((request, response) => {
      const asExpress = Object.assign(request, { path: '/', query: {} }) as unknown as ApiRequest;
      const arrived = once(request, 'end');
      const done = new Promise<void>((resolve, reject) => {
        void read(asExpress, response as Response, (error) => (error ? reject(error as Error) : resolve()));
      });
      void arrived
        .then(() => turnsDuring(() => done))
        .then((turns) => {
          const { body } = asExpress;
          seen.push({ turns, body, isLong: isLongBody(body) });
          response.end();
        });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const long = { text: '漢'.repeat(LONG_BYTES / 3), list: [{ a: 1 }] };
    for (const body of [{ text: 'short' }, long]) {
      await fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    }
    expect(seen.map(({ body, isLong }) => ({ body, isLong }))).toEqual([
      { body: { text: 'short' }, isLong: false },
      { body: long, isLong: true },
    ]);
    expect(seen[0]?.turns).toBe(0);
    expect(seen[1]?.turns).toBeGreaterThanOrEqual(3);
    server.closeAllConnections();
    server.close();
  });
});
