import { randomUUID } from 'node:crypto';
import { expectProblem } from '../../http/support/problem';
import { aMember } from '../../mobile/support/journey';
import { fieldErrors } from '../../mobile/support/me';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type AdminClient, adminClient, anAdmin, asOwner } from '../support/admin';
import { auditOf } from '../support/apps';
import { MESSAGE, notificationClient } from '../support/notifications';
import { anApp } from '../support/pages';

const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Audiences', () => {
  const api = suiteApi({ RUN_WORKER: 'false' }, { regions: 'few' });
  let admin: AdminClient;
  let appId: string;
  let messages: ReturnType<typeof notificationClient>;

  beforeAll(async () => {
    admin = await asOwner(api);
  });
  beforeEach(async () => {
    appId = await anApp(api);
    messages = notificationClient(admin, appId, 'messages');
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const member = async (registration: object = {}): Promise<string> => {
    const { email } = await aMember(api, registration, appId);
    const [row] = await query<{ user_id: string }>('SELECT user_id FROM login_identifiers WHERE value = $1', [email]);
    return row!.user_id;
  };
  const withMobile = (userId: string, value: string) =>
    query(
      `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
       VALUES ($1, gen_random_uuid(), $2, 'mobile', $3, now(), false)`,
      [api.tenantId, userId, value],
    );
  const device = (userId: string, version: string | null, minutesAgo = 0, isPushed = false) =>
    query(
      `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, app_version, last_seen_at, push_provider, push_token,
                            push_enabled)
       VALUES ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), $4, now() - $5 * interval '1 minute', $6, $7, $8)`,
      [
        api.tenantId,
        appId,
        userId,
        version,
        minutesAgo,
        ...(isPushed ? ['apns', randomUUID(), true] : [null, null, false]),
      ],
    );
  const aUnit = async (name: string, parent_id?: string) =>
    (
      (await admin.post('organization/units', { name: `${name} ${randomUUID()}`, parent_id }).expect(201)).body
        .data as {
        id: string;
      }
    ).id;
  const joins = (userId: string, unitId: string) =>
    query('INSERT INTO organization_unit_members (tenant_id, unit_id, user_id) VALUES ($1, $2, $3)', [
      ...[api.tenantId, unitId, userId],
    ]);
  const holderOf = async (...permissions: string[]) => {
    const code = `holder-${randomUUID().slice(0, 8)}`;
    await admin.post('roles', { code, name: code, permissions }).expect(201);
    return adminClient(api, (await anAdmin(api, [code])).token);
  };
  const chosenBy = async (filter: object) => {
    const { sample, total } = await messages.preview(await messages.create({ audience: { mode: 'filter', filter } }));
    expect(sample).toHaveLength(total);
    return sample.map(({ user_id }) => user_id);
  };
  const refusedOf = async (audience: object, by = admin) => {
    const { status, body } = await by.post(messages.path, { ...MESSAGE, audience });
    return [status, ...fieldErrors(body)];
  };

  describe('by a filter', () => {
    it('are chosen by versions, as releases compare them, of the device that was used last', async () => {
      const [old, fresh, two, unknown] = [await member(), await member(), await member(), await member()].sort();
      await device(old!, '1.2.9');
      await device(fresh!, '1.2.10');
      await device(two!, '1.0', 60);
      await device(two!, '2.0.0-beta');
      await device(unknown!, null);
      await device(unknown!, '1.3', 60);
      expect(await chosenBy({ app_versions: { gte: '1.2.10' } })).toEqual([fresh, two]);
      expect(await chosenBy({ app_versions: { lt: '1.2.10' } })).toEqual([old]);
      expect(await chosenBy({ app_versions: { gte: '1.2', lt: '2.0' } })).toEqual([old, fresh, two].toSorted());
      expect(await chosenBy({ app_versions: { gte: '2' } })).toEqual([]);
      // A session of an older device was active after it was seen the last time.
      await query(
        `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, device_id, login_method, last_active_at, expires_at,
                               absolute_expires_at)
         SELECT tenant_id, gen_random_uuid(), 'mobile', user_id, app_id, id, 'password', now() + interval '1 minute', now(), now()
           FROM devices WHERE user_id = $1 AND app_version = '1.0'`,
        [two],
      );
      expect(await chosenBy({ app_versions: { lt: '1.1' } })).toEqual([two]);
    });

    it('are chosen by regions and units with all below them, and by whether a push reaches them', async () => {
      const [hangzhou, beijing, nowhere] = [await member(), await member(), await member()].sort();
      const live = (userId: string, code: string) =>
        query(
          `INSERT INTO user_profiles (tenant_id, user_id, gender, region_code) VALUES ($1, $2, 'unspecified', $3)
           ON CONFLICT (tenant_id, user_id) DO UPDATE SET region_code = excluded.region_code`,
          [api.tenantId, userId, code],
        );
      await live(hangzhou!, '330100');
      await live(beijing!, '110000');
      expect(await chosenBy({ region_codes: ['330000'] })).toEqual([hangzhou]);
      expect(await chosenBy({ region_codes: ['330100', '110000'] })).toEqual([hangzhou, beijing]);
      expect(await chosenBy({ region_codes: ['CN'] })).toEqual([hangzhou, beijing]);
      expect(await chosenBy({ region_codes: ['JP'] })).toEqual([]);
      const parent = await aUnit('Sales');
      const below = await aUnit('North', await aUnit('China', parent));
      await joins(hangzhou!, parent);
      await joins(nowhere!, below);
      expect(await chosenBy({ unit_ids: [parent] })).toEqual([hangzhou, nowhere]);
      expect(await chosenBy({ unit_ids: [below.toUpperCase()] })).toEqual([nowhere]);
      await device(nowhere!, null, 0, true);
      await device(beijing!, null, 0, false);
      expect(await chosenBy({ has_push: true })).toEqual([nowhere]);
      expect(await chosenBy({ has_push: false })).toEqual([hangzhou, beijing]);
      expect(await chosenBy({ has_push: false, region_codes: ['CN'], unit_ids: [parent] })).toEqual([hangzhou]);
    });

    it('are told as they were asked for, and can be sent back', async () => {
      const filter = {
        app_versions: { lt: '2.0' },
        region_codes: ['330000'],
        unit_ids: [await aUnit('Support')],
        has_push: false,
      };
      const draft = await messages.create({ audience: { mode: 'filter', filter } });
      expect(draft['audience']).toEqual({ mode: 'filter', filter });
      expect(await messages.update(draft, { audience: draft['audience'] })).toMatchObject({ audience: { filter } });
    });

    it.each([
      [{ app_versions: {} }, ['audience.filter.app_versions required']],
      [{ app_versions: { gte: '' } }, ['audience.filter.app_versions.gte required']],
      [{ app_versions: { lt: 'one two' } }, ['audience.filter.app_versions.lt not_version']],
      [{ app_versions: { lt: '1'.repeat(65) } }, ['audience.filter.app_versions.lt too_long']],
      [{ app_versions: { from: '1' } }, ['audience.filter.app_versions.from unknown_field']],
      [{ app_versions: '1.0' }, ['audience.filter.app_versions not_object']],
      [{ region_codes: [] }, ['audience.filter.region_codes too_few_items']],
      [{ region_codes: ['330000', 'nowhere'] }, ['audience.filter.region_codes.1 unknown_region']],
      [{ region_codes: Array(51).fill('CN') }, ['audience.filter.region_codes too_many_items']],
      [{ unit_ids: [NOBODY] }, ['audience.filter.unit_ids.0 unknown_unit']],
      [{ unit_ids: ['sales'] }, ['audience.filter.unit_ids.0 not_uuid']],
      [{ unit_ids: [] }, ['audience.filter.unit_ids too_few_items']],
      [{ has_push: 'yes' }, ['audience.filter.has_push not_boolean']],
      [{ gender: 'female' }, ['audience.filter.gender unknown_field']],
    ])('are refused for %j (422)', async (filter, errors) => {
      expect(await refusedOf({ mode: 'filter', filter })).toEqual([422, ...errors]);
    });

    it('know no units of another tenant (422)', async () => {
      const foreign = randomUUID();
      await query(
        `WITH other AS (
           INSERT INTO tenants SELECT (jsonb_populate_record(NULL::tenants, to_jsonb(t) || $1::jsonb)).* FROM tenants t LIMIT 1
           RETURNING id)
         INSERT INTO organization_units (tenant_id, id, name) SELECT id, $2, 'Foreign' FROM other`,
        [JSON.stringify({ id: randomUUID(), code: `t-${foreign.slice(0, 8)}`, is_platform: false }), foreign],
      );
      expect(await refusedOf({ mode: 'filter', filter: { unit_ids: [foreign] } })).toEqual([
        422,
        'audience.filter.unit_ids.0 unknown_unit',
      ]);
    });

    it('of units are for those who may see users (403), who are told how many those are', async () => {
      const [one, unit] = [await member(), await aUnit('Secret')];
      await joins(one, unit);
      const audience = { mode: 'filter', filter: { unit_ids: [unit] } };
      const written = await messages.create({ audience });
      const WRITER = ['messages.read', 'messages.write', 'messages.publish', 'members.read'];
      const writer = await holderOf(...WRITER);
      const own = notificationClient(writer, appId, 'messages');
      const ownDraft = await own.create();
      for (const refused of [
        await own.post(written, 'recipient-preview'),
        await writer.post(messages.path, { ...MESSAGE, audience }),
        // Not even whether there is such a unit.
        await writer.post(messages.path, { ...MESSAGE, audience: { mode: 'filter', filter: { unit_ids: [NOBODY] } } }),
        await writer.patch(`${messages.path}/${ownDraft.id}`, { lock_version: 1, audience }),
      ]) {
        expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
        expect(refused.body.required_permission).toBe('users.read');
      }
      const seeing = notificationClient(await holderOf(...WRITER, 'users.read'), appId, 'messages');
      expect(await seeing.preview(written)).toMatchObject({ total: 1, sample: [{ user_id: one }] });
      // Who publishes sends what another has chosen, and is told nothing of it.
      expect(await own.publish(written)).toMatchObject({ status: 'published' });
    });

    it('of a preview are compared with all of their keys', async () => {
      const [one, two] = [await member(), await member()];
      await device(one, '1.0');
      await device(two, '2.0');
      const draft = await messages.create({ audience: { mode: 'filter', filter: { app_versions: { gte: '1.5' } } } });
      const { preview_id, audience_hash } = await messages.preview(draft);
      expect((await messages.preview(draft)).audience_hash).toBe(audience_hash);
      await device(one, '1.6', -1);
      const { body } = await messages.post(draft, 'publish', { preview_id }).expect(409);
      expect(body.code).toBe('NOTIFICATIONS.AUDIENCE.CHANGED');
      const again = await messages.preview(draft);
      expect(await messages.publish(draft, { preview_id: again.preview_id })).toMatchObject({ status: 'published' });
    });
  });

  describe('by names', () => {
    it('take addresses and numbers, as the sign-in reads them, and are kept by ids alone', async () => {
      const [one, two, three] = [
        await member({ email: `anna.${randomUUID()}@example.com` }),
        await member(),
        await member(),
      ];
      const [{ value: email } = { value: '' }] = await query<{ value: string }>(
        'SELECT value FROM login_identifiers WHERE user_id = $1',
        [one],
      );
      await withMobile(two, '+8613800138000');
      const identifiers = [` ${email.toUpperCase()} `, '138 0013 8000', '+86 138-0013-8000'];
      const draft = await messages.create({ audience: { mode: 'users', user_ids: [three], identifiers } });
      expect(draft['audience']).toEqual({ mode: 'users', user_ids: [three, one, two] });
      expect(await messages.preview(draft)).toMatchObject({ total: 3, eligible: 3 });
      const alone = await messages.update(draft, { audience: { mode: 'users', identifiers: [email] } });
      expect(alone['audience']).toEqual({ mode: 'users', user_ids: [one] });
      const [stored] = await query<{ row: string }>(
        `SELECT (SELECT string_agg(to_jsonb(m)::text, '') FROM notification_messages m WHERE id = $1)
             || (SELECT string_agg(to_jsonb(a)::text, '') FROM audit_logs a WHERE resource_id = $1::text) AS row`,
        [draft.id],
      );
      expect(stored!.row).not.toContain(email);
      const [record] = await auditOf(api, draft.id);
      expect(JSON.stringify(record)).not.toContain(email);
    });

    it('name the positions of those whom nobody is, and of what is none (422)', async () => {
      const [one, unproven, suspended] = [await member(), await member(), await member()];
      const emailOf = async (userId: string) =>
        (await query<{ value: string }>('SELECT value FROM login_identifiers WHERE user_id = $1', [userId]))[0]!.value;
      const emails = [await emailOf(one), await emailOf(unproven), await emailOf(suspended)];
      await query('UPDATE login_identifiers SET verified_at = NULL WHERE user_id = $1', [unproven]);
      await query(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [suspended]);
      const named = {
        mode: 'users',
        user_ids: [one, NOBODY],
        identifiers: [...emails, 'nobody@example.com', '+8613800138999'],
      };
      expect(await refusedOf(named)).toEqual([
        ...[422, 'audience.user_ids.1 unknown_member', 'audience.identifiers.1 unknown_member'],
        ...[2, 3, 4].map((place) => `audience.identifiers.${place} unknown_member`),
      ]);
      expect(await refusedOf({ mode: 'users', identifiers: [emails[0], 'Anna', '12'] })).toEqual([
        ...[422, 'audience.identifiers.1 not_email_or_mobile', 'audience.identifiers.2 not_email_or_mobile'],
      ]);
      // A member of another App is no member here.
      const elsewhere = await aMember(api, {}, await anApp(api));
      expect(await refusedOf({ mode: 'users', identifiers: [elsewhere.email] })).toEqual([
        ...[422, 'audience.identifiers.0 unknown_member'],
      ]);
    });

    it.each([
      [{ mode: 'users' }, ['audience.user_ids required']],
      [{ mode: 'users', identifiers: [] }, ['audience.identifiers too_few_items']],
      [{ mode: 'users', identifiers: [''] }, ['audience.identifiers.0 required']],
      [{ mode: 'users', identifiers: ['x'.repeat(255)] }, ['audience.identifiers.0 too_long']],
      [{ mode: 'users', identifiers: [7] }, ['audience.identifiers.0 not_string']],
      [{ mode: 'all_members', identifiers: ['a@example.com'] }, ['audience.identifiers other_mode']],
      [
        { mode: 'users', user_ids: Array(5_001).fill(NOBODY), identifiers: Array(5_000).fill('a@example.com') },
        ['audience.identifiers too_many_items'],
      ],
    ])('are refused for what cannot be (422)', async (audience, errors) => {
      expect(await refusedOf(audience)).toEqual([422, ...errors]);
    });

    it('by addresses are for those who may see members (403)', async () => {
      const { email } = await aMember(api, {}, appId);
      const writer = await holderOf('messages.read', 'messages.write');
      for (const identifiers of [[email], ['nobody@example.com']]) {
        const refused = await writer.post(messages.path, { ...MESSAGE, audience: { mode: 'users', identifiers } });
        expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
        expect(refused.body.required_permission).toBe('members.read');
      }
    });
  });
});
