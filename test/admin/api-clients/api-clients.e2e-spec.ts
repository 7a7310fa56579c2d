import { newId } from '@libs/kernel';
import { apiClients, askForToken, type NewApiClient, READ, SUBMIT, tokenOf } from '../../service/support/clients';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { reasons } from '../../http/support/problem';
import { suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { AN_ADMINISTRATOR } from '../support/authors';
import { aTenant } from '../support/tenants';

const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

describe('API clients, to administrators,', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  const clients = apiClients(owner);

  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const lastRecord = async () => {
    const [row] = await rows<{ action: string; changes: { path: string; before: unknown; after: unknown }[] }>(
      'SELECT action, changes, resource_type, resource_id, outcome FROM audit_logs ORDER BY seq DESC LIMIT 1',
    );
    return row!;
  };
  const eventsOf = (id: string) =>
    rows<{ type: string; data: object }>(
      `SELECT type, data FROM outbox_messages WHERE data ->> 'api_client_id' = $1 ORDER BY created_at, id`,
      [id],
    );
  it('are created with a secret that is shown this once', async () => {
    const client = await clients.create({
      name: 'Shop',
      description: 'Sends',
      scopes: ['releases.write', READ, SUBMIT],
      app_ids: [api.appId.toUpperCase(), api.appId],
      allowed_cidrs: ['2001:DB8::/32', '127.0.0.0/8', '127.0.0.0/8'],
      expires_at: NEXT_YEAR,
    });
    const { client_id, client_secret, ...rest } = client;
    expect(client_id).toBe(client.id);
    expect(client_secret).toMatch(/^aks_[\w-]{43}$/);
    expect(rest).toEqual({
      id: client.id,
      name: 'Shop',
      description: 'Sends',
      scopes: [SUBMIT, READ, 'releases.write'],
      app_ids: [api.appId],
      allowed_cidrs: ['2001:db8::/32', '127.0.0.0/8'],
      expires_at: NEXT_YEAR,
      status: 'active',
      secrets: [
        {
          id: expect.any(String),
          prefix: client_secret.slice(0, 12),
          created_at: expect.any(String),
          expires_at: null,
          last_used_at: null,
        },
      ],
      last_used_at: null,
      created_by: expect.any(String),
      lock_version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      updated_by: AN_ADMINISTRATOR,
    });
    expect(await clients.read(client.id)).toEqual(rest);
    const dump = JSON.stringify([
      await rows('SELECT * FROM api_clients'),
      await rows(`SELECT encode(hash, 'escape') AS hash, prefix FROM api_client_secrets`),
      await rows('SELECT data FROM outbox_messages'),
      await rows('SELECT changes FROM audit_logs'),
    ]);
    expect(dump).not.toContain(client_secret);
    expect(dump).not.toContain(client_secret.slice(12));
    await tokenOf(api, client);
  });

  it('are listed newest first, by a part of the name or description and by status', async () => {
    const [first, second] = [
      await clients.create({ name: 'Listed 100%' }),
      await clients.create({ name: 'Other', description: 'listed 100% too' }),
    ];
    await clients.move(first.id, 'disable');
    const ids = async (query: string) =>
      ((await owner.get(`api-clients?${query}`).expect(200)).body.data.items as NewApiClient[]).map(({ id }) => id);
    expect(await ids('q=LISTED%20100%25')).toEqual([second.id, first.id]);
    expect(await ids('q=LISTED%20100%25&status=disabled')).toEqual([first.id]);
    expect(await ids('q=100_')).toEqual([]);
    expect(await ids('page=1&page_size=1')).toEqual([second.id]);
    expect(await ids('page=2&page_size=1')).toEqual([first.id]);
    const { body } = await owner.get('api-clients?q=Listed').expect(200);
    expect(JSON.stringify(body)).not.toContain(first.client_secret);
    expect(reasons((await owner.get('api-clients?status=gone').expect(422)).body)).toEqual(['status not_allowed']);
  });

  it('need a name and a scope, and take nothing that cannot be', async () => {
    const refused = async (body: object, ...why: string[]) => {
      const answer = await owner.post('api-clients', body).expect(422);
      expect(reasons(answer.body)).toEqual(why);
    };
    const least = { name: 'x', scopes: [READ] };
    await refused({}, 'name required', 'scopes required');
    await refused({ ...least, name: ' ' }, 'name required');
    await refused({ ...least, scopes: [] }, 'scopes too_few_items');
    for (const never of [
      'users.read',
      'roles.assign',
      'settings.write',
      'webhooks.write',
      'notifications.configure',
      'x',
    ]) {
      await refused({ ...least, scopes: [READ, never] }, 'scopes.1 not_allowed');
    }
    await refused({ ...least, app_ids: [] }, 'app_ids too_few_items');
    await refused({ ...least, app_ids: [api.appId, 'x'] }, 'app_ids.1 not_uuid');
    const ofAnother = await aManagedApp((await aTenant(api)).owner.client);
    await refused(
      { ...least, app_ids: [newId(), api.appId, ofAnother.id] },
      'app_ids.0 unknown_app',
      'app_ids.2 unknown_app',
    );
    await refused({ ...least, lock_version: 1 }, 'lock_version unknown_field');
    await refused({ ...least, client_secret: 'mine' }, 'client_secret unknown_field');
    await refused({ ...least, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at not_future');
    await refused({ ...least, expires_at: '9999-12-31T23:59:59-01:00' }, 'expires_at not_instant');
    for (const cidr of ['10.0.0.1/8', '10.0.0.0', 'example.com/8', '::ffff:10.0.0.0/104', '10.0.0.0/33']) {
      await refused({ ...least, allowed_cidrs: ['10.0.0.0/8', cidr] }, 'allowed_cidrs.1 not_cidr');
    }
    const many = Array.from({ length: 51 }, (_, n) => `10.${n}.0.0/16`);
    await refused({ ...least, allowed_cidrs: many }, 'allowed_cidrs too_many_items');
    await clients.create({ ...least, allowed_cidrs: many.slice(1) });
  });

  it('are changed by their version, null being what they had at first', async () => {
    const client = await clients.create({
      description: 'Sends',
      app_ids: [api.appId],
      allowed_cidrs: ['10.0.0.0/8'],
      expires_at: NEXT_YEAR,
    });
    const path = `api-clients/${client.id}`;
    expect(reasons((await owner.patch(path, { name: 'x' }).expect(422)).body)).toEqual(['lock_version required']);
    const reset = await clients.patch(client.id, {
      description: null,
      app_ids: null,
      allowed_cidrs: null,
      expires_at: null,
    });
    expect(reset).toMatchObject({
      description: null,
      app_ids: null,
      allowed_cidrs: [],
      expires_at: null,
      lock_version: 2,
    });
    expect(await lastRecord()).toMatchObject({ action: 'api_clients.write', resource_id: client.id });
    expect((await lastRecord()).changes.map(({ path }) => path).sort()).toEqual([
      'allowed_cidrs',
      'app_ids',
      'description',
      'expires_at',
    ]);
    const stale = await owner.patch(path, { name: 'x', lock_version: 1 }).expect(409);
    expect(stale.body).toMatchObject({ code: 'RESOURCE.VERSION_CONFLICT', current_lock_version: 2 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => owner.patch(path, { name: `Name ${n}`, lock_version: 2 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  it('are enabled and disabled by their version, and deleted with or without it', async () => {
    const { id } = await clients.create();
    const path = `api-clients/${id}`;
    await owner.post(`${path}/disable`, {}).expect(422);
    await owner.post(`${path}/disable`, { lock_version: 9 }).expect(409);
    expect(await clients.move(id, 'disable')).toMatchObject({ status: 'disabled', lock_version: 2 });
    expect((await owner.post(`${path}/disable`, { lock_version: 2 }).expect(409)).body.code).toBe('IAM.STATE.INVALID');
    expect(await clients.move(id, 'enable')).toMatchObject({ status: 'active', lock_version: 3 });
    await owner.delete(`${path}?lock_version=1`).expect(409);
    const { body } = await owner.delete(`${path}?lock_version=3`).expect(200);
    expect(body.data).toEqual({ deleted: true, id });
    expect(await lastRecord()).toMatchObject({ resource_type: 'api_client', resource_id: id, outcome: 'success' });
    for (const request of [owner.get(path), owner.delete(path), owner.post(`${path}/rotate-secret`)]) {
      expect((await request.expect(404)).body.code).toBe('RESOURCE.NOT_FOUND');
    }
    expect(await rows('SELECT FROM api_client_secrets WHERE client_id = $1', [id])).toEqual([]);
    await clients.remove((await clients.create()).id);
  });

  it('are told to others by id and name: when they were created, and got another secret', async () => {
    const { id } = await clients.create({ name: 'Told' });
    await clients.rotate(id, { overlap_seconds: 60 });
    await clients.patch(id, { name: 'Renamed' });
    await clients.rotate(id);
    expect(await eventsOf(id)).toEqual([
      { type: 'api_client.created', data: { api_client_id: id, name: 'Told' } },
      { type: 'api_client.rotated', data: { api_client_id: id, name: 'Told' } },
      { type: 'api_client.rotated', data: { api_client_id: id, name: 'Renamed' } },
    ]);
    const { changes } = await lastRecord();
    expect(changes).toEqual([{ path: 'secrets', before: '********', after: '********' }]);
  });

  describe('get another secret', () => {
    it('beside the present one for the overlap, never more than two, of which the oldest gives way', async () => {
      const first = await clients.create();
      const second = await clients.rotate(first.id, { overlap_seconds: 3_600, lock_version: 1 });
      expect(second.secrets.map(({ expires_at }) => expires_at)).toEqual([null, expect.any(String)]);
      expect(second).toMatchObject({ client_id: first.id, lock_version: 2 });
      for (const one of [first, second]) await tokenOf(api, one);
      const third = await clients.rotate(first.id, { overlap_seconds: 3_600 });
      expect(third.secrets.map(({ prefix }) => prefix)).toEqual(
        [third, second].map(({ client_secret }) => client_secret.slice(0, 12)),
      );
      await askForToken(api, first).expect(401);
      for (const one of [second, third]) await tokenOf(api, one);
      const fourth = await clients.rotate(first.id);
      expect(fourth.secrets).toHaveLength(1);
      for (const one of [first, second, third]) await askForToken(api, one).expect(401);
      await tokenOf(api, fourth);
    });

    it('within limits, by a version if one is named', async () => {
      const { id } = await clients.create();
      const path = `api-clients/${id}/rotate-secret`;
      for (const overlap_seconds of [-1, 86_401, 1.5, '60', null]) {
        expect([overlap_seconds, (await owner.post(path, { overlap_seconds })).status]).toEqual([overlap_seconds, 422]);
      }
      await owner.post(path, { lock_version: 2 }).expect(409);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => owner.post(path, { lock_version: 1, overlap_seconds: 86_400 })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(409)]);
      expect((await clients.read(id)).secrets).toHaveLength(2);
    });
  });

  it('are a hundred in a tenant, also when several are created at once', async () => {
    const tenant = await aTenant(api);
    await rows(
      `INSERT INTO api_clients (tenant_id, id, name, scopes, status)
       SELECT $1, gen_random_uuid(), 'One of many', '{notifications.read}', 'active' FROM generate_series(1, 98)`,
      [tenant.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => tenant.owner.client.post('api-clients', { name: 'Last', scopes: [READ] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const { body } = await tenant.owner.client.post('api-clients', { name: 'Last', scopes: [READ] }).expect(409);
    expect(body.code).toBe('IAM.API_CLIENT.TOO_MANY');
  });
});
