import { API_CLIENT_SCOPES, isScope } from '@libs/iam';
import { newId } from '@libs/kernel';
import { createDocument } from '../../apps/api/src/openapi/document';
import { previewApi } from '../../apps/api/src/openapi/generated-files';
import { METHODS } from '../../apps/api/src/surfaces/routes';
import { type AdminClient, adminClient, suiteOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { dictionaryClient } from '../admin/support/dictionaries';
import { aPackage } from '../admin/support/releases';
import { settingClient } from '../admin/support/settings';
import { aMember, signIn } from '../mobile/support/journey';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { apiClients, READ, serviceClient, SUBMIT, TEXTS, tokenOf } from './support/clients';

type Method = (typeof METHODS)[number];

interface Operation {
  /** As the document has it, without the prefix: `GET files/{id}`. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly takesAppHeader: boolean;
}

/** What exists of an App, or of none, by the place in paths where its id stands. */
type Things = Readonly<Record<'files' | 'dictionaries' | 'settings' | 'jobs' | 'sessions', string>>;

const JOB = 'test.limited';

describe('An API client that is limited to an App', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let limited: AdminClient;
  let operations: Operation[];
  let otherAppId: string;
  let own: Things;
  let others: Things;
  let ofNoApp: Things;

  const rows = (text: string, values: unknown[]) => queryAs(api.urls.superuserUrl, text, values);

  /** In the administration where there is no App. */
  const aSession = async (appId: string | null): Promise<string> => {
    if (appId !== null) return (await signIn(api, await aMember(api, {}, appId), { appId })).session_id;
    const { body } = await adminClient(api)
      .post('auth/login', { email: 'admin@example.com', password: 'bootstrap administrator' })
      .expect(200);
    return (body.data as { session_id: string }).session_id;
  };

  const thingsOf = async (appId: string | null): Promise<Things> => {
    const place = appId === null ? { scope: 'tenant' } : { scope: 'app', app_id: appId };
    const job = newId();
    await rows(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data, dead_at) VALUES ($1, $2, $3, $4, '{}', now())`,
      [api.tenantId, job, appId, JOB],
    );
    await rows(
      `INSERT INTO security_events (tenant_id, id, app_id, user_id, type)
       SELECT tenant_id, $2, $3, id, 'password_changed' FROM users WHERE tenant_id = $1 LIMIT 1`,
      [api.tenantId, newId(), appId],
    );
    return {
      files: await aPackage(api, appId, { purpose: 'attachment' }),
      dictionaries: (await dictionaryClient(owner).create(place)).id,
      settings: (await settingClient(owner).create(place)).id,
      jobs: job,
      sessions: await aSession(appId),
    };
  };

  beforeAll(async () => {
    otherAppId = (await aManagedApp(owner, { name: 'The other' })).id;
    [own, others, ofNoApp] = [await thingsOf(api.appId), await thingsOf(otherAppId), await thingsOf(null)];
    const scopes = API_CLIENT_SCOPES.map(({ code }) => code);
    const client = await apiClients(owner).create({ scopes, app_ids: [api.appId] });
    limited = adminClient(api, await tokenOf(api, client), { 'X-AppID': otherAppId });
    const document = createDocument(await previewApi());
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method] as { security?: object[]; 'x-permission'?: string } | undefined;
        if (!path.startsWith('/admin-api/v1/') || !isScope(operation?.['x-permission'] ?? '')) return [];
        const rest = path.replace('/admin-api/v1/', '');
        const takesAppHeader = operation?.security?.some((one) => 'appId' in one) ?? false;
        return [{ name: `${method.toUpperCase()} ${rest}`, method, path: rest, takesAppHeader }];
      }),
    );
  });

  const filled = (path: string, things?: Things) =>
    path
      .replace('{app_id}', otherAppId)
      .replaceAll(/(\w+)\/\{id\}/g, (_, place: string) => `${place}/${things?.[place as keyof Things] ?? newId()}`)
      .replaceAll(/\{(?:\w+_)?id\}/g, () => newId())
      .replaceAll(/\{\w+\}/g, 'about-us');
  const isOfAnApp = ({ path, takesAppHeader }: Operation) => takesAppHeader || path.includes('{app_id}');
  const LIMITED = '403 IAM.API_CLIENT.LIMITED';
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) =>
    `${status} ${body.code ?? ''}`.trim();

  /** What says itself how it keeps to Apps. Everything else that is not of an App in its place is refused. */
  const KEEPING = {
    lists: [
      'GET apps',
      'GET audit/logs',
      'GET audit/logs/export',
      'GET dictionaries',
      'GET files',
      'GET jobs',
      'GET security/events',
      'GET security/login-events',
      'GET sessions',
      'GET settings',
    ],
    items: [
      'DELETE dictionaries/{id}',
      'DELETE files/{id}',
      'DELETE jobs/{id}',
      'DELETE sessions/{id}',
      'GET dictionaries/{id}',
      'GET files/{id}',
      'GET files/{id}/content',
      'GET files/{id}/thumbnail',
      'GET jobs/{id}',
      'GET settings/{id}',
      'PATCH dictionaries/{id}',
      'POST files/{id}/content/download-link',
      'POST files/{id}/rescan',
      'POST jobs/{id}/retry',
    ],
    links: ['POST audit/logs/export/download-link'],
    catalogues: ['GET settings/known', 'GET webhooks/event-types'],
    choosing: [
      'GET dashboard/summary',
      'GET dashboard/trends',
      'POST apps/batch-delete',
      'POST dictionaries',
      'POST files',
      'POST files/batch-delete',
      'POST sessions/revoke',
    ],
  };

  it('finds no other, on any route of one', async () => {
    const ofAnApp = operations.filter(isOfAnApp);
    expect(ofAnApp.length).toBeGreaterThan(60);
    for (const { name, method, path } of ofAnApp) {
      expect([name, outcome(await limited[method](filled(path)))]).toEqual([name, '404 RESOURCE.NOT_FOUND']);
    }
  });

  it('finds its own there', async () => {
    await limited.get(`apps/${api.appId}`).expect(200);
    await limited.get(`apps/${api.appId}/mobile/releases`).expect(200);
    await limited.get('mobile/releases').set('X-AppID', api.appId).expect(200);
    await limited.post(`apps/${api.appId}/notices`, TEXTS).expect(201);
  });

  it('is refused whatever concerns all of the tenant', async () => {
    const known = Object.values(KEEPING).flat();
    const ofTheTenant = operations.filter((operation) => !isOfAnApp(operation));
    expect(known.filter((name) => !ofTheTenant.some((one) => one.name === name))).toEqual([]);
    const rest = ofTheTenant.filter(({ name }) => !known.includes(name));
    expect(rest.length).toBeGreaterThan(15);
    for (const { name, method, path } of rest) {
      expect([name, outcome(await limited[method](filled(path)))]).toEqual([name, LIMITED]);
    }
  });

  it('has lists with what belongs to its App, and with nothing else', async () => {
    const texts = new Map<string, string>();
    for (const name of KEEPING.lists) {
      const path = name.replace('GET ', '');
      const query = path.endsWith('export') ? 'format=ndjson' : 'page_size=100';
      const { text } = await limited.get(`${path}?${query}`).expect(200);
      texts.set(path, text);
      for (const foreign of [otherAppId, ...Object.values(others), ...Object.values(ofNoApp)]) {
        expect([name, text.includes(foreign)]).toEqual([name, false]);
      }
      const { text: everything } = await owner.get(`${path}?${query}`).expect(200);
      expect([name, everything.length > text.length, text.includes(api.appId)]).toEqual([name, true, true]);
    }
    for (const [place, id] of Object.entries(own))
      expect([place, texts.get(place)?.includes(id)]).toEqual([place, true]);
    for (const path of ['files', 'sessions', 'settings', 'dictionaries', 'audit/logs', 'security/events']) {
      const { body } = await limited.get(`${path}?app_id=${otherAppId}`).expect(200);
      expect([path, body.data.total]).toEqual([path, 0]);
    }
    const { body } = await limited.get('apps').expect(200);
    expect(body.data).toMatchObject({ items: [{ id: api.appId }], total: 1 });
  });

  it('has links to such a list, which open what it may see', async () => {
    for (const name of KEEPING.links) {
      const { body } = await limited.post(name.replace('POST ', '')).expect(200);
      const { pathname, search } = new URL(body.data.url as string);
      const { text } = await api.http.get(pathname + search).expect(200);
      expect([name, text.includes(api.appId), text.includes(otherAppId)]).toEqual([name, true, false]);
    }
  });

  it('finds nothing of others by its id, and leaves it as it is', async () => {
    for (const name of KEEPING.items) {
      const [method = '', path = ''] = name.split(' ');
      for (const things of [others, ofNoApp]) {
        const query = name.startsWith('DELETE dict')
          ? '?lock_version=1'
          : name.endsWith('thumbnail')
            ? '?width=64'
            : '';
        const target = filled(path, things) + query;
        const body = name.startsWith('PATCH') ? { lock_version: 1, is_public: false } : undefined;
        const answer = await limited[method.toLowerCase() as Method](target, body as never);
        expect([name, outcome(answer)]).toEqual([name, '404 RESOURCE.NOT_FOUND']);
      }
    }
    for (const things of [others, ofNoApp]) {
      for (const place of ['files', 'dictionaries', 'settings', 'jobs'] as const) {
        await owner.get(`${place}/${things[place]}`).expect(200);
      }
    }
  });

  it('has its own by their ids', async () => {
    for (const place of ['files', 'dictionaries', 'settings', 'jobs'] as const) {
      await limited.get(`${place}/${own[place]}`).expect(200);
    }
    await limited.patch(`dictionaries/${own.dictionaries}`, { lock_version: 1, is_public: false }).expect(200);
    await limited.delete(`dictionaries/${own.dictionaries}?lock_version=2`).expect(200);
    await limited.delete(`jobs/${own.jobs}`).expect(200);
    await limited.delete(`sessions/${own.sessions}`).expect(200);
    await limited.delete(`files/${own.files}`).expect(200);
    for (const name of KEEPING.catalogues) await limited.get(name.replace('GET ', '')).expect(200);
  });

  it('chooses its own App wherever one is chosen', async () => {
    const upload = (appId?: string) => {
      const request = limited.postForm('files').field('purpose', 'attachment');
      return (appId ? request.field('app_id', appId) : request).attach('file', Buffer.from('tea'), 'tea.txt');
    };
    const dictionary = (input: object) =>
      limited.post('dictionaries', { code: 'tea', name: { 'zh-CN': '茶' }, items: [], ...input });
    const trends = (query: string) =>
      limited.get(
        `dashboard/trends?metric=logins&interval=day&from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z${query}`,
      );
    const { body } = await limited.post('apps/batch-delete', { ids: [otherAppId, api.appId] }).expect(409);
    expect(body.ids).toEqual(expect.arrayContaining([otherAppId]));
    const choices: readonly [string, (appId?: string) => PromiseLike<{ status: number; body: object }>, number][] = [
      ['POST files', upload, 201],
      ['POST dictionaries', (id) => dictionary(id ? { scope: 'app', app_id: id } : { scope: 'tenant' }), 201],
      [
        'POST sessions/revoke',
        (id) => limited.post('sessions/revoke', id ? { app_id: id } : { user_id: newId() }),
        200,
      ],
      ['GET dashboard/summary', (id) => limited.get(`dashboard/summary${id ? `?app_id=${id}` : ''}`), 200],
      ['GET dashboard/trends', (id) => trends(id ? `&app_id=${id}` : ''), 200],
    ];
    for (const [name, choose, status] of choices) {
      for (const foreign of [otherAppId, newId()]) {
        expect([name, outcome(await choose(foreign))]).toEqual([name, '404 RESOURCE.NOT_FOUND']);
      }
      expect([name, outcome(await choose())]).toEqual([name, LIMITED]);
      expect([name, (await choose(api.appId)).status]).toEqual([name, status]);
    }
    await owner.get(`sessions?app_id=${otherAppId}`).expect(200);
  });

  it('names no image of another App for its own', async () => {
    const icon = (appId: string | null) => aPackage(api, appId, { purpose: 'app_icon' });
    const slide = (appId: string | null) => aPackage(api, appId, { purpose: 'onboarding_image' });
    const setIcon = async (id: string) => {
      const { lock_version } = (await owner.get(`apps/${api.appId}`).expect(200)).body.data as { lock_version: number };
      return limited.patch(`apps/${api.appId}`, { lock_version, icon_file_id: id });
    };
    const publish = (id: string, expected_version: number) =>
      limited.post(`apps/${api.appId}/startup/onboarding/publish`, {
        expected_version,
        enabled: true,
        slides: [{ image_file_id: id, title: { 'zh-CN': '茶' }, description: { 'zh-CN': '好' } }],
      });
    for (const answer of [await setIcon(await icon(otherAppId)), await publish(await slide(otherAppId), 0)]) {
      expect([answer.status, answer.body.errors[0].code]).toEqual([422, 'unknown_file']);
    }
    expect((await setIcon(await icon(api.appId))).status).toBe(200);
    expect((await setIcon(await icon(null))).status).toBe(200);
    expect((await publish(await slide(api.appId), 0)).status).toBe(200);
  });

  it('sends messages to members of its App, and knows nothing of those to others', async () => {
    const clients = apiClients(owner);
    const bound = await clients.create({ scopes: [SUBMIT, READ] });
    const message = (app_id: string) => ({ app_id, user_ids: [newId()], message_type: 'private', ...TEXTS });
    const some = serviceClient(api, await tokenOf(api, bound));
    const send = async (app_id: string) =>
      (await some.post('notifications', message(app_id)).expect(202)).body.data.id as string;
    const listed = async () =>
      ((await some.get('notifications').expect(200)).body.data.items as { id: string }[]).map(({ id }) => id);
    const [elsewhere, here] = [await send(otherAppId), await send(api.appId)];
    expect(await listed()).toEqual([here, elsewhere]);
    await clients.patch(bound.id, { app_ids: [api.appId] });
    for (const foreign of [otherAppId, newId()]) {
      expect(outcome(await some.post('notifications', message(foreign)))).toBe('404 RESOURCE.NOT_FOUND');
    }
    // Not even those that it sent before.
    expect(outcome(await some.get(`notifications/${elsewhere}`))).toBe('404 RESOURCE.NOT_FOUND');
    expect(outcome(await some.post(`notifications/${elsewhere}/recall`))).toBe('404 RESOURCE.NOT_FOUND');
    expect(await listed()).toEqual([here]);
    await some.get(`notifications/${here}`).expect(200);
    await some.post(`notifications/${here}/recall`).expect(200);
  });
});
