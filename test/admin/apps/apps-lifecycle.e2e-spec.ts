import { newId } from '@libs/kernel';
import { anApp } from '../../http/support/apps';
import { expectProblem, reasons } from '../../http/support/problem';
import { aMember, clientOf, signIn } from '../../mobile/support/journey';
import { ANNOUNCED_WITHIN_MS, eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { asOwner, suiteOwner } from '../support/admin';
import { aDisabledApp, aFile, aManagedApp, anotherTenant, auditOf, eventsOf } from '../support/apps';

describe('The life of an App', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);

  const stateOf = async (id: string) => {
    const { status, body } = await admin.get(`apps/${id}`);
    return status === 404 ? 'gone' : (body.data.status as string);
  };
  const defaultApp = async () =>
    (await admin.get(`apps/${api.appId}`).expect(200)).body.data as { id: string; lock_version: number };
  const publicStatus = async (id: string) => (await api.http.get('/api/v1/public/config').set('X-AppID', id)).status;
  const sessionsOf = (appId: string) =>
    queryAs<{ revoked: boolean; revoke_reason: string | null }>(
      api.urls.superuserUrl,
      'SELECT revoked_at IS NOT NULL AS revoked, revoke_reason FROM sessions WHERE app_id = $1',
      [appId],
    );

  describe('POST /admin-api/v1/apps/{app_id}/disable and /enable', () => {
    it('move it to and fro, each time raising lock_version', async () => {
      const app = await aManagedApp(admin);
      const disabled = await admin.post(`apps/${app.id}/disable`, { lock_version: 1 }).expect(200);
      expect(disabled.body.data).toMatchObject({
        ...app,
        status: 'disabled',
        lock_version: 2,
        updated_at: expect.anything(),
      });
      const enabled = await admin.post(`apps/${app.id}/enable`, { lock_version: 2 }).expect(200);
      expect(enabled.body.data).toMatchObject({
        ...app,
        status: 'active',
        lock_version: 3,
        updated_at: expect.anything(),
      });
      expect(
        (await eventsOf(api, app.id)).map(({ type, data }) => [type, data['lock_version'], data['status']]),
      ).toEqual([
        ['app.created', 1, 'active'],
        ['app.disabled', 2, 'disabled'],
        ['app.enabled', 3, 'active'],
      ]);
      expect((await auditOf(api, app.id)).slice(1).map(({ changes }) => changes)).toEqual([
        [{ path: 'status', before: 'active', after: 'disabled' }],
        [{ path: 'status', before: 'disabled', after: 'active' }],
      ]);
    });

    it('are 409 APPS.STATE.INVALID where it is in that state already', async () => {
      const app = await aManagedApp(admin);
      expectProblem(await admin.post(`apps/${app.id}/enable`, { lock_version: 1 }), 409, 'APPS.STATE.INVALID');
      await admin.post(`apps/${app.id}/disable`, { lock_version: 1 }).expect(200);
      expectProblem(await admin.post(`apps/${app.id}/disable`, { lock_version: 2 }), 409, 'APPS.STATE.INVALID');
    });

    it('are 409 RESOURCE.VERSION_CONFLICT with a stale lock_version', async () => {
      const app = await aDisabledApp(admin);
      for (const action of ['enable', 'disable']) {
        const answer = await admin.post(`apps/${app.id}/${action}`, { lock_version: 1 });
        expectProblem(answer, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
        expect(answer.body.current_lock_version).toBe(2);
      }
    });

    it('need lock_version and know no other field', async () => {
      const app = await aManagedApp(admin);
      const missing = await admin.post(`apps/${app.id}/disable`).expect(422);
      expect(reasons(missing.body)).toEqual(['lock_version required']);
      const more = await admin.post(`apps/${app.id}/disable`, { lock_version: 1, force: true }).expect(422);
      expect(reasons(more.body)).toEqual(['force unknown_field']);
    });

    it('shut its clients out within a second, and let them in again with their sessions', async () => {
      const app = await aManagedApp(admin);
      const member = await aMember(api, {}, app.id);
      const { access_token } = await signIn(api, member, { appId: app.id });
      expect(await publicStatus(app.id)).toBe(200);
      await admin.post(`apps/${app.id}/disable`, { lock_version: 1 }).expect(200);
      await eventually(async () => (await publicStatus(app.id)) === 400, ANNOUNCED_WITHIN_MS);
      const refused = await clientOf(api, app.id).context(access_token);
      expectProblem(refused, 400, 'APP.HEADER.UNAVAILABLE');
      await admin.post(`apps/${app.id}/enable`, { lock_version: 2 }).expect(200);
      await eventually(async () => (await publicStatus(app.id)) === 200, ANNOUNCED_WITHIN_MS);
      await clientOf(api, app.id).context(access_token).expect(200);
    });

    it('work on the default App too', async () => {
      const { id, lock_version } = await defaultApp();
      await admin.post(`apps/${id}/disable`, { lock_version }).expect(200);
      await admin.post(`apps/${id}/enable`, { lock_version: lock_version + 1 }).expect(200);
    });
  });

  describe('DELETE /admin-api/v1/apps/{app_id}', () => {
    it('removes a disabled App from every list and look-up', async () => {
      const app = await aDisabledApp(admin);
      const { body } = await admin.delete(`apps/${app.id}`).expect(200);
      expect(body).toEqual({ data: { success: true } });
      expect(await stateOf(app.id)).toBe('gone');
      expect((await admin.get(`apps?q=${app.id}`).expect(200)).body.data.items).toEqual([]);
      expect(await publicStatus(app.id)).toBe(400);
      expectProblem(await admin.delete(`apps/${app.id}`), 404, 'RESOURCE.NOT_FOUND');
      const [row] = await queryAs(
        api.urls.superuserUrl,
        'SELECT deleted_at IS NOT NULL AS soft FROM apps WHERE id = $1',
        [app.id],
      );
      expect(row).toEqual({ soft: true });
      expect((await eventsOf(api, app.id)).at(-1)).toMatchObject({ type: 'app.deleted', data: { app_id: app.id } });
      expect((await auditOf(api, app.id)).filter(({ outcome }) => outcome === 'success').at(-1)).toMatchObject({
        action: 'apps.delete',
        resource_type: 'app',
        changes: expect.arrayContaining([{ path: 'name', before: 'Corner Shop', after: null }]),
      });
    });

    it('is 409 for an active App', async () => {
      const app = await aManagedApp(admin);
      expectProblem(await admin.delete(`apps/${app.id}`), 409, 'APPS.APP.NOT_DISABLED');
      expect(await stateOf(app.id)).toBe('active');
    });

    it('is 409 for the default App, active or disabled', async () => {
      const { id, lock_version } = await defaultApp();
      expectProblem(await admin.delete(`apps/${id}`), 409, 'APPS.APP.IS_DEFAULT');
      await admin.post(`apps/${id}/disable`, { lock_version }).expect(200);
      expectProblem(await admin.delete(`apps/${id}`), 409, 'APPS.APP.IS_DEFAULT');
      await admin.post(`apps/${id}/enable`, { lock_version: lock_version + 1 }).expect(200);
    });

    it('revokes its sessions and no others', async () => {
      const app = await aManagedApp(admin);
      const other = await aManagedApp(admin);
      const tokens = await signIn(api, await aMember(api, {}, app.id), { appId: app.id });
      await signIn(api, await aMember(api, {}, other.id), { appId: other.id });
      await admin.post(`apps/${app.id}/disable`, { lock_version: 1 }).expect(200);
      await admin.delete(`apps/${app.id}`).expect(200);
      await clientOf(api, app.id).context(tokens.access_token).expect(400);
      await clientOf(api, app.id).refresh(tokens.refresh_token).expect(400);
      await eventually(async () => (await sessionsOf(app.id)).every(({ revoked }) => revoked));
      expect(await sessionsOf(app.id)).toEqual([{ revoked: true, revoke_reason: 'app_deleted' }]);
      expect(await sessionsOf(other.id)).toEqual([{ revoked: false, revoke_reason: null }]);
    });

    it('frees its dcloud_appid and its images', async () => {
      const dcloud_appid = `__UNI__${newId()}`;
      const icon = await aFile(api);
      const image = await aFile(api, { purpose: 'onboarding_image' });
      const app = await aManagedApp(admin, { dcloud_appid, icon_file_id: icon });
      const text = { 'zh-CN': '文' };
      const content = {
        expected_version: 0,
        enabled: true,
        slides: [{ image_file_id: image, title: text, description: text }],
      };
      await admin.post(`apps/${app.id}/startup/onboarding/publish`, content).expect(200);
      await admin.post(`apps/${app.id}/disable`, { lock_version: 2 }).expect(200);
      await admin.delete(`apps/${app.id}`).expect(200);
      expect(await queryAs(api.urls.superuserUrl, 'SELECT 1 FROM file_usages WHERE app_id = $1', [app.id])).toEqual([]);
      await aManagedApp(admin, { dcloud_appid });
    });
  });

  describe('POST /admin-api/v1/apps/batch-delete', () => {
    it('deletes all of them; duplicates count once', async () => {
      const apps = [await aDisabledApp(admin), await aDisabledApp(admin), await aDisabledApp(admin)];
      const ids = apps.map(({ id }) => id);
      const { body } = await admin
        .post('apps/batch-delete', { ids: [...ids, ids[0], ids[1]?.toUpperCase()] })
        .expect(200);
      expect(body).toEqual({ data: { success: true } });
      expect(await Promise.all(ids.map(stateOf))).toEqual(['gone', 'gone', 'gone']);
      for (const id of ids)
        expect((await eventsOf(api, id)).filter(({ type }) => type === 'app.deleted')).toHaveLength(1);
      const [record] = await queryAs<{ changes: unknown }>(
        api.urls.superuserUrl,
        `SELECT changes FROM audit_logs
          WHERE tenant_id = $1 AND route LIKE '%batch-delete' AND outcome = 'success' ORDER BY seq DESC LIMIT 1`,
        [api.tenantId],
      );
      for (const id of ids) expect(JSON.stringify(record?.changes)).toContain(id);
    });

    it('deletes nothing if one cannot be deleted, and names all of those: 409', async () => {
      const deletable = await aDisabledApp(admin);
      const active = await aManagedApp(admin);
      const gone = await aDisabledApp(admin);
      await admin.delete(`apps/${gone.id}`).expect(200);
      const foreign = await anApp(api);
      const unknown = newId();
      const bad = [active.id, gone.id, foreign.id, unknown, api.appId];
      const answer = await admin.post('apps/batch-delete', { ids: [...bad, deletable.id, ...bad] });
      expectProblem(answer, 409, 'RESOURCE.CONFLICT', ['ids']);
      expect((answer.body.ids as string[]).toSorted()).toEqual(bad.toSorted());
      expect(await stateOf(deletable.id)).toBe('disabled');
      expect(await stateOf(active.id)).toBe('active');
      expect(await publicStatus(foreign.id)).toBe(200);
    });

    it.each([
      [{}, 'ids required'],
      [{ ids: [] }, 'ids too_few_items'],
      [{ ids: Array.from({ length: 101 }, () => newId()) }, 'ids too_many_items'],
      [{ ids: 'all' }, 'ids not_list'],
      [{ ids: [null] }, 'ids.0 not_string'],
      [{ ids: [newId()], force: true }, 'force unknown_field'],
    ])('is 422 for %j', async (body, reason) => {
      const answer = await admin.post('apps/batch-delete', body);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });

    it.each([
      [{ ids: [newId(), 'shop'] }, 'ids.1 not_uuid', ['shop']],
      [{ ids: ['Shop', newId(), '', 'Shop', null, 'x'] }, 'ids.0 not_uuid', ['Shop', '', 'x']],
      [{ ids: [7, 'shop'] }, 'ids.0 not_string', ['shop']],
      [{ ids: ['\u0000'] }, 'ids.0 not_uuid', ['\u0000']],
      [{ ids: ['x'.repeat(10_000)] }, 'ids.0 not_uuid', ['x'.repeat(64)]],
    ])('is 422 for what is no id, and names all that are none: %#', async (body, reason, ids) => {
      const answer = await admin.post('apps/batch-delete', body);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED', ['ids']);
      expect([reasons(answer.body), answer.body.ids]).toEqual([[reason], ids]);
    });

    it('accepts 100 ids', async () => {
      const tenantId = await anotherTenant(api);
      const there = await asOwner(api, { 'X-Tenant-ID': tenantId });
      const ids: string[] = [];
      for (let count = 0; count < 100; count++) ids.push((await aManagedApp(there)).id);
      await queryAs(api.urls.superuserUrl, `UPDATE apps SET status = 'disabled' WHERE tenant_id = $1`, [tenantId]);
      await there.post('apps/batch-delete', { ids }).expect(200);
      expect((await there.get('apps').expect(200)).body.data.total).toBe(0);
    });
  });
});
