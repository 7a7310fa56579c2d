import pg from 'pg';
import { adminClient, asOwner, BOOTSTRAP, signInAdmin } from '../admin/support/admin';
import { settingClient } from '../admin/support/settings';
import { userIdOf } from '../mobile/support/account';
import { aMember, clientOf, outboxSettled, signIn, type Member } from '../mobile/support/journey';
import { meClient } from '../mobile/support/me';
import { aDeviceKey, startTestApi, type TestApi } from '../support/api';

/** Committing an announcement takes a lock of the whole database: frequent requests must do without. */
describe('What is announced to all processes', () => {
  let api: TestApi;
  let listener: pg.Client;
  let member: Member;
  let announced: string[];

  beforeAll(async () => {
    api = await startTestApi();
    listener = new pg.Client({ connectionString: api.urls.applicationUrl });
    // New messages of the outbox are announced once a second at most, however many there are.
    listener.on('notification', ({ payload = '' }) => payload.startsWith('outbox:') || announced.push(payload));
    announced = [];
    await listener.connect();
    await listener.query('LISTEN appkernel_changes');
    member = await aMember(api);
    await outboxSettled(api);
    await listener.query('SELECT 1');
  });
  afterAll(async () => {
    await listener.end();
    await api.close();
  });

  const announcedDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
    announced = [];
    await work();
    await outboxSettled(api);
    // What was announced arrives before the answer.
    await listener.query('SELECT 1');
    return announced;
  };

  it('is nothing of what members do all day', async () => {
    const deviceKey = aDeviceKey();
    const day = async () => {
      const pair = await signIn(api, member, { deviceKey });
      const { body } = await clientOf(api).refresh(pair.refresh_token).expect(200);
      const me = meClient(api, body.data.access_token as string);
      await me.get().expect(200);
      await me.patch('preferences', { appearance: { theme: 'dark' } }).expect(200);
      await me.patch('', { bio: 'Hello' }).expect(200);
      await clientOf(api).login({ email: member.email, password: 'not the right password' }, deviceKey).expect(401);
    };
    expect(await announcedDuring(day)).toEqual([]);
  });

  it('is nothing of what administrators do all day', async () => {
    const day = async () => {
      const { refresh_token, access_token } = await signInAdmin(api, BOOTSTRAP);
      await adminClient(api).post('auth/refresh', { refresh_token }).expect(200);
      await adminClient(api, access_token).get('apps').expect(200);
    };
    expect(await announcedDuring(day)).toEqual([]);
  });

  it('is whose session ended, or whose locale changed', async () => {
    const change = `account:${await userIdOf(api, member.email)}`;
    const { access_token } = await signIn(api, member);
    const me = meClient(api, access_token);
    const save = () => me.patch('preferences', { locale: 'ja-JP' }).expect(200);
    expect(await announcedDuring(save)).toEqual([change]);
    expect(await announcedDuring(save)).toEqual([]);
    expect(await announcedDuring(async () => clientOf(api).logout(access_token).expect(200))).toEqual([change]);
  });

  it('is whose setting changed, and nobody’s name for a global one', async () => {
    const settings = settingClient(await asOwner(api));
    const change = async (scope: string) => {
      const { id } = await settings.create({ scope });
      await settings.patch(id, { value: 'changed' });
      await settings.remove(id);
    };
    const announcedBy = async (scope: string) => [...new Set(await announcedDuring(() => change(scope)))];
    expect(await announcedBy('tenant')).toEqual([`settings:${api.tenantId}`]);
    expect(await announcedBy('global')).toEqual(['settings:']);
  });
});
