import { startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type AdminClient, asOwner } from '../support/admin';
import { anApp, DRAFT, pageClient, recomputedHash } from '../support/pages';

const WRITERS = 20;

describe('Many writers of one page at once', () => {
  let one: TestApi;
  let two: TestApi;
  let admins: AdminClient[];
  let appId: string;

  beforeAll(async () => {
    one = await startTestApi();
    two = await startTestApi({}, one.urls);
    admins = [await asOwner(one), await asOwner(two)];
  });

  afterAll(async () => {
    await two.close();
    await one.close();
  });

  beforeEach(async () => {
    appId = await anApp(one);
  });

  /** Sends the requests to both processes, all at the same time. */
  const race = (send: (admin: AdminClient, index: number) => ReturnType<AdminClient['get']>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, index) => send(admins[index % 2]!, index)));
  const codesOf = (answers: { status: number; body: { code?: string } }[]) =>
    answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort();
  const oneWinner = (status: number, code: string) => [`${status}`, ...Array<string>(WRITERS - 1).fill(`409 ${code}`)];

  describe.each(['pages/about-us', 'legal/privacy-policy'])('%s', (name) => {
    const page = () => pageClient(admins[0]!, `apps/${appId}/content/${name}`);

    it('is published by one of twenty that hold the same version', async () => {
      const { path, save, read, revisions } = page();
      const { lock_version } = await save();
      const answers = await race((admin) => admin.post(`${path}/publish`, { lock_version }));
      expect(codesOf(answers)).toEqual(oneWinner(200, 'RESOURCE.VERSION_CONFLICT'));
      expect(await read()).toMatchObject({ draft: null, published: { revision: 1 }, lock_version: 3 });
      expect(await revisions()).toHaveLength(1);
      const events = await queryAs(
        one.urls.superuserUrl,
        `SELECT 1 FROM outbox_messages WHERE app_id = $1 AND type = 'legal.published'`,
        [appId],
      );
      expect(events).toHaveLength(name.startsWith('legal') ? 1 : 0);
    });

    it('is either written anew or published, when both hold the same version', async () => {
      const { path, save, read } = page();
      const { lock_version } = await save();
      const answers = await race((admin, index) =>
        index % 4 < 2
          ? admin.put(`${path}/draft`, { ...DRAFT, title: { 'zh-CN': '新' }, lock_version })
          : admin.post(`${path}/publish`, { lock_version }),
      );
      expect(codesOf(answers)).toEqual(oneWinner(200, 'RESOURCE.VERSION_CONFLICT'));
      const after = await read();
      expect(after.lock_version).toBe(3);
      expect([after.draft === null, after.published === null]).toContainEqual(true);
      expect(after.draft === null).toBe(after.published !== null);
    });

    it('has revisions without gaps, each with its own hash, when writers try again until they succeed', async () => {
      const { path, read, revisions } = page();
      const publishOnce = async (admin: AdminClient) => {
        for (;;) {
          const { lock_version } = await read();
          const saved = await admin.put(`${path}/draft`, { ...DRAFT, lock_version });
          if (saved.status === 409) continue;
          const published = await admin.post(`${path}/publish`, { lock_version: lock_version + 1 });
          if (published.status === 200) return;
          expect(published.status).toBe(409);
        }
      };
      await Promise.all([...admins, ...admins].map(publishOnce));
      const published = await revisions();
      expect(published.map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
      expect(published.map(recomputedHash)).toEqual(published.map(({ revision_hash }) => revision_hash));
    });
  });

  it('create one page of a slug', async () => {
    const answers = await race((admin) => admin.post(`apps/${appId}/content/pages`, { slug: 'delivery' }));
    expect(codesOf(answers)).toEqual(oneWinner(201, 'RESOURCE.CONFLICT'));
  });

  it('delete a page once', async () => {
    await admins[0]!.post(`apps/${appId}/content/pages`, { slug: 'delivery' }).expect(201);
    const answers = await race((admin) => admin.delete(`apps/${appId}/content/pages/delivery?lock_version=1`));
    expect(codesOf(answers)).toEqual(['200', ...Array<string>(WRITERS - 1).fill('404 RESOURCE.NOT_FOUND')]);
  });

  it('either delete a page or publish it', async () => {
    const { path, publish } = pageClient(admins[0]!, `apps/${appId}/content/pages/delivery`);
    await admins[0]!.post(`apps/${appId}/content/pages`, { slug: 'delivery' }).expect(201);
    await publish();
    await admins[0]!.put(`${path}/draft`, { ...DRAFT, lock_version: 3 }).expect(200);
    const answers = await race((admin, index) =>
      index % 4 < 2 ? admin.delete(`${path}?lock_version=4`) : admin.post(`${path}/publish`, { lock_version: 4 }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const isDeleted = answers.some(({ body }) => body.data?.deleted === true);
    await admins[1]!.get(path).expect(isDeleted ? 404 : 200);
    const losers = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
    expect(new Set(losers)).toEqual(new Set([isDeleted ? 404 : 409]));
  });
});
