import { aDeviceKey, eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, clientOf, type Member, outboxSettled, signIn, type TokenPair } from '../support/journey';
import { selfOf } from '../support/self';

interface Event {
  readonly type: string;
  readonly session_id: string;
  readonly details: Record<string, unknown>;
}

describe('A sign-in from a new device', () => {
  const api = suiteApi();

  const DEVICE = { platform: 'ios', model: 'iPhone 17', os_version: '26', app_version: '2.0' };
  const signInFrom = async (member: Member, deviceKey: string, device: object = DEVICE, locale = 'en-US') => {
    const { body } = await clientOf(api)
      .login({ ...member, device }, deviceKey, { 'Accept-Language': locale })
      .expect(200);
    return body.data as TokenPair;
  };
  const eventsSeenBy = async (pair: TokenPair) => {
    const { body } = await selfOf(api, pair).get('security-events').expect(200);
    return (body.data.items as Event[]).filter(({ type }) => type === 'new_device_login');
  };
  /** The mails after the one with the code. */
  const noticesTo = async ({ email }: Member, count: number) => {
    await outboxSettled(api);
    return eventually(async () => {
      const mails = (await api.mailsTo(email)).filter(({ code }) => code === null);
      return mails.length === count && mails;
    });
  };

  it('is recorded, and told by mail with time, device and address, once', async () => {
    const member = await aMember(api, { locale: 'en-US' });
    await signIn(api, member);
    const deviceKey = aDeviceKey();
    const pair = await signInFrom(member, deviceKey);
    const [event, ...others] = await eventsSeenBy(pair);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'new_device_login',
      session_id: pair.session_id,
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
      details: { device_id: expect.stringMatching(/^[0-9a-f-]{36}$/), platform: 'ios', model: 'iPhone 17' },
    });
    await signInFrom(member, deviceKey);
    await signInFrom(member, deviceKey.toUpperCase());
    expect(await eventsSeenBy(pair)).toHaveLength(1);
    const [mail] = await noticesTo(member, 1);
    expect(mail!.subject).toMatch(/^New sign-in to your .+ account$/);
    expect(mail!.text).toMatch(/Time: .*20\d\d.* UTC/);
    expect(mail!.text).toContain('Device: iPhone 17, ios');
    expect(mail!.text).toMatch(/IP address: (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/);
  });

  it('is not reported if it is the first of all', async () => {
    const member = await aMember(api);
    const pair = await signInFrom(member, aDeviceKey());
    expect(await eventsSeenBy(pair)).toEqual([]);
    expect(await noticesTo(member, 0)).toEqual([]);
  });

  it('is one again after the device was removed', async () => {
    const member = await aMember(api);
    const [first, deviceKey] = [await signIn(api, member), aDeviceKey()];
    const second = await signInFrom(member, deviceKey);
    const { body } = await selfOf(api, second).get('devices').expect(200);
    const { id } = (body.data.items as { id: string; current: boolean }[]).find(({ current }) => current)!;
    await selfOf(api, first).delete(`devices/${id}`).expect(200);
    await signInFrom(member, deviceKey);
    expect(await eventsSeenBy(first)).toHaveLength(2);
    await noticesTo(member, 2);
  });

  it('is reported once for 10 concurrent sign-ins', async () => {
    const member = await aMember(api);
    const [first, deviceKey] = [await signIn(api, member), aDeviceKey()];
    await Promise.all(Array.from({ length: 10 }, () => signInFrom(member, deviceKey)));
    expect(await eventsSeenBy(first)).toHaveLength(1);
    await noticesTo(member, 1);
  });

  it('is reported in the member’s locale and time zone, else in that of the sign-in', async () => {
    const member = await aMember(api, { locale: 'zh-TW' });
    await queryAs(
      api.urls.superuserUrl,
      `UPDATE users u SET time_zone = 'Asia/Tokyo' FROM login_identifiers i WHERE i.user_id = u.id AND i.value = $1`,
      [member.email],
    );
    await signIn(api, member);
    await signInFrom(member, aDeviceKey(), DEVICE, 'ja-JP');
    const [first] = await noticesTo(member, 1);
    expect(first!.text).toContain('裝置: iPhone 17, ios');
    expect(first!.text).toMatch(/時間: .*(GMT\+9|日本標準時間|JST)/);
    const expected = { 'zh-CN': 'IP 地址', 'zh-TW': 'IP 位址', 'en-US': 'IP address', 'ja-JP': 'IP アドレス' };
    for (const [locale, label] of Object.entries(expected)) {
      const other = await aMember(api);
      await queryAs(
        api.urls.superuserUrl,
        `UPDATE users u SET locale = NULL FROM login_identifiers i WHERE i.user_id = u.id AND i.value = $1`,
        [other.email],
      );
      await signIn(api, other);
      await signInFrom(other, aDeviceKey(), {}, locale);
      const [mail] = await noticesTo(other, 1);
      expect(mail!.text).toContain(`${label}: `);
      expect(mail!.text).not.toContain('iPhone');
    }
  });

  it('is not reported if no address is verified', async () => {
    const member = await aMember(api);
    await signIn(api, member);
    await queryAs(api.urls.superuserUrl, 'UPDATE login_identifiers SET verified_at = NULL WHERE value = $1', [
      member.email,
    ]);
    const pair = await signInFrom(member, aDeviceKey());
    expect(await eventsSeenBy(pair)).toHaveLength(1);
    expect(await noticesTo(member, 0)).toEqual([]);
  });

  it('does not fill the mailbox: ten an hour, and all of them in the record', async () => {
    const member = await aMember(api);
    const first = await signIn(api, member);
    for (let count = 0; count < 12; count++) await signInFrom(member, aDeviceKey());
    expect(await eventsSeenBy(first)).toHaveLength(12);
    await noticesTo(member, 10);
  });

  it('cannot alter the mail: the name of a device is one line of text', async () => {
    const member = await aMember(api, { locale: 'en-US' });
    await signIn(api, member);
    await signInFrom(member, aDeviceKey(), { model: '<b>x</b>\r\nBcc: a@example.com\n\nClick' });
    const [mail] = await noticesTo(member, 1);
    expect(mail!.text).toContain('Device: <b>x</b> Bcc: a@example.com Click\n');
  });

  it('is not the only thing told: a token that was used twice is, too', async () => {
    const member = await aMember(api, { locale: 'en-US' });
    const pair = await signIn(api, member);
    await clientOf(api).refresh(pair.refresh_token).expect(200);
    await clientOf(api).refresh(pair.refresh_token, { 'X-AK-Device-Key': aDeviceKey() }).expect(401);
    const [mail] = await noticesTo(member, 1);
    expect(mail!.subject).toMatch(/^A session of your .+ account was ended$/);
    expect(mail!.text).toContain('IP address: ');
  });
});
