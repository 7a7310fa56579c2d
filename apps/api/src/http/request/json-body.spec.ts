import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { jsonBody } from './json-body';
import { KnownRoutes } from './known-routes';
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
});
