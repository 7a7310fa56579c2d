import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { apiClients } from '../../service/support/clients';
import { anAdmin, suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { aCategory, articleClient } from '../support/articles';
import { categoryClient } from '../support/categories';
import { dictionaryClient } from '../support/dictionaries';
import { notificationClient } from '../support/notifications';
import { organizationClient, UNITS } from '../support/organization';
import { DRAFT } from '../support/pages';
import { releaseClient } from '../support/releases';
import { settingClient } from '../support/settings';
import { aTenant } from '../support/tenants';
import { webhookClient } from '../support/webhooks';

const ADMINS = 12;

interface Resource {
  /** Makes one. @returns where it is read. */
  readonly make: () => Promise<string>;
  readonly change: (index: number) => object;
  readonly method?: 'put';
  /** Where it is changed, below where it is read. */
  readonly below?: string;
}

describe('Administrators who change one at once, all upon the same version', () => {
  const api = suiteApi({}, { regions: 'few' });
  const admin = suiteOwner(api);
  const app = () => `apps/${api.appId}`;
  const title = (index: number) => ({ 'zh-CN': `第${index}份` });
  const name = (index: number) => ({ name: `Name ${index}` });

  const draft = {
    below: '/draft',
    method: 'put',
    change: (index: number) => ({ ...DRAFT, title: title(index) }),
  } as const;
  const RESOURCES: Readonly<Record<string, Resource>> = {
    'an App': { make: async () => `apps/${(await aManagedApp(admin)).id}`, change: name },
    'a page': { ...draft, make: () => Promise.resolve(`${app()}/content/pages/about-us`) },
    'a legal document': { ...draft, make: () => Promise.resolve(`${app()}/content/legal/privacy-policy`) },
    'an article': {
      make: async () => {
        const articles = articleClient(admin, api.appId);
        return `${articles.path}/${(await articles.create({ category_id: await aCategory(api, api.appId) })).id}`;
      },
      change: (index) => ({ title: title(index), slug: `slug-${index}` }),
    },
    'a category': {
      make: async () => `${app()}/content/categories/${(await categoryClient(admin, api.appId).create('one')).id}`,
      change: (sort_order) => ({ sort_order }),
    },
    'a dictionary': {
      make: async () => `dictionaries/${(await dictionaryClient(admin).create()).id}`,
      change: (index) => ({ name: title(index) }),
    },
    'a setting': {
      make: async () => `settings/${(await settingClient(admin).create()).id}`,
      change: (index) => ({ value: `Value ${index}` }),
    },
    'a region': { make: () => Promise.resolve('regions/330106'), change: (index) => ({ name_override: title(index) }) },
    'a notice': {
      make: async () => `${app()}/notices/${(await notificationClient(admin, api.appId).create()).id}`,
      change: (index) => ({ title: title(index) }),
    },
    'a message': {
      make: async () => `${app()}/messages/${(await notificationClient(admin, api.appId, 'messages').create()).id}`,
      change: (index) => ({ title: title(index) }),
    },
    'a release': {
      make: async () => {
        const path = `${app()}/mobile/releases`;
        return `${path}/${(await releaseClient(admin, path).create()).id}`;
      },
      change: (index) => ({ version_name: `1.${index}` }),
    },
    'a webhook endpoint': {
      make: async () => {
        const endpoint = { url: 'https://webhooks.invalid/', event_types: ['legal.published'] };
        return `webhooks/endpoints/${(await webhookClient(admin).create(endpoint)).id}`;
      },
      change: (index) => ({ description: `Number ${index}` }),
    },
    'an API client': {
      make: async () => `api-clients/${(await apiClients(admin).create({ name: 'one' })).id}`,
      change: name,
    },
    'an organization unit': {
      make: async () => `${UNITS}/${(await organizationClient(admin).create('One')).id}`,
      change: name,
    },
    'a role': {
      make: async () => {
        await admin.post('roles', { code: 'one', name: 'One', permissions: ['apps.read'] }).expect(201);
        return 'roles/one';
      },
      change: name,
    },
    'a user': {
      make: async () => `users/${(await anAdmin(api, ['auditor'])).userId}`,
      change: (index) => ({ display_name: `Name ${index}` }),
    },
    'a tenant': { make: async () => `tenants/${(await aTenant(api)).id}`, change: name },
    'their own profile': {
      make: () => Promise.resolve('auth/profile'),
      change: (index) => ({ display_name: `Name ${index}` }),
    },
  };

  const recorded = async () => {
    const [row] = await queryAs<{ count: number }>(
      api.urls.superuserUrl,
      `SELECT count(*)::int AS count FROM audit_logs WHERE outcome = 'success'`,
    );
    return row!.count;
  };

  it.each(Object.entries(RESOURCES))('%s: one of them does, and what that one wrote stands', async (_, resource) => {
    const { make, change, method = 'patch', below = '' } = resource;
    const path = await make();
    const { lock_version } = (await admin.get(path).expect(200)).body.data;
    const before = await recorded();
    const answers = await Promise.all(
      Array.from({ length: ADMINS }, (__, index) => admin[method](path + below, { ...change(index), lock_version })),
    );
    const [winner, ...others] = [...answers].sort((a, b) => a.status - b.status);
    expect(winner?.status).toBe(200);
    const { id } = (await admin.get('auth/profile').expect(200)).body.data;
    const author = { type: 'user', id, display_name: expect.any(String) };
    // Their profile does not tell when it was changed.
    const { updated_at = expect.any(String), updated_by = author } = winner?.body.data;
    expect(updated_by).toEqual(author);
    for (const { status, body } of others) {
      expect([status, body.code]).toEqual([409, 'RESOURCE.VERSION_CONFLICT']);
      expect(body).toMatchObject({ current_lock_version: lock_version + 1, updated_at, updated_by });
    }
    // Whoever saves a text is told, once, what was removed from it.
    const { removed: _removed, ...written } = winner?.body.data;
    // Where a user is signed in is told by no answer to a change.
    const { sessions: _sessions, login_events: _logins, ...read } = (await admin.get(path).expect(200)).body.data;
    expect(read).toEqual(written);
    expect(winner?.body.data.lock_version).toBe(lock_version + 1);
    expect(await recorded()).toBe(before + 1);
  });
});
