import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { HttpAdapterHost } from '@nestjs/core';
import { type AdminClient, asOwner } from '../admin/support/admin';
import { dictionaryClient } from '../admin/support/dictionaries';
import { aMember, clientOf, type Member, signIn, type TokenPair } from '../mobile/support/journey';
import { TestReleases } from '../public/support/releases';
import { aDeviceKey, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { aMessage, deliverMessages } from '../support/messages';

/** What sockets write by: `write` and `uncork` both end in it. */
const sockets = Socket.prototype as unknown as { _writeGeneric(...given: unknown[]): unknown };

describe('How often a request writes to PostgreSQL', () => {
  let api: TestApi;
  let member: Member;
  let tokens: TokenPair;
  const unread: string[] = [];
  /** The writes of the request that is under way. */
  const requests = new AsyncLocalStorage<{ writes: number }>();
  let latest = { writes: 0 };

  beforeAll(async () => {
    api = await startTestApi({}, undefined, { regions: 'few' });
    const port = Number(new URL(api.urls.applicationUrl).port);
    const server = api.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;
    server.prependListener('request', () => {
      latest = { writes: 0 };
      requests.enterWith(latest);
    });
    const write = sockets._writeGeneric;
    jest.spyOn(sockets, '_writeGeneric').mockImplementation(function (this: Socket, ...given: unknown[]) {
      const request = requests.getStore();
      if (request && this.remotePort === port && !opensConnection(given[1])) request.writes++;
      return write.apply(this, given);
    });
    await new TestReleases(api).publish();
    member = await aMember(api);
    tokens = await signIn(api, member);
    const query = (text: string, values: unknown[]) =>
      queryAs<{ user_id: string }>(api.urls.superuserUrl, text, values);
    const [session] = await query('SELECT user_id FROM sessions WHERE id = $1', [tokens.session_id]);
    const messages = Array.from({ length: 3 }, () => aMessage());
    await deliverMessages(query, { tenantId: api.tenantId, appId: api.appId }, [session!.user_id], ...messages);
    unread.push(...messages.map(({ publicationId }) => publicationId));
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await api.close();
  });

  const get = (path: string) => () =>
    api.http
      .get(path)
      .set({ 'X-AppID': api.appId, Authorization: `Bearer ${tokens.access_token}` })
      .expect(200);

  let administrator: AdminClient | undefined;
  const asAdministrator = async () => (administrator ??= await asOwner(api));

  it.each([
    ['the public configuration', 0, get('/api/v1/public/config')],
    ['the roots of the regions', 0, get('/api/v1/regions')],
    ['a search of regions', 0, get('/api/v1/regions?q=hang')],
    ['the upgrade policy', 0, get('/api/v1/public/app-version?platform=android')],
    // The profile; who asks is known.
    ['the own profile', 1, get('/api/v1/me')],
    // The list and its length; administrator and App are known.
    [
      'an administrator’s list of members',
      2,
      async () => (await asAdministrator()).get(`apps/${api.appId}/members`).expect(200),
    ],
    // The list and its length, and once for all who changed something in it.
    [
      'an administrator’s list of what administrators have written',
      3,
      async () => {
        const dictionaries = dictionaryClient(await asAdministrator());
        for (let count = 0; count < 3; count++) await dictionaries.create();
        return (await asAdministrator()).get('dictionaries').expect(200);
      },
    ],
    [
      'a change of preferences',
      1,
      () =>
        api.http
          .patch('/api/v1/me/preferences')
          .set({ 'X-AppID': api.appId, Authorization: `Bearer ${tokens.access_token}` })
          .send({ appearance: { theme: 'dark' } })
          .expect(200),
    ],
    ['the inbox', 1, get('/api/v1/me/notifications')],
    ['the unread count', 1, get('/api/v1/me/notifications/unread-count')],
    [
      'reading a message',
      1,
      () =>
        api.http
          .patch(`/api/v1/me/notifications/${unread.pop()}/read`)
          .set({ 'X-AppID': api.appId, Authorization: `Bearer ${tokens.access_token}` })
          .expect(200),
    ],
    [
      'a refresh',
      1,
      async () => {
        const { body } = await clientOf(api).refresh(tokens.refresh_token).expect(200);
        tokens = body.data as TokenPair;
      },
    ],
    [
      // The exchange, then the answer for a retry.
      'a refresh that may be repeated',
      2,
      async () => {
        const request = clientOf(api)
          .refresh(tokens.refresh_token)
          .set({ 'X-AK-Device-Key': DEVICE, 'Idempotency-Key': randomUUID() });
        tokens = (await request.expect(200)).body.data as TokenPair;
      },
    ],
    [
      // The account, the throttle, the lock with what a sign-in depends on, and all that it writes.
      'a sign-in',
      4,
      () => clientOf(api).login({ email: member.email, password: member.password }, DEVICE).expect(200),
    ],
    [
      // The account, the throttle, and that it failed, in the throttle and in the record.
      'a wrong password',
      4,
      () => clientOf(api).login({ email: member.email, password: 'wrong horse battery' }, aDeviceKey()).expect(401),
    ],
  ])('%s: %i times', async (_what, writes, ask) => {
    // Connections are opened, statements prepared and caches filled by the first.
    for (let count = 0; count < 3; count++) await ask();
    expect(latest.writes).toBe(writes);
  });
});

const DEVICE = aDeviceKey();

/**
 * The pool may need a further connection in any request, while all others are in use by what runs beside it. The
 * message that opens one is the only one that begins with its length rather than with a letter for its type.
 */
function opensConnection(written: unknown): boolean {
  return Buffer.isBuffer(written) && written[0] === 0;
}
