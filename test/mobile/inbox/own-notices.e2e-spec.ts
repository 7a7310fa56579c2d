import { MemberNotices, newId, SUPPORTED_LOCALES } from '@libs/kernel';
import MarkdownIt from 'markdown-it';
import { Secret, TOTP } from 'otpauth';
import { DeliveryQueue } from '../../../libs/notifications/src/infrastructure/deliveries/delivery-queue';
import { adminClient, anAdmin } from '../../admin/support/admin';
import { anApp } from '../../admin/support/pages';
import { aDeviceKey, anEmail, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import {
  accountOf,
  addEmail,
  aStepUpToken,
  codeAfter,
  passwordsOf,
  signedIn,
  type SignedInMember,
} from '../support/account';
import { aMobile, giveMobile } from '../support/captcha';
import { anAccount, deleteAccount, eraseAccount } from '../support/account-life';
import { type OwnStorage, ownStorage } from '../support/avatars';
import { download, exported } from '../support/data-exports';
import { aMember, clientOf, type Member, outboxSettled, signIn, type TokenPair } from '../support/journey';
import { ownNotices } from '../support/own-notices';

type Texts = Record<string, string>;

const TIMES = 5;

describe('What the product itself has to tell a member', () => {
  let api: TestApi;
  let storage: OwnStorage;

  beforeAll(async () => {
    storage = ownStorage();
    api = await startTestApi(storage.environment);
  });
  afterAll(async () => {
    await api.close();
    storage.remove();
  });
  afterEach(() => jest.restoreAllMocks());

  const sql = <Row extends object>(statement: string, ...values: unknown[]) =>
    queryAs<Row & Record<string, unknown>>(api.urls.superuserUrl, statement, values);
  const toldTo = (userId: string) => ownNotices(api).toldTo(userId);
  const titlesTo = (userId: string) => ownNotices(api).titlesTo(userId);
  const rowsOf = (userId: string) => ownNotices(api).rowsOf(userId);
  const aSignedInMember = async () => signedIn(api, await aMember(api, { locale: 'en-US' }));
  const signInFromNewDevice = async ({ email, password }: Member, device: object = {}) => {
    const { body } = await clientOf(api).login({ email, password, device }, aDeviceKey()).expect(200);
    return body.data as TokenPair;
  };
  describe('a sign-in from a new device', () => {
    it('is in the inbox of that App with time, device and address, in all four languages', async () => {
      const member = await aSignedInMember();
      await sql(`UPDATE users SET time_zone = 'Asia/Tokyo' WHERE id = $1`, member.userId);
      await signInFromNewDevice(member, { platform: 'ios', model: 'iPhone 17' });
      const [told, ...others] = await toldTo(member.userId);
      expect(others).toEqual([]);
      expect(told).toMatchObject({ app_id: api.appId, message_type: 'security', action: null, expires_at: null });
      expect(told!.title).toEqual({
        'zh-CN': '您的 {{app_name}} 账号在新设备上登录',
        'zh-TW': '您的 {{app_name}} 帳號在新裝置上登入',
        'en-US': 'New sign-in to your {{app_name}} account',
        'ja-JP': '{{app_name}} のアカウントに新しい端末からサインインがありました',
      });
      const labels: Texts = { 'zh-CN': '设备', 'zh-TW': '裝置', 'en-US': 'Device', 'ja-JP': '端末' };
      for (const locale of SUPPORTED_LOCALES) {
        const body = told!.body[locale]!;
        expect(body).toContain(`\n- ${labels[locale]}: iPhone 17, ios\n`);
        expect(body).toMatch(/: (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)\n/);
        expect(body).toMatch(/GMT\+9|日本標準時間|JST/);
        expect(body.replaceAll('{{app_name}}', '')).not.toMatch(/[{}]/);
      }
      expect(told!.body['en-US']).toMatch(
        /^Somebody just signed in to your {{app_name}} account on a new device:\n\n- Time: /,
      );
      expect(told!.body['en-US']).toContain('\n\nIf that was you, there is nothing to do.\n\nIf it was not you, ');
    });

    it('is published, delivered and counted at once, without a fan-out, and pushed to the devices of the member alone', async () => {
      const [member, other] = [await aSignedInMember(), await aSignedInMember()];
      for (const { pair } of [member, other]) {
        await api.http
          .put('/api/v1/me/devices/current/push')
          .set({ 'X-AppID': api.appId, Authorization: `Bearer ${pair.access_token}` })
          .send({ provider: 'fcm', token: `token-${newId()}`, enabled: true })
          .expect(200);
      }
      await signInFromNewDevice(member);
      const [told] = await toldTo(member.userId);
      const [written] = await sql(
        `SELECT m.origin, m.kind, m.status, m.audience_mode, m.channels, f.recipients, f.finished_at IS NOT NULL AS finished,
                s.delivered, m.published_at > now() - interval '5 minutes' AS live,
                extract(epoch FROM m.published_at - uuid_extract_timestamp(m.publication_id)) < 0.001 AS same_time
           FROM notification_messages m
           JOIN notification_fan_outs f ON f.message_id = m.id AND f.publication_id = m.publication_id
           JOIN notification_statistics s ON s.message_id = m.id
          WHERE m.publication_id = $1`,
        told!.id,
      );
      expect(written).toEqual({
        origin: 'product',
        kind: 'message',
        status: 'published',
        audience_mode: 'users',
        channels: ['in_app', 'push'],
        recipients: 1,
        finished: true,
        delivered: 1,
        live: true,
        same_time: true,
      });
      expect(await rowsOf(member.userId)).toEqual({ messages: 1, items: 1, deliveries: 1, fanOuts: 1 });
      expect(await rowsOf(other.userId)).toEqual({ messages: 0, items: 0, deliveries: 0, fanOuts: 0 });
      const fanOuts = await sql(`SELECT 1 FROM outbox_messages WHERE type = 'notifications.fan_out'`);
      expect(fanOuts).toEqual([]);
    });

    it('is told once although its message is delivered again, also at the same time', async () => {
      const member = await aSignedInMember();
      await signInFromNewDevice(member);
      const before = await toldTo(member.userId);
      const message = await ownNotices(api).messageOf('iam.security_inbox', member.userId);
      await Promise.all(Array.from({ length: TIMES }, () => ownNotices(api).deliverAgain(message)));
      await sql('UPDATE outbox_messages SET completed_at = NULL, available_at = now() WHERE id = $1', message.id);
      expect(await toldTo(member.userId)).toEqual(before);
      expect(await rowsOf(member.userId)).toMatchObject({ messages: 1, items: 1, fanOuts: 1 });
    });

    it('is told wholly after it was told by half: a failure in the midst of it leaves nothing', async () => {
      const member = await aSignedInMember();
      jest.spyOn(api.get(DeliveryQueue), 'enqueue').mockRejectedValueOnce(new Error('The process ended'));
      await signInFromNewDevice(member);
      const failed = await ownNotices(api).messageOf('iam.security_inbox', member.userId);
      expect(await ownNotices(api).failureOf(failed.id)).toContain('The process ended');
      expect(await rowsOf(member.userId)).toMatchObject({ messages: 0, items: 0, fanOuts: 0 });
      await sql('UPDATE outbox_messages SET available_at = now() WHERE id = $1', failed.id);
      expect(await titlesTo(member.userId)).toEqual(['New sign-in to your {{app_name}} account']);
    });

    it('is told to those without an address, too, and while no mail can be sent', async () => {
      const member = await aSignedInMember();
      await sql('UPDATE login_identifiers SET verified_at = NULL WHERE user_id = $1', member.userId);
      await signInFromNewDevice(member);
      expect(await titlesTo(member.userId)).toHaveLength(1);
    });

    it('does not fill the inbox: ten an hour', async () => {
      const member = await aSignedInMember();
      for (let count = 0; count < 12; count++) await signInFromNewDevice(member);
      expect(await titlesTo(member.userId)).toHaveLength(10);
    });

    it('cannot alter the text: the name of a device means nothing but itself', async () => {
      const member = await aSignedInMember();
      const model = '<b>x</b> **y** [z](http://a.example) www.evil.example {{display_name}} &amp; `c`\n\n# h';
      await signInFromNewDevice(member, { model });
      const [told] = await toldTo(member.userId);
      const body = told!.body['en-US']!;
      expect(body.match(/{{/g)).toHaveLength(1);
      const html = new MarkdownIt({ html: true, linkify: true }).render(body);
      expect(html).toContain(
        'Device: ‹b›x‹/b› **y** [z](http://a.example) www.evil.example {{display_name}} &amp; `c` # h</li>',
      );
      expect(html).not.toMatch(/<(?:a|b|strong|code|h1)\b/);
    });
  });

  it('includes a token that was used twice', async () => {
    const member = await aSignedInMember();
    const pair = await signIn(api, member);
    await clientOf(api).refresh(pair.refresh_token).expect(200);
    await clientOf(api).refresh(pair.refresh_token, { 'X-AK-Device-Key': aDeviceKey() }).expect(401);
    const told = (await toldTo(member.userId)).at(-1);
    expect(told).toMatchObject({ app_id: api.appId, message_type: 'security' });
    expect(told!.title['en-US']).toBe('A session of your {{app_name}} account was ended');
    expect(JSON.stringify(told)).not.toContain(pair.refresh_token);
  });

  it('includes every change to the account, once for all its identifiers', async () => {
    const member = await aSignedInMember();
    const second = anEmail();
    const { id } = await addEmail(api, member, second);
    await outboxSettled(api);
    await giveMobile(api, member.userId, aMobile());
    const change = { current_password: member.password, new_password: 'another long password' };
    await member.account.changePassword(change).expect(200);
    await outboxSettled(api);
    const otp = await codeAfter(api, member.email, () => passwordsOf(api).forgot(member.email));
    await passwordsOf(api).reset({ email: member.email, otp, new_password: PASSWORD }).expect(200);
    await outboxSettled(api);
    const again = { ...member, pair: await signIn(api, { ...member, password: PASSWORD }) };
    await outboxSettled(api);
    await removeEmail(again, id);
    const told = await toldTo(member.userId);
    expect(told.map(({ title }) => title['en-US'])).toEqual([
      'A way to sign in was added to your {{app_name}} account',
      'Your {{app_name}} password was changed',
      'Your {{app_name}} password was reset',
      'New sign-in to your {{app_name}} account',
      'A way to sign in was removed from your {{app_name}} account',
    ]);
    for (const { app_id, message_type } of told) expect([app_id, message_type]).toEqual([api.appId, 'security']);
    expect(told[0]!.body['en-US']).toContain('- Way to sign in: m\\*\\*\\*\\@example\\.com\n- Time: ');
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${second}|${otp}`));
  });

  it('of a change in the administration is in the inbox of every App in which the user is an active member', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const [active, suspended] = [await anApp(api), await anApp(api)];
    for (const [appId, status] of [
      [api.appId, 'active'],
      [active, 'active'],
      [suspended, 'suspended'],
    ]) {
      await sql(
        `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at) VALUES ($1, $2, $3, $4, now())`,
        api.tenantId,
        appId,
        admin.userId,
        status,
      );
    }
    const client = adminClient(api, admin.token);
    const { body } = await client.post('auth/mfa/totp', { current_password: admin.password }).expect(200);
    const secret = body.data.secret as string;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await client.post('auth/mfa/totp/confirm', { code: totp.generate() }).expect(200);
    const told = await toldTo(admin.userId);
    expect(told.map(({ app_id }) => app_id).sort()).toEqual([api.appId, active].sort());
    for (const { title, body } of told) {
      expect(title['ja-JP']).toBe('{{app_name}} のアカウントに二要素認証が設定されました');
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it('is told to nobody who is suspended', async () => {
    const member = await aSignedInMember();
    await sql(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, member.userId);
    const texts = Object.fromEntries(SUPPORTED_LOCALES.map((locale) => [locale, 'Text'])) as Record<
      (typeof SUPPORTED_LOCALES)[number],
      string
    >;
    const { tenantId, appId } = api;
    const notice = { tenantId, appId, userId: member.userId, causeId: newId(), title: texts, body: texts };
    const tell = () =>
      api.database.run(tenantId, () => api.get(MemberNotices).tell({ ...notice, messageType: 'security' }));
    await tell();
    expect(await rowsOf(member.userId)).toMatchObject({ messages: 0, items: 0, deliveries: 0 });
    await sql(`UPDATE app_memberships SET status = 'active' WHERE user_id = $1`, member.userId);
    await tell();
    expect(await rowsOf(member.userId)).toMatchObject({ messages: 1, items: 1 });
  });

  describe('a finished data export', () => {
    it('is in the inbox with its link to open, and disappears with the link', async () => {
      const account = await anAccount(api, { locale: 'en-US' });
      const ready = await exported(api, account);
      const [told] = await toldTo(account.userId);
      expect(told).toMatchObject({
        app_id: api.appId,
        message_type: 'system',
        action: { type: 'url', target: ready.download_url },
        expires_at: new Date(ready.expires_at!),
      });
      await download(api, told!.action!.target).expect(200);
      expect(told!.title['en-US']).toBe('Your {{app_name}} data is ready to download');
      const durations: Texts = { 'zh-CN': '24 小时', 'zh-TW': '24 小時', 'en-US': '24 hours', 'ja-JP': '24 時間' };
      for (const locale of SUPPORTED_LOCALES) expect(told!.body[locale]).toContain(durations[locale]);
      expect(JSON.stringify(told!.body)).not.toContain('http');
      const withdrawals = await sql(
        `SELECT o.available_at AS at FROM outbox_messages o JOIN notification_messages m ON m.id::text = o.data ->> 'message_id'
          WHERE o.type = 'notifications.withdrawal' AND m.publication_id = $1`,
        told!.id,
      );
      expect(withdrawals).toEqual([{ at: told!.expires_at }]);
    });
  });

  it('includes that the account will be deleted, and that it will be kept', async () => {
    const account = await anAccount(api, { locale: 'en-US' });
    const eraseAt = await deleteAccount(api, account);
    await outboxSettled(api);
    await signIn(api, account);
    const told = (await toldTo(account.userId)).filter(({ title }) => !title['en-US']?.startsWith('New sign-in'));
    expect(told.map(({ title }) => title['en-US'])).toEqual([
      'Your {{app_name}} account will be deleted',
      'Your {{app_name}} account will be kept',
    ]);
    expect(told[0]!.body['en-US']).toContain(String(new Date(eraseAt).getUTCFullYear()));
    expect(told[1]!.body['zh-CN']).toBe(
      '由于您的账号刚刚登录，删除请求已取消。\n\n账号及其数据均保持不变。\n\n如果登录的不是您本人，请立即修改密码。',
    );
  });

  it('is erased with the account, and nothing of others is', async () => {
    const [account, bystander] = [await anAccount(api), await aSignedInMember()];
    for (const member of [account, bystander]) await signInFromNewDevice(member, { model: 'Harpsichord Phone' });
    expect(await titlesTo(account.userId)).toHaveLength(1);
    const before = await toldTo(bystander.userId);
    await eraseAccount(api, account);
    expect(await rowsOf(account.userId)).toEqual({ messages: 0, items: 0, deliveries: 0, fanOuts: 0 });
    expect(await toldTo(bystander.userId)).toEqual(before);
  });

  async function removeEmail(member: SignedInMember, id: string): Promise<void> {
    const fresh = { ...member, account: accountOf(api, member.pair) };
    const token = await aStepUpToken(api, fresh, { purpose: 'identifier_remove', resource: id });
    await fresh.account.remove(id, token).expect(200);
  }
});
