import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { asRoles, suiteOwner } from '../support/admin';
import { type NewEndpointAnswer, webhookClient } from '../support/webhooks';

const NEW = { url: 'https://example.com/hook', event_types: ['member.registered'] };
const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Webhook endpoints', () => {
  const api = suiteApi({ RUN_WORKER: 'false' });
  const owner = suiteOwner(api);
  const webhooks = webhookClient(owner);

  beforeEach(() => query('DELETE FROM webhook_deliveries; DELETE FROM webhook_endpoints'));

  const query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const post = (body: object) => owner.post('webhooks/endpoints', body);
  const lastRecord = async () => {
    const [record] = await query<{ all: string; action: string; resource_id: string }>(
      'SELECT a::text AS all, action, resource_id FROM audit_logs a ORDER BY seq DESC LIMIT 1',
    );
    return record!;
  };

  it('are created with a secret that is told once, and stored and recorded nowhere in clear', async () => {
    const { body } = await post({ ...NEW, description: 'Warehouse' }).expect(201);
    const { secret, ...endpoint } = body.data as NewEndpointAnswer;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({
      ...NEW,
      description: 'Warehouse',
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      secrets: [{ id: expect.any(String), created_at: expect.any(String), expires_at: null }],
      lock_version: 1,
    });
    expect(await webhooks.read(endpoint.id)).toEqual(endpoint);
    const record = await lastRecord();
    expect(record).toMatchObject({ action: 'webhooks.write', resource_id: endpoint.id });
    const [row] = await query<{ all: string }>(
      'SELECT e::text || s::text AS all FROM webhook_endpoints e JOIN webhook_endpoint_secrets s ON s.endpoint_id = e.id',
    );
    for (const kept of [record.all, row!.all]) expect(kept).not.toContain(secret.slice(6, 40));
  });

  it('are listed, newest first, and found by a part of the address or description, and by whether they are enabled', async () => {
    const first = await webhooks.create({ url: 'https://one.example.com/', description: 'The 100 % warehouse' });
    const second = await webhooks.create({ url: 'https://two.example.com/', enabled: false });
    const idsOf = async (search: string) => {
      const { body } = await owner.get(`webhooks/endpoints?${search}`).expect(200);
      return (body.data.items as { id: string }[]).map(({ id }) => id);
    };
    expect(await idsOf('')).toEqual([second.id, first.id]);
    expect(await idsOf('page=2&page_size=1')).toEqual([first.id]);
    expect(await idsOf('q=TWO.example')).toEqual([second.id]);
    expect(await idsOf('q=0%20%25%20WARE')).toEqual([first.id]);
    expect(await idsOf('q=%25')).toEqual([first.id]);
    expect(await idsOf('enabled=true')).toEqual([first.id]);
    expect(await idsOf('enabled=false')).toEqual([second.id]);
    await owner.get('webhooks/endpoints?enabled=maybe').expect(422);
  });

  it.each([
    [{}, ['url required', 'event_types required']],
    [{ ...NEW, lock_version: 1 }, ['lock_version unknown_field']],
    [{ ...NEW, secret: 'whsec_x' }, ['secret unknown_field']],
    [{ ...NEW, event_types: [] }, ['event_types too_few_items']],
    [{ ...NEW, event_types: ['member.registered', 'member.born'] }, ['event_types.1 not_allowed']],
    [{ ...NEW, event_types: ['webhook.test'] }, ['event_types.0 not_allowed']],
    [{ ...NEW, event_types: null }, ['event_types not_list']],
    [{ ...NEW, url: 'example.com' }, ['url not_https']],
    [{ ...NEW, url: 'ftp://example.com/' }, ['url not_https']],
    [{ ...NEW, url: 'https://user:password@example.com/' }, ['url not_https']],
    [{ ...NEW, url: 'https://10.0.0.1/' }, ['url not_public']],
    [{ ...NEW, url: 'http://169.254.169.254/latest/meta-data/' }, ['url not_public']],
    [{ ...NEW, url: 'https://[::ffff:127.0.0.1]/' }, ['url not_public']],
    [{ ...NEW, enabled: 'yes' }, ['enabled not_boolean']],
  ])('refuse %j', async (body, errors) => {
    const { body: answer } = await post(body).expect(422);
    const fields = answer.errors as { field: string; code: string }[];
    expect(fields.map(({ field, code }) => `${field} ${code}`)).toEqual(errors);
  });

  it('refuse what is too long', async () => {
    const answers = [post({ ...NEW, url: `https://example.com/${'x'.repeat(2_048)}` })];
    answers.push(post({ ...NEW, description: 'x'.repeat(501) }));
    const errors = (await Promise.all(answers)).flatMap(({ body }) => body.errors as { field: string; code: string }[]);
    expect(errors).toMatchObject([
      { field: 'url', code: 'too_long' },
      { field: 'description', code: 'too_long' },
    ]);
  });

  it('are changed in what is named, and null brings back what a new one has', async () => {
    const { id } = await webhooks.create({ description: 'Warehouse', enabled: false });
    expect(await webhooks.patch(id, { event_types: ['session.created', 'app.created', 'app.created'] })).toMatchObject({
      event_types: ['app.created', 'session.created'],
      description: 'Warehouse',
      enabled: false,
      disabled_reason: 'administrator',
      lock_version: 2,
    });
    expect(await webhooks.patch(id, { description: null, enabled: null })).toMatchObject({
      description: null,
      enabled: true,
      disabled_reason: null,
    });
    const refused = await owner.patch(`webhooks/endpoints/${id}`, { lock_version: 3, url: null }).expect(422);
    expect(refused.body.errors).toMatchObject([{ field: 'url' }]);
    await owner.patch(`webhooks/endpoints/${id}`, { lock_version: 3, url: 'https://192.168.0.1/' }).expect(422);
    await owner.patch(`webhooks/endpoints/${id}`, { enabled: false }).expect(422);
    await owner.patch(`webhooks/endpoints/${NOBODY}`, { lock_version: 1 }).expect(404);
  });

  it('start anew when they are enabled again, or move', async () => {
    const { id } = await webhooks.create();
    const fail = () => query(`UPDATE webhook_endpoints SET failing_since = now() - interval '1 day'`);
    await fail();
    expect((await webhooks.patch(id, { description: 'Still there' })).failing_since).not.toBeNull();
    expect((await webhooks.patch(id, { url: 'https://example.org/' })).failing_since).toBeNull();
    await query(`UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'failing', failing_since = now()`);
    expect(await webhooks.patch(id, { description: 'Wait' })).toMatchObject({ disabled_reason: 'failing' });
    expect(await webhooks.patch(id, { enabled: true })).toMatchObject({ disabled_reason: null, failing_since: null });
  });

  it('are changed or deleted by one of several who read the same version', async () => {
    const { id } = await webhooks.create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? owner.patch(`webhooks/endpoints/${id}`, { lock_version: 1, enabled: false })
          : owner.delete(`webhooks/endpoints/${id}?lock_version=1`),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
  });

  it('are no more than 50, however many are created at once', async () => {
    await webhooks.create();
    await query(
      `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, enabled, created_by, lock_version)
       SELECT tenant_id, gen_random_uuid(), url, event_types, enabled, created_by, 1
         FROM webhook_endpoints, generate_series(1, 47)`,
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(NEW)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => (body as { code: string }).code);
    expect(new Set(refused)).toEqual(new Set(['WEBHOOKS.ENDPOINT.TOO_MANY']));
    const [one] = await query<{ id: string }>('SELECT id FROM webhook_endpoints LIMIT 1');
    await webhooks.remove(one!.id);
    await post(NEW).expect(201);
  });

  it('are gone when they are deleted, with what signed for them', async () => {
    const { id } = await webhooks.create();
    await webhooks.remove(id);
    for (const path of [`webhooks/endpoints/${id}`, `webhooks/endpoints/${id}/deliveries`]) {
      await owner.get(path).expect(404);
    }
    for (const path of ['test', 'rotate-secret']) await owner.post(`webhooks/endpoints/${id}/${path}`).expect(404);
    expect((await owner.get('webhooks/endpoints').expect(200)).body.data.items).toEqual([]);
    expect(await query('SELECT id FROM webhook_endpoints')).toEqual([{ id }]);
    expect(await query('SELECT FROM webhook_endpoint_secrets')).toEqual([]);
  });

  it('have two secrets for a day after a rotation, and no third', async () => {
    const { id, secret, secrets } = await webhooks.create();
    const second = await webhooks.rotate(id);
    expect(second.secret).not.toBe(secret);
    expect(second.secrets.map((one) => [one.id === secrets[0]!.id, one.expires_at === null])).toEqual([
      [false, true],
      [true, false],
    ]);
    const left = Date.parse(second.secrets[1]!.expires_at!) - Date.now();
    expect(Math.abs(left - 24 * 3_600_000)).toBeLessThan(600_000);
    const third = await webhooks.rotate(id);
    expect(third.secrets.map((one) => one.id)).toEqual([expect.any(String), second.secrets[0]!.id]);
    expect(third.lock_version).toBe(3);
    await query(
      `UPDATE webhook_endpoint_secrets SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL`,
    );
    expect((await webhooks.read(id)).secrets).toEqual([third.secrets[0]]);
    expect((await lastRecord()).all).not.toContain(third.secret.slice(6, 40));
  });

  it('have two secrets after many rotations at once, of which one takes the place of the other', async () => {
    const { id } = await webhooks.create();
    const rotated = await Promise.all(Array.from({ length: 6 }, () => webhooks.rotate(id)));
    const [last, before] = rotated.sort((one, other) => other.lock_version - one.lock_version);
    expect(last!.lock_version).toBe(7);
    expect(last!.secrets.map((one) => one.id)).toEqual([expect.any(String), before!.secrets[0]!.id]);
    expect((await webhooks.read(id)).secrets).toEqual(last!.secrets);
    expect(await query('SELECT FROM webhook_endpoint_secrets')).toHaveLength(2);
  });

  it('send nothing that was asked for while they are disabled', async () => {
    const { id } = await webhooks.create({ enabled: false });
    const { body } = await owner.post(`webhooks/endpoints/${id}/test`).expect(409);
    expect(body.code).toBe('WEBHOOKS.ENDPOINT.DISABLED');
    await owner.post(`webhooks/deliveries/${NOBODY}/redeliver`).expect(404);
  });

  it('list what is delivered by pages that neither repeat nor skip, for the list and the filters that they were made for', async () => {
    const { id } = await webhooks.create();
    const other = await webhooks.create();
    const ids = [];
    for (let count = 0; count < 5; count++) ids.unshift(await webhooks.test(id));
    await query(`UPDATE webhook_deliveries SET status = 'failed', settled_at = now() WHERE id = $1`, [ids[1]]);
    const path = `webhooks/endpoints/${id}/deliveries`;
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await owner.get(`${path}?limit=2${cursor && `&cursor=${cursor}`}`).expect(200);
      seen.push(...(body.data.items as { id: string }[]).map((one) => one.id));
      cursor = body.data.next_cursor as string | null;
    }
    expect(seen).toEqual(ids);
    expect((await webhooks.deliveries(id, '?status=failed')).map((one) => one.id)).toEqual([ids[1]]);
    expect(await webhooks.deliveries(id, '?event_type=app.created')).toEqual([]);
    expect(await webhooks.deliveries(id, '?event_type=webhook.test&status=pending')).toHaveLength(4);
    const { body } = await owner.get(`${path}?limit=2`).expect(200);
    for (const foreign of [`${path}?status=failed&`, `webhooks/endpoints/${other.id}/deliveries?`]) {
      await owner.get(`${foreign}cursor=${body.data.next_cursor as string}`).expect(422);
    }
    await owner.get(`${path}?cursor=x`).expect(422);
  });

  it('may be seen by who may not change them', async () => {
    const auditor = await asRoles(api, 'auditor');
    const { id } = await webhooks.create();
    await auditor.get(`webhooks/endpoints/${id}`).expect(200);
    await auditor.post(`webhooks/endpoints/${id}/rotate-secret`).expect(403);
  });

  it('may hear of types whose examples are as their schemas say', async () => {
    const { body } = await owner.get('webhooks/event-types').expect(200);
    const types = body.data.items as { type: string; schema: object; example: { type: string } }[];
    const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true }));
    const faults = types.flatMap(({ type, schema, example }) =>
      ajv.validate(schema, example) && example.type === type ? [] : [`${type}: ${ajv.errorsText()}`],
    );
    expect(faults).toEqual([]);
    expect(new Set(types.map(({ type }) => type)).size).toBe(types.length);
    expect(types.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        ...['app.created', 'app.updated', 'app.enabled', 'app.disabled', 'app.deleted', 'app.onboarding.published'],
        ...['release.created', 'release.published', 'release.unpublished', 'release.deleted', 'notice.published'],
        ...['notice.cancelled', 'message.published', 'message.cancelled', 'member.registered', 'member.verified'],
        ...['member.suspended', 'member.deleted', 'session.created', 'session.revoked', 'legal.published'],
        ...['article.published', 'article.unpublished', 'api_client.created', 'api_client.rotated', 'user.invited'],
        ...['user.disabled', 'release.health.tripped', 'push.provider_paused'],
      ]),
    );
  });
});
