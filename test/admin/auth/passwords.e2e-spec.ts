import { anEmail, eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember } from '../../mobile/support/journey';
import { later } from '../../support/time-travel';
import { adminClient, anAdmin, signInAdmin } from '../support/admin';

describe('Passwords of administrators', () => {
  const api = suiteApi();
  const login = (body: object) => adminClient(api).post('auth/login', body);

  it('are changed with the present one, which ends the other sessions', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const other = await signInAdmin(api, admin);
    const change = (current_password: string, new_password: string) =>
      adminClient(api, admin.token).post('auth/password/change', { current_password, new_password });
    const wrong = await change('not my password', 'another horse battery').expect(422);
    expect(wrong.body.code).toBe('IAM.PASSWORD.CURRENT_INVALID');
    const same = await change(admin.password, admin.password).expect(422);
    expect(same.body.errors).toEqual([expect.objectContaining({ field: 'new_password', code: 'same_password' })]);
    await change(admin.password, 'another horse battery').expect(200, { data: { success: true } });
    await adminClient(api, other.access_token).get('auth/context').expect(401);
    const told = await queryAs(
      api.urls.superuserUrl,
      `SELECT data ->> 'reason' AS reason FROM outbox_messages
        WHERE type = 'session.revoked' AND data ->> 'session_id' = $1`,
      [other.session_id],
    );
    expect(told).toEqual([{ reason: 'password_changed' }]);
    await adminClient(api, admin.token).get('auth/context').expect(200);
    await login({ email: admin.email, password: admin.password }).expect(401);
    await login({ email: admin.email, password: 'another horse battery' }).expect(200);
  });

  it('cannot be guessed by somebody with a stolen bearer', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const change = (current: string) =>
      adminClient(api, admin.token).post('auth/password/change', {
        current_password: current,
        new_password: 'another horse battery',
      });
    for (let attempt = 0; attempt < 5; attempt++) await change('not my password').expect(422);
    expect((await change(admin.password).expect(429)).body.code).toBe('IAM.LOGIN.THROTTLED');
  });

  const linkIn = async (email: string, nth = 1) => {
    const mails = await eventually(async () => {
      const sent = await api.mailsTo(email);
      return sent.length >= nth && sent;
    });
    return decodeURIComponent(/token=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '');
  };
  const forgot = (body: object) => adminClient(api).post('auth/password/forgot', body);
  const reset = (token: string, new_password: string) =>
    adminClient(api).post('auth/password/reset', { token, new_password });

  it('are reset by a mailed link, once, which ends all sessions', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const accepted = await forgot({ email: admin.email }).expect(202);
    expect(accepted.body.data).toEqual({ accepted: true, resend_after_seconds: 60, expires_in_seconds: 3600 });
    const token = await linkIn(admin.email);
    const weak = await reset(token, 'password1234').expect(422);
    expect(weak.body.errors).toEqual([expect.objectContaining({ field: 'new_password', code: 'common_password' })]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => reset(token, 'another horse battery')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await reset(token, 'a third horse battery').expect(422)).body.code).toBe('IAM.LINK.INVALID');
    await adminClient(api, admin.token).get('auth/context').expect(401);
    await login({ email: admin.email, password: 'another horse battery' }).expect(200);
  });

  it('answers forgot alike for unknown addresses, and mails only administrators', async () => {
    const member = await aMember(api);
    const before = (await api.mailsTo(member.email)).length;
    const known = await anAdmin(api, ['auditor']);
    const answers = [member.email, anEmail(), known.email].map((email) => forgot({ email }).expect(202));
    const [first, ...others] = (await Promise.all(answers)).map(({ body }) => body as unknown);
    for (const other of others) expect(other).toEqual(first);
    await forgot({ email: known.email, tenant: 'nowhere' }).expect(202, first as object);
    await linkIn(known.email);
    expect(await api.mailsTo(member.email)).toHaveLength(before);
  });

  it('sends one link a minute, and an older one dies with a newer', async () => {
    const admin = await anAdmin(api, ['auditor']);
    await forgot({ email: admin.email });
    const first = await linkIn(admin.email);
    await forgot({ email: admin.email });
    await later(api, '61 seconds');
    await forgot({ email: admin.email });
    const second = await linkIn(admin.email, 2);
    expect(await api.mailsTo(admin.email)).toHaveLength(2);
    await reset(first, 'another horse battery').expect(422);
    await reset(second, 'another horse battery').expect(200);
  });

  it('refuses links after an hour, invented ones and those for something else', async () => {
    const admin = await anAdmin(api, ['auditor']);
    await forgot({ email: admin.email });
    const token = await linkIn(admin.email);
    const accept = await adminClient(api).post('auth/invitations/accept', {
      token,
      password: 'another horse battery',
    });
    expect([accept.status, accept.body.code]).toEqual([422, 'IAM.LINK.INVALID']);
    const other = token.at(-8) === 'A' ? 'B' : 'A';
    for (const invented of ['akl_x', token.slice(0, -8) + other + token.slice(-7), `akl_${'A'.repeat(107)}`]) {
      expect((await reset(invented, 'another horse battery').expect(422)).body.code).toBe('IAM.LINK.INVALID');
    }
    await later(api, '1 hour');
    await reset(token, 'another horse battery').expect(422);
  });
});
