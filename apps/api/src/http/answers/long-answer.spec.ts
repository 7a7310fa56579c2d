import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { sendLongJson } from './long-answer';

const BODY = { data: Array.from({ length: 20_000 }, (_, at) => ({ at, text: '漢'.repeat(100) })) };

describe('A long answer', () => {
  let server: Server;
  let sent: Promise<void>;

  beforeAll(async () => {
    const program = express();
    program.all('/', (_request, response) => {
      sent = sendLongJson(response.status(201), BODY);
    });
    server = program.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (method: string): Promise<IncomingMessage> => {
    const asked = httpRequest({ port: (server.address() as AddressInfo).port, method }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };

  it('is to the client what any other answer is', async () => {
    const expected = Buffer.from(JSON.stringify(BODY));
    const got = await ask('GET');
    expect([got.statusCode, got.headers['content-type'], got.headers['content-length']]).toEqual([
      ...[201, 'application/json; charset=utf-8', String(expected.length)],
    ]);
    expect((await buffer(got)).equals(expected)).toBe(true);

    const head = await ask('HEAD');
    expect(head.headers['content-length']).toBe(String(expected.length));
    expect((await buffer(head)).length).toBe(0);
    await sent;
  });

  it('is over when the client leaves', async () => {
    const left = await ask('GET');
    left.destroy();
    await expect(sent).resolves.toBeUndefined();
  });
});
