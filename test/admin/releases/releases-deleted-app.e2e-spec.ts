import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { aPackage, releaseClient } from '../support/releases';

describe('The packages of an App that is deleted', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);

  const usages = (fileIds: readonly string[]) =>
    queryAs<{ file_id: string }>(
      api.urls.superuserUrl,
      'SELECT file_id FROM file_usages WHERE file_id = ANY ($1) ORDER BY file_id',
      [fileIds],
    );

  it('can be deleted: of its drafts, of what it publishes and of what it published before', async () => {
    const [app, other] = [await aManagedApp(admin), await aManagedApp(admin)];
    const releases = releaseClient(admin, `apps/${app.id}/mobile/releases`);
    const files = [await aPackage(api, app.id), await aPackage(api, app.id), await aPackage(api, app.id)];
    for (const [index, file_id] of files.entries()) {
      const { id } = await releases.create({ file_id, external_url: null });
      if (index > 0) await releases.publish(id);
    }
    const kept = await aPackage(api, other.id);
    await releaseClient(admin, `apps/${other.id}/mobile/releases`).create({ file_id: kept });

    for (const id of [...files, kept]) {
      expect((await admin.delete(`files/${id}`).expect(409)).body.code).toBe('FILES.IN_USE');
    }
    await admin.post(`apps/${app.id}/disable`, { lock_version: app.lock_version }).expect(200);
    await admin.delete(`apps/${app.id}`).expect(200);
    await eventually(async () => (await usages(files)).length === 0);
    for (const id of files) await admin.delete(`files/${id}`).expect(200);
    await admin.delete(`files/${kept}`).expect(409);
    expect(await usages([kept])).toEqual([{ file_id: kept }]);
  });
});
