import { newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { ANNOUNCED_WITHIN_MS, eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, anAdmin, suiteOwner } from '../support/admin';
import { aFile, aManagedApp, anotherTenant, auditOf, eventsOf, type AppAnswer } from '../support/apps';

const TEXT = { 'zh-CN': '欢迎', 'en-US': 'Welcome' };

describe('The onboarding of an App', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let app: AppAnswer;
  let image: string;

  beforeAll(async () => {
    image = await aFile(api, { purpose: 'onboarding_image' });
  });

  beforeEach(async () => {
    app = await aManagedApp(admin, { supported_locales: ['zh-CN', 'en-US'] });
  });

  const slide = (changes: object = {}) => ({ image_file_id: image, title: TEXT, description: TEXT, ...changes });
  const publish = (expected_version: number, slides: unknown = [slide()], enabled = true) =>
    admin.post(`apps/${app.id}/startup/onboarding/publish`, { expected_version, enabled, slides });
  const revisions = async (query = '') =>
    (await admin.get(`apps/${app.id}/startup/onboarding/revisions${query}`).expect(200)).body.data as {
      items: { version: number }[];
      total: number;
    };

  it('is published as the next revision, which becomes the current one', async () => {
    const { userId, token } = await anAdmin(api, ['admin']);
    const { body } = await adminClient(api, token)
      .post(`apps/${app.id}/startup/onboarding/publish`, { expected_version: 0, enabled: true, slides: [slide()] })
      .expect(200);
    expect(body.data).toMatchObject({
      id: app.id,
      lock_version: 2,
      startup: {
        onboarding: {
          published_version: 1,
          enabled: true,
          slides: [{ image_file_id: image, title: TEXT, description: TEXT }],
          published_at: expect.stringMatching(/Z$/),
          published_by: userId,
        },
      },
    });
    const second = await publish(1, [], false).expect(200);
    expect(second.body.data).toMatchObject({
      lock_version: 3,
      startup: { onboarding: { published_version: 2, enabled: false, slides: [] } },
    });
    expect(await revisions()).toMatchObject({
      page: 1,
      page_size: 20,
      total: 2,
      items: [
        { version: 2, enabled: false, slides: [] },
        {
          version: 1,
          enabled: true,
          slides: [slide()],
          published_by: userId,
          published_at: expect.stringMatching(/Z$/),
        },
      ],
    });
  });

  it('reaches the clients in their language', async () => {
    await publish(0).expect(200);
    const read = async () => {
      const { body } = await api.http
        .get('/api/v1/public/config')
        .set({ 'X-AppID': app.id, 'Accept-Language': 'en' })
        .expect(200);
      return body.data.onboarding as { version: number; slides: object[] };
    };
    await eventually(async () => (await read()).version === 1, ANNOUNCED_WITHIN_MS);
    expect((await read()).slides).toEqual([
      { image_url: expect.stringContaining(`/${image}?app_id=${app.id}`), title: 'Welcome', description: 'Welcome' },
    ]);
  });

  it('is refused upon a version that is not the published one: 409 APPS.ONBOARDING.STALE', async () => {
    await publish(0).expect(200);
    for (const stale of [0, 2]) {
      const answer = await publish(stale);
      expectProblem(answer, 409, 'APPS.ONBOARDING.STALE', ['current_version']);
      expect(answer.body.current_version).toBe(1);
    }
    expect(await revisions()).toMatchObject({ total: 1 });
  });

  it('emits an event and records the state before and after', async () => {
    await publish(0).expect(200);
    await publish(1, [], false).expect(200);
    const [, first, second] = await eventsOf(api, app.id);
    expect(first).toMatchObject({
      type: 'app.onboarding.published',
      data: { app_id: app.id, version: 1, enabled: true, slide_count: 1 },
    });
    expect(second).toMatchObject({ data: { version: 2, enabled: false, slide_count: 0 } });
    const records = await auditOf(api, app.id);
    expect(records.slice(1)).toMatchObject([{ action: 'apps.publish' }, { action: 'apps.publish' }]);
    expect(records[2]?.changes).toEqual([
      { path: 'startup.onboarding.published_version', before: 1, after: 2 },
      { path: 'startup.onboarding.enabled', before: true, after: false },
      { path: 'startup.onboarding.slides', before: [slide()], after: [] },
    ]);
  });

  it('may have ten slides and no more', async () => {
    await publish(
      0,
      Array.from({ length: 10 }, () => slide()),
    ).expect(200);
    const { body } = await publish(
      1,
      Array.from({ length: 11 }, () => slide()),
    ).expect(422);
    expect(reasons(body)).toEqual(['slides too_many_items']);
  });

  const cases: readonly [name: string, slides: () => unknown, reasons: string[]][] = [
    [
      'a title that is missing in the default locale',
      () => [slide({ title: { 'en-US': 'Hi' } })],
      ['slides.0.title.zh-CN required'],
    ],
    [
      'texts that are missing or blank in the default locale',
      () => [slide(), slide({ title: { 'zh-CN': ' ' }, description: { 'en-US': 'Hi' } })],
      ['slides.1.title.zh-CN required', 'slides.1.description.zh-CN required'],
    ],
    [
      'an unknown locale',
      () => [slide({ title: { ...TEXT, 'fr-FR': 'Salut' } })],
      ['slides.0.title.fr-FR not_supported_locale'],
    ],
    [
      'an empty text',
      () => [slide({ description: { ...TEXT, 'ja-JP': '' } })],
      ['slides.0.description.ja-JP required'],
    ],
    [
      'a title that is too long',
      () => [slide({ title: { 'zh-CN': '长'.repeat(101) } })],
      ['slides.0.title.zh-CN too_long'],
    ],
    ['no image', () => [slide({ image_file_id: undefined })], ['slides.0.image_file_id required']],
    ['an image id that is none', () => [slide({ image_file_id: 'x' })], ['slides.0.image_file_id not_uuid']],
    ['a slide that is no object', () => ['x'], ['slides.0 not_object']],
    ['an unknown field', () => [slide({ link: 'x' })], ['slides.0.link unknown_field']],
    ['no list', () => ({}), ['slides not_list']],
  ];
  it.each(cases)('is refused with %s: 422', async (_name, slides, expected) => {
    const answer = await publish(0, slides());
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual(expected);
    expect(await revisions()).toMatchObject({ total: 0 });
  });

  it.each([
    [{ expected_version: undefined }, 'expected_version required'],
    [{ expected_version: -1 }, 'expected_version out_of_range'],
    [{ expected_version: '0' }, 'expected_version not_integer'],
    [{ enabled: undefined }, 'enabled required'],
    [{ enabled: 'yes' }, 'enabled not_boolean'],
    [{ slides: undefined }, 'slides required'],
    [{ lock_version: 1 }, 'lock_version unknown_field'],
  ])('is refused with %j: 422', async (changes, reason) => {
    const content = { expected_version: 0, enabled: true, slides: [], ...changes };
    const { body } = await admin.post(`apps/${app.id}/startup/onboarding/publish`, content).expect(422);
    expect(reasons(body)).toEqual([reason]);
  });

  it('shows only clean onboarding images of the tenant: 422 naming each of the others', async () => {
    const purpose = 'onboarding_image';
    const slides = [
      slide(),
      slide({ image_file_id: newId() }),
      slide({ image_file_id: await aFile(api, { purpose: 'app_icon' }) }),
      slide({ image_file_id: await aFile(api, { purpose, scanStatus: 'pending' }) }),
      slide({ image_file_id: await aFile(api, { purpose, tenantId: await anotherTenant(api) }) }),
    ];
    const answer = await publish(0, slides);
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual([
      'slides.1.image_file_id unknown_file',
      'slides.2.image_file_id wrong_file_purpose',
      'slides.3.image_file_id file_not_clean',
      'slides.4.image_file_id unknown_file',
    ]);
  });

  it('uses the images of the current revision, each once', async () => {
    const used = () =>
      queryAs<{ file_id: string }>(api.urls.superuserUrl, 'SELECT file_id FROM file_usages WHERE app_id = $1', [
        app.id,
      ]);
    const next = await aFile(api, { purpose: 'onboarding_image' });
    await publish(0, [slide(), slide()]).expect(200);
    expect(await used()).toEqual([{ file_id: image }]);
    await publish(1, [slide({ image_file_id: next.toUpperCase() })]).expect(200);
    expect(await used()).toEqual([{ file_id: next }]);
  });

  it('has its revisions listed a page at a time, the latest first', async () => {
    for (let version = 0; version < 5; version++) await publish(version, []).expect(200);
    const versions = async (query: string) => (await revisions(query)).items.map(({ version }) => version);
    expect(await versions('?page_size=2')).toEqual([5, 4]);
    expect(await versions('?page_size=2&page=3')).toEqual([1]);
    expect(await revisions('?page=9')).toMatchObject({ items: [], page: 9, total: 5 });
    await admin.get(`apps/${app.id}/startup/onboarding/revisions?page=0`).expect(422);
  });

  it('can be published while the App is disabled', async () => {
    await admin.post(`apps/${app.id}/disable`, { lock_version: 1 }).expect(200);
    const { body } = await publish(0).expect(200);
    expect(body.data).toMatchObject({ status: 'disabled', startup: { onboarding: { published_version: 1 } } });
  });
});
