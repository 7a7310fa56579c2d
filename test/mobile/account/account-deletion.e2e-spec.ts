import { AppsService } from '@libs/apps';
import { AccountDeletionService, Sessions, StepUpRequiredError } from '@libs/iam';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { asOwner, signInAdmin } from '../../admin/support/admin';
import { expectProblem } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aStepUpToken, securityEventsOf, signedIn, type SignedInMember } from '../support/account';
import { deleteAccount, deletionToken, graceOver, lifeOf, sweep } from '../support/account-life';
import { aMember, clientOf, type Member, outboxSettled, signIn, type TokenPair } from '../support/journey';
import { sessionsOf } from '../support/sessions';
import { later } from '../../support/time-travel';

const DAY_MS = 86_400_000;
const CLIENT = { ip: '192.0.2.7', addressKey: '192.0.2.7', userAgent: 'Phone/1.0', locale: 'en-US' } as const;

describe('DELETE /api/v1/me', () => {
  const api = suiteApi();

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const anAccount = async (registration: object = {}) => signedIn(api, await aMember(api, registration));
  const login = ({ email, password }: Member) => clientOf(api).login({ email, password });
  const eventsOf = async ({ userId }: SignedInMember) =>
    (await securityEventsOf(api, userId)).filter(({ type }) => type.startsWith('account_deletion'));
  const subjectsTo = async ({ email }: SignedInMember) => {
    await outboxSettled(api);
    const mails = await api.mailsTo(email);
    return mails.filter(({ code, subject }) => code === null && !subject?.startsWith('New sign-in')).reverse();
  };

  it('answers 202 with the date of the erasure, in 15 days, and signs out everywhere at once', async () => {
    const account = await anAccount();
    const elsewhere = await api.get(AppsService).create(api.tenantId, {
      name: 'Another App',
      appType: 'uni_app',
      defaultLocale: 'zh-CN',
      supportedLocales: ['zh-CN'],
    });
    await rows(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at) VALUES ($1, $2, $3, 'active', now())`,
      [api.tenantId, elsewhere.id, account.userId],
    );
    const others: TokenPair[] = [await signIn(api, account), await signIn(api, account, { appId: elsewhere.id })];
    const before = Date.now();
    const { body } = await lifeOf(api, account, await deletionToken(api, account))
      .delete()
      .expect(202);
    expect(body).toEqual({ data: { accepted: true, erase_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) } });
    const grace = Date.parse(body.data.erase_at as string) - before;
    expect(Math.round(grace / DAY_MS)).toBe(15);
    for (const pair of [account.pair, ...others]) {
      const context = await clientOf(api, pair.app_id).context(pair.access_token);
      expectProblem(context, 401, 'IAM.TOKEN.INVALID');
      expectProblem(await clientOf(api, pair.app_id).refresh(pair.refresh_token), 401, 'IAM.TOKEN.INVALID');
    }
    expect(await rows('SELECT DISTINCT revoke_reason FROM sessions WHERE user_id = $1', [account.userId])).toEqual([
      { revoke_reason: 'account_deletion' },
    ]);
    expect(await eventsOf(account)).toEqual([
      { type: 'account_deletion_requested', details: { erase_at: body.data.erase_at } },
    ]);
  });

  it.each(
    SUPPORTED_LOCALES.map((locale) => [
      locale,
      { 'zh-CN': /2026年|20\d\d年/, 'zh-TW': /20\d\d年/, 'en-US': /[A-Z][a-z]+ \d+, 20\d\d/, 'ja-JP': /20\d\d年/ }[
        locale
      ],
    ]),
  )('mails the date to the primary address, in %s', async (locale, date) => {
    const account = await anAccount({ locale });
    const eraseAt = new Date(await deleteAccount(api, account));
    const [mail] = await subjectsTo(account);
    expect(mail?.text).toMatch(date);
    const told = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
    expect(mail?.text).toContain(told.format(eraseAt));
    expect(mail?.text).toContain('Default App');
  });

  it('erases the account when the grace is over, and not before; the address is free then', async () => {
    const account = await anAccount({ display_name: 'Lin' });
    await deleteAccount(api, account);
    await later(api, '14 days 23 hours');
    await sweep(api);
    const [waiting] = await rows('SELECT status, display_name FROM users WHERE id = $1', [account.userId]);
    expect(waiting).toEqual({ status: 'active', display_name: 'Lin' });
    await later(api, '1 hour');
    await sweep(api);
    const [erased] = await rows('SELECT status, display_name FROM users WHERE id = $1', [account.userId]);
    expect(erased).toEqual({ status: 'deleted', display_name: null });
    expectProblem(await login(account), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
    const events = await rows(
      `SELECT type, app_id FROM outbox_messages WHERE type IN ('member.deleted', 'user.erased') AND data->>'user_id' = $1
        ORDER BY type`,
      [account.userId],
    );
    expect(events).toEqual([
      { type: 'member.deleted', app_id: api.appId },
      { type: 'user.erased', app_id: null },
    ]);
    const { email, password } = account;
    await clientOf(api).register({ email, password }).expect(202);
    await outboxSettled(api);
    const [owner] = await rows('SELECT user_id FROM login_identifiers WHERE value = $1', [email]);
    expect(owner?.['user_id']).not.toBe(account.userId);
  });

  it('is permanently withdrawn by a sign-in within the grace period, and the owner is notified', async () => {
    const account = await anAccount({ locale: 'en-US' });
    await deleteAccount(api, account);
    // A deletion that is withdrawn before its mail leaves is not told.
    await outboxSettled(api);
    expectProblem(await login({ ...account, password: 'not the password' }), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
    expect(await rows('SELECT FROM account_deletions WHERE user_id = $1', [account.userId])).toHaveLength(1);
    const again = await signedIn(api, account);
    expect(await eventsOf(account)).toEqual([
      expect.objectContaining({ type: 'account_deletion_requested' }),
      { type: 'account_deletion_cancelled', details: {} },
    ]);
    expect((await subjectsTo(account)).map(({ subject }) => subject)).toEqual([
      'Your Default App account will be deleted',
      'Your Default App account will be kept',
    ]);
    await later(api, '15 days');
    await sweep(api);
    await signIn(api, again);
    expect(await eventsOf(account)).toHaveLength(2);
    // And it can be requested once more, with a new date.
    const once = await signedIn(api, account);
    const eraseAt = Date.parse(await deleteAccount(api, once));
    expect(Math.round((eraseAt - Date.now()) / DAY_MS)).toBe(15);
  });

  it('is taken back by a sign-in of the administrator that the member is', async () => {
    const account = await anAccount();
    await (await asOwner(api)).put(`users/${account.userId}/roles`, { roles: ['auditor'] }).expect(200);
    const session = await signInAdmin(api, account);
    await deleteAccount(api, account);
    const headers = { Authorization: `Bearer ${session.access_token}` };
    expectProblem(await api.http.get('/admin-api/v1/auth/context').set(headers), 401, 'IAM.TOKEN.INVALID');
    await signInAdmin(api, account);
    expect((await eventsOf(account)).map(({ type }) => type)).toEqual([
      'account_deletion_requested',
      'account_deletion_cancelled',
    ]);
    const mails = await subjectsTo(account);
    expect(mails.at(-1)?.subject).toMatch(/^Your .+ account will be kept$/);
    await graceOver(api, account);
    await sweep(api);
    await signIn(api, account);
  });

  describe('answers 403', () => {
    const expectStepUp = async (account: SignedInMember, token?: string) => {
      expectProblem(await lifeOf(api, account, token).delete(), 403, 'IAM.STEP_UP.REQUIRED');
      expect(await rows('SELECT FROM account_deletions WHERE user_id = $1', [account.userId])).toEqual([]);
    };

    it.each([undefined, '', 'x', 'aku_x', `aku_${'A'.repeat(43)}`, 'x'.repeat(5_000), '%00', "' OR 1=1 --"])(
      'without a token that is one: %j',
      async (token) => {
        const account = await anAccount();
        await expectStepUp(account, token);
        await sessionsOf(api).expectAlive(account.pair);
      },
    );

    it('for a token of another purpose, resource, session or user', async () => {
      const account = await anAccount();
      await expectStepUp(
        account,
        await aStepUpToken(api, account, { purpose: 'data_export', resource: account.userId }),
      );
      const stranger = await anAccount();
      await expectStepUp(
        account,
        await aStepUpToken(api, account, { purpose: 'account_delete', resource: stranger.userId }),
      );
      await expectStepUp(stranger, await deletionToken(api, stranger).then((token) => expectForeign(account, token)));
      await expectStepUp(await signedIn(api, account), await laterToken(account));
    });

    /** The token is valid for its owner, and for nobody else. */
    const expectForeign = async (account: SignedInMember, token: string): Promise<string> => {
      await expectStepUp(account, token);
      return 'used by nobody';
    };
    const laterToken = async (account: SignedInMember) => {
      await later(api, '61 seconds');
      return deletionToken(api, account);
    };

    it('for a token that was used, or has expired', async () => {
      const account = await anAccount();
      const token = await deletionToken(api, account);
      await later(api, '301 seconds');
      await expectStepUp(account, token);
      const second = await deletionToken(api, account);
      await lifeOf(api, account, second).delete().expect(202);
      const again = await signedIn(api, account);
      await expectStepUp(again, second);
    });
  });

  it('answers 400 without the App and 401 without a bearer', async () => {
    const ask = (headers: Record<string, string>) => api.http.delete('/api/v1/me').set(headers);
    expectProblem(await ask({}), 400, 'APP.HEADER.REQUIRED');
    expectProblem(await ask({ 'X-AppID': api.appId }), 401, 'IAM.TOKEN.MISSING');
    expectProblem(await ask({ 'X-AppID': api.appId, Authorization: 'Bearer x' }), 401, 'IAM.TOKEN.INVALID');
  });

  it('ignores a body', async () => {
    const account = await anAccount();
    const { pair } = account;
    await api.http
      .delete('/api/v1/me')
      .set({
        'X-AppID': api.appId,
        Authorization: `Bearer ${pair.access_token}`,
        'X-Step-Up-Token': await deletionToken(api, account),
      })
      .send({ sure: true })
      .expect(202);
  });

  it('asked for twice at once is begun once, and told once', async () => {
    const account = await anAccount();
    const tokens = [await deletionToken(api, account)];
    await later(api, '61 seconds');
    tokens.push(await deletionToken(api, account));
    const claims = {
      tenantId: api.tenantId,
      appId: api.appId,
      userId: account.userId,
      sessionId: account.pair.session_id,
    };
    const member = await api.get(Sessions).findMember(claims);
    const service = api.get(AccountDeletionService);
    // Both passed the guard before either was carried out. The second token has ended with its session.
    const outcomes = await Promise.allSettled(tokens.map((token) => service.request(member!, token, CLIENT)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(StepUpRequiredError);
    expect(await eventsOf(account)).toHaveLength(1);
    expect(await subjectsTo(account)).toHaveLength(1);
    await expect(service.request(member!, tokens[0] ?? null, CLIENT)).rejects.toBeInstanceOf(StepUpRequiredError);
  });

  describe('of an owner', () => {
    const asOwners = async (...accounts: SignedInMember[]) => {
      for (const { userId } of accounts) {
        await rows(
          `INSERT INTO user_roles (tenant_id, user_id, role_code) VALUES ($1, $2, 'owner') ON CONFLICT DO NOTHING`,
          [api.tenantId, userId],
        );
      }
      await rows(`DELETE FROM user_roles WHERE role_code = 'owner' AND user_id <> ALL ($1)`, [
        accounts.map(({ userId }) => userId),
      ]);
    };
    let bootstrap: Record<string, unknown> | undefined;

    beforeAll(async () => {
      [bootstrap] = await rows(`SELECT user_id FROM user_roles WHERE role_code = 'owner'`);
    });
    afterEach(async () => {
      await rows(`DELETE FROM user_roles WHERE role_code = 'owner'`);
      await rows(`INSERT INTO user_roles (tenant_id, user_id, role_code) VALUES ($1, $2, 'owner')`, [
        api.tenantId,
        bootstrap?.['user_id'],
      ]);
    });

    it('answers 409 if there is no other, and does not use the token up', async () => {
      const [account, another] = [await anAccount(), await anAccount()];
      await asOwners(account);
      const token = await deletionToken(api, account);
      expectProblem(await lifeOf(api, account, token).delete(), 409, 'IAM.OWNER.LAST');
      await sessionsOf(api).expectAlive(account.pair);
      expect(await eventsOf(account)).toEqual([]);
      await asOwners(account, another);
      await lifeOf(api, account, token).delete().expect(202);
    });

    it('answers 409 to one of the last two who ask at once', async () => {
      const owners = [await anAccount(), await anAccount()];
      await asOwners(...owners);
      const requests = await Promise.all(
        owners.map(async (account) => lifeOf(api, account, await deletionToken(api, account))),
      );
      const answers = await Promise.all(requests.map((request) => request.delete()));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    });

    it('no longer counts: the other can neither leave nor lose the role, be disabled or deleted', async () => {
      const [leaving, staying] = [await anAccount(), await anAccount()];
      const admin = await asOwner(api);
      await asOwners(leaving, staying, { userId: String(bootstrap?.['user_id']) } as SignedInMember);
      await deleteAccount(api, leaving);
      await rows(`DELETE FROM user_roles WHERE role_code = 'owner' AND user_id = $1`, [bootstrap?.['user_id']]);
      await rows(
        `INSERT INTO user_roles (tenant_id, user_id, role_code) VALUES ($1, $2, 'admin') ON CONFLICT DO NOTHING`,
        [api.tenantId, bootstrap?.['user_id']],
      );
      const token = await deletionToken(api, staying);
      expectProblem(await lifeOf(api, staying, token).delete(), 409, 'IAM.OWNER.LAST');
      const version = { lock_version: (await admin.get(`users/${staying.userId}`)).body.data.lock_version as number };
      const refusals = [
        await admin.put(`users/${staying.userId}/roles`, { roles: [] }),
        await admin.post(`users/${staying.userId}/disable`, version),
        await admin.delete(`users/${staying.userId}`),
      ];
      for (const refusal of refusals) expectProblem(refusal, 409, 'IAM.OWNER.LAST');
      // An owner who comes back counts again.
      await signIn(api, leaving);
      await lifeOf(api, staying, token).delete().expect(202);
    });
  });
});
