import { newId } from '@libs/kernel';
import { createDocument } from '../../../apps/api/src/openapi/document';
import { previewApi } from '../../../apps/api/src/openapi/generated-files';
import { METHODS } from '../../../apps/api/src/surfaces/routes';
import { aMember } from '../../mobile/support/journey';
import { expectProblem } from '../../http/support/problem';
import { anImage, aWgt } from '../../support/files';
import { suiteApi } from '../../support/suite';
import { type AdminClient, adminClient, anAdmin, asRoles, suiteOwner } from '../support/admin';
import { articleClient } from '../support/articles';
import { categoryClient } from '../support/categories';
import { dictionaryClient } from '../support/dictionaries';
import { notificationClient } from '../support/notifications';
import { pageClient } from '../support/pages';
import { releaseClient } from '../support/releases';

describe('What is the work of a role is open to it', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const upload = async (client: AdminClient, content: Buffer, fields: Readonly<Record<string, string>>) => {
    const request = client.postForm('files');
    for (const [name, value] of Object.entries(fields)) void request.field(name, value);
    const { body } = await request.attach('file', content, 'file').expect(201);
    return (body.data as { id: string }).id;
  };
  const expectDenied = (answer: Awaited<ReturnType<AdminClient['get']>>, permission: string) =>
    expect(expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
      required_permission: permission,
    });

  it('release_manager: packages, releases, their publication and their figures', async () => {
    const manager = await asRoles(api, 'release_manager');
    const app = `apps/${api.appId}`;
    await manager.get('apps').expect(200);
    await manager.get(app).expect(200);
    const file_id = await upload(manager, aWgt('1.0.0'), { purpose: 'release_package', app_id: api.appId });
    await manager.get('files?purpose=release_package').expect(200);
    await manager.get(`files/${file_id}/content`).expect(200);
    await manager.post(`files/${file_id}/rescan`).expect(200);
    const releases = releaseClient(manager, `${app}/mobile/releases`);
    const { id } = await releases.create({ file_id, external_url: undefined });
    await releases.patch(id, { release_notes: { 'zh-CN': '更多' } });
    await releases.publish(id);
    await releases.rollOut(id, { rollout_percent: 50 });
    await manager.get(`${releases.path}/${id}/statistics`).expect(200);
    await manager.get(`${releases.path}/explain?platform=android&package_type=wgt&version_code=1`).expect(200);
    await releases.unpublish(id);
    const drafts = [await releases.create(), await releases.create()];
    await manager.delete(`${releases.path}/${drafts[0]!.id}`).expect(200);
    await manager.post(`${releases.path}/batch-delete`, { ids: [drafts[1]!.id] }).expect(200);
    const { body } = await manager.get(`${releases.path}?q=1.2`).expect(200);
    expect((body.data as { items: { id: string }[] }).items.map((one) => one.id)).toEqual([id]);
  });

  it('content_editor: pictures, articles, pages, dictionaries, and drafts of legal documents', async () => {
    const editor = await asRoles(api, 'content_editor');
    const app = `apps/${api.appId}`;
    await editor.get(app).expect(200);
    const cover_file_id = await upload(editor, await anImage(), { purpose: 'content_image' });
    const category = await categoryClient(editor, api.appId).create('news');
    await editor.patch(`${app}/content/categories/${category.id}`, { sort_order: 1, lock_version: 1 }).expect(200);
    const articles = articleClient(editor, api.appId);
    const article = await articles.create({ category_id: category.id, cover_file_id });
    const published = await articles.publish(article);
    const changed = await articles.update(published, { pinned: true });
    await articles.revisions(changed);
    const restored = await articles.restore(changed, 1);
    const withdrawn = await articles.unpublish(restored);
    await articles.archive(withdrawn);
    const draft = await articles.create({ category_id: category.id });
    await editor.delete(`${articles.path}/${draft.id}?lock_version=1`).expect(200);
    const { id: unused } = await categoryClient(editor, api.appId).create('unused');
    await editor.delete(`${app}/content/categories/${unused}?lock_version=1`).expect(200);
    await editor.post(`${app}/content/pages`, { slug: 'delivery' }).expect(201);
    const page = pageClient(editor, `${app}/content/pages/delivery`);
    await page.publish();
    await page.revisions();
    const { lock_version } = await page.read();
    await editor.post(`${page.path}/revisions/1/restore`, { lock_version }).expect(200);
    await pageClient(editor, `${app}/content/legal/privacy-policy`).save();
    const dictionaries = dictionaryClient(editor);
    for (const place of [{}, { scope: 'app', app_id: api.appId }]) {
      const { id } = await dictionaries.create(place);
      await dictionaries.patch(id, { status: 'disabled' });
      await dictionaries.remove(id);
    }
    await editor.get('dictionaries').expect(200);
  });

  it('notification_operator: notices, messages, whom they reach, and what comes of them', async () => {
    const operator = await asRoles(api, 'notification_operator');
    const { email } = await aMember(api);
    const app = `apps/${api.appId}`;
    await operator.get(app).expect(200);
    const { body } = await operator.get(`${app}/members?q=${encodeURIComponent(email)}`).expect(200);
    const { user_id } = (body.data as { items: { user_id: string }[] }).items[0]!;
    const audience = { mode: 'users', user_ids: [user_id] };
    for (const door of ['notices', 'messages'] as const) {
      const client = notificationClient(operator, api.appId, door);
      const one = await client.create({ audience, channels: ['in_app', 'push', 'email'] });
      const { eligible, sample } = await client.preview(one);
      expect([eligible, sample.map((member) => member.user_id)]).toEqual([1, [user_id]]);
      const published = await client.publish(one);
      await operator.get(`${client.path}/${one.id}/recipients`).expect(200);
      await client.recall(published);
      const scheduled = await client.create({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
      await client.cancel(await client.publish(scheduled));
      await operator.get(client.path).expect(200);
    }
    // By which roles an audience was filtered, which channels are there, and how deliveries go.
    await operator.get('roles').expect(200);
    await operator.get('roles/content_editor').expect(200);
    await operator.get(`${app}/push-providers`).expect(200);
    await operator.get(`dashboard/summary?app_id=${api.appId}`).expect(200);
    const range = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
    await operator.get(`dashboard/trends?metric=deliveries&interval=hour&${range}`).expect(200);
    expectDenied(
      await operator.put(`${app}/push-providers/log`, { enabled: false, config: {} }),
      'notifications.configure',
    );
    expectDenied(await operator.get('users'), 'users.read');
  });

  it('auditor: everything but secrets can be read, and the log be verified and exported', async () => {
    const auditor = await asRoles(api, 'auditor');
    const document = createDocument(await previewApi());
    const [hidden, done]: [string[], string[]] = [[], []];
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of METHODS) {
        const operation = operations[method] as { 'x-permission'?: string } | undefined;
        const permission = operation?.['x-permission'];
        if (!path.startsWith('/admin-api/') || permission === undefined) continue;
        const concrete = path
          .replace('/admin-api/v1/', '')
          .replace('{app_id}', api.appId)
          .replaceAll(/\{(?:\w+_)?id\}/g, newId())
          .replaceAll(/\{\w+\}/g, 'nothing-there');
        const { body } = await auditor[method](concrete).set('X-AppID', api.appId);
        const isDenied = body?.code === 'IAM.PERMISSION.DENIED';
        if (method === 'get' && isDenied) hidden.push(permission);
        if (method !== 'get' && !isDenied) done.push(permission);
      }
    }
    // Personal data in bulk, and what belongs to the platform.
    expect([...new Set(hidden)].sort()).toEqual(['members.export', 'regions.read', 'runtime.read', 'tenants.read']);
    // What is asked by POST, and changes nothing; and links to what may be downloaded.
    const others = done.filter((permission) => !permission.endsWith('.read'));
    expect([...new Set(others)].sort()).toEqual(['audit.export', 'audit.verify']);
    const { body: verified } = await auditor.post('audit/verify').expect(200);
    expect(verified.data).toMatchObject({ ok: true });
    await auditor.get('audit/logs/export?format=ndjson').expect(200);
    const secret = { value_type: 'string', scope: 'tenant', is_secret: true };
    await owner.post('settings', { key: 'gateway.password', value: 'hidden', ...secret }).expect(201);
    const { text } = await auditor.get('settings?q=gateway').expect(200);
    expect([text.includes('gateway.password'), text.includes('hidden')]).toEqual([true, false]);
  });

  it.each(['release_manager', 'content_editor'])(
    '%s: deletes what it uploaded itself, and nothing else',
    async (role) => {
      const { token, userId } = await anAdmin(api, [role]);
      const client = adminClient(api, token);
      const own = await upload(client, await anImage(), { purpose: 'content_image' });
      const used = await upload(client, await anImage(), { purpose: 'app_icon' });
      const foreign = await upload(owner, await anImage(), { purpose: 'content_image' });
      const app = (await owner.get(`apps/${api.appId}`).expect(200)).body.data as { lock_version: number };
      const icon = { icon_file_id: used, lock_version: app.lock_version };
      await owner.patch(`apps/${api.appId}`, icon).expect(200);
      expect((await client.delete(`files/${own}`).expect(200)).body.data).toEqual({ deleted: true, id: own });
      expectProblem(await client.delete(`files/${used}`), 409, 'FILES.IN_USE');
      // Whether there is such a file, they learn by `files.read` alone.
      for (const id of [foreign, own, newId()]) expectDenied(await client.delete(`files/${id}`), 'files.delete');
      const { body } = await owner.get(`audit/logs?actor_id=${userId}&action=files.delete`).expect(200);
      expect((body.data.items as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual([
        ...['denied', 'denied', 'denied', 'failure', 'success'],
      ]);
      await owner.delete(`files/${foreign}`).expect(200);
      // Who does not upload does not delete, either.
      expectDenied(await (await asRoles(api, 'auditor')).delete(`files/${used}`), 'files.delete');
    },
  );

  it('admin: all of the tenant but the roles themselves; owner: all of it', async () => {
    const { body } = await owner.get('roles?page_size=100').expect(200);
    const roles = body.data.items as { code: string; permissions: string[] }[];
    const of = (code: string) => roles.find((role) => role.code === code)!.permissions;
    expect(of('owner').filter((permission) => !of('admin').includes(permission))).toEqual(['roles.write']);
    expect(of('admin').filter((permission) => !of('owner').includes(permission))).toEqual([]);
  });
});
