import fc from 'fast-check';
import { AppsService } from '@libs/apps';
import { asOwner } from '../../admin/support/admin';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { fieldErrors, meClient, someone } from '../support/me';

const PATH = 'notification-preferences';
const ALL = { in_app: true, push: true, email: true };
const NONE = { in_app: false, push: false, email: false };
const AT_FIRST = {
  channels: { notice: ALL, system: ALL, private: ALL, marketing: NONE, security: ALL },
  quiet_hours: { enabled: false, start: '22:00', end: '08:00', time_zone: 'UTC' },
};

describe('GET and PATCH /api/v1/me/notification-preferences', () => {
  const api = suiteApi();

  const asSuperuser = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const kept = async (userId: string) => [
    ...(await asSuperuser(
      'SELECT message_type, in_app, push, email FROM notification_preferences WHERE user_id = $1 ORDER BY message_type',
      [userId],
    )),
    ...(await asSuperuser('SELECT enabled, starts_at FROM notification_quiet_hours WHERE user_id = $1', [userId])),
  ];

  it('answer 200 with everything on except marketing, and store nothing for that', async () => {
    const { me } = await someone(api);
    const { body, headers } = await me.get(PATH).expect(200);
    expect(body).toEqual({ data: AT_FIRST });
    expect(headers['cache-control']).toBe('no-store');
    const { id } = (await me.get()).body.data;
    await me.patch(PATH, { ...AT_FIRST, quiet_hours: { enabled: false, start: '22:00', end: '08:00' } }).expect(200);
    expect(await kept(id)).toEqual([]);
  });

  it('merge changes into earlier choices, and store no more than that', async () => {
    const { me } = await someone(api);
    const { id } = (await me.get()).body.data;
    const patch = async (change: object) => (await me.patch(PATH, change).expect(200)).body.data;
    await patch({ channels: { marketing: { in_app: true } }, quiet_hours: { enabled: true, start: '21:30' } });
    const off = { push: false, email: false };
    const both = await patch({ channels: { marketing: { email: true }, private: { push: false }, notice: off } });
    expect(both).toEqual({
      channels: {
        ...AT_FIRST.channels,
        notice: { in_app: true, ...off },
        private: { ...ALL, push: false },
        marketing: { in_app: true, push: false, email: true },
      },
      quiet_hours: { enabled: true, start: '21:30', end: '08:00', time_zone: 'UTC' },
    });
    expect((await me.get(PATH)).body.data).toEqual(both);
    expect(await kept(id)).toEqual([
      { message_type: 'marketing', in_app: true, push: null, email: true },
      { message_type: 'notice', in_app: null, push: false, email: false },
      { message_type: 'private', in_app: null, push: false, email: null },
      { enabled: true, starts_at: '21:30:00' },
    ]);
    await patch({
      channels: { marketing: { email: null }, private: null, notice: null },
      quiet_hours: { start: null },
    });
    expect(await kept(id)).toEqual([
      { message_type: 'marketing', in_app: true, push: null, email: null },
      { enabled: true, starts_at: '22:00:00' },
    ]);
    expect(await patch({ channels: null, quiet_hours: null })).toEqual(AT_FIRST);
    expect(await kept(id)).toEqual([]);
  });

  it('follow the time zone of the preferences until quiet hours have one', async () => {
    const { me } = await someone(api);
    const zone = async () => (await me.get(PATH).expect(200)).body.data.quiet_hours.time_zone as string;
    await me.patch('preferences', { time_zone: 'Asia/Shanghai' }).expect(200);
    expect(await zone()).toBe('Asia/Shanghai');
    await me.patch(PATH, { quiet_hours: { enabled: true, time_zone: 'Asia/Tokyo' } }).expect(200);
    expect(await zone()).toBe('Asia/Tokyo');
    await me.patch(PATH, { quiet_hours: { time_zone: null } }).expect(200);
    expect(await zone()).toBe('Asia/Shanghai');
  });

  it.each([
    [{ channels: { system: { in_app: false } } }, ['channels.system.in_app not_switchable']],
    [{ channels: { private: { in_app: false, push: false } } }, ['channels.private.in_app not_switchable']],
    [{ channels: { security: { push: false } } }, ['channels.security.push not_switchable']],
    [
      { channels: { security: NONE } },
      ['in_app', 'push', 'email'].map((channel) => `channels.security.${channel} not_switchable`),
    ],
    [{ quiet_hours: { enabled: true, start: '08:00' } }, ['quiet_hours.end same_time']],
    [{ quiet_hours: { start: '24:00' } }, ['quiet_hours.start not_time_of_day']],
    [{ quiet_hours: { end: '9:00' } }, ['quiet_hours.end too_short']],
    [{ quiet_hours: { end: '22:60' } }, ['quiet_hours.end not_time_of_day']],
    [{ quiet_hours: { time_zone: '+08:00' } }, ['quiet_hours.time_zone not_time_zone']],
    [{ quiet_hours: { enabled: 'yes' } }, ['quiet_hours.enabled not_boolean']],
    [{ channels: { notice: NONE } }, ['channels.notice.in_app not_switchable']],
    [{ channels: { article: { push: false } } }, ['channels.article unknown_field']],
    [{ channels: { system: { sms: true } } }, ['channels.system.sms unknown_field']],
    [{ channels: { system: { push: 'off' } } }, ['channels.system.push not_boolean']],
    [{ channels: [] }, ['channels not_object']],
    [{ channels: { system: true } }, ['channels.system not_object']],
    [{ marketing: true }, ['marketing unknown_field']],
  ])('answer 422 to %j and change nothing', async (change, errors) => {
    const { me } = await someone(api);
    const { body } = await me.patch(PATH, change).expect(422);
    expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
    expect(fieldErrors(body)).toEqual(errors);
    expect((await me.get(PATH)).body.data).toEqual(AT_FIRST);
  });

  it('say in the locale of the member what cannot be switched off', async () => {
    const { me } = await someone(api, { locale: 'zh-CN' });
    const { body } = await me.patch(PATH, { channels: { security: { email: false } } }).expect(422);
    expect(body.errors[0].message).toBe('不能关闭。');
  });

  it('are those of one App and one member', async () => {
    const { id: other } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'en-US' });
    const [here, there] = [await someone(api), await someone(api, {}, other)];
    await here.me.patch(PATH, { channels: { marketing: ALL } }).expect(200);
    expect((await there.me.get(PATH)).body.data).toEqual(AT_FIRST);
    expect((await (await someone(api)).me.get(PATH)).body.data).toEqual(AT_FIRST);
    const rows = await asSuperuser('SELECT DISTINCT app_id FROM notification_preferences WHERE app_id = $1', [other]);
    expect(rows).toEqual([]);
  });

  it('lose no change of those that are made at the same time', async () => {
    const { me } = await someone(api);
    const changes = [
      { channels: { marketing: { in_app: true } } },
      { channels: { marketing: { push: true } } },
      { channels: { marketing: { email: true } } },
      { channels: { system: { email: false } } },
      { quiet_hours: { enabled: true } },
      { quiet_hours: { start: '20:00' } },
      { quiet_hours: { end: '06:00' } },
    ];
    const answers = await Promise.all(changes.map((change) => me.patch(PATH, change)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await me.get(PATH)).body.data).toEqual({
      channels: { ...AT_FIRST.channels, marketing: ALL, system: { ...ALL, email: false } },
      quiet_hours: { enabled: true, start: '20:00', end: '06:00', time_zone: 'UTC' },
    });
  });

  it('end with the membership', async () => {
    const { me } = await someone(api);
    const { id } = (await me.get()).body.data;
    await me.patch(PATH, { channels: { marketing: ALL }, quiet_hours: { enabled: true } }).expect(200);
    await (await asOwner(api)).delete(`apps/${api.appId}/members/${id}`).expect(200);
    expect(await kept(id)).toEqual([]);
  });

  it('answer 400 without an App and 401 without a bearer', async () => {
    const nobody = meClient(api, null);
    for (const answer of [await nobody.get(PATH), await nobody.patch(PATH, {})]) {
      expect([answer.status, answer.body.code]).toEqual([401, 'IAM.TOKEN.MISSING']);
    }
    await api.http.get(`/api/v1/me/${PATH}`).expect(400);
  });

  it('are not impressed by hostile input', async () => {
    const { me } = await someone(api);
    const key = fc.constantFrom('channels', 'quiet_hours', 'system', 'marketing', 'in_app', 'start', 'enabled', 'x');
    const body = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 1 }), fc.dictionary(key, tie('tree'))),
    })).tree;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, body), async (change) => {
        expect([200, 422]).toContain((await me.patch(PATH, change)).status);
      }),
      { numRuns: rounds(60) },
    );
    const { channels } = (await me.get(PATH).expect(200)).body.data;
    expect(channels.security).toEqual(ALL);
  });
});
