import { FileUsages } from '@libs/files';
import { newId } from '@libs/kernel';
import { StoredFiles } from '../../../libs/files/src/infrastructure/stored-files';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { afterNext } from '../../support/interleaving';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { expectProblem, reasons } from '../../http/support/problem';
import { tokenOf, apiClients } from '../../service/support/clients';
import { adminClient, anAdmin, asRoles, suiteOwner } from '../support/admin';
import { aFile, aManagedApp, anotherTenant, auditOf } from '../support/apps';
import { whileLocked } from '../support/lock-order';

describe('Several files', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const remove = (ids: readonly string[], client = owner) => client.post('files/batch-delete', { ids });
  const some = async (count: number) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push(await aFile(api));
    return ids;
  };
  const left = async (ids: readonly string[]) => {
    const found = await rows('SELECT id FROM files WHERE id = ANY ($1::uuid[])', [ids]);
    return ids.filter((id) => found.some((row) => row['id'] === id));
  };
  const released = async (id: string) =>
    (
      await rows(`SELECT FROM outbox_messages WHERE type = 'files.content_released' AND data ->> 'storage_key' = $1`, [
        `test/${id}`,
      ])
    ).length;

  it('are deleted: each as one by one would be, with a record and its content released', async () => {
    const ids = await some(3);
    const { body } = await remove([...ids, ids[0]!.toUpperCase()]).expect(200);
    expect(body).toEqual({ data: { success: true } });
    expect(await left(ids)).toEqual([]);
    for (const id of ids) {
      const [record, ...more] = await auditOf(api, id);
      expect(record).toMatchObject({ action: 'files.delete', resource_type: 'file', outcome: 'success' });
      expect(record!.changes).toContainEqual({ path: 'filename', before: 'image.png', after: null });
      expect(more).toEqual([]);
      expect(await released(id)).toBe(1);
    }
  });

  it('stay when one of them stands in the way, which is named', async () => {
    const [free, used] = (await some(2)) as [string, string];
    await aManagedApp(owner, { icon_file_id: used });
    const foreign = await aFile(api, { tenantId: await anotherTenant(api) });
    const bad = [used, newId(), foreign];
    const answer = await remove([free, ...bad]);
    expectProblem(answer, 409, 'RESOURCE.CONFLICT', ['ids']);
    expect(answer.body.ids).toEqual(bad);
    expect(await left([free, used, foreign])).toEqual([free, used, foreign]);
    expect([await auditOf(api, free), await released(free)]).toEqual([[], 0]);
    const malformed = await remove([free, 'x']);
    expectProblem(malformed, 422, 'REQUEST.VALIDATION_FAILED', ['ids']);
    for (const ids of [[], Array.from({ length: 101 }, newId)]) await remove(ids).expect(422);
  });

  it('are deleted without files.delete by who has uploaded all of them', async () => {
    const editor = await anAdmin(api, ['content_editor']);
    const client = adminClient(api, editor.token);
    const [one, two, other] = (await some(3)) as [string, string, string];
    await rows('UPDATE files SET created_by = $1 WHERE id = ANY ($2::uuid[])', [editor.userId, [one, two]]);
    for (const ids of [[one, other], [one, newId()], [other]]) {
      const denied = expectProblem(await remove(ids, client), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(denied).toMatchObject({ required_permission: 'files.delete' });
    }
    // A missing permission is told before an invalid body.
    for (const body of [
      {},
      { ids: [] },
      { ids: 'x' },
      { ids: [one, 'x'] },
      { ids: [one, null] },
      { ids: { 0: one } },
    ]) {
      expect((await client.post('files/batch-delete', body)).status).toBe(403);
    }
    expect(await left([one, two, other])).toEqual([one, two, other]);
    await remove([two, one, one.toUpperCase()], client).expect(200);
    expect(await left([one, two, other])).toEqual([other]);
    const auditor = await asRoles(api, 'auditor');
    expectProblem(await remove([other], auditor), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
  });

  it('are deleted once for one Idempotency-Key, also by who may delete none but their own', async () => {
    const editor = await anAdmin(api, ['content_editor']);
    const ids = await some(2);
    await rows('UPDATE files SET created_by = $1 WHERE id = ANY ($2::uuid[])', [editor.userId, ids]);
    const again = () => remove(ids, adminClient(api, editor.token)).set('Idempotency-Key', 'own');
    expect((await again().expect(200)).headers['idempotent-replayed']).toBeUndefined();
    const repeated = await again().expect(200);
    expect([repeated.headers['idempotent-replayed'], repeated.body]).toEqual(['true', { data: { success: true } }]);
    for (let count = 0; count < 2; count++) {
      const another = remove(ids, adminClient(api, editor.token)).set('Idempotency-Key', 'another');
      expectProblem(await another, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    }
  });

  it('of other Apps, and of none, are unknown to a client that is limited to some', async () => {
    const [own, foreign, general] = (await some(3)) as [string, string, string];
    const further = await aManagedApp(owner);
    await rows('UPDATE files SET app_id = $1 WHERE id = $2', [api.appId, own]);
    await rows('UPDATE files SET app_id = $1 WHERE id = $2', [further.id, foreign]);
    const limited = await apiClients(owner).create({ scopes: ['files.delete'], app_ids: [api.appId] });
    const client = adminClient(api, await tokenOf(api, limited));
    const answer = await remove([own, foreign, general], client);
    expectProblem(answer, 409, 'RESOURCE.CONFLICT', ['ids']);
    expect(answer.body.ids).toEqual([foreign, general]);
    expect(await left([own, foreign, general])).toEqual([own, foreign, general]);
    await remove([own], client).expect(200);
  });

  it('are locked in the order of their ids, whatever that of the rows and of the request', async () => {
    const ids = Array.from({ length: 5 }, newId);
    await rows(
      `INSERT INTO files (tenant_id, id, purpose, filename, media_type, size_bytes, sha256, scan_status, storage_key)
       SELECT $1, f, 'app_icon', 'image.png', 'image/png', 100, repeat('a', 64), 'clean', 'test/' || f
         FROM unnest($2::uuid[]) f`,
      [api.tenantId, ids.toReversed()],
    );
    const answer = await whileLocked(api, 'files', ids, () => remove(ids.toReversed()));
    expect(answer.status).toBe(200);
  });

  it('are deleted by one of two requests that come together, whatever their order', async () => {
    for (let round = 0; round < rounds(20); round++) {
      const ids = await some(8);
      const answers = await Promise.all([remove(ids), remove(ids.toReversed())]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await left(ids)).toEqual([]);
      for (const id of ids) expect(await released(id)).toBe(1);
    }
  });

  describe('one of which somebody begins to use meanwhile', () => {
    const use = (iconId: string) =>
      owner.post('apps', { name: 'User', app_type: 'uni_app', default_locale: 'en-US', icon_file_id: iconId });
    const somebodyWaits = () =>
      eventually(async () => {
        const waiting = await rows(
          `SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%files%'`,
        );
        return waiting.length > 0;
      });

    it('are deleted when they were locked first, and the use is refused', async () => {
      const ids = await some(4);
      const used = Promise.withResolvers<Awaited<ReturnType<typeof use>>>();
      afterNext(api.get(StoredFiles), 'findAllForUpdate', async () => {
        used.resolve(use(ids[2]!));
        await somebodyWaits();
      });
      await remove(ids).expect(200);
      const refused = expectProblem(await used.promise, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(refused)).toEqual(['icon_file_id unknown_file']);
      expect(await left(ids)).toEqual([]);
    });

    it('stay when the use was first, which is waited for', async () => {
      const ids = await some(4);
      const deleted = Promise.withResolvers<Awaited<ReturnType<typeof remove>>>();
      afterNext(api.get(FileUsages), 'replace', async () => {
        deleted.resolve(remove(ids.toReversed()));
        await somebodyWaits();
      });
      await use(ids[2]!).expect(201);
      const answer = await deleted.promise;
      expectProblem(answer, 409, 'RESOURCE.CONFLICT', ['ids']);
      expect([answer.body.ids, await left(ids)]).toEqual([[ids[2]], ids]);
    });

    it('are either deleted or used, whoever comes first', async () => {
      for (let round = 0; round < rounds(50); round++) {
        const ids = await some(4);
        const wanted = ids[round % 4]!;
        const both = round % 2 === 0 ? [remove(ids), use(wanted)] : [use(wanted), remove(ids)];
        const answers = await Promise.all(both);
        const [deleted, used] = round % 2 === 0 ? answers : answers.toReversed();
        if (deleted!.status === 200) expect([used!.status, await left(ids)]).toEqual([422, []]);
        else expect([used!.status, deleted!.body.ids, await left(ids)]).toEqual([201, [wanted], ids]);
      }
    });
  });
});
