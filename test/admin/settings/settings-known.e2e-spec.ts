import { KNOWN_SETTINGS, TenantSettings } from '@libs/operations';
import { QUOTA_SETTING, quotaOf } from '../../../libs/files/src/domain/storage-room';
import {
  BUDGET_WITHOUT_ACCOUNT_SETTING,
  budgetWithoutAccountOf,
  DAILY_BUDGET_SETTING,
  dailyBudgetOf,
} from '../../../libs/iam/src/domain/codes/sms-budget';
import { expectProblem, reasons } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { type AdminClient, adminClient, anAdmin, asRoles } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { signInWithFactor } from '../support/second-factor';
import { aSetting, settingClient } from '../support/settings';
import { aTenant, type OwnedTenant } from '../support/tenants';

interface Known {
  readonly key: string;
  readonly value_type: string;
  readonly scopes: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly default: unknown;
  readonly required_permission: string;
}

describe('The settings that the service itself reads', () => {
  const api = suiteApi();
  let tenant: OwnedTenant;
  let owner: AdminClient;
  /** An administrator of the platform who acts in the tenant. */
  let platform: AdminClient;
  let appId: string;

  beforeAll(async () => {
    tenant = await aTenant(api);
    owner = tenant.owner.client;
    const { token } = await signInWithFactor(api, await anAdmin(api, ['platform_admin']));
    platform = adminClient(api, token, { 'X-Tenant-ID': tenant.id });
    appId = (await aManagedApp(owner)).id;
  });

  const known = async (): Promise<Known[]> => {
    const { body } = await owner.get('settings/known').expect(200);
    return (body.data as { items: Known[] }).items;
  };
  const valueFor = (key: string, app: string | null = null) =>
    api.get(TenantSettings).valueFor({ tenantId: tenant.id, appId: app }, key);
  const refusal = async (input: object) => {
    const answer = await platform.post('settings', aSetting(input));
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    return reasons(answer.body);
  };

  it('are a catalogue for consoles', async () => {
    expect(await known()).toEqual(
      KNOWN_SETTINGS.map(({ key, valueType, scopes, isLimit, description, ...known }) => ({
        key,
        value_type: valueType,
        scopes,
        minimum: 'range' in known ? known.range.min : null,
        maximum: 'range' in known ? known.range.max : null,
        format: 'format' in known ? known.format : null,
        default: known.default,
        required_permission: isLimit ? 'settings.global' : 'settings.write',
        description,
      })),
    );
    expectProblem(await (await asRoles(api, 'content_editor')).get('settings/known'), 403, 'IAM.PERMISSION.DENIED', [
      'required_permission',
    ]);
  });

  it('have the bounds and defaults of those who read them', async () => {
    const of = new Map((await known()).map((one) => [one.key, one]));
    const budget = of.get(DAILY_BUDGET_SETTING)!;
    expect(dailyBudgetOf(null)).toBe(budget.default);
    expect(dailyBudgetOf(budget.maximum)).toBe(budget.maximum);
    expect(dailyBudgetOf(budget.maximum! + 1)).toBe(budget.default);
    const withoutAccount = of.get(BUDGET_WITHOUT_ACCOUNT_SETTING)!;
    expect(withoutAccount.default).toBeNull();
    expect(budgetWithoutAccountOf(null, 1_000)).toBe(300);
    expect(budgetWithoutAccountOf(withoutAccount.maximum, 1_000)).toBe(withoutAccount.maximum);
    const quota = of.get(QUOTA_SETTING)!;
    expect(quotaOf(null)).toBe(quota.default);
    expect(quotaOf(quota.maximum)).toBe(quota.maximum);
  });

  it('are refused in another form', async () => {
    for (const one of await known()) {
      const { key, value_type, scopes, minimum, maximum } = one;
      const good = { number: maximum, boolean: true, string: 'Asia/Shanghai' }[value_type] as unknown;
      const place = { key, value_type, value: good, scope: scopes.at(-1) };
      expect([key, await refusal({ ...place, value_type: 'json' })]).toEqual([key, ['value_type not_allowed']]);
      expect([key, await refusal({ ...place, is_secret: true })]).toEqual([key, ['is_secret never_secret']]);
      for (const scope of ['global', 'tenant', 'app'].filter((scope) => !scopes.includes(scope))) {
        const app_id = scope === 'app' ? appId : null;
        expect([key, await refusal({ ...place, scope, app_id })]).toEqual([key, ['scope not_allowed']]);
      }
      if (minimum === null || maximum === null) continue;
      for (const [value, reason] of [
        [minimum - 1, 'out_of_range'],
        [0.5, 'not_integer'],
        [maximum + 1, maximum === Number.MAX_SAFE_INTEGER ? 'not_integer' : 'out_of_range'],
      ] as const) {
        expect([key, value, await refusal({ ...place, value })]).toEqual([key, value, [`value ${reason}`]]);
      }
    }
    const zone = { key: 'tenant.time_zone', value_type: 'string' };
    for (const value of ['', 'asia/shanghai', '+08:00', 'Mars/Base', 'x'.repeat(1_000)]) {
      expect(await refusal({ ...zone, value })).toEqual(['value not_time_zone']);
    }
  });

  it('that limit a tenant are set by the platform alone, and read by the tenant', async () => {
    const limits = (await known()).filter(({ required_permission }) => required_permission === 'settings.global');
    expect(limits).toHaveLength(3);
    for (const { key, value_type } of limits) {
      const denied = (answer: Awaited<ReturnType<AdminClient['get']>>) =>
        expect(expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
          required_permission: 'settings.global',
        });
      const input = { key, value_type, value: 5 };
      denied(await owner.post('settings', aSetting(input)));
      const { id } = await settingClient(platform).create(input);
      expect(await settingClient(owner).read(id)).toMatchObject({ value: 5, scope: 'tenant' });
      denied(await owner.patch(`settings/${id}`, { lock_version: 1, value: 6 }));
      denied(await owner.patch(`settings/${id}`, { lock_version: 1, status: 'disabled' }));
      denied(await owner.delete(`settings/${id}?lock_version=1`));
      expect(await valueFor(key)).toBe(5);
      const changed = await platform.patch(`settings/${id}`, { lock_version: 1, value: -1 });
      expect(reasons(changed.body)).toEqual(['value out_of_range']);
      await settingClient(platform).patch(id, { status: 'disabled' });
      expect(await valueFor(key)).toBeNull();
      await settingClient(platform).remove(id);
    }
  });

  it('are taken from the App, else the tenant, else all tenants', async () => {
    const key = 'sms.daily_budget';
    const admin = settingClient(platform);
    const add = (value: number, place: object) => admin.create({ key, value, value_type: 'number', ...place });
    const ids = [
      await add(1, { scope: 'global' }),
      await add(2, { scope: 'tenant' }),
      await add(3, { scope: 'app', app_id: appId }),
    ].map(({ id }) => id);
    expect([await valueFor(key, appId), await valueFor(key), await valueFor(key, api.appId)]).toEqual([3, 2, 2]);
    for (const [at, expected] of [
      [2, 2],
      [1, 1],
      [0, null],
    ] as const) {
      await admin.remove(ids[at]!);
      expect(await valueFor(key, appId)).toBe(expected);
    }
  });

  it('have the time zone of a tenant, else that of all, else UTC', async () => {
    const zoneOf = async () => {
      const settings = api.get(TenantSettings);
      const zone = await settings.timeZoneOf(tenant.id);
      expect((await settings.timeZones())(tenant.id)).toBe(zone);
      return zone;
    };
    const zone = (value: string) => ({ key: 'tenant.time_zone', value_type: 'string', value });
    expect(await zoneOf()).toBe('UTC');
    const ofAll = await settingClient(platform).create({ ...zone('Europe/Berlin'), scope: 'global' });
    expect(await zoneOf()).toBe('Europe/Berlin');
    const own = await settingClient(owner).create(zone('Asia/Shanghai'));
    expect(await zoneOf()).toBe('Asia/Shanghai');
    await api.database.write(tenant.id, `UPDATE settings SET value = '"Nowhere"' WHERE id = $1`, [own.id]);
    expect(await zoneOf()).toBe('UTC');
    await settingClient(owner).remove(own.id);
    await settingClient(platform).remove(ofAll.id);
  });
});
