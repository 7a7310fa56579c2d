import { API_CLIENT_SCOPES } from '@libs/iam';
import { SEARCH_GROUPS, SEARCH_TYPES, type SearchType } from '../../../apps/api/src/admin/search/search-groups';
import { apiClients, tokenOf } from '../../service/support/clients';
import { suiteApi } from '../../support/suite';
import { adminClient, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { found, type Things, thingsOfAnApp } from '../support/search';
import { aTenant, type OwnedTenant } from '../support/tenants';

const WORD = 'quokka';
const OF_APPS = SEARCH_TYPES.filter((type) => SEARCH_GROUPS[type].isOfApps);

describe('Who finds what', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let things: Things;
  let tenant: OwnedTenant;

  beforeAll(async () => {
    things = await thingsOfAnApp(api, owner, WORD);
    await owner.post('roles', { code: `${WORD}-role`, name: 'Searched', permissions: [] }).expect(201);
    tenant = await aTenant(api);
    const { body } = await owner.get(`tenants/${tenant.id}`).expect(200);
    const { lock_version } = body.data as { lock_version: number };
    await owner.patch(`tenants/${tenant.id}`, { lock_version, name: `${WORD} tenant` }).expect(200);
  });

  const typesFor = async (client: Parameters<typeof found>[0], q = WORD) => Object.keys(await found(client, q)).sort();

  it('is told by the whole set to begin with', async () => {
    expect(await typesFor(owner)).toEqual([...SEARCH_TYPES].sort());
  });

  it.each(SEARCH_TYPES.map((type) => [type, SEARCH_GROUPS[type].permission] as const))(
    'the group %s has one key, which is %s',
    async (type, permission) => {
      const code = `only-${type}`;
      await owner.post('roles', { code, name: type, permissions: [permission] }).expect(201);
      expect(await typesFor(await asRoles(api, code))).toEqual([type]);
    },
  );

  it('are the roles that the product has, each by its permissions', async () => {
    const { body } = await owner.get('roles?page_size=100').expect(200);
    const roles = (body.data as { items: { code: string; built_in: boolean; permissions: string[] }[] }).items;
    const builtIn = roles.filter(({ built_in }) => built_in);
    expect(builtIn.length).toBeGreaterThan(5);
    for (const { code, permissions } of builtIn) {
      const readable = SEARCH_TYPES.filter((type) => permissions.includes(SEARCH_GROUPS[type].permission));
      expect([code, await typesFor(await asRoles(api, code))]).toEqual([code, [...readable].sort()]);
    }
  });

  it('is nobody of another tenant, by name, identifier or id', async () => {
    const others = tenant.owner.client;
    const ids = Object.values(things.ids);
    for (const q of [WORD, things.email, things.userId, ...ids]) expect([q, await found(others, q)]).toEqual([q, {}]);
    expect(await found(others, WORD, { app_id: things.appId })).toEqual({});
    const own = await thingsOfAnApp(api, others, WORD, tenant.id);
    for (const [type, items] of Object.entries(await found(others, WORD))) {
      expect([type, items.map(({ id }) => id)]).toEqual([type, [type === 'user' ? own.userId : own.ids[type]]]);
    }
    const ofOwner = await found(owner, WORD);
    for (const type of OF_APPS) expect(ofOwner[type]?.map(({ id }) => id)).toEqual([things.ids[type]]);
  });

  it('are administrators of the platform in the tenant that they visit', async () => {
    const { access_token } = await signInAdmin(api);
    const visiting = adminClient(api, access_token, { 'X-Tenant-ID': tenant.id });
    const visited = await found(visiting, WORD);
    expect(visited['app']?.map(({ id }) => id)).not.toContain(things.appId);
    expect(visited['role']).toBeUndefined();
    expect(visited['tenant']).toHaveLength(1);
  });

  describe('among API clients', () => {
    const scopes = API_CLIENT_SCOPES.map(({ code }) => code);
    const aClient = async (input: object) =>
      adminClient(api, await tokenOf(api, await apiClients(owner).create({ scopes, ...input })));

    it('are those with the scopes', async () => {
      const all = await aClient({});
      const open = SEARCH_TYPES.filter((type) => scopes.includes(SEARCH_GROUPS[type].permission as never));
      expect(open.length).toBeGreaterThan(5);
      expect(await typesFor(all)).toEqual([...open].sort());
      expect(await typesFor(await aClient({ scopes: ['releases.read', 'articles.read'] }))).toEqual([
        'article',
        'release',
      ]);
    });

    it('that are limited to Apps are those of theirs alone', async () => {
      const limited = await aClient({ app_ids: [things.appId] });
      const types = (await typesFor(limited)) as SearchType[];
      expect(types.length).toBeGreaterThan(4);
      expect(types.filter((type) => !OF_APPS.includes(type))).toEqual([]);
      const elsewhere = await aClient({ app_ids: [api.appId] });
      expect(await typesFor(elsewhere)).toEqual([]);
      for (const q of [things.email, things.userId, ...Object.values(things.ids)]) {
        expect([q, await found(elsewhere, q)]).toEqual([q, {}]);
      }
      expect(await found(elsewhere, WORD, { app_id: things.appId })).toEqual({});
      expect(Object.keys(await found(limited, things.email))).toEqual(['member']);
    });
  });
});
