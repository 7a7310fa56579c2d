import { newId } from '@libs/kernel';
import { CREATE_ADMIN } from '../../apps/api/src/admin-cli/create-admin';
import { UsageError } from '../../apps/api/src/admin-cli/command';
import { REDRIVE_DEAD_LETTERS } from '../../apps/api/src/admin-cli/redrive-dead-letters';
import { RESCUE_ADMIN } from '../../apps/api/src/admin-cli/rescue-admin';
import { TENANT_USAGE } from '../../apps/api/src/admin-cli/tenant-usage';
import { VERIFY_AUDIT } from '../../apps/api/src/admin-cli/verify-audit';
import { adminClient, anAdmin, signInAdmin } from '../admin/support/admin';
import { aPackage } from '../admin/support/releases';
import { enrol } from '../admin/support/second-factor';
import { aTenant, type OwnedTenant } from '../admin/support/tenants';
import { aMember } from '../mobile/support/journey';
import { anEmail, eventually } from '../support/api';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { runCommand } from './support/commands';

interface Rescued {
  readonly user: object;
  readonly password?: string;
  readonly second_factor_removed: boolean;
  readonly enabled: boolean;
}

describe('npm run admin', () => {
  const api = suiteApi();
  let tenant: OwnedTenant;

  beforeAll(async () => {
    tenant = await aTenant(api);
  });

  const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const recordsOf = (userId: string) =>
    sql<{ route: string; action: string; actor_type: string; text: string }>(
      `SELECT route, action, actor_type, a::text AS text FROM audit_logs a
        WHERE resource_id = $1 AND method = 'JOB' ORDER BY seq`,
      [userId],
    );
  const isLetIn = async (email: string, password: string, code?: string) =>
    (await adminClient(api).post('auth/login', { email, password, tenant: code })).status === 200;

  describe('create-admin', () => {
    it('makes an administrator who can sign in, with a record of the system', async () => {
      const email = anEmail();
      const options = { email: ` ${email.toUpperCase()} `, tenant: tenant.code, role: 'owner,auditor', name: 'Ada' };
      const { output, isGood } = await runCommand<{ user: { id: string }; password: string }>(
        api,
        CREATE_ADMIN,
        options,
      );
      const { user, password } = output;
      expect(isGood).toBe(true);
      expect(user).toEqual({ id: user.id, email, tenant: tenant.code, roles: ['owner', 'auditor'] });
      const { access_token } = await signInAdmin(api, { email, password, tenant: tenant.code });
      const { body } = await adminClient(api, access_token).get('auth/profile').expect(200);
      expect(body.data).toMatchObject({ email, display_name: 'Ada' });
      const [record, ...more] = await recordsOf(user.id);
      expect(more).toEqual([]);
      expect(record).toMatchObject({ action: 'users.write', route: 'admin create-admin', actor_type: 'system' });
      expect(record!.text).not.toContain(password);
    });

    it('refuses an address that somebody has, and roles that do not exist, and changes nothing', async () => {
      const { email } = await aMember(api);
      await expect(runCommand(api, CREATE_ADMIN, { email })).rejects.toMatchObject({
        definition: { code: 'IAM.IDENTIFIER.TAKEN' },
      });
      const options = { email: anEmail(), role: 'admin,nonsense' };
      await expect(runCommand(api, CREATE_ADMIN, options)).rejects.toMatchObject({ fields: [{ field: 'roles.1' }] });
      expect(await sql('SELECT FROM login_identifiers WHERE value = $1', [options.email])).toEqual([]);
    });

    it.each([
      [{}],
      [{ email: 'nobody' }],
      [{ email: 'a@example.com', tenant: 'nowhere' }],
      [{ email: 'a@example.com', name: ' ' }],
    ])('has no use for %j', async (options) => {
      await expect(runCommand(api, CREATE_ADMIN, options)).rejects.toBeInstanceOf(UsageError);
    });
  });

  describe('rescue-admin', () => {
    const rescue = (email: string, options: object) =>
      runCommand<Rescued>(api, RESCUE_ADMIN, { email, ...(options as Record<string, boolean>) });

    it('lets in who lost password and second factor, was disabled and locked out, and tells the owner', async () => {
      const admin = await anAdmin(api, ['admin']);
      await enrol(api, admin);
      for (let attempt = 0; attempt < 5; attempt++) await isLetIn(admin.email, 'a wrong password');
      const { email, password } = admin;
      expect((await adminClient(api).post('auth/login', { email, password })).status).toBe(429);
      await sql(`UPDATE users SET status = 'disabled' WHERE id = $1`, [admin.userId]);
      const { output } = await rescue(admin.email, {
        'reset-password': true,
        'reset-second-factor': true,
        enable: true,
      });
      expect(output).toMatchObject({
        user: { id: admin.userId, tenant: 'default', status: 'active', roles: ['admin'] },
        sign_in_throttle: 'cleared',
        password_reset: true,
        second_factor_removed: true,
        enabled: true,
      });
      await signInAdmin(api, { email: admin.email, password: output.password! });
      expect(await isLetIn(admin.email, admin.password)).toBe(false);
      expect((await adminClient(api, admin.token).get('auth/profile')).status).toBe(401);
      const events = await sql<{ type: string }>(
        'SELECT type FROM security_events WHERE user_id = $1 AND ip IS NULL ORDER BY type',
        [admin.userId],
      );
      expect(events.map(({ type }) => type)).toEqual(['mfa_disabled', 'password_reset', 'sessions_revoked']);
      await eventually(async () => (await api.mailsTo(admin.email)).length >= 3);
      const [record] = await recordsOf(admin.userId);
      expect(record).toMatchObject({ route: 'admin rescue-admin', actor_type: 'system' });
      expect(record!.text).not.toContain(output.password);
    });

    it('without more only clears the failed sign-ins', async () => {
      const admin = await anAdmin(api, ['admin']);
      for (let attempt = 0; attempt < 5; attempt++) await isLetIn(admin.email, 'a wrong password');
      expect(await isLetIn(admin.email, admin.password)).toBe(false);
      const { output } = await rescue(admin.email, {});
      expect(output).toMatchObject({ password_reset: false, second_factor_removed: false, enabled: false });
      expect(output.password).toBeUndefined();
      expect(await isLetIn(admin.email, admin.password)).toBe(true);
      await adminClient(api, admin.token).get('auth/profile').expect(200);
    });

    it('finds administrators of the tenant only', async () => {
      const { email } = await aMember(api);
      for (const address of [email, anEmail(), tenant.owner.email]) {
        const { output, isGood } = await runCommand(api, RESCUE_ADMIN, { email: address, 'reset-password': true });
        expect([isGood, output['error']]).toMatchObject([false, { code: 'NO_SUCH_ADMINISTRATOR' }]);
      }
    });
  });

  it('verify-audit tells each tenant’s chain, and which one is broken', async () => {
    const good = await runCommand<{ tenants: { tenant: string; ok: boolean }[] }>(api, VERIFY_AUDIT);
    expect(good.isGood).toBe(true);
    expect(good.output.tenants.map(({ tenant: code, ok }) => [code, ok])).toContainEqual([tenant.code, true]);
    expect(good.output.tenants.length).toBeGreaterThan(1);
    await sql(`UPDATE audit_logs SET action = 'apps.read' WHERE tenant_id = $1 AND seq = 1`, [tenant.id]);
    const bad = await runCommand(api, VERIFY_AUDIT, { tenant: tenant.code });
    expect(bad.isGood).toBe(false);
    expect(bad.output).toMatchObject({ ok: false, broken: 1, tenants: [{ tenant: tenant.code, first_broken_seq: 1 }] });
    expect((await runCommand(api, VERIFY_AUDIT, { tenant: 'default' })).isGood).toBe(true);
  });

  describe('redrive-dead-letters', () => {
    const bury = (tenantId: string, lane: string, type: string, count: number) =>
      sql(
        `INSERT INTO outbox_messages (tenant_id, id, type, data, lane, attempts, lost, dead_at, last_error)
         SELECT $1, gen_random_uuid(), $2, '{}', $3, 8, 1, now() - interval '1 day', 'it failed'
           FROM generate_series(1, $4)`,
        [tenantId, type, lane, count],
      );
    const left = async () => {
      const rows = await sql<{ tenant_id: string; count: number }>(
        'SELECT tenant_id, count(*)::int FROM outbox_messages WHERE dead_at IS NOT NULL GROUP BY 1',
      );
      return Object.fromEntries(rows.map(({ tenant_id, count }) => [tenant_id, count]));
    };
    const records = () => sql(`SELECT FROM audit_logs WHERE route = 'admin redrive-dead-letters'`);
    beforeEach(() => sql('DELETE FROM outbox_messages WHERE dead_at IS NOT NULL'));

    it('has them delivered with all their tries, and records that in their tenants', async () => {
      const earlier = await records();
      await bury(api.tenantId, 'mail', 'nobody.listens', 1_200);
      await bury(tenant.id, 'push:x', 'nobody.listens', 3);
      const dry = await runCommand(api, REDRIVE_DEAD_LETTERS, { 'dry-run': true });
      expect(dry.output).toMatchObject({ dry_run: true, redriven: 0 });
      expect(dry.output['dead_letters']).toMatchObject([
        { messages: 1_200, queue: 'mail', type: 'nobody.listens', tenant: 'default' },
        { messages: 3, queue: 'push:x', tenant: tenant.code },
      ]);
      expect(await left()).toEqual({ [api.tenantId]: 1_200, [tenant.id]: 3 });
      const { output } = await runCommand(api, REDRIVE_DEAD_LETTERS);
      expect(output).toMatchObject({ dry_run: false, redriven: 1_203 });
      expect(await left()).toEqual({});
      await eventually(async () => {
        const open = 'SELECT FROM outbox_messages WHERE tenant_id = $1 AND type = $2 AND completed_at IS NULL';
        return (await sql(open, [tenant.id, 'nobody.listens'])).length === 0;
      });
      const worn = `SELECT FROM outbox_messages WHERE type = 'nobody.listens' AND (attempts > attempts_before + 1 OR lost > 0)`;
      expect(await sql(worn)).toEqual([]);
      await sql(`DELETE FROM outbox_messages WHERE type = 'nobody.listens'`);
      expect(await records()).toHaveLength(earlier.length + 3);
    });

    it('takes only those that are asked for', async () => {
      await bury(api.tenantId, 'mail', 'a.b', 5);
      await bury(api.tenantId, 'push:x', 'c.d', 5);
      await bury(tenant.id, 'mail', 'a.b', 5);
      const redrive = async (options: Record<string, string>) =>
        (await runCommand(api, REDRIVE_DEAD_LETTERS, options)).output['redriven'];
      expect(await redrive({ type: 'x.y' })).toBe(0);
      expect(await redrive({ tenant: tenant.code, limit: '2' })).toBe(2);
      expect(await redrive({ queue: 'push' })).toBe(5);
      expect(await redrive({ type: 'a.b', limit: '6' })).toBe(6);
      expect(Object.values(await left())).toEqual([2]);
      for (const limit of ['0', '-1', '1.5', 'x']) await expect(redrive({ limit })).rejects.toBeInstanceOf(UsageError);
    });
  });

  it('tenant-usage counts what each tenant has', async () => {
    const usage = async (options: Record<string, string> = {}) =>
      (await runCommand<{ tenants: Record<string, unknown>[] }>(api, TENANT_USAGE, options)).output.tenants;
    const [before] = await usage({ tenant: 'default' });
    const { userId } = await idOf((await aMember(api)).email);
    const waiting = `INSERT INTO outbox_messages (tenant_id, id, type, data, available_at, dead_at)
                     VALUES ($1, $2, 'x', '{}', now() + interval '1 day', $3)`;
    await sql(waiting, [api.tenantId, newId(), null]);
    await sql(waiting, [api.tenantId, newId(), new Date()]);
    await sql('INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id) VALUES ($1, $2, $3, $4)', [
      api.tenantId,
      api.appId,
      userId,
      newId(),
    ]);
    await aPackage(api, null);
    await sql(
      `INSERT INTO settings (id, tenant_id, scope, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, $2, 'tenant', 'files.quota_bytes', '12345', 'number', false, false, 'active')`,
      [newId(), tenant.id],
    );
    const all = await usage();
    const [mine, other] = ['default', tenant.code].map((code) => all.find((one) => one['tenant'] === code)!);
    const more = (name: string) => Number(mine![name]) - Number(before![name]);
    expect(more('members')).toBe(1);
    expect(more('dead_messages')).toBe(1);
    expect(Number(mine!['waiting_messages'])).toBeGreaterThanOrEqual(1);
    expect(more('estimated_inbox_rows')).toBe(1);
    expect(more('storage_bytes')).toBe(100);
    expect(mine).toMatchObject({ status: 'active', storage_quota_bytes: 50 * 1024 ** 3 });
    expect(Number(mine!['apps'])).toBeGreaterThanOrEqual(1);
    expect(Number(mine!['live_sessions'])).toBeGreaterThanOrEqual(1);
    expect(other).toMatchObject({ apps: 1, members: 0, storage_bytes: 0, storage_quota_bytes: 12_345 });
    expect(Number(other!['administrators'])).toBeGreaterThanOrEqual(1);
    expect(await usage({ tenant: tenant.code })).toMatchObject([{ tenant: tenant.code }]);
    await expect(usage({ tenant: 'nowhere' })).rejects.toBeInstanceOf(UsageError);
  });

  async function idOf(email: string): Promise<{ userId: string }> {
    const [row] = await sql<{ user_id: string }>('SELECT user_id FROM login_identifiers WHERE value = $1', [email]);
    return { userId: row!.user_id };
  }
});
