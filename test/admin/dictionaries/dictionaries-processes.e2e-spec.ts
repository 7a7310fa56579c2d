import { MAX_DICTIONARIES } from '@libs/content';
import { feedsHaveHeard, queryAs } from '../../support/database';
import { eventually, isSoOnceAnnounced, startTestApi, type TestApi } from '../../support/api';
import { expectProblem, reasons } from '../../http/support/problem';
import { type AdminClient, asOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { aCode, aDictionary, type DictionaryAnswer, dictionaryClient, OPEN, PAID } from '../support/dictionaries';
import { aTenant } from '../support/tenants';

const WRITERS = 20;
const LOCALES = ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'];
const inAll = (text: string) => Object.fromEntries(LOCALES.map((locale) => [locale, text]));

describe('Dictionaries in two processes', () => {
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

  /** Sends the requests to both processes, all at the same time. */
  const race = (send: (admin: AdminClient, index: number) => ReturnType<AdminClient['get']>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, index) => send(admins[index % 2]!, index)));
  const codesOf = (answers: { status: number; body: { code?: string } }[]) =>
    answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort();
  const oneWinner = (status: number, code: string) => [`${status}`, ...Array<string>(WRITERS - 1).fill(`409 ${code}`)];
  const read = (api: TestApi, code: string, appId = one.appId) =>
    api.http.get(`/api/v1/public/dictionaries/${code}`).set({ 'X-AppID': appId });

  describe('written by many at once', () => {
    it.each(['global', 'tenant', 'app'])('take a code of the scope %s once', async (scope) => {
      const input = aDictionary({ scope, app_id: scope === 'app' ? one.appId : null });
      const answers = await race((admin) => admin.post('dictionaries', input));
      expect(codesOf(answers)).toEqual(oneWinner(201, 'RESOURCE.CONFLICT'));
    });

    it('are either changed or deleted', async () => {
      const { id } = await dictionaryClient(admins[0]!).create();
      const answers = await race((admin, index) =>
        index % 4 < 2
          ? admin.delete(`dictionaries/${id}?lock_version=1`)
          : admin.patch(`dictionaries/${id}`, { lock_version: 1, items: [] }),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const isDeleted = answers.some(({ body }) => body.data?.deleted === true);
      await admins[1]!.get(`dictionaries/${id}`).expect(isDeleted ? 404 : 200);
    });

    it.each(['global', 'tenant', 'app'])('are at most so many of the scope %s', async (scope) => {
      const app_id = scope === 'app' ? (await aManagedApp(admins[0]!)).id : null;
      const fill = (rows: number) =>
        queryAs(
          one.urls.superuserUrl,
          `INSERT INTO content_dictionaries
             (tenant_id, id, scope, app_id, code, name, items, is_public, status, lock_version)
           SELECT $1, gen_random_uuid(), $2, $3, 'filling-' || n, '{"en-US":"N"}', '[]', true, 'active', 1
             FROM generate_series(1, $4::integer) AS n`,
          [one.tenantId, scope, app_id, rows],
        );
      const { body } = await admins[0]!.get(`dictionaries?scope=${scope}`).expect(200);
      const present = app_id === null ? (body.data as { total: number }).total : 0;
      await fill(MAX_DICTIONARIES - 1 - present);
      const answers = await race((admin) => admin.post('dictionaries', aDictionary({ scope, app_id })));
      expect(codesOf(answers)).toEqual(oneWinner(201, 'CONTENT.DICTIONARY.TOO_MANY'));
      // Another place has room of its own.
      const elsewhere = { scope: 'app', app_id: (await aManagedApp(admins[0]!)).id };
      await admins[0]!.post('dictionaries', aDictionary(elsewhere)).expect(201);
      await queryAs(one.urls.superuserUrl, `DELETE FROM content_dictionaries WHERE code LIKE 'filling-%'`);
      await admins[1]!.post('dictionaries', aDictionary({ scope, app_id })).expect(201);
    });

    it('are not left by an App that is being deleted', async () => {
      const { id: app_id } = await aManagedApp(admins[0]!);
      await admins[0]!.post(`apps/${app_id}/disable`, { lock_version: 1 }).expect(200);
      const answers = await race((admin, index) =>
        index === WRITERS / 2
          ? admin.delete(`apps/${app_id}`)
          : admin.post('dictionaries', aDictionary({ scope: 'app', app_id })),
      );
      expect(answers[WRITERS / 2]!.status).toBe(200);
      const others = answers.filter((_, index) => index !== WRITERS / 2);
      expect(others.every(({ status }) => [201, 422].includes(status))).toBe(true);
      await eventually(async () => {
        const { body } = await admins[0]!.get(`dictionaries?app_id=${app_id}`).expect(200);
        return (body.data as { total: number }).total === 0;
      });
    });
  });

  it('are read in the other process as they are now', async () => {
    const stranger = (await aTenant(one)).owner.client;
    const app = await aManagedApp(stranger);
    const code = aCode();
    const [global, own] = [dictionaryClient(admins[0]!), dictionaryClient(stranger)];
    const keyIn = async (api: TestApi) => {
      const { status, body } = await read(api, code, app.id);
      return status === 200 ? (body as { data: { items: [{ key: string }] } }).data.items[0].key : status;
    };
    const everywhere = async (expected: string | number) => {
      // At once where it was changed, and on the other within a second.
      expect(await keyIn(one)).toBe(expected);
      expect(await isSoOnceAnnounced(async () => (await keyIn(two)) === expected)).toBe(true);
      await feedsHaveHeard();
    };
    await everywhere(404);
    const { id: ofAll } = await global.create({ code, scope: 'global', items: [PAID] });
    await everywhere('paid');
    const { id } = await own.create({ code, items: [OPEN] });
    await everywhere('open');
    await own.patch(id, { items: [{ ...OPEN, key: 'opened' }] });
    await everywhere('opened');
    await own.patch(id, { is_public: false });
    await everywhere('paid');
    await global.patch(ofAll, { items: [{ ...PAID, key: 'settled' }] });
    await everywhere('settled');
    await global.remove(ofAll);
    await everywhere(404);
    await own.patch(id, { is_public: true });
    await everywhere('opened');
  });

  describe('of a thousand items in four languages', () => {
    const items = (label: string) =>
      Array.from({ length: 1_000 }, (_, at) => ({
        key: `item-${at}`,
        label: inAll(`${label}${at}`),
        value: `${at}`.repeat(20),
        sort_order: 1_000 - at,
        status: at % 2 ? 'active' : 'disabled',
      }));

    it('are written and read whole', async () => {
      const input = aDictionary({ items: items('好'.repeat(100)) });
      expect(Buffer.byteLength(JSON.stringify(input))).toBeGreaterThan(1024 * 1024);
      const { body: created } = await admins[0]!.post('dictionaries', input).expect(201);
      const { id } = created.data as DictionaryAnswer;
      const renewed = items('新'.repeat(100));
      await admins[0]!.patch(`dictionaries/${id}`, { lock_version: 1, items: renewed }).expect(200);
      expect((await dictionaryClient(admins[1]!).read(id)).items).toEqual(renewed);
      const { body } = await read(two, input.code).expect(200);
      const { items: seen } = (body as { data: { items: object[] } }).data;
      expect(seen).toHaveLength(500);
      expect(seen[0]).toMatchObject({ key: 'item-999', label: `${'新'.repeat(100)}999`, sort_order: 1 });
    });

    it('are accepted in a small body, too', async () => {
      const input = aDictionary({ items: items('a') });
      const size = Buffer.byteLength(JSON.stringify(input));
      expect(size).toBeLessThan(256 * 1024);
      await admins[0]!.post('dictionaries', input).expect(201);
    });

    it('have one item more only to be refused, and no more than ten thousand keys', async () => {
      const more = await admins[0]!.post('dictionaries', aDictionary({ items: [...items('a'), PAID] }));
      expectProblem(more, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(more.body)).toEqual(['items too_many_items']);
      const keys = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 1]));
      const wide = await admins[0]!.post('dictionaries', keys);
      expectProblem(wide, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(wide.body)).toEqual([' too_many_keys']);
    });

    it('are refused for each of their faults, of which twenty are named', async () => {
      const bad = items('a').map((item) => ({ ...item, value: {} }));
      const answer = await admins[0]!.post('dictionaries', aDictionary({ items: bad }));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toHaveLength(20);
    });
  });
});
