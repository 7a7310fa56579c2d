import fc from 'fast-check';
import { AppsService } from '@libs/apps';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { clientOf } from '../support/journey';
import { fieldErrors, meClient, someone } from '../support/me';

const APPEARANCE = { theme: 'system', font_scale: 1, reduce_motion: false };
const PATH = 'preferences';

describe('GET and PATCH /api/v1/me/preferences', () => {
  const api = suiteApi();

  it('answer 200 with the MobilePreferencesResponse, and with what was registered', async () => {
    const { me } = await someone(api);
    const { body, headers } = await me.get(PATH).expect(200);
    expect(body).toEqual({ data: { locale: null, time_zone: null, appearance: APPEARANCE } });
    expect(headers['cache-control']).toBe('no-store');
    const registered = await someone(api, { locale: 'zh-TW' });
    expect((await registered.me.get(PATH)).body.data.locale).toBe('zh-TW');
  });

  it('change given fields, merge the appearance, and reset null', async () => {
    const { me } = await someone(api);
    const patch = async (change: object) => (await me.patch(PATH, change).expect(200)).body.data;
    const all = {
      locale: 'ja-JP',
      time_zone: 'Asia/Tokyo',
      appearance: { theme: 'dark', font_scale: 1.25, reduce_motion: true },
    };
    expect(await patch(all)).toEqual(all);
    expect(await patch({ appearance: { theme: 'light' } })).toEqual({
      ...all,
      appearance: { ...all.appearance, theme: 'light' },
    });
    expect(await patch({ appearance: { font_scale: null }, time_zone: null })).toEqual({
      locale: 'ja-JP',
      time_zone: null,
      appearance: { theme: 'light', font_scale: 1, reduce_motion: true },
    });
    expect(await patch({})).toMatchObject({ locale: 'ja-JP' });
    expect(await patch({ appearance: null, locale: null })).toEqual({
      locale: null,
      time_zone: null,
      appearance: APPEARANCE,
    });
    expect((await me.get(PATH)).body.data.appearance).toEqual(APPEARANCE);
  });

  it('make the saved locale that of the next answers, before Accept-Language, and no more once it is cleared', async () => {
    const { me, pair } = await someone(api);
    const language = async () => {
      const { headers } = await me.patch(PATH, { locale: 'xx' }, { 'Accept-Language': 'en-US' }).expect(422);
      return headers['content-language'];
    };
    expect(await language()).toBe('en-US');
    const first = await me.patch(PATH, { locale: 'ja-JP' }, { 'Accept-Language': 'en-US' });
    expect(first.status).toBe(200);
    expect(await language()).toBe('ja-JP');
    const { user } = (await clientOf(api).context(pair.access_token).expect(200)).body.data;
    expect(user.locale).toBe('ja-JP');
    await me.patch(PATH, { locale: null }).expect(200);
    expect(await language()).toBe('en-US');
  });

  it('accept a locale that this App does not offer, which then uses Accept-Language', async () => {
    const { id } = await api.get(AppsService).create(api.tenantId, {
      name: 'Second App',
      appType: 'uni_app',
      defaultLocale: 'zh-CN',
      supportedLocales: ['zh-CN', 'en-US'],
    });
    const { me } = await someone(api, {}, id);
    await me.patch(PATH, { locale: 'ja-JP' }).expect(200);
    const { headers } = await me.patch(PATH, { locale: 'xx' }, { 'Accept-Language': 'en' }).expect(422);
    expect(headers['content-language']).toBe('en-US');
  });

  it.each(['Asia/Shanghai', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'UTC'])(
    'accept the time zone %s, as the database does',
    async (timeZone) => {
      const { me } = await someone(api);
      expect((await me.patch(PATH, { time_zone: timeZone }).expect(200)).body.data.time_zone).toBe(timeZone);
      await queryAs(api.urls.superuserUrl, 'SELECT now() AT TIME ZONE $1', [timeZone]);
    },
  );

  it.each([
    [{ locale: 'xx' }, 'locale not_supported_locale'],
    [{ locale: 'zh' }, 'locale not_supported_locale'],
    [{ locale: 5 }, 'locale not_supported_locale'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone not_time_zone'],
    [{ time_zone: 'asia/shanghai' }, 'time_zone not_time_zone'],
    [{ time_zone: '+08:00' }, 'time_zone not_time_zone'],
    [{ time_zone: 'Asia/Shanghai\u0000' }, 'time_zone not_time_zone'],
    [{ time_zone: `A${'/B'.repeat(50)}` }, 'time_zone not_time_zone'],
    [{ time_zone: 8 }, 'time_zone not_string'],
    [{ appearance: 'dark' }, 'appearance not_object'],
    [{ appearance: { theme: 'blue' } }, 'appearance.theme not_allowed'],
    [{ appearance: { font_scale: 0.79 } }, 'appearance.font_scale out_of_range'],
    [{ appearance: { font_scale: 2.01 } }, 'appearance.font_scale out_of_range'],
    [{ appearance: { font_scale: '1' } }, 'appearance.font_scale not_number'],
    [{ appearance: { reduce_motion: 1 } }, 'appearance.reduce_motion not_boolean'],
    [{ appearance: { colour: 'red' } }, 'appearance.colour unknown_field'],
    [{ lock_version: 1 }, 'lock_version unknown_field'],
  ])('answer 422 to %j and change nothing', async (change, error) => {
    const { me } = await someone(api);
    const { body } = await me.patch(PATH, change).expect(422);
    expect(fieldErrors(body)).toEqual([error]);
    expect((await me.get(PATH)).body.data).toEqual({ locale: null, time_zone: null, appearance: APPEARANCE });
  });

  it('answer 422 to a number that JSON has and no double', async () => {
    const { me } = await someone(api);
    const { body } = await me
      .patch(PATH, undefined, { 'Content-Type': 'application/json' })
      .send('{"appearance":{"font_scale":1e999}}')
      .expect(422);
    expect(fieldErrors(body)).toEqual(['appearance.font_scale not_number']);
  });

  it('lose no change of those that are made at the same time', async () => {
    const { me } = await someone(api);
    const changes = [
      { locale: 'en-US' },
      { time_zone: 'Asia/Taipei' },
      { appearance: { theme: 'dark' } },
      { appearance: { font_scale: 2 } },
      { appearance: { reduce_motion: true } },
    ];
    const answers = await Promise.all(changes.map((change) => me.patch(PATH, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await me.get(PATH)).body.data).toEqual({
      locale: 'en-US',
      time_zone: 'Asia/Taipei',
      appearance: { theme: 'dark', font_scale: 2, reduce_motion: true },
    });
  });

  it('tell that the clock of the member has moved when it has, however often a client names its time zone', async () => {
    const { me } = await someone(api);
    const told = async () =>
      (await queryAs(api.urls.superuserUrl, `SELECT FROM outbox_messages WHERE type = 'user.time_zone_changed'`))
        .length;
    const before = await told();
    const tellings = async (...changes: object[]) => {
      for (const change of changes) await me.patch(PATH, change).expect(200);
      return (await told()) - before;
    };
    expect(await tellings({ time_zone: null }, { locale: 'ja-JP' })).toBe(0);
    const inTokyo = { time_zone: 'Asia/Tokyo' };
    expect(await tellings(inTokyo, inTokyo, { ...inTokyo, appearance: { theme: 'dark' } })).toBe(1);
    expect((await me.get(PATH)).body.data).toMatchObject({ ...inTokyo, appearance: { theme: 'dark' } });
    expect(await tellings({ time_zone: null }, { time_zone: null })).toBe(2);
    await Promise.all(Array.from({ length: 12 }, () => me.patch(PATH, inTokyo).expect(200)));
    expect((await me.get(PATH)).body.data).toMatchObject(inTokyo);
  });

  it('raise the version of the profile, which they are a part of', async () => {
    const { me } = await someone(api);
    const { lock_version } = (await me.get()).body.data;
    await me.patch(PATH, { locale: 'en-US' }).expect(200);
    await me.patch('', { bio: 'x', lock_version }).expect(409);
  });

  it('answer 400 without an App and 401 without a bearer', async () => {
    const nobody = meClient(api, null);
    for (const answer of [await nobody.get(PATH), await nobody.patch(PATH, {})]) {
      expect([answer.status, answer.body.code]).toEqual([401, 'IAM.TOKEN.MISSING']);
    }
    const { body } = await api.http.patch('/api/v1/me/preferences').send({}).expect(400);
    expect(body.code).toBe('APP.HEADER.REQUIRED');
  });

  it('are not impressed by hostile input', async () => {
    const { me } = await someone(api);
    const key = fc.constantFrom('locale', 'time_zone', 'appearance', 'theme', 'font_scale', 'x');
    const inner = fc.dictionary(fc.constantFrom('theme', 'font_scale', 'reduce_motion', 'x'), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, fc.oneof(inner, fc.jsonValue({ maxDepth: 2 }))), async (body) => {
        expect([200, 422]).toContain((await me.patch(PATH, body)).status);
      }),
      { numRuns: rounds(60) },
    );
  });
});
