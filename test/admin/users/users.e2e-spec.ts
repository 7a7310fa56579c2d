import { anEmail, eventually, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, outboxSettled, signIn } from '../../mobile/support/journey';
import { expectProblem, reasons } from '../../http/support/problem';
import { adminClient, anAdmin, asOwner, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { AN_ADMINISTRATOR } from '../support/authors';
import { acceptInvitation, aTenant, linkTokenSentTo } from '../support/tenants';

const NOWHERE = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

interface AdminUser {
  readonly id: string;
  readonly status: string;
  readonly lock_version: number;
  readonly roles: readonly string[];
  readonly sessions?: readonly object[] | null;
  readonly login_events?: readonly object[] | null;
  readonly identifiers: readonly { readonly value: string; readonly verified_at: string | null }[];
}

describe('Users', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const invite = async (fields: object = {}, client = owner) => {
    const request = { email: anEmail(), display_name: 'Lin', roles: ['auditor'], ...fields };
    const { body } = await client.post('users', request).expect(201);
    return { ...request, user: body.data as AdminUser };
  };
  const get = async (id: string) => (await owner.get(`users/${id}`).expect(200)).body.data as AdminUser;
  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);

  describe('POST users', () => {
    it('creates a user without password or proof, and mails an invitation that works once', async () => {
      const { email, user } = await invite();
      expect(user).toEqual({
        id: expect.any(String),
        display_name: 'Lin',
        status: 'active',
        locale: null,
        time_zone: null,
        has_password: false,
        identifiers: [{ id: expect.any(String), type: 'email', value: email, verified_at: null, is_primary: true }],
        memberships: [],
        roles: ['auditor'],
        last_login_at: null,
        lock_version: 1,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        updated_by: AN_ADMINISTRATOR,
      });
      await acceptInvitation(api, email);
      const { access_token } = await signInAdmin(api, { email, password: PASSWORD });
      await adminClient(api, access_token).get('users').expect(200);
      const seen = await get(user.id);
      expect(seen).toMatchObject({
        has_password: true,
        last_login_at: expect.stringMatching(/Z$/),
        identifiers: [{ verified_at: expect.stringMatching(/Z$/) }],
      });
      const token = await linkTokenSentTo(api, email);
      const again = await adminClient(api).post('auth/invitations/accept', { token, password: PASSWORD });
      expectProblem(again, 422, 'IAM.LINK.INVALID');
    });

    it('speaks the language of who invites, in the mail', async () => {
      const { email } = await invite({}, await asOwner(api, { 'Accept-Language': 'ja' }));
      const { body } = { body: (await eventually(async () => (await api.mailsTo(email))[0])).text };
      expect(body).toMatch(/[\u3040-\u30ff]/);
    });

    it('takes the address in whatever form, and answers 409 when somebody has it', async () => {
      const { email } = await invite();
      const answer = await owner.post('users', { email: ` ${email.toUpperCase()} `, display_name: 'Lin' });
      expectProblem(answer, 409, 'IAM.IDENTIFIER.TAKEN');
      const member = await aMember(api);
      expectProblem(
        await owner.post('users', { ...member, password: undefined, display_name: 'Lin' }),
        409,
        'IAM.IDENTIFIER.TAKEN',
      );
    });

    it('lets one of many win that invite an address at once', async () => {
      const request = { email: anEmail(), display_name: 'Lin', roles: ['auditor'] };
      const answers = await Promise.all(Array.from({ length: 6 }, () => owner.post('users', request)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      await outboxSettled(api);
      expect(await api.mailsTo(request.email)).toHaveLength(1);
    });

    it('lets the same address be a user of another tenant', async () => {
      const { email } = await invite();
      const tenant = await aTenant(api);
      await invite({ email }, tenant.owner.client);
    });

    it('announces the user and is recorded once, without a secret', async () => {
      const { user, email } = await invite();
      const [event] = await rows(
        `SELECT data FROM outbox_messages WHERE type = 'user.invited' AND data->>'user_id' = $1`,
        [user.id],
      );
      expect(event).toEqual({ data: { user_id: user.id, roles: ['auditor'] } });
      const records = await rows('SELECT action, changes FROM audit_logs WHERE resource_id = $1', [user.id]);
      expect(records).toEqual([{ action: 'users.write', changes: expect.any(Array) }]);
      expect(records[0]?.['changes']).toContainEqual({ path: 'email', before: null, after: email });
    });

    it('asks for roles.assign besides users.write where roles are given', async () => {
      const code = `inviter-${anEmail().slice(7, 15)}`;
      await owner.post('roles', { code, name: 'Inviter', permissions: ['users.write', 'users.read'] }).expect(201);
      const inviter = await asRoles(api, code);
      await invite({ roles: [] }, inviter);
      await invite({ roles: undefined }, inviter);
      const answer = await inviter.post('users', { email: anEmail(), display_name: 'Lin', roles: [code] });
      expect(expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
        required_permission: 'roles.assign',
      });
    });

    it('gives no role that holds what the inviter lacks', async () => {
      const admin = await asRoles(api, 'admin');
      await invite({ roles: ['auditor', 'admin'] }, admin);
      const answer = await admin.post('users', { email: anEmail(), display_name: 'Lin', roles: ['auditor', 'owner'] });
      expect(expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
        required_permission: 'roles.write',
      });
    });

    it.each([
      [{}, ['email required', 'display_name required']],
      [{ email: 'nobody', display_name: 'x' }, ['email not_email']],
      [{ email: 'a@example.com', display_name: ' ' }, ['display_name required']],
      [{ email: 'a@example.com', display_name: 'x'.repeat(65) }, ['display_name too_long']],
      [
        { email: 'a@example.com', display_name: 'x', roles: ['auditor', 'no-such', 'nor'] },
        ['roles.1 unknown_role', 'roles.2 unknown_role'],
      ],
      [{ email: 'a@example.com', display_name: 'x', roles: 'auditor' }, ['roles not_list']],
      [{ email: 'a@example.com', display_name: 'x', roles: [null] }, ['roles.0 not_string']],
      [{ email: 'a@example.com', display_name: 'x', password: PASSWORD }, ['password unknown_field']],
    ])('answers 422 for %j', async (body, expected) => {
      const answer = await owner.post('users', body);
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(expected);
      expect(await rows(`SELECT 1 FROM login_identifiers WHERE value = 'a@example.com'`)).toEqual([]);
    });
  });

  describe('GET users/{id}', () => {
    it('shows identifiers, memberships, roles and the last sign-in, and no secret', async () => {
      const member = await aMember(api, { display_name: 'Mei' });
      await signIn(api, member);
      const { body } = await owner.get(`users?q=${encodeURIComponent(member.email)}`).expect(200);
      expect(body.data).toMatchObject({ total: 1, page: 1, page_size: 20 });
      const [listed] = body.data.items;
      expect(listed).toMatchObject({
        display_name: 'Mei',
        has_password: true,
        memberships: [{ app_id: api.appId, app_name: 'Default App', status: 'active', joined_at: expect.any(String) }],
        last_login_at: expect.stringMatching(/Z$/),
      });
      const { sessions, login_events: logins, ...rest } = await get(listed.id);
      expect(rest).toEqual(listed);
      expect([sessions, logins]).toEqual([[expect.any(Object)], [expect.any(Object)]]);
      expect(JSON.stringify(listed)).not.toMatch(/hash|hmac|\$2[aby]\$/);
    });

    it('answers 404 for whom there is not, and for users of other tenants, whatever is asked', async () => {
      const tenant = await aTenant(api);
      const { body } = await tenant.owner.client.get('users').expect(200);
      const foreign = body.data.items[0].id as string;
      for (const id of [NOWHERE, foreign, 'nonsense']) {
        const version = { lock_version: 1 };
        const answers = [
          await owner.get(`users/${id}`),
          await owner.patch(`users/${id}`, version),
          await owner.post(`users/${id}/enable`, version),
          await owner.post(`users/${id}/disable`, version),
          await owner.delete(`users/${id}`),
          await owner.post(`users/${id}/revoke-sessions`),
          await owner.post(`users/${id}/send-password-reset`),
          await owner.put(`users/${id}/roles`, { roles: [] }),
        ];
        for (const answer of answers) expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
      }
      await tenant.owner.client.get(`users/${foreign}`).expect(200);
    });
  });

  describe('PATCH users/{id}', () => {
    it('changes name, locale and time zone; null clears', async () => {
      const { user } = await invite();
      const patch = async (lock_version: number, body: object) =>
        (await owner.patch(`users/${user.id}`, { lock_version, ...body }).expect(200)).body.data;
      const changed = await patch(1, { display_name: 'Mei', locale: 'zh-TW', time_zone: 'Asia/Taipei' });
      expect(changed).toMatchObject({
        display_name: 'Mei',
        locale: 'zh-TW',
        time_zone: 'Asia/Taipei',
        lock_version: 2,
      });
      expect(await patch(2, { locale: null })).toMatchObject({
        locale: null,
        time_zone: 'Asia/Taipei',
        lock_version: 3,
      });
      const records = await rows(`SELECT changes FROM audit_logs WHERE resource_id = $1 ORDER BY seq DESC LIMIT 1`, [
        user.id,
      ]);
      expect(records).toEqual([{ changes: [{ path: 'locale', before: 'zh-TW', after: null }] }]);
    });

    it.each([
      [{ display_name: 'x' }, ['lock_version required']],
      [{ lock_version: 1, display_name: null }, ['display_name not_string']],
      [{ lock_version: 1, locale: 'fr-FR' }, ['locale not_supported_locale']],
      [{ lock_version: 1, time_zone: 'Mars/Olympus' }, ['time_zone not_time_zone']],
      [{ lock_version: 1, email: 'a@example.com' }, ['email unknown_field']],
      [{ lock_version: 1, status: 'disabled' }, ['status unknown_field']],
      [{ lock_version: 1.5 }, ['lock_version not_integer']],
    ])('answers 422 for %j', async (body, expected) => {
      const { user } = await invite();
      const answer = await owner.patch(`users/${user.id}`, body);
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(expected);
    });
  });

  describe('POST users/{id}/send-password-reset', () => {
    it('mails a link by which the user sets a new password', async () => {
      const { userId, email } = await anAdmin(api, ['auditor']);
      const { body } = await owner.post(`users/${userId}/send-password-reset`).expect(200);
      expect(body.data).toEqual({ success: true });
      const token = await linkTokenSentTo(api, email);
      const password = 'an entirely new phrase';
      await adminClient(api).post('auth/password/reset', { token, new_password: password }).expect(200);
      await signInAdmin(api, { email, password });
    });

    it('invites anew who has not accepted yet: the older link is dead', async () => {
      const { email, user } = await invite();
      const first = await linkTokenSentTo(api, email);
      await owner.post(`users/${user.id}/send-password-reset`).expect(200);
      const second = await linkTokenSentTo(api, email, 2);
      const accept = (token: string) => adminClient(api).post('auth/invitations/accept', { token, password: PASSWORD });
      expectProblem(await accept(first), 422, 'IAM.LINK.INVALID');
      expect((await accept(second)).status).toBe(200);
    });

    it('answers 409 for who is disabled or has no address', async () => {
      const { user } = await invite();
      await rows('DELETE FROM login_identifiers WHERE user_id = $1', [user.id]);
      expectProblem(await owner.post(`users/${user.id}/send-password-reset`), 409, 'IAM.USER.UNREACHABLE');
      const { user: disabled } = await invite();
      await owner.post(`users/${disabled.id}/disable`, { lock_version: 1 }).expect(200);
      expectProblem(await owner.post(`users/${disabled.id}/send-password-reset`), 409, 'IAM.USER.UNREACHABLE');
    });
  });
});
