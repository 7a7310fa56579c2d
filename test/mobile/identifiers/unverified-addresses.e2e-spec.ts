import { randomUUID } from 'node:crypto';
import { Sweeps } from '@libs/foundation';
import { Client } from 'pg';
import { adminClient, asOwner, signInAdmin } from '../../admin/support/admin';
import { linkTokenSentTo } from '../../admin/support/tenants';
import { expectProblem } from '../../http/support/problem';
import { aDeviceKey, anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { addEmail, codeAfter, signedIn, userIdOf } from '../support/account';
import { aMobile, giveMobile } from '../support/captcha';
import { aMember, aPendingMember, aRegisteredMember, clientOf, codeSentTo, outboxSettled } from '../support/journey';
import { aMemberWithMobile, smsClient } from '../support/sms';
import { later } from '../../support/time-travel';

describe('An address that nobody has proved to own', () => {
  const api = suiteApi();

  const sql = <Row extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  /** A user who registered the address, and does not confirm it. */
  const aHolder = async (email = anEmail()) => {
    const { password } = await aPendingMember(api, { email, password: 'the password of a stranger' });
    const code = await codeSentTo(api, email);
    return { email, password, code, userId: await userIdOf(api, email) };
  };
  const invite = async (email: string, roles: readonly string[] = ['auditor']) =>
    (await asOwner(api)).post('users', { email, display_name: 'Lin', roles });
  /** An invited user who has not accepted yet. @returns the token of the link. */
  const anInvitation = async (email: string, roles?: readonly string[]) => {
    expect((await invite(email, roles)).status).toBe(201);
    return linkTokenSentTo(api, email);
  };
  const accept = (token: string) =>
    adminClient(api).post('auth/invitations/accept', { token, password: PASSWORD }).expect(200);
  const login = async (email: string, password: string) =>
    ((await clientOf(api).login({ email, password })).body as { code?: string }).code ?? 'open';
  const isGone = async (userId: string) => {
    for (const table of ['app_memberships', 'login_identifiers', 'otp_requests', 'otp_challenges', 'login_events']) {
      expect(await sql(`SELECT FROM ${table} WHERE user_id = $1`, userId)).toEqual([]);
    }
    expect(await sql('SELECT FROM users WHERE id = $1', userId)).toEqual([]);
    expect(
      await sql(`SELECT type FROM outbox_messages WHERE data ->> 'user_id' = $1 ORDER BY id DESC LIMIT 2`, userId),
    ).toEqual([{ type: 'user.erased' }, { type: 'member.deleted' }]);
  };

  describe('gives way to a member who proves to own it', () => {
    it('and a user who only registered it is removed, with requests, codes and membership', async () => {
      const holder = await aHolder();
      await login(holder.email, 'wrong password, wrong');
      const member = await signedIn(api, await aMember(api));
      const added = await addEmail(api, member, holder.email);
      expect(added).toMatchObject({ type: 'email', verified_at: expect.any(String) });
      await isGone(holder.userId);
      await clientOf(api).verifyEmail(holder.email, holder.code).expect(422);
      expect(await login(holder.email, holder.password)).toBe('IAM.LOGIN.INVALID_CREDENTIALS');
      expect(await login(holder.email, member.password)).toBe('open');
    });

    it('and a user who has another address keeps that', async () => {
      const holder = await aHolder();
      const mobileId = await giveMobile(api, holder.userId, aMobile());
      await addEmail(api, await signedIn(api, await aMember(api)), holder.email);
      expect(await sql('SELECT id, is_primary FROM login_identifiers WHERE user_id = $1', holder.userId)).toEqual([
        { id: mobileId, is_primary: true },
      ]);
      await clientOf(api).verifyEmail(holder.email, holder.code).expect(422);
    });

    it('and a suspended user stays suspended', async () => {
      const holder = await aHolder();
      await sql(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, holder.userId);
      await addEmail(api, await signedIn(api, await aMember(api)), holder.email);
      expect(await sql('SELECT status FROM app_memberships WHERE user_id = $1', holder.userId)).toEqual([
        { status: 'suspended' },
      ]);
      expect(await sql('SELECT FROM login_identifiers WHERE user_id = $1', holder.userId)).toEqual([]);
    });

    it('but not where it is verified', async () => {
      const { email } = await aRegisteredMember(api);
      await expect(addEmail(api, await signedIn(api, await aMember(api)), email)).rejects.toThrow('409');
    });

    it('but not where an invitation is open, which can be accepted afterwards', async () => {
      const email = anEmail();
      const token = await anInvitation(email);
      await expect(addEmail(api, await signedIn(api, await aMember(api)), email)).rejects.toThrow('409');
      await accept(token);
      await signInAdmin(api, { email, password: PASSWORD });
    });

    it('nor where administrators gave roles, even when the invitation is over', async () => {
      const email = anEmail();
      await anInvitation(email);
      const withoutRoles = anEmail();
      await anInvitation(withoutRoles, []);
      await later(api, '73 hours');
      await expect(addEmail(api, await signedIn(api, await aMember(api)), email)).rejects.toThrow('409');
      await addEmail(api, await signedIn(api, await aMember(api)), withoutRoles);
    });

    it('by mobile: registering with the code sent to the number does not open another user’s account', async () => {
      const mobile = aMobile();
      const other = await aRegisteredMember(api);
      const otherId = await userIdOf(api, other.email);
      await giveMobile(api, otherId, mobile, { verified: false });
      const client = smsClient(api);
      const otp = await client.code('registration', mobile);
      await client.register({ mobile, otp, password: PASSWORD }).expect(202);
      const [identifier] = await sql<{ user_id: string; verified: boolean }>(
        'SELECT user_id, verified_at IS NOT NULL AS verified FROM login_identifiers WHERE value = $1',
        mobile,
      );
      expect(identifier?.verified).toBe(true);
      expect(identifier?.user_id).not.toBe(otherId);
      await clientOf(api).login({ mobile, password: PASSWORD }).expect(200);
      expect(await login(other.email, other.password)).toBe('open');
    });
  });

  describe('gives way to an invitation', () => {
    it('of an administrator, who is invited as if it had not been registered', async () => {
      const holder = await aHolder();
      const { status, body } = await invite(holder.email);
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        display_name: 'Lin',
        has_password: false,
        memberships: [],
        roles: ['auditor'],
      });
      await isGone(holder.userId);
      await clientOf(api).verifyEmail(holder.email, holder.code).expect(422);
      await accept(await linkTokenSentTo(api, holder.email));
      await signInAdmin(api, { email: holder.email, password: PASSWORD });
    });

    it('of the owner of a new tenant', async () => {
      const holder = await aHolder();
      const code = `t-${randomUUID().slice(0, 8)}`;
      const tenant = { code, name: 'Tenant', owner: { email: holder.email, display_name: 'Owner' } };
      await (await asOwner(api)).post('tenants', tenant).expect(201);
      await accept(await linkTokenSentTo(api, holder.email));
      await signInAdmin(api, { email: holder.email, password: PASSWORD, tenant: code });
      await clientOf(api).verifyEmail(holder.email, holder.code).expect(200);
    });

    it('but not where somebody was invited, or has it', async () => {
      const email = anEmail();
      await anInvitation(email);
      expectProblem(await invite(email), 409, 'IAM.IDENTIFIER.TAKEN');
      expectProblem(await invite((await aRegisteredMember(api)).email), 409, 'IAM.IDENTIFIER.TAKEN');
    });
  });

  it('leaves an invitation unchanged if its owner registers at an App: that sets no password', async () => {
    const email = anEmail();
    const token = await anInvitation(email);
    const key = { 'X-AK-Device-Key': aDeviceKey() };
    await clientOf(api).register({ email, password: 'a password for the App' }, key).expect(202);
    await outboxSettled(api);
    const [newest] = await api.mailsTo(email);
    await clientOf(api)
      .verifyEmail(email, newest?.code ?? '', key)
      .expect(200);
    expect(await login(email, 'a password for the App')).toBe('IAM.LOGIN.INVALID_CREDENTIALS');
    const refused = await adminClient(api).post('auth/login', { email, password: 'a password for the App' });
    expect(refused.status).toBe(401);
    await accept(token);
    await signInAdmin(api, { email, password: PASSWORD });
    expect(await login(email, PASSWORD)).toBe('open');
  });

  describe('at the moment in which its code comes back', () => {
    it('is given to one of both: the user who registered it, or the invited one', async () => {
      const outcomes = new Set<string>();
      for (let round = 0; round < rounds(12); round++) {
        const { email, code } = await aHolder();
        const [verified, invited] = await Promise.all([clientOf(api).verifyEmail(email, code), invite(email)]);
        outcomes.add(`${verified.status} ${invited.status}`);
        const holders = await sql('SELECT FROM login_identifiers WHERE value = $1', email);
        expect(holders).toHaveLength(1);
      }
      for (const outcome of outcomes) expect(['200 409', '422 201']).toContain(outcome);
    });

    it('is given to one of many who are invited, or register it again', async () => {
      const { email, code } = await aHolder();
      await later(api, '61 seconds');
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => invite(email)),
        ...Array.from({ length: 6 }, () => clientOf(api).register({ email, password: PASSWORD })),
        ...Array.from({ length: 6 }, () => clientOf(api).verifyEmail(email, code)),
      ]);
      await outboxSettled(api);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201 || status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(await sql('SELECT FROM login_identifiers WHERE value = $1', email)).toHaveLength(1);
    });
  });

  describe('is removed with its user', () => {
    const sweep = async () => {
      await api.get(Sweeps).runAll();
    };
    const exists = async (userId: string) => (await sql('SELECT FROM users WHERE id = $1', userId)).length === 1;

    it('seven days after the last request, and can be registered again', async () => {
      const holder = await aHolder();
      await later(api, '3 days');
      await clientOf(api).resendCode(holder.email).expect(202);
      await outboxSettled(api);
      await later(api, '6 days 23 hours');
      await sweep();
      expect(await exists(holder.userId)).toBe(true);
      await later(api, '1 hour');
      await sweep();
      await isGone(holder.userId);
      const { email } = holder;
      const code = await codeAfter(api, email, () => clientOf(api).register({ email, password: PASSWORD }).expect(202));
      await clientOf(api).verifyEmail(email, code).expect(200);
    });

    it('in any number, in one sweep', async () => {
      // More than the sweep takes at a time.
      await sql(
        `WITH made AS (
           INSERT INTO users (tenant_id, id, status, created_at)
           SELECT $1, gen_random_uuid(), 'active', now() - interval '8 days' FROM generate_series(1, 503) RETURNING id)
         INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, is_primary, created_at)
         SELECT $1, gen_random_uuid(), id, 'email', id || '@example.com', true, now() - interval '8 days' FROM made`,
        api.tenantId,
      );
      await sweep();
      expect(
        await sql(`SELECT FROM login_identifiers WHERE verified_at IS NULL AND created_at < now() - interval '8 days'
                     AND value LIKE '%-%-%-%-%@example.com' AND length(value) = 48`),
      ).toEqual([]);
    });

    it('unless there is anything that somebody counts on', async () => {
      const member = await aMemberWithMobile(api);
      await sql(
        'UPDATE login_identifiers SET verified_at = NULL WHERE user_id = $1 AND type = $2',
        member.userId,
        'email',
      );
      const withRole = await userIdOf(api, await invitedAt(['auditor']));
      const suspended = await aHolder();
      await sql(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, suspended.userId);
      const disabled = await aHolder();
      await sql(`UPDATE users SET status = 'disabled' WHERE id = $1`, disabled.userId);
      const invitedAnew = await aHolder();
      const locked = await aHolder();
      await later(api, '8 days');
      await (await asOwner(api)).post(`users/${invitedAnew.userId}/send-password-reset`).expect(200);
      const release = await lockedUser(locked.userId);
      await sweep();
      const kept = [member.userId, withRole, suspended.userId, disabled.userId, invitedAnew.userId, locked.userId];
      expect(await Promise.all(kept.map(exists))).toEqual(kept.map(() => true));
      await release();
      await sweep();
      await isGone(locked.userId);
    });

    const invitedAt = async (roles: string[]) => {
      const email = anEmail();
      await anInvitation(email, roles);
      return email;
    };
    /** Locks the user as a confirmation does. */
    const lockedUser = async (userId: string) => {
      const client = new Client({ connectionString: api.urls.superuserUrl });
      await client.connect();
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      return () => client.end();
    };
  });
});
