import { MAX_SETTINGS, MAX_SETTINGS_BYTES } from '@libs/operations';
import { expectProblem } from '../../http/support/problem';
import { isSoOnceAnnounced, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type AdminClient, asOwner } from '../support/admin';
import { aKey, aSetting, settingClient } from '../support/settings';
import { aTenant } from '../support/tenants';

const WRITERS = 12;
const KIB = 1024;

describe('Settings in two processes', () => {
  let one: TestApi;
  let two: TestApi;
  let admins: AdminClient[];

  beforeAll(async () => {
    one = await startTestApi();
    two = await startTestApi({}, one.urls);
    admins = [await asOwner(one), await asOwner(two)];
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const race = (send: (admin: AdminClient, index: number) => ReturnType<AdminClient['get']>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, index) => send(admins[index % 2]!, index)));
  const codesOf = (answers: { status: number; body: { code?: string } }[]) =>
    answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort();
  const oneWinner = (status: number, code: string) => [`${status}`, ...Array<string>(WRITERS - 1).fill(`409 ${code}`)];
  const fill = (tenantId: string, count: number, bytes: number) =>
    queryAs(
      one.urls.superuserUrl,
      `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
       SELECT gen_random_uuid(), 'tenant', $1, 'fill.n' || n, to_jsonb(repeat('x', $3)), 'string', false, false, 'active'
         FROM generate_series(1, $2) n`,
      [tenantId, count, bytes],
    );

  it.each(['tenant', 'global'])('take a key of the scope %s once', async (scope) => {
    const input = aSetting({ scope });
    expect(codesOf(await race((admin) => admin.post('settings', input)))).toEqual(oneWinner(201, 'RESOURCE.CONFLICT'));
  });

  it('are as many as a tenant may have, and not one more', async () => {
    const { id, owner } = await aTenant(one);
    await fill(id, MAX_SETTINGS - 3, 1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner.client.post('settings', aSetting())));
    expect(codesOf(answers)).toEqual([
      ...Array<string>(3).fill('201'),
      ...Array<string>(3).fill('409 OPERATIONS.SETTING.TOO_MANY'),
    ]);
    const last = answers.find(({ status }) => status === 201)!.body.data as { id: string };
    await settingClient(owner.client).patch(last.id, { value: 'can be changed' });
    await settingClient(owner.client).remove(last.id);
    await settingClient(owner.client).create();
  });

  it('are as large as those of a tenant may be in all', async () => {
    const { id, owner } = await aTenant(one);
    await fill(id, 16, MAX_SETTINGS_BYTES / 16 - 3 * KIB);
    const settings = settingClient(owner.client);
    const small = await settings.create();
    const large = { value: 'x'.repeat(60 * KIB) };
    const answer = await owner.client.post('settings', aSetting(large));
    const problem = expectProblem(answer, 409, 'OPERATIONS.SETTING.NO_ROOM', ['max_bytes']);
    expect(problem).toMatchObject({ max_bytes: MAX_SETTINGS_BYTES });
    const grown = await owner.client.patch(`settings/${small.id}`, { lock_version: 1, ...large });
    expectProblem(grown, 409, 'OPERATIONS.SETTING.NO_ROOM', ['max_bytes']);
    // A short number can be a long text.
    const numbers = { value: Array<number>(900).fill(1e300), value_type: 'json' };
    expectProblem(await owner.client.post('settings', aSetting(numbers)), 409, 'OPERATIONS.SETTING.NO_ROOM', [
      'max_bytes',
    ]);
    expect(await settings.read(small.id)).toEqual(small);
  });

  describe('that are public', () => {
    const configOf = async (api: TestApi) => {
      const answer = await api.http.get('/api/v1/public/config').set('X-AppID', one.appId).expect(200);
      return { etag: answer.headers['etag'], settings: (answer.body as { data: { settings: object } }).data.settings };
    };

    it('reach clients at once in the process that changed them, and in the other within a second', async () => {
      const key = aKey();
      const before = await configOf(one);
      expect(await isSoOnceAnnounced(async () => (await configOf(two)).etag === before.etag)).toBe(true);
      const admin = settingClient(admins[0]!);
      const { id } = await admin.create({
        key,
        scope: 'global',
        value: { phone: '123' },
        value_type: 'json',
        is_public: true,
      });
      const after = await configOf(one);
      expect(after.settings).toEqual({ [key]: { phone: '123' } });
      expect(after.etag).not.toBe(before.etag);
      expect(await isSoOnceAnnounced(async () => (await configOf(two)).etag === after.etag)).toBe(true);
      for (const hidden of [{ status: 'disabled' }, { status: 'active', is_public: false }, { is_secret: true }]) {
        await admin.patch(id, hidden);
        expect(await configOf(one)).toEqual(before);
      }
      await admin.patch(id, { is_secret: false, value: { phone: '124' }, is_public: true });
      expect((await configOf(one)).settings).toEqual({ [key]: { phone: '124' } });
      await admin.remove(id);
      expect(await isSoOnceAnnounced(async () => (await configOf(two)).etag === before.etag)).toBe(true);
    });

    it('are never those of a tenant or an App', async () => {
      const admin = settingClient(admins[0]!);
      const ids = [await admin.create(), await admin.create({ scope: 'app', app_id: one.appId })].map(({ id }) => id);
      // As an earlier version took them.
      await queryAs(one.urls.superuserUrl, 'UPDATE settings SET is_public = true WHERE id = ANY ($1)', [ids]);
      const { id } = await admin.create({ scope: 'global', is_public: true, key: 'of.all' });
      expect((await configOf(one)).settings).toEqual({ 'of.all': 'Corner Shop' });
      await admin.remove(id);
    });

    it('are as large as all of them together may be', async () => {
      const admin = settingClient(admins[0]!);
      const half = { scope: 'global', is_public: true, value: 'x'.repeat(40 * KIB) };
      const first = await admin.create(half);
      const second = await admin.create({ ...half, is_public: false });
      const problems = [
        await admins[0]!.post('settings', aSetting(half)),
        await admins[0]!.patch(`settings/${second.id}`, { lock_version: 1, is_public: true }),
      ];
      for (const answer of problems) {
        expect(expectProblem(answer, 409, 'OPERATIONS.SETTING.NO_ROOM', ['max_bytes'])).toMatchObject({
          max_bytes: 64 * KIB,
        });
      }
      await admin.remove(first.id);
      await admin.patch(second.id, { is_public: true });
      await admin.remove(second.id);
    });
  });
});
