import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { DomainError, newId, ResourceConflictError, ResourceNotFoundError } from '@libs/kernel';
import { aTenant, asSystem } from '../../../../test/support/tenants';
import { queryAs } from '../../../../test/support/database';
import { aTenantWithApp, aWgt, anImage, sha256, startTestFiles, type TestFiles } from '../../../../test/support/files';
import { READER } from '../../../../test/support/list-request';
import { FileInUseError } from '../domain/files.errors';

const ROUNDS = 25;

describe('Files', () => {
  let files: TestFiles;
  let tenantId: string;

  beforeAll(async () => {
    files = await startTestFiles();
  });
  afterAll(() => files.close());
  beforeEach(async () => {
    tenantId = await aTenant(files.test.database);
    files.audited.length = 0;
    files.onRecord = () => undefined;
  });

  const contentOf = async (id: string, range?: { start: number; end?: number }) =>
    buffer(await files.files.openContent(tenantId, id, range));
  const use = (id: string, ...fileIds: string[]) => files.usages.replace(tenantId, { type: 'app', id }, fileIds);
  const inUse = async (id: string) => (await files.files.get(tenantId, id)).inUse;

  /** The outcome of each of several attempts. */
  const outcomesOf = async (attempts: Promise<unknown>[]) =>
    (await Promise.allSettled(attempts)).map((result) => {
      if (result.status === 'fulfilled') return 'done';
      if (result.reason instanceof DomainError) return result.reason.definition.code;
      throw result.reason;
    });

  describe('in a list', () => {
    const names = async (filter = {}, page = { page: 1, pageSize: 20 }) => {
      const { items, total } = await files.files.list(tenantId, filter, { ...page, ...READER });
      return { names: items.map(({ filename }) => filename), total };
    };

    it('are newest first, page by page', async () => {
      const uploaded = [];
      for (const filename of ['a', 'b', 'c', 'd', 'e']) {
        uploaded.push(await files.upload(tenantId, Buffer.from(filename), { filename }));
      }
      expect(await names()).toEqual({ names: ['e', 'd', 'c', 'b', 'a'], total: 5 });
      expect(await names({}, { page: 2, pageSize: 2 })).toEqual({ names: ['c', 'b'], total: 5 });
      expect(await names({}, { page: 4, pageSize: 2 })).toEqual({ names: [], total: 5 });
      const { items } = await files.files.list(tenantId, {}, { page: 1, pageSize: 20, ...READER });
      expect(items).toEqual(uploaded.reverse());
    });

    it('with equal times have a stable order', async () => {
      for (const filename of ['a', 'b', 'c']) await files.upload(tenantId, Buffer.from(filename), { filename });
      await asSystem(files.test.database, 'UPDATE files SET created_at = now() WHERE tenant_id = $1', [tenantId]);
      expect(await names()).toEqual({ names: ['c', 'b', 'a'], total: 3 });
    });

    it('are found by a part of their name, in either case, with wildcards taken literally', async () => {
      for (const filename of ['Icon.PNG', '100%_off.txt', 'back\\slash', '图标.webp', 'Ünïcode.txt']) {
        await files.upload(tenantId, Buffer.from(filename), { filename: filename.replace('\\', '＼') });
      }
      expect((await names({ q: ' icon.p ' })).names).toEqual(['Icon.PNG']);
      expect((await names({ q: '图' })).names).toEqual(['图标.webp']);
      expect((await names({ q: 'üNÏ' })).names).toEqual(['Ünïcode.txt']);
      expect((await names({ q: '%' })).names).toEqual(['100%_off.txt']);
      expect((await names({ q: '_' })).names).toEqual(['100%_off.txt']);
      expect((await names({ q: '\\' })).names).toEqual([]);
      expect((await names({ q: '' })).total).toBe(5);
      expect(await names({ q: 'nothing like it' })).toEqual({ names: [], total: 0 });
    });

    it('are those of a purpose, an App and a state of scanning', async () => {
      const app = await aTenantWithApp(files);
      tenantId = app.tenantId;
      const purpose = 'release_package';
      await files.upload(tenantId, await anImage(), { purpose: 'app_icon', filename: 'icon' });
      await files.upload(tenantId, aWgt(), { purpose, filename: 'good.wgt', appId: app.appId });
      await files.upload(tenantId, aWgt('1', { name: '/bad' }), { purpose, filename: 'bad.wgt', appId: app.appId });
      expect(await names({ purpose: 'app_icon' })).toEqual({ names: ['icon'], total: 1 });
      expect(await names({ appId: app.appId })).toEqual({ names: ['bad.wgt', 'good.wgt'], total: 2 });
      expect(await names({ appId: app.appId, scanStatus: 'clean' })).toEqual({ names: ['good.wgt'], total: 1 });
      expect(await names({ purpose: 'app_icon', q: 'wgt' })).toEqual({ names: [], total: 0 });
    });

    it('are those of the tenant, as in every other query', async () => {
      const { id } = await files.upload(tenantId, Buffer.from('mine'));
      tenantId = await aTenant(files.test.database);
      expect(await names()).toEqual({ names: [], total: 0 });
      const missing = [
        () => files.files.get(tenantId, id),
        () => files.files.openContent(tenantId, id),
        () => files.files.rescan(tenantId, id),
        () => files.files.delete(tenantId, id),
      ];
      for (const look of missing) await expect(look()).rejects.toBeInstanceOf(ResourceNotFoundError);
      expect(await files.assets.find(tenantId, id)).toBeNull();
    });
  });

  describe('are served', () => {
    it('in whole and in part', async () => {
      const { id } = await files.upload(tenantId, Buffer.from('0123456789'));
      expect((await contentOf(id)).toString()).toBe('0123456789');
      expect((await contentOf(id, { start: 3, end: 5 })).toString()).toBe('345');
      expect((await contentOf(id, { start: 8 })).toString()).toBe('89');
    });

    it('as assets', async () => {
      const content = await anImage('webp');
      const { id } = await files.upload(tenantId, content, { purpose: 'app_icon', filename: 'icon.webp' });
      const asset = await files.assets.find(tenantId, id);
      expect(asset).toEqual({
        id,
        purpose: 'app_icon',
        appId: null,
        filename: 'icon.webp',
        mediaType: 'image/webp',
        sizeBytes: content.length,
        sha256: sha256(content),
        storageKey: expect.any(String),
      });
      expect((await buffer(await files.assets.open(asset!))).equals(content)).toBe(true);
      expect((await buffer(await files.assets.open(asset!, { start: 1, end: 2 }))).length).toBe(2);
      expect(await files.assets.find(tenantId, newId())).toBeNull();
    });
  });

  describe('in use', () => {
    it('are in use until they are replaced', async () => {
      const [a, b] = [await files.upload(tenantId, Buffer.from('a')), await files.upload(tenantId, Buffer.from('b'))];
      const user = newId();
      await use(user, a.id, a.id);
      expect([await inUse(a.id), await inUse(b.id)]).toEqual([true, false]);
      await use(user, a.id, b.id);
      await use(newId(), b.id);
      expect([await inUse(a.id), await inUse(b.id)]).toEqual([true, true]);
      await use(user);
      expect([await inUse(a.id), await inUse(b.id)]).toEqual([false, true]);
      const { items } = await files.files.list(tenantId, {}, { page: 1, pageSize: 20, ...READER });
      expect(items.map((file) => file.inUse)).toEqual([true, false]);
    });

    it('cannot be deleted before that', async () => {
      const { id } = await files.upload(tenantId, Buffer.from('used'));
      const user = newId();
      await use(user, id);
      await expect(files.files.delete(tenantId, id)).rejects.toBeInstanceOf(FileInUseError);
      await use(user);
      await files.files.delete(tenantId, id);
      await expect(files.files.get(tenantId, id)).rejects.toBeInstanceOf(ResourceNotFoundError);
    });

    it('must exist, be clean and have the right purpose', async () => {
      const app = await aTenantWithApp(files);
      tenantId = app.tenantId;
      const purpose = 'release_package' as const;
      const good = await files.upload(tenantId, aWgt(), { purpose, filename: 'a.wgt', appId: app.appId });
      const bad = await files.upload(tenantId, aWgt('1', { name: '/bad' }), { purpose, filename: 'a.wgt' });
      const icon = await files.upload(tenantId, await anImage(), { purpose: 'app_icon' });
      const foreign = await files.upload(await aTenant(files.test.database), aWgt(), { purpose, filename: 'a.wgt' });
      const nobody = newId();
      const ids = [good.id, bad.id, icon.id, foreign.id, nobody];
      expect([...(await files.usages.check(tenantId, ids, purpose))]).toEqual([
        [good.id, 'ok'],
        [bad.id, 'not_clean'],
        [icon.id, 'wrong_purpose'],
        [foreign.id, 'unknown'],
        [nobody, 'unknown'],
      ]);
      expect(await files.usages.check(tenantId, [good.id], purpose, app.appId)).toEqual(new Map([[good.id, 'ok']]));
      expect(await files.usages.check(tenantId, [good.id], purpose, newId())).toEqual(
        new Map([[good.id, 'wrong_app']]),
      );
      expect(await files.usages.check(tenantId, [], purpose)).toEqual(new Map());
      for (const id of [foreign.id, nobody]) {
        await expect(use(newId(), good.id, id)).rejects.toBeInstanceOf(ResourceConflictError);
      }
      expect(await inUse(good.id)).toBe(false);
    });

    it('stay as they were checked until the transaction ends', async () => {
      const { id } = await files.upload(tenantId, Buffer.from('claimed'));
      const [isChecked, mayClaim] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const claim = files.test.database.run(tenantId, async () => {
        const fitness = await files.usages.check(tenantId, [id], 'attachment');
        isChecked.resolve();
        await mayClaim.promise;
        await use(newId(), id);
        return fitness.get(id);
      });
      await isChecked.promise;
      const deletion = files.files.delete(tenantId, id);
      await waitingOrDone(deletion);
      mayClaim.resolve();
      expect(await claim).toBe('ok');
      await expect(deletion).rejects.toBeInstanceOf(FileInUseError);
      expect(await inUse(id)).toBe(true);
    });

    it('are either claimed or deleted, if both are attempted at once', async () => {
      const seen = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        const { id } = await files.upload(tenantId, randomBytes(10));
        const user = newId();
        const attempts = [() => use(user, id), () => files.files.delete(tenantId, id)];
        if (round % 2) attempts.reverse();
        const outcomes = await outcomesOf(attempts.map((attempt) => attempt()));
        if (round % 2) outcomes.reverse();
        seen.add(outcomes.join());
        if (outcomes[0] === 'done') expect(await inUse(id)).toBe(true);
        else await expect(files.files.get(tenantId, id)).rejects.toBeInstanceOf(ResourceNotFoundError);
      }
      expect([...seen].filter((outcome) => !['done,FILES.IN_USE', 'RESOURCE.CONFLICT,done'].includes(outcome))).toEqual(
        [],
      );
    });

    it('can be claimed by many at once', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 4; n++) ids.push((await files.upload(tenantId, randomBytes(10))).id);
      const claims = Array.from({ length: 8 }, (_, n) => use(newId(), ...(n % 2 ? ids : [...ids].reverse())));
      expect(new Set(await outcomesOf(claims))).toEqual(new Set(['done']));
    });
  });

  describe('that are deleted', () => {
    it('are recorded in the audit log', async () => {
      const { id } = await files.upload(tenantId, Buffer.from('x'), { filename: 'gone.txt' });
      await files.files.delete(tenantId, id);
      expect(files.audited.at(-1)).toMatchObject({
        resourceType: 'file',
        resourceId: id,
        before: { filename: 'gone.txt', scan_status: 'clean' },
        after: null,
      });
    });

    it('leave their content to others that have it; the last one removes it', async () => {
      const content = randomBytes(1_000);
      const [first, second] = [await files.upload(tenantId, content), await files.upload(tenantId, content)];
      const elsewhere = await files.upload(await aTenant(files.test.database), content);
      const copies = () => files.stored().filter((name) => name === elsewhere.sha256).length;
      expect(copies()).toBe(2);
      await files.files.delete(tenantId, first.id);
      await files.deliver();
      expect((await contentOf(second.id)).equals(content)).toBe(true);
      await files.files.delete(tenantId, second.id);
      await files.deliver();
      expect(copies()).toBe(1);
    });

    it('are deleted by only one of many concurrent attempts', async () => {
      const { id } = await files.upload(tenantId, randomBytes(10));
      const outcomes = await outcomesOf(Array.from({ length: 8 }, () => files.files.delete(tenantId, id)));
      expect(outcomes.sort()).toEqual([...Array<string>(7).fill('RESOURCE.NOT_FOUND'), 'done'].sort());
      expect(files.audited.filter(({ after }) => after === null)).toHaveLength(1);
    });

    it('do not remove a content that is about to become a file again', async () => {
      const content = randomBytes(1_000);
      const { id } = await files.upload(tenantId, content);
      await files.files.delete(tenantId, id);
      const asAnother = AsyncLocalStorage.snapshot();
      let clearing: Promise<void> = Promise.resolve();
      // The new file has put its content in place, but its row is not visible to others yet.
      files.onRecord = () =>
        files.test.database.beforeCommit(() => {
          clearing = asAnother(() => files.deliver());
          return waitingOrDone(clearing);
        });
      const again = await files.upload(tenantId, content);
      await clearing;
      expect((await contentOf(again.id)).equals(content)).toBe(true);
    });

    it('never remove the content of another, in whatever order things happen', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const content = randomBytes(1_000);
        const old = await files.upload(tenantId, content);
        const [replacement] = await Promise.all([
          files.upload(tenantId, content),
          files.files.delete(tenantId, old.id).then(() => files.deliver()),
          files.deliver(),
        ]);
        expect((await contentOf(replacement.id)).equals(content)).toBe(true);
        await files.files.delete(tenantId, replacement.id);
        await files.deliver();
        expect(files.stored()).not.toContain(sha256(content));
      }
    });
  });

  /** Resolves when a session waits for a lock, or when the work is done without having to. */
  async function waitingOrDone(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    const done = (): void => {
      isDone = true;
    };
    work.then(done, done);
    while (!isDone) {
      const waiting = await queryAs(
        files.test.superuserUrl,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (waiting.length > 0) return;
    }
  }
});
