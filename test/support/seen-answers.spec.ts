import { once } from 'node:events';
import { createServer, get, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import supertest from 'supertest';
import type { SeenAnswer } from './answer-validator';
import { AnswerWatch } from './seen-answers';

describe('The answers of a server under test', () => {
  const watch = new AnswerWatch();
  const seen: SeenAnswer[] = [];
  let server: Server;
  let url: string;

  beforeAll(async () => {
    watch.tell((answer) => seen.push(answer));
    server = createServer((asked, response) => {
      if (asked.url === '/broken') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"data":');
        setImmediate(() => response.destroy());
        return;
      }
      const isFile = asked.url === '/file';
      response.writeHead(200, { 'content-type': isFile ? 'text/csv' : 'application/json; charset=utf-8' });
      response.write(isFile ? 'a,b' : '{"data":');
      response.end(isFile ? 'c,d' : '"日本"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    seen.length = 0;
    watch.add(url);
  });

  afterAll(() => {
    watch.remove(url);
    server.close();
    server.closeAllConnections();
  });

  const whole = { path: '/devices?page=1', status: 200, body: '{"data":"日本"}' };

  it.each([
    ['supertest', async () => (await supertest(url).get('/devices?page=1')).text],
    ['fetch', async () => (await fetch(`${url}/devices?page=1`)).text()],
    [
      'node:http',
      async () => {
        const [response] = (await once(get(`${url}/devices?page=1`), 'response')) as [IncomingMessage];
        return text(response);
      },
    ],
  ])('are seen whole before %s has them', async (_client, ask) => {
    expect(await ask()).toBe(whole.body);
    expect(seen).toEqual([expect.objectContaining({ ...whole, method: 'GET' })]);
    expect(seen[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('are recorded with whether a body was sent', async () => {
    await supertest(url).post('/devices').send({ name: 'Phone' });
    await fetch(`${url}/devices`, { method: 'POST', body: '{"name":"Phone"}' });
    await supertest(url).post('/devices');
    await fetch(`${url}/devices`, { method: 'POST' });
    expect(seen.map(({ carriedBody }) => carriedBody)).toEqual([true, true, false, false]);
  });

  it('are recorded without bodies that are not JSON', async () => {
    expect(await (await fetch(`${url}/file`)).text()).toBe('a,bc,d');
    await supertest(url).get('/file').expect(200);
    expect(seen.map(({ path, body }) => [path, body])).toEqual([
      ['/file', null],
      ['/file', null],
    ]);
  });

  it('are not recorded if they break off', async () => {
    await expect(fetch(`${url}/broken`).then((answer) => answer.text())).rejects.toThrow();
    const [response] = (await once(request(`${url}/broken`).end(), 'response')) as [IncomingMessage];
    await expect(text(response)).rejects.toThrow();
    expect(seen).toEqual([]);
  });

  it('are ignored once the server has gone: another may get its port', async () => {
    watch.remove(url);
    await supertest(url).get('/devices');
    expect(seen).toEqual([]);
  });
});
