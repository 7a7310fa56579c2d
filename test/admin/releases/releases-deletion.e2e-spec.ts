import { newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, anAdmin, asOwner, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { aManagedApp, anotherTenant, auditOf } from '../support/apps';
import { aPackage, NEW_RELEASE, releaseClient, releaseEventsOf } from '../support/releases';

const UNKNOWN = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('The deletion of releases, and access to them', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let path: string;
  let releases: ReturnType<typeof releaseClient>;

  beforeEach(async () => {
    appId = (await aManagedApp(admin, { supported_locales: ['zh-CN', 'en-US'] })).id;
    path = `apps/${appId}/mobile/releases`;
    releases = releaseClient(admin, path);
  });

  const usages = (id: string) =>
    queryAs<{ file_id: string }>(
      api.urls.superuserUrl,
      `SELECT file_id FROM file_usages WHERE used_by_type = 'release' AND used_by_id = $1`,
      [id],
    );

  describe('deleted', () => {
    it('is a draft: gone from everywhere, its package free, told and recorded once', async () => {
      const file_id = await aPackage(api, appId);
      const { id } = await releases.create({ file_id });
      const { body } = await admin.delete(`${path}/${id}`).expect(200);
      expect(body).toEqual({ data: { success: true } });
      await admin.get(`${path}/${id}`).expect(404);
      await admin.delete(`${path}/${id}`).expect(404);
      await admin.post(`${path}/${id}/publish`, { lock_version: 2 }).expect(404);
      expect(await usages(id)).toEqual([]);
      expect((await releaseEventsOf(api, appId)).map(({ type }) => type)).toEqual([
        'release.created',
        'release.deleted',
      ]);
      const records = (await auditOf(api, id)).filter(({ outcome }) => outcome === 'success');
      expect(records.map(({ action }) => action)).toEqual(['releases.write', 'releases.delete']);
    });

    it('is never a published one, even if it is offline again', async () => {
      const { id } = await releases.create();
      await releases.publish(id);
      expectProblem(await admin.delete(`${path}/${id}`), 409, 'RELEASES.STATE.INVALID');
      await releases.unpublish(id);
      expectProblem(await admin.delete(`${path}/${id}`), 409, 'RELEASES.STATE.INVALID');
    });

    it('in a batch is all or nothing, and names those that cannot be deleted', async () => {
      const drafts = [await releases.create(), await releases.create()].map(({ id }) => id);
      const published = await releases.create();
      await releases.publish(published.id);
      const other = await aManagedApp(admin);
      const foreign = await releaseClient(admin, `apps/${other.id}/mobile/releases`).create();
      const inTheWay = [published.id, foreign.id, newId()];
      const refused = await admin.post(`${path}/batch-delete`, { ids: [...drafts, ...inTheWay, published.id] });
      expectProblem(refused, 409, 'RESOURCE.CONFLICT', ['ids']);
      expect((refused.body as { ids: string[] }).ids).toEqual(inTheWay);
      for (const id of drafts) await releases.read(id);
      const twice = [...drafts, drafts[0]!.toUpperCase()];
      const { body } = await admin.post(`${path}/batch-delete`, { ids: twice }).expect(200);
      expect(body).toEqual({ data: { success: true } });
      for (const id of drafts) await admin.get(`${path}/${id}`).expect(404);
      const deleted = (await releaseEventsOf(api, appId)).filter(({ type }) => type === 'release.deleted');
      expect(deleted.map(({ data }) => data['release_id']).sort()).toEqual([...drafts].sort());
      const records = await queryAs(
        api.urls.superuserUrl,
        `SELECT outcome, app_id FROM audit_logs WHERE action = 'releases.delete' AND app_id = $1 ORDER BY seq`,
        [appId],
      );
      expect(records).toEqual([
        { outcome: 'failure', app_id: appId },
        { outcome: 'success', app_id: appId },
      ]);
    });

    it.each([
      [{ ids: [] }, 'ids too_few_items'],
      [{ ids: Array.from({ length: 101 }, () => UNKNOWN) }, 'ids too_many_items'],
      [{}, 'ids required'],
    ])('in a batch is given by 1 to 100 ids: %#', async (body, reason) => {
      const answer = await admin.post(`${path}/batch-delete`, body);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });

    it('in a batch names invalid ids, on the legacy route, too', async () => {
      const ids = [UNKNOWN, 'x', 'y'];
      const legacy = await asOwner(api, { 'X-AppID': appId });
      for (const answer of [
        await admin.post(`${path}/batch-delete`, { ids }),
        await legacy.post('mobile/releases/batch-delete', { ids }),
      ]) {
        expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED', ['ids']);
        expect([reasons(answer.body), answer.body.ids]).toEqual([['ids.1 not_uuid'], ['x', 'y']]);
      }
    });
  });

  describe('asked for by others', () => {
    it('are not there for another tenant or under another App', async () => {
      const release = await releases.create();
      const { access_token } = await signInAdmin(api);
      const elsewhere = adminClient(api, access_token, { 'X-Tenant-ID': await anotherTenant(api) });
      const other = await aManagedApp(admin);
      const attempts = [
        [elsewhere, `${path}/${release.id}`],
        [admin, `apps/${other.id}/mobile/releases/${release.id}`],
        [admin, `${path}/${UNKNOWN}`],
        [admin, `${path}/nonsense`],
      ] as const;
      for (const [client, place] of attempts) {
        const body = { lock_version: 1 };
        for (const answer of [
          await client.get(place),
          await client.patch(place, { ...body, version_name: '9' }),
          await client.delete(place),
          await client.post(`${place}/publish`, body),
          await client.post(`${place}/unpublish`, body),
          await client.post(`${place}/rollout`, { ...body, paused: true }),
        ]) {
          expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
        }
      }
      expect(await releases.read(release.id)).toEqual(release);
      expectProblem(await elsewhere.get(path), 404, 'RESOURCE.NOT_FOUND');
    });

    it('are open to release managers, to auditors for reading, and to nobody without the permission', async () => {
      const manager = releaseClient(await asRoles(api, 'release_manager'), path);
      const { id } = await manager.create();
      await manager.publish(id);
      await manager.rollOut(id, { rollout_percent: 50 });
      const auditor = await asRoles(api, 'auditor');
      await auditor.get(`${path}/${id}`).expect(200);
      expectProblem(await auditor.post(path, NEW_RELEASE), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      const { token } = await anAdmin(api, ['content_editor']);
      const editor = adminClient(api, token);
      expectProblem(await editor.get(path), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expectProblem(await adminClient(api).get(path), 401, 'IAM.TOKEN.MISSING');
    });
  });
});
