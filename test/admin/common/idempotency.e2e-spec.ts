import { randomUUID } from 'node:crypto';
import { METHODS } from '../../../apps/api/src/surfaces/routes';
import { Sweeps } from '../../../libs/foundation/src/outbox/sweeps';
import { RichTextRenderer } from '../../../libs/content/src/domain/texts/rich-text-renderer';
import { createDocument } from '../../../apps/api/src/openapi/document';
import { previewApi } from '../../../apps/api/src/openapi/generated-files';
import { anEmail } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { expectProblem, reasons } from '../../http/support/problem';
import { adminClient, anAdmin, signInAdmin, suiteOwner } from '../support/admin';
import { auditOf, NEW_APP } from '../support/apps';
import { aCategory, articleClient } from '../support/articles';
import { notificationClient, type NotificationData } from '../support/notifications';
import { releaseClient } from '../support/releases';
import { aTenant } from '../support/tenants';

const HEADER = 'Idempotency-Key';
const REPLAYED = 'idempotent-replayed';
const RUNNING = 'REQUEST.IDEMPOTENCY_KEY.RUNNING';
const AT_ONCE = rounds(50);

/** Operations that take no key, as their controllers say why. */
const WITHOUT_KEY = [
  'POST /admin-api/v1/apps/{app_id}/content/articles/{id}/preview-link',
  'POST /admin-api/v1/apps/{app_id}/content/legal/{document_type}/preview-link',
  'POST /admin-api/v1/apps/{app_id}/content/pages/{slug}/preview-link',
  'POST /admin-api/v1/apps/{app_id}/content/preview',
  'POST /admin-api/v1/apps/{app_id}/members/export/download-link',
  'POST /admin-api/v1/audit/logs/export/download-link',
  'POST /admin-api/v1/audit/verify',
  'POST /admin-api/v1/auth/logout',
  'POST /admin-api/v1/auth/mfa/totp',
  'POST /admin-api/v1/auth/mfa/totp/confirm',
  'POST /admin-api/v1/auth/password/change',
  'POST /admin-api/v1/auth/sessions/revoke-others',
  'POST /admin-api/v1/files/{id}/content/download-link',
  'POST /admin-api/v1/files/{id}/rescan',
  'POST /admin-api/v1/apps/{app_id}/messages/{id}/recipient-preview',
  'POST /admin-api/v1/apps/{app_id}/notices/{id}/recipient-preview',
];

