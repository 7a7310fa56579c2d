import { newId } from '@libs/kernel';
import { adminClient, anAdmin, asOwner, signInAdmin } from '../admin/support/admin';
import { resetBy, resetLink } from '../admin/support/passwords';
import { codeOf, enrol, mfaTokenOf, presentCode } from '../admin/support/second-factor';
import { acceptInvitation, linkTokenSentTo } from '../admin/support/tenants';
import { aStepUpToken, codeAfter, passwordsOf, signedIn } from '../mobile/support/account';
import { aMember, clientOf, outboxSettled, signIn } from '../mobile/support/journey';
import { selfOf } from '../mobile/support/self';
import { apiClients, serviceClient, tokenOf } from '../service/support/clients';
import { anEmail, startTestApi, type TestApi } from '../support/api';
import { queryAs, settingsOn } from '../support/database';
import { suiteUrls } from '../support/suite';
import { runProgram } from './support/commands';

const OTHER_KEYS = { SECRET_KEYS: `dev:${Buffer.alloc(32, 'another key').toString('base64')}` };

/** What the command does to a database, whichever way it was restored. */
describe('npm run admin -- after-restore', () => {
  const urls = suiteUrls();
  const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(urls.superuserUrl, text, values);
  const afterRestore = async (settings: Record<string, string> = {}, options: readonly string[] = []) => {
    const { code, out } = await runProgram(['after-restore', ...options], { ...settingsOn(urls), ...settings });
    return { code, output: JSON.parse(out) as { tenants: Record<string, object>[] } & Record<string, unknown> };
  };

  async function onApi<Result>(work: (api: TestApi) => Promise<Result>): Promise<Result> {
    const api = await startTestApi({}, urls);
    try {
      return await work(api);
    } finally {
      await api.close();
    }
  }

  /** Everything that can be used once or be revoked, none of it used. */
  async function makeAccess(api: TestApi) {
    const owner = await asOwner(api);
    const member = await signedIn(api, await aMember(api));
    const registration = { provider: 'fcm', token: 'of-a-lost-phone', enabled: true };
    await selfOf(api, member.pair).put('devices/current/push', registration).expect(200);
    const client = await apiClients(owner).create();
    const token = await tokenOf(api, client);
    const admin = await anAdmin(api, ['auditor']);
    const { secret, recoveryCodes } = await enrol(api, admin);
    const waiting = await mfaTokenOf(api, admin);
    const stepUp = await aStepUpToken(api, member, { purpose: 'account_delete', resource: member.userId });
    const code = await codeAfter(api, member.email, () => passwordsOf(api).forgot(member.email).expect(202));
    const plain = await anAdmin(api, ['auditor']);
    const link = await resetLink(api, plain.email);
    const invited = anEmail();
    await owner.post('users', { email: invited, display_name: 'Ida', roles: ['auditor'] }).expect(201);
    await linkTokenSentTo(api, invited);
    await outboxSettled(api);
    const adminPair = await signInAdmin(api, plain);
    return {
      ...{ member, client, token, admin, secret, recoveryCodes, waiting, stepUp, code },
      ...{ plain, link, invited, adminPair },
    };
  }

  it('ends all access, holds what may have been sent, records it, and lets everybody sign in anew', async () => {
    const made = await onApi(async (api) => {
      const access = await makeAccess(api);
      expect(await afterRestore()).toMatchObject({ code: 1, output: { error: { code: 'PROCESSES_RUNNING' } } });
      await clientOf(api).context(access.member.pair.access_token).expect(200);
      return { ...access, tenantId: api.tenantId };
    });
    const { member, admin, plain, tenantId } = made;
    const add = (type: string, lane: string, due = '0 s') =>
      sql(
        `INSERT INTO outbox_messages (tenant_id, id, type, data, lane, available_at)
         VALUES ($1, gen_random_uuid(), $2, '{}', $3, now() + $4::interval)`,
        [tenantId, type, lane, due],
      );
    await add('test.mail', 'mail', '-1 h');
    await add('test.sms', 'codes.sms', '-1 h');
    await add('test.later', 'mail', '1 h');
    await add('test.hook', 'webhooks:x', '-1 h');
    await add('notifications.due', 'default', '-1 h');
    await sql(`INSERT INTO account_deletions (tenant_id, user_id, erase_at) VALUES ($1, $2, now() - interval '1 h')`, [
      tenantId,
      plain.userId,
    ]);

    const { code, output } = await afterRestore();
    expect(code).toBe(0);
    expect(output['keys']).toMatchObject({
      ok: true,
      columns: expect.arrayContaining([expect.objectContaining({ table: 'user_totp', tried: 1, opened: 1 })]),
    });
    const [done] = output.tenants;
    expect(done).toMatchObject({
      tenant: 'default',
      ended: {
        api_clients: 1,
        sign_ins: 1,
        codes: 1,
        step_ups: 1,
        links: 2,
        download_links: 0,
        recovery_code_count: made.recoveryCodes.length,
        push_registrations: 1,
      },
      postponed_erasures: 1,
      messages: {
        held: { mail: 1, 'codes.sms': 1 },
        paused_queues: ['notifications.fan_out', 'notifications.mail', 'push'],
        due: { webhooks: 1, default: 1 },
      },
    });
    const [record, ...more] = await sql<{ action: string; actor_type: string; text: string }>(
      `SELECT action, actor_type, a::text AS text FROM audit_logs a WHERE route = 'admin after-restore'`,
    );
    expect([record, more]).toMatchObject([{ action: 'sessions.revoke', actor_type: 'system' }, []]);
    expect(record!.text).toContain('recovery_code_count');
    expect(
      await sql(`SELECT type FROM outbox_messages WHERE dead_at IS NOT NULL AND completed_at IS NULL ORDER BY type`),
    ).toEqual([{ type: 'test.mail' }, { type: 'test.sms' }]);

    await onApi(async (api) => {
      expect((await clientOf(api).context(member.pair.access_token)).status).toBe(401);
      expect((await clientOf(api).refresh(member.pair.refresh_token)).status).toBe(401);
      expect((await adminClient(api, admin.token).get('auth/profile')).status).toBe(401);
      const { refresh_token } = made.adminPair;
      expect((await adminClient(api).post('auth/refresh', { refresh_token })).status).toBe(401);
      expect((await serviceClient(api, made.token).get(`notifications/${newId()}`)).status).toBe(401);
      const again = serviceClient(api, await tokenOf(api, made.client));
      expect((await again.get(`notifications/${newId()}`)).status).toBe(404);
      expect((await presentCode(api, made.waiting, codeOf(made.secret))).status).toBe(401);
      const reset = { email: member.email, otp: made.code, new_password: 'a third horse battery' };
      expect((await passwordsOf(api).reset(reset)).status).toBe(422);
      expect((await resetBy(api, made.link)).status).toBe(422);
      await expect(acceptInvitation(api, made.invited)).rejects.toThrow(/422/);
      // With what they know and have, people come back; a recovery code is neither.
      const anew = await signIn(api, member);
      await clientOf(api).context(anew.access_token).expect(200);
      await clientOf(api).refresh(anew.refresh_token).expect(200);
      const waiting = await mfaTokenOf(api, admin);
      expect((await presentCode(api, waiting, made.recoveryCodes[0]!)).status).toBe(401);
      expect((await presentCode(api, waiting, codeOf(made.secret))).status).toBe(200);
      await signInAdmin(api, plain);
    });
    expect((await afterRestore()).output.tenants[0]).toMatchObject({ postponed_erasures: 0, ended: { links: 0 } });
  });

  it('changes nothing where the keys do not open what the database has sealed, unless they are lost for good', async () => {
    await onApi(async (api) => apiClients(await asOwner(api)).create());
    const live = () => sql('SELECT id FROM sessions WHERE revoked_at IS NULL');
    const before = await live();
    const other = await afterRestore(OTHER_KEYS);
    expect(other).toMatchObject({
      code: 1,
      output: { error: { code: 'KEYS_MISSING' }, keys: { ok: false, audit_logs: { tried: 1, opened: 0 } } },
    });
    expect(await live()).toEqual(before);
    expect(await afterRestore(OTHER_KEYS, ['--accept-lost-keys'])).toMatchObject({
      code: 0,
      output: { keys: { ok: false } },
    });
    expect(await live()).toEqual([]);
  });
});
