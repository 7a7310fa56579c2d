import { randomUUID } from 'node:crypto';
import { adminClient, type AdminClient, anAdmin, asOwner, BOOTSTRAP, signInAdmin, suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { aCategory, articleClient } from '../support/articles';
import { THE_SERVICE } from '../support/authors';
import { dictionaryClient } from '../support/dictionaries';
import { acceptInvitation, aTenant } from '../support/tenants';
import { anAccount, eraseAccount } from '../../mobile/support/account-life';
import { someone } from '../../mobile/support/me';
import { apiClients, tokenOf } from '../../service/support/clients';
import { anEmail, eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';

interface Changed {
  readonly id: string;
  readonly updated_at: string;
  readonly updated_by: unknown;
  readonly lock_version: number;
}

describe('Who changed something, as administrators are told', () => {
  const api = suiteApi({}, { regions: 'few' });
  const owner = suiteOwner(api);
  const rows = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const read = async (path: string, admin: AdminClient = owner) =>
    (await admin.get(path).expect(200)).body.data as Changed;
  const authorOf = async (path: string, admin?: AdminClient) => (await read(path, admin)).updated_by;
  const rename = async (path: string, admin: AdminClient, name = `Name ${randomUUID()}`) => {
    const { lock_version } = await read(path, admin);
    return (await admin.patch(path, { name, lock_version }).expect(200)).body.data as Changed;
  };
  const bootstrap = async () => {
    const { id, display_name } = (await owner.get('auth/profile').expect(200)).body.data;
    return { type: 'user', id, display_name };
  };

  it('is the administrator who made, and then who changed it: in the answer, alone and in lists', async () => {
    const other = await anAdmin(api, ['admin']);
    const { id, updated_by } = await aManagedApp(owner);
    expect(updated_by).toEqual(await bootstrap());
    const changed = await rename(`apps/${id}`, adminClient(api, other.token));
    const author = { type: 'user', id: other.userId, display_name: 'Admin of admin' };
    expect(changed.updated_by).toEqual(author);
    expect(await read(`apps/${id}`)).toEqual(changed);
    const { items } = (await owner.get('apps').expect(200)).body.data as { items: Changed[] };
    expect(items.find((item) => item.id === id)).toEqual(changed);
    // Names are those of today.
    const { lock_version } = await read(`users/${other.userId}`);
    await owner.patch(`users/${other.userId}`, { lock_version, display_name: 'Lin' }).expect(200);
    expect(await authorOf(`apps/${id}`)).toEqual({ ...author, display_name: 'Lin' });
  });

  it('is the service for what an installation begins with', async () => {
    expect(await authorOf(`apps/${api.appId}`)).toEqual(THE_SERVICE);
    expect(await authorOf(`tenants/${api.tenantId}`)).toEqual(THE_SERVICE);
    expect(await authorOf('roles/owner')).toEqual(THE_SERVICE);
    expect(await authorOf('regions/330106')).toEqual(THE_SERVICE);
    const { items } = (await owner.get(`users?q=${BOOTSTRAP.email}`).expect(200)).body.data as { items: Changed[] };
    expect(items[0]?.updated_by).toEqual(THE_SERVICE);
  });

  it('is the service for what happens by itself, in the name of somebody or not', async () => {
    const articles = articleClient(owner, api.appId);
    const draft = await articles.create({ category_id: await aCategory(api, api.appId) });
    const scheduled = await articles.publish(draft, { publish_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(scheduled['updated_by']).toEqual(await bootstrap());
    await rows(`UPDATE content_articles SET publish_at = now() - interval '1 second' WHERE id = $1`, [draft.id]);
    await rows(
      `UPDATE outbox_messages SET available_at = now() WHERE type = 'articles.due' AND data ->> 'article_id' = $1`,
      [draft.id],
    );
    const published = await eventually(async () => {
      const article = await articles.read(draft.id);
      return article.status === 'published' && article;
    });
    expect(published['updated_by']).toEqual(THE_SERVICE);
  });

  it('is an API client as long as there is one', async () => {
    const clients = apiClients(owner);
    const client = await clients.create({ name: 'Build server', scopes: ['apps.read', 'apps.write'] });
    const { id } = await aManagedApp(owner);
    await rename(`apps/${id}`, adminClient(api, await tokenOf(api, client)));
    expect(await authorOf(`apps/${id}`)).toEqual({ type: 'api_client', id: client.id, display_name: 'Build server' });
    // That it was used is no change of the client.
    expect(await clients.read(client.id)).toMatchObject({
      last_used_at: expect.any(String),
      updated_at: client['updated_at'],
      updated_by: await bootstrap(),
    });
    await clients.remove(client.id);
    expect(await authorOf(`apps/${id}`)).toBeNull();
  });

  it('is nobody any more when the user has been erased', async () => {
    const account = await anAccount(api, { display_name: 'Forgotten' });
    await owner.put(`users/${account.userId}/roles`, { roles: ['admin'] }).expect(200);
    const { email, password } = account;
    const { access_token } = await signInAdmin(api, { email, password });
    const { id } = await aManagedApp(adminClient(api, access_token));
    expect(await authorOf(`apps/${id}`)).toEqual({ type: 'user', id: account.userId, display_name: 'Forgotten' });
    await owner.put(`users/${account.userId}/roles`, { roles: [] }).expect(200);
    await eraseAccount(api, account);
    expect(await authorOf(`apps/${id}`)).toBeNull();
    const stale = await owner.patch(`apps/${id}`, { name: 'Late', lock_version: 7 }).expect(409);
    expect(stale.body).toMatchObject({ current_lock_version: 1, updated_by: null });
  });

  it('is not told of what was changed before it was recorded', async () => {
    const { id } = await aManagedApp(owner);
    await rows('UPDATE apps SET updated_by = NULL WHERE id = $1', [id]);
    expect(await authorOf(`apps/${id}`)).toBeNull();
  });

  it('is the visiting administrator of the platform by name, in the tenant that was visited', async () => {
    const tenant = await aTenant(api);
    const visitor = await asOwner(api, { 'X-Tenant-ID': tenant.id });
    const { id } = await aManagedApp(visitor);
    const dictionary = await dictionaryClient(visitor).create();
    expect(await authorOf(`apps/${id}`, tenant.owner.client)).toEqual(await bootstrap());
    expect(await authorOf(`dictionaries/${dictionary.id}`, tenant.owner.client)).toEqual(await bootstrap());
    expect(await authorOf(`tenants/${tenant.id}`)).toEqual(await bootstrap());
    const renamed = await rename(`apps/${id}`, tenant.owner.client);
    expect(renamed.updated_by).toMatchObject({ type: 'user', display_name: 'Owner' });
    expect(await authorOf(`apps/${id}`, visitor)).toEqual(renamed.updated_by);
  });

  it('is users themselves where they act without being administrators', async () => {
    const { userId } = await anAccount(api);
    expect(await authorOf(`users/${userId}`)).toMatchObject({ type: 'user', id: userId });
    const { lock_version } = await read(`users/${userId}`);
    await owner.patch(`users/${userId}`, { display_name: 'Renamed', lock_version }).expect(200);
    expect(await authorOf(`users/${userId}`)).toEqual(await bootstrap());

    const email = anEmail();
    const { id } = (await owner.post('users', { email, display_name: 'Ann', roles: ['auditor'] }).expect(201)).body
      .data;
    expect(await authorOf(`users/${id}`)).toEqual(await bootstrap());
    await acceptInvitation(api, email);
    expect(await authorOf(`users/${id}`)).toEqual({ type: 'user', id, display_name: 'Ann' });
  });

  it('is not told to members, only that there is a newer version', async () => {
    const { me } = await someone(api);
    const { lock_version } = (await me.get().expect(200)).body.data;
    await me.patch('', { bio: 'first', lock_version }).expect(200);
    const { body } = await me.patch('', { bio: 'second', lock_version }).expect(409);
    expect(body).toMatchObject({ code: 'RESOURCE.VERSION_CONFLICT', current_lock_version: lock_version + 1 });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^updated_/)]));
  });

  it('is told of a stale version, with the time', async () => {
    const other = await anAdmin(api, ['admin']);
    const { id, lock_version } = await aManagedApp(owner);
    const { updated_at, updated_by } = await rename(`apps/${id}`, adminClient(api, other.token));
    const { body } = await owner.post(`apps/${id}/disable`, { lock_version }).expect(409);
    expect(body).toMatchObject({ current_lock_version: lock_version + 1, updated_at, updated_by });
    expect(body.updated_by).toEqual({ type: 'user', id: other.userId, display_name: 'Admin of admin' });
  });

  it('is each of many who make something at once, and the same when they repeat it', async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, () => anAdmin(api, ['admin'])));
    const make = () =>
      Promise.all(
        admins.map(async ({ token, userId }) => {
          const client = adminClient(api, token, { 'Idempotency-Key': `once-${userId}` });
          return aManagedApp(client, { name: `App of ${userId}` });
        }),
      );
    const [made, repeated] = [await make(), await make()];
    expect(repeated).toEqual(made);
    expect(made.map(({ updated_by }) => updated_by)).toEqual(
      admins.map(({ userId }) => ({ type: 'user', id: userId, display_name: 'Admin of admin' })),
    );
    for (const { id, updated_by } of made) expect(await authorOf(`apps/${id}`)).toEqual(updated_by);
  });
});