describe('A request with an Idempotency-Key', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  // Some tests leave keys that are never answered.
  afterEach(() => rows('DELETE FROM idempotency_keys'));

  const rows = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const count = async (table: string) => {
    const [row] = await rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    return row!.count;
  };
  const keys = () => count('idempotency_keys');
  const named = (name = `Shop ${randomUUID()}`) => ({ ...NEW_APP, name });
  const createApp = (key: string, body: object, by = owner) => by.post('apps', body).set(HEADER, key);

  /** Sends the request many times at once, and then again until each has its answer. */
  const manyTimes = async (send: (key: string) => ReturnType<typeof createApp>, status: number) => {
    const key = randomUUID();
    const first = await Promise.all(Array.from({ length: AT_ONCE }, () => send(key)));
    const told = first.filter((answer) => answer.status === status);
    for (const answer of first.filter((one) => !told.includes(one))) {
      expectProblem(answer, 409, RUNNING);
      expect(answer.headers['retry-after']).toBe('1');
    }
    const again = await send(key);
    expect([again.status, again.headers[REPLAYED]]).toEqual([status, 'true']);
    expect(told.filter(({ headers }) => headers[REPLAYED] === undefined)).toHaveLength(1);
    for (const { body } of told) expect(body).toEqual(again.body);
    return again.body.data as { id: string };
  };

  it('creates one App, however often it is sent at once', async () => {
    const body = named();
    const { id } = await manyTimes((key) => createApp(key, body), 201);
    expect(await rows('SELECT id FROM apps WHERE name = $1', [body.name])).toEqual([{ id }]);
    expect(await rows(`SELECT FROM outbox_messages WHERE type = 'app.created' AND app_id = $1`, [id])).toHaveLength(1);
  });

  it('invites one user, and mails once', async () => {
    const email = anEmail();
    const body = { email, display_name: 'Lin', roles: ['auditor'] };
    const { id } = await manyTimes((key) => owner.post('users', body).set(HEADER, key), 201);
    expect(await rows('SELECT user_id FROM login_identifiers WHERE value = $1', [email])).toEqual([{ user_id: id }]);
    expect(
      await rows(`SELECT FROM outbox_messages WHERE type = 'user.invited' AND data ->> 'user_id' = $1`, [id]),
    ).toHaveLength(1);
  });

  it('publishes a notice once', async () => {
    const notices = notificationClient(owner, api.appId);
    const notice = await notices.create();
    await manyTimes((key) => notices.post(notice, 'publish').set(HEADER, key), 200);
    expect(
      await rows(`SELECT FROM outbox_messages WHERE type LIKE '%.published' AND data::text LIKE '%' || $1 || '%'`, [
        notice.id,
      ]),
    ).toHaveLength(1);
  });

  it('publishes a release once', async () => {
    const path = `apps/${api.appId}/mobile/releases`;
    const { id, lock_version } = await releaseClient(owner, path).create();
    const answer = await manyTimes(
      (key) => owner.post(`${path}/${id}/publish`, { lock_version }).set(HEADER, key),
      200,
    );
    expect(answer).toMatchObject({ publish_status: 'online', lock_version: lock_version + 1 });
  });

  it('creates one tenant, which lies outside of that of the administrator', async () => {
    const code = `t-${randomUUID().slice(0, 8)}`;
    const body = { code, name: 'Twice', owner: { email: anEmail(), display_name: 'Lin' } };
    const { id } = await manyTimes((key) => owner.post('tenants', body).set(HEADER, key), 201);
    expect(await rows('SELECT id FROM tenants WHERE code = $1', [code])).toEqual([{ id }]);
  });

  it('holds no connection while texts are rendered, for which others may have to wait', async () => {
    const articles = articleClient(owner, api.appId);
    const draft = await articles.create({ category_id: await aCategory(api, api.appId) });
    const open: unknown[] = [];
    const renderer = api.get(RichTextRenderer);
    const spies = (['prepare', 'render'] as const).map((name) => {
      const render = renderer[name].bind(renderer) as (...given: unknown[]) => Promise<never>;
      return jest.spyOn(renderer, name).mockImplementation(async (...given: unknown[]) => {
        open.push(
          ...(await rows(
            `SELECT query FROM pg_stat_activity
              WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND query LIKE '%content_article%'`,
          )),
        );
        return render(...given);
      });
    });
    const send = async (lock_version: number, verb: string, more: object = {}) => {
      const path = `${articles.path}/${draft.id}/${verb}`;
      const { body } = await owner
        .post(path, { lock_version, ...more })
        .set(HEADER, randomUUID())
        .expect(200);
      return (body.data as NotificationData).lock_version;
    };
    const published = await send(draft.lock_version, 'publish', { publish_at: '2020-01-01T00:00:00.000Z' });
    await send(published, 'revisions/1/restore');
    for (const spy of spies) {
      expect(spy).toHaveBeenCalled();
      spy.mockRestore();
    }
    expect(open).toEqual([]);
  });

  it('is answered 422 with another body, and as at first with the same in another order', async () => {
    const [key, body] = [randomUUID(), named()];
    const { body: first } = await createApp(key, body).expect(201);
    expectProblem(await createApp(key, named()), 422, 'REQUEST.IDEMPOTENCY_KEY.REUSED');
    const reversed = Object.fromEntries(Object.entries(body).reverse());
    const again = await createApp(key, reversed).expect(201);
    expect([again.body, again.headers[REPLAYED]]).toEqual([first, 'true']);
  });

  it('is refused with a key that is none, and performs nothing', async () => {
    const before = await count('apps');
    for (const key of ['with space', 'ü', 'x'.repeat(256), '']) {
      expect(reasons((await createApp(key, named())).body)).toEqual([`${HEADER} not_key`]);
    }
    expect(await count('apps')).toBe(before);
    await createApp('!'.repeat(255), named()).expect(201);
  });

  it('leaves its key free when it is refused, or its form is wrong', async () => {
    const key = randomUUID();
    expectProblem(await createApp(key, { ...named(), app_type: 'none' }), 422, 'REQUEST.VALIDATION_FAILED');
    const { id, lock_version } = (await owner.post('apps', named()).expect(201)).body.data as NotificationData;
    const disable = (version: number) =>
      owner.post(`apps/${id}/disable`, { lock_version: version }).set(HEADER, `${key}-disable`);
    expectProblem(await disable(lock_version + 1), 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
    await disable(lock_version).expect(200);
    await createApp(key, named()).expect(201);
    expect(await rows('SELECT FROM idempotency_keys WHERE answer IS NULL')).toEqual([]);
  });

  it('is another one at another path, with another query, or of another caller or tenant', async () => {
    const key = randomUUID();
    const other = adminClient(api, (await anAdmin(api, ['admin'])).token);
    const { client: stranger } = (await aTenant(api)).owner;
    const body = named();
    const ids = [];
    for (const client of [owner, other, stranger]) {
      const answer = await createApp(key, body, client).expect(201);
      expect(answer.headers[REPLAYED]).toBeUndefined();
      ids.push(answer.body.data.id as string);
    }
    expect(new Set(ids).size).toBe(3);
    const notices = notificationClient(owner, api.appId);
    for (const notice of [await notices.create(), await notices.create()]) {
      expect((await notices.post(notice, 'publish').set(HEADER, key).expect(200)).body.data.id).toBe(notice.id);
    }
    // A new session of the same caller.
    const again = adminClient(api, (await signInAdmin(api)).access_token);
    expect((await createApp(key, body, again).expect(201)).body.data.id).toBe(ids[0]);
  });

  it('is not answered again to somebody who lost the permission, nor where the App is gone', async () => {
    const { userId, token } = await anAdmin(api, ['admin']);
    const [client, key, body] = [adminClient(api, token), randomUUID(), named()];
    await createApp(key, body, client).expect(201);
    await owner.put(`users/${userId}/roles`, { roles: ['auditor'] }).expect(200);
    expectProblem(await createApp(key, body, client), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
  });

  it('is forgotten after 24 hours by the clock of the database, and then swept', async () => {
    const [key, body] = [randomUUID(), named()];
    const { body: first } = await createApp(key, body).expect(201);
    const [row] = await rows<{ hours: number }>(
      'SELECT extract(epoch FROM max(expires_at) - now())::float8 / 3600 AS hours FROM idempotency_keys',
    );
    expect(row!.hours).toBeGreaterThan(23.9);
    expect(row!.hours).toBeLessThanOrEqual(24);
    await rows(`UPDATE idempotency_keys SET expires_at = now()`);
    const { body: second, headers } = await createApp(key, body).expect(201);
    expect(headers[REPLAYED]).toBeUndefined();
    expect(second.data.id).not.toBe(first.data.id);
    await rows(`UPDATE idempotency_keys SET expires_at = now()`);
    await api.get(Sweeps).run('operations.idempotency_keys', Infinity, 0);
    expect(await keys()).toBe(0);
  });

  it('runs again when the lease of one that never answered is over, and not before', async () => {
    const [key, body] = [randomUUID(), named()];
    await createApp(key, body).expect(201);
    await rows(`UPDATE idempotency_keys SET answer = NULL`);
    expectProblem(await createApp(key, body), 409, RUNNING);
    await rows(`UPDATE idempotency_keys SET leased_until = now()`);
    expect((await createApp(key, body).expect(201)).headers[REPLAYED]).toBeUndefined();
  });

  it('does not take effect beside another one that took its place', async () => {
    const [key, body] = [randomUUID(), named()];
    const stored = api.database.query.bind(api.database);
    const spy = jest.spyOn(api.database, 'query').mockImplementation(async (text, values) => {
      const isLast = text.includes('UPDATE idempotency_keys SET answer');
      if (isLast) await rows(`UPDATE idempotency_keys SET run_id = gen_random_uuid()`);
      return stored(text, values);
    });
    expectProblem(await createApp(key, body), 409, RUNNING);
    spy.mockRestore();
    expect(await rows('SELECT FROM apps WHERE name = $1', [body.name])).toEqual([]);
  });

  it('keeps the answer unreadable, and neither key nor body', async () => {
    const [key, body] = [randomUUID(), named()];
    await createApp(key, body).expect(201);
    const [row] = await rows<{ text: string }>(`SELECT string_agg(k::text, ' ') AS text FROM idempotency_keys k`);
    expect(row!.text).not.toContain(key);
    expect(row!.text).not.toContain(body.name);
  });

  it('is recorded each time, the change with the first', async () => {
    const [key, body] = [randomUUID(), named()];
    const { id } = (await createApp(key, body).expect(201)).body.data as { id: string };
    const recorded = () => count('audit_logs');
    const before = await recorded();
    await createApp(key, body).expect(201);
    expect(await recorded()).toBe(before + 1);
    expect(await auditOf(api, id)).toHaveLength(1);
    const [last] = await rows('SELECT action, outcome, route, changes FROM audit_logs ORDER BY seq DESC LIMIT 1');
    expect(last).toEqual({ action: 'apps.write', outcome: 'success', route: '/admin-api/v1/apps', changes: [] });
  });

  it('alone writes anything about it', async () => {
    const before = await keys();
    await owner.post('apps', named()).expect(201);
    expect(await keys()).toBe(before);
  });

  it('is offered by every operation that creates or publishes', async () => {
    const { paths } = createDocument(await previewApi());
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        const isOurs = operation?.security?.some((scheme) => 'adminBearer' in scheme);
        return operation && isOurs ? [{ name: `${method.toUpperCase()} ${path}`, operation }] : [];
      }),
    );
    const isOffered = ({ operation }: (typeof operations)[number]) =>
      operation.parameters?.some((one) => '$ref' in one && one.$ref.endsWith(HEADER)) ?? false;
    const posts = operations.filter(({ name }) => name.startsWith('POST'));
    expect(operations.filter((one) => isOffered(one) && !posts.includes(one))).toEqual([]);
    expect(posts.length).toBeGreaterThan(40);
    const without = posts.filter((one) => !isOffered(one)).map(({ name }) => name);
    expect(without.sort()).toEqual([...WITHOUT_KEY].sort());
  });
});
