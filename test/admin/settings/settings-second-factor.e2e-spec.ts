import { randomUUID } from 'node:crypto';
import { expectProblem } from '../../http/support/problem';
import { eventually, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { outboxSettled } from '../../mobile/support/journey';
import { type AdminTokens, adminClient, type AdminClient, anAdmin, signInAdmin } from '../support/admin';
import { enrol, type Person, signInWithFactor } from '../support/second-factor';
import { aSetting, settingClient } from '../support/settings';
import { acceptInvitation, aTenant, type OwnedTenant } from '../support/tenants';

const KEY = 'security.require_admin_mfa';
const REQUIRED = 'IAM.MFA.REQUIRED';
const ENROL_FIRST = 'IAM.MFA.ENROLMENT_REQUIRED';

describe('The setting that requires a second factor of administrators', () => {
  const api = suiteApi();
  const input = (value = true) => aSetting({ key: KEY, value, value_type: 'boolean' });
  const idOf = async (email: string) => {
    const rows = await queryAs<{ user_id: string }>(
      api.urls.superuserUrl,
      'SELECT user_id FROM login_identifiers WHERE value = $1',
      [email],
    );
    return rows[0]?.user_id ?? '';
  };
  const signInWithPassword = ({ email, password, tenant }: Person) =>
    signInAdmin(api, { email, password, ...(tenant === undefined ? {} : { tenant }) });
  const withFactor = (person: Person) => signInWithFactor(api, person);
  const ownerOf = async ({ code, owner }: OwnedTenant): Promise<Person> => {
    return { userId: await idOf(owner.email), email: owner.email, password: owner.password, tenant: code };
  };
  const auditsOf = async (client: AdminClient, outcome: string) => {
    const { body } = await client.get(`audit/logs?action=settings.write&outcome=${outcome}`).expect(200);
    return body.data.items as object[];
  };

  it('is changed in every way only in a session that was signed in with one, not in the one that set it up', async () => {
    const tenant = await aTenant(api);
    const bare = tenant.owner.client;
    const writes = (client: AdminClient, id: string, lock_version: number) => [
      client.patch(`settings/${id}`, { value: true, lock_version }),
      client.patch(`settings/${id}`, { status: 'disabled', lock_version }),
      client.patch(`settings/${id}`, { description: 'x', lock_version }),
      client.delete(`settings/${id}?lock_version=${lock_version}`),
    ];
    expectProblem(await bare.post('settings', input()), 403, REQUIRED);
    expectProblem(await bare.post('settings', input(false)), 403, REQUIRED);
    const { setUp, token } = await withFactor(await ownerOf(tenant));
    for (const without of [bare, adminClient(api, setUp)]) {
      expectProblem(await without.post('settings', input()), 403, REQUIRED);
    }
    const client = adminClient(api, token);
    // A refusal is not what a repetition gets.
    const key = randomUUID();
    const keyed = (by: AdminClient) => by.post('settings', input(false)).set('Idempotency-Key', key);
    expectProblem(await keyed(bare), 403, REQUIRED);
    const { body } = await keyed(client).expect(201);
    const { id, lock_version } = body.data as { id: string; lock_version: number };
    for (const without of [bare, adminClient(api, setUp)]) {
      for (const write of writes(without, id, lock_version)) expectProblem(await write, 403, REQUIRED);
      // A stale version, or a value that is none, tells them no more.
      expectProblem(await without.patch(`settings/${id}`, { value: 7, lock_version: 99 }), 403, REQUIRED);
    }
    expect(await settingClient(client).read(id)).toMatchObject({ value: false, status: 'active', lock_version });
    // Other settings take no more than before, and nothing makes another key of theirs into this one.
    const other = await settingClient(bare).create();
    const renamed = bare.patch(`settings/${other.id}`, { key: KEY, lock_version: other.lock_version });
    expectProblem(await renamed, 409, 'RESOURCE.IMMUTABLE_FIELD', ['field']);
    await settingClient(client).patch(id, { value: true });
    await settingClient(client).patch(id, { status: 'disabled' });
    await settingClient(client).remove(id);
    expect(await auditsOf(client, 'denied')).toHaveLength(1 + 1 + 2 + 1 + 2 * 5);
  });

  it('is changed by an administrator of the platform only with the own one, whatever the tenant has', async () => {
    const tenant = await aTenant(api);
    const person = await anAdmin(api, ['platform_admin']);
    const acting = (token: string) => adminClient(api, token, { 'X-Tenant-ID': tenant.id });
    await withFactor(await ownerOf(tenant));
    expectProblem(await acting(person.token).post('settings', input()), 403, REQUIRED);
    const { token } = await withFactor(person);
    expectProblem(await acting(person.token).post('settings', input()), 403, REQUIRED);
    await acting(token).post('settings', input()).expect(201);
    // Their own tenant requires none, so that nothing changes for them.
    await acting(person.token).get('settings').expect(200);
    expectProblem(await tenant.owner.client.get('settings'), 401, 'IAM.TOKEN.INVALID');
  });

  it('signs out nobody who can still set one up, and loses nothing', async () => {
    const tenant = await aTenant(api);
    const owner = await ownerOf(tenant);
    const { token } = await withFactor(owner);
    const client = adminClient(api, token);
    const email = `second-${tenant.code}@example.com`;
    await client.post('users', { email, display_name: 'Second', roles: ['admin'] }).expect(201);
    await acceptInvitation(api, email);
    const second = { userId: await idOf(email), email, password: PASSWORD, tenant: tenant.code };
    const before = await signInWithPassword(second);
    const { id } = await settingClient(client).create(input());
    const limited = adminClient(api, before.access_token);
    expectProblem(await limited.get('settings'), 403, ENROL_FIRST);
    // Nor does it change back what it is not allowed to see.
    const undo = limited.patch(`settings/${id}`, { value: false, lock_version: 1 });
    expectProblem(await undo, 403, ENROL_FIRST);
    await limited.get('auth/context').expect(200);
    const refreshed = await adminClient(api).post('auth/refresh', { refresh_token: before.refresh_token }).expect(200);
    const { access_token } = refreshed.body.data as AdminTokens;
    await enrol(api, { ...second, token: access_token });
    const whole = adminClient(api, access_token);
    await whole.get('settings').expect(200);
    expectProblem(await whole.patch(`settings/${id}`, { value: false, lock_version: 1 }), 403, REQUIRED);
    await client.get('settings').expect(200);
  });

  it('has every owner mailed in their language when it begins or ceases to count, and at no other change', async () => {
    const tenant = await aTenant(api);
    const { token } = await withFactor(await ownerOf(tenant));
    const client = adminClient(api, token, { 'Accept-Language': 'zh-TW' });
    const others = ['owner', 'owner', 'admin'].map((role, index) => ({
      role,
      email: `other-${index}-${tenant.code}@example.com`,
    }));
    for (const { role, email } of others) {
      await client.post('users', { email, display_name: `<b>${role}</b>`, roles: [role] }).expect(201);
      await acceptInvitation(api, email);
    }
    await queryAs(api.urls.superuserUrl, `UPDATE users SET locale = 'ja-JP', time_zone = 'Asia/Tokyo' WHERE id = $1`, [
      await idOf(others[0]!.email),
    ]);
    await queryAs(api.urls.superuserUrl, `UPDATE users SET locale = 'zh-CN' WHERE id = $1`, [
      await idOf(others[1]!.email),
    ]);
    const told = async (email: string) =>
      (await api.mailsTo(email))
        .filter(({ subject }) => /要求管理[员員]|requires a second factor of administrators|必須/.test(subject ?? ''))
        .map(({ subject }) => subject);
    const expectTold = async (count: number) => {
      await eventually(async () => (await told(tenant.owner.email)).length >= count);
      await outboxSettled(api);
      const counts = [];
      for (const email of [tenant.owner.email, ...others.map((other) => other.email)]) {
        counts.push((await told(email)).length);
      }
      expect(counts).toEqual([count, count, count, 0]);
    };
    const settings = settingClient(client);
    const { id } = await settings.create(input(false));
    await settings.patch(id, { description: 'x' });
    await settings.patch(id, { value: true });
    await expectTold(1);
    await settings.patch(id, { status: 'disabled' });
    await expectTold(2);
    await settings.patch(id, { value: false });
    await settings.patch(id, { status: 'active' });
    await settings.patch(id, { value: true });
    await expectTold(3);
    await settings.remove(id);
    await expectTold(4);
    const name = `Tenant ${tenant.code}`;
    expect(await told(others[0]!.email)).toEqual([
      `${name} で管理者の二要素認証が必須ではなくなりました`,
      `${name} で管理者の二要素認証が必須になりました`,
      `${name} で管理者の二要素認証が必須ではなくなりました`,
      `${name} で管理者の二要素認証が必須になりました`,
    ]);
    expect((await told(others[1]!.email))[0]).toBe(`${name} 不再要求管理员使用两步验证`);
    expect((await told(tenant.owner.email))[1]).toBe(`${name} 開始要求管理員使用兩步驟驗證`);
    const [mail] = await api.mailsTo(others[0]!.email);
    expect(mail?.text).toMatch(/日時: \d{4}年\d+月\d+日 .*JST/);
  });
});
