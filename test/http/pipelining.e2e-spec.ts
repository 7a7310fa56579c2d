import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Logger } from '@libs/foundation';
import { eventually } from '../support/api';
import { suiteApi } from '../support/suite';
import { request } from './support/wire';

const LIVE = '/internal/v1/health/live';
/** So many may wait on a connection. */
const PERMITTED = 16;

/** Requests that are answered in different places: before Express, by Nest, by the filter of errors. */
const TARGETS = [
  ['GET', LIVE],
  ['GET', '/api/v1/public/config'],
  ['HEAD', LIVE],
  ['GET', '/nowhere'],
  ['POST', '/api/v1/auth/register'],
] as const;
const CONNECT = request('CONNECT', 'example.com:443');
const UPGRADE = { Connection: 'Upgrade', Upgrade: 'websocket' };

describe('Requests that do not wait for the answers before them', () => {
  const api = suiteApi();

  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1').setEncoding('latin1');
    await once(socket, 'connect');
    return socket;
  };
  const numbered = (number: number, headers: Readonly<Record<string, string>> = {}) => {
    const [method, path] = TARGETS[number % TARGETS.length]!;
    return request(method, path, { Connection: 'keep-alive', 'X-Request-ID': `r${number}`, ...headers });
  };
  const requests = (count: number) => Buffer.concat(Array.from({ length: count }, (_, number) => numbered(number)));
  const idsIn = (text: string) => [...text.matchAll(/^x-request-id: (\S+)\r$/gim)].map(([, id]) => id);
  const ids = (count: number) => Array.from({ length: count }, (_, number) => `r${number}`);
  /** What a connection answers until it has as many answers, or is closed. */
  const answersOf = async (socket: Socket, count: number): Promise<string> => {
    let text = '';
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      if (idsIn(text).length >= count) break;
    }
    return text;
  };

  it('are answered in their order, sixteen of them', async () => {
    const socket = await open();
    for (let round = 0; round < 3; round++) {
      socket.write(requests(PERMITTED));
      expect(idsIn(await answersOf(socket, PERMITTED))).toEqual(ids(PERMITTED));
    }
    socket.destroy();
  });

  it('are as many as one likes where each waits for its answer', async () => {
    const socket = await open();
    for (let number = 0; number < 3 * PERMITTED; number++) {
      socket.write(numbered(number));
      expect(idsIn(await answersOf(socket, 1))).toEqual([`r${number}`]);
    }
    socket.destroy();
  });

  it('may offer to upgrade, the sixteenth as well', async () => {
    const socket = await open();
    socket.write(Buffer.concat([requests(PERMITTED - 1), numbered(PERMITTED - 1, UPGRADE)]));
    expect(idsIn(await answersOf(socket, PERMITTED))).toEqual(ids(PERMITTED));
    socket.destroy();
  });

  it.each([
    ['one like those before', PERMITTED, numbered(PERMITTED)],
    ['an offer to upgrade', PERMITTED, numbered(PERMITTED, UPGRADE)],
    ['CONNECT', PERMITTED, CONNECT],
    ['CONNECT, before it is too many', PERMITTED - 1, CONNECT],
  ])(
    'end the connection with one that cannot join them: what was begun is over, and nothing else is begun (%s)',
    async (_, begun, next) => {
      const logged: (string | undefined)[] = [];
      const spy = jest.spyOn(Logger.prototype, 'request').mockImplementation(({ request_id }) => {
        logged.push(request_id);
      });
      const socket = await open();
      // It may be reset, with what was sent unread.
      socket.on('error', () => undefined);
      const ended = new Promise((resolve) => socket.once('close', resolve));
      socket.write(Buffer.concat([requests(begun), next, requests(1_000)]));
      socket.resume();
      await ended;
      await api.http.get(LIVE).set('X-Request-ID', 'after').expect(200);
      await eventually(() => Promise.resolve(logged.length > begun && logged.includes('after')));
      spy.mockRestore();
      expect(logged.sort()).toEqual([...ids(begun), 'after'].sort());
    },
  );
});
