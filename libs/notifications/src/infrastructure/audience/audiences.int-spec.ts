import fc from 'fast-check';
import { newId, picked } from '@libs/kernel';
import { compareVersionNames } from '@libs/releases';
import { queryAs } from '../../../../../test/support/database';
import { rounds } from '../../../../../test/support/rounds';
import { suiteDatabase } from '../../../../../test/support/suite';
import type { AudienceSettings } from '../../domain/audience/audience';
import { audienceConditions } from './audience-conditions';
import { Audiences } from './audiences';

const VERSIONS = ['1.2', '1.2.0', '1.2.10', '1.10.0-beta', '1.10', '2.0.0+7', 'nightly', null] as const;
/** Each with its parent. */
const REGIONS = { X: null, X1: 'X', X11: 'X1', X12: 'X1', X2: 'X', Y: null, Y1: 'Y' } as const;
const UNITS = { a: null, b: 'a', c: 'b', d: 'a', e: null } as const;
const ROLES = ['owner', 'auditor'] as const;
const LOCALES = ['zh-CN', 'ja-JP'] as const;
const PLATFORMS = ['android', 'ios'] as const;
const DAY = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

type Region = keyof typeof REGIONS;
type Unit = keyof typeof UNITS;

interface ADevice {
  readonly version: (typeof VERSIONS)[number];
  readonly platform: string;
  /** When it was seen last, and a session of it. */
  readonly seen: number;
  readonly active: number | null;
  readonly isPushed: boolean;
}

interface APerson {
  readonly id: string;
  readonly status: 'active' | 'suspended';
  readonly joined: number;
  readonly locale: (typeof LOCALES)[number] | null;
  readonly region: Region | null;
  readonly units: readonly Unit[];
  readonly roles: readonly string[];
  readonly devices: readonly ADevice[];
}

const days = fc.integer({ min: 0, max: 20 });
const aDevice: fc.Arbitrary<ADevice> = fc.record({
  version: fc.constantFrom(...VERSIONS),
  platform: fc.constantFrom(...PLATFORMS),
  seen: days,
  active: fc.option(days),
  isPushed: fc.boolean(),
});
const people = fc.array(
  fc.record({
    status: fc.constantFrom('active' as const, 'active' as const, 'active' as const, 'suspended' as const),
    joined: days,
    locale: fc.option(fc.constantFrom(...LOCALES)),
    region: fc.option(fc.constantFrom(...(Object.keys(REGIONS) as Region[]))),
    units: fc.uniqueArray(fc.constantFrom(...(Object.keys(UNITS) as Unit[])), { maxLength: 2 }),
    roles: fc.uniqueArray(fc.constantFrom(...ROLES), { maxLength: 2 }),
    devices: fc.array(aDevice, { maxLength: 3 }),
  }),
  { minLength: 60, maxLength: 60 },
);

const some = <Value>(values: readonly Value[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const bound = fc.constantFrom('1.2', '1.3', '1.10', '1.10.0-alpha', '2');
const time = days.map((ago) => daysAgo(ago + 0.5));
const all = fc.record({
  locales: some(LOCALES),
  platforms: some(PLATFORMS),
  roles: some(ROLES),
  joined_before: time,
  joined_after: time,
  last_active_after: time,
  app_versions: fc.oneof(fc.record({ gte: bound }), fc.record({ lt: bound }), fc.record({ gte: bound, lt: bound })),
  region_codes: some(Object.keys(REGIONS) as Region[]),
  units: some(Object.keys(UNITS) as Unit[]),
  has_push: fc.boolean(),
});

type Wanted = Partial<typeof all extends fc.Arbitrary<infer Filter> ? Filter : never>;

/** Of one to three keys: hardly anybody meets more. */
const filters = all.chain((filter): fc.Arbitrary<Wanted> => {
  const keys = Object.keys(filter) as (keyof Wanted)[];
  const chosen = fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 3 });
  return chosen.map((names) => picked(filter, names));
});

function isWithin<Name extends string>(parents: Readonly<Record<Name, string | null>>, name: Name, wanted: string[]) {
  for (let at: string | null = name; at !== null; at = parents[at as Name]) if (wanted.includes(at)) return true;
  return false;
}

const usedAgo = ({ seen, active }: ADevice) => Math.min(seen, active ?? seen);

/** What the statements are to find, said anew. */
function isMeant(person: APerson, filter: Wanted): boolean {
  const { locales, platforms, roles, joined_before, joined_after, last_active_after } = filter;
  const { app_versions: versions, region_codes, units, has_push } = filter;
  const { devices, region } = person;
  const [last] = devices.toSorted((a, b) => usedAgo(a) - usedAgo(b));
  const version = last?.version ?? null;
  const joined = daysAgo(person.joined);
  return (
    (!locales || (person.locale !== null && locales.includes(person.locale))) &&
    (!platforms || devices.some(({ platform }) => (platforms as string[]).includes(platform))) &&
    (!roles || person.roles.some((role) => (roles as string[]).includes(role))) &&
    (joined_before === undefined || joined < joined_before) &&
    (joined_after === undefined || joined > joined_after) &&
    (last_active_after === undefined ||
      devices.some(({ active }) => active !== null && daysAgo(active) > last_active_after)) &&
    (!versions ||
      (version !== null &&
        (!('gte' in versions) || compareVersionNames(version, versions.gte) >= 0) &&
        (!('lt' in versions) || compareVersionNames(version, versions.lt) < 0))) &&
    (!region_codes || (region !== null && isWithin(REGIONS, region, region_codes))) &&
    (!units || person.units.some((unit) => isWithin(UNITS, unit, units))) &&
    (has_push === undefined || devices.some(({ isPushed }) => isPushed) === has_push)
  );
}

describe('The members that a filter chooses', () => {
  const test = suiteDatabase();
  const unitIds = Object.fromEntries(Object.keys(UNITS).map((name) => [name, newId()])) as Record<Unit, string>;
  let scope: { tenantId: string; appId: string };

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);

  beforeAll(async () => {
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    await query(`INSERT INTO region_datasets (version, source) VALUES ('few', 'test')`);
    for (const [code, parent] of Object.entries(REGIONS)) {
      await query(
        `INSERT INTO regions (code, parent_code, level, names, pinyin, initials, status, dataset_version, is_public)
         VALUES ($1, $2, $3, '{}', '', '', $4, 'few', $5)`,
        // Hidden and retired ones are parts of others as well.
        [code, parent, code.length - 1, code === 'X11' ? 'retired' : 'active', code !== 'Y1'],
      );
    }
    for (const [name, parent] of Object.entries(UNITS)) {
      await query('INSERT INTO organization_units (tenant_id, id, parent_id, name) VALUES ($1, $2, $3, $4)', [
        ...[scope.tenantId, unitIds[name as Unit], parent && unitIds[parent], name],
      ]);
    }
  });

  const store = async (given: readonly Omit<APerson, 'id'>[]): Promise<APerson[]> => {
    const all = given.map((person) => ({ id: newId(), ...person }));
    const rows = JSON.stringify(
      all.map((person) => ({
        ...person,
        units: person.units.map((unit) => unitIds[unit]),
        devices: person.devices.map((device) => ({ id: newId(), session: newId(), ...device })),
      })),
    );
    const from = `FROM (SELECT $1::uuid AS tenant_id, $2::uuid AS app_id) s, jsonb_to_recordset($3::jsonb)
      AS p (id uuid, status text, joined integer, locale text, region text, units jsonb, roles jsonb, devices jsonb)`;
    const ofDevices = `${from}, jsonb_to_recordset(p.devices) AS d (id uuid, session uuid, version text, platform text,
                    seen integer, active integer, "isPushed" boolean)`;
    for (const table of ['sessions', 'devices', 'app_memberships']) await query(`DELETE FROM ${table}`);
    for (const text of [
      `INSERT INTO users (tenant_id, id, status, locale) SELECT s.tenant_id, p.id, 'active', p.locale ${from}`,
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
       SELECT s.tenant_id, s.app_id, p.id, p.status, now() - p.joined * interval '1 day' ${from}`,
      // Not everybody has a profile.
      `INSERT INTO user_profiles (tenant_id, user_id, gender, region_code)
       SELECT s.tenant_id, p.id, 'unspecified', p.region ${from} WHERE p.joined % 2 = 0 OR p.region IS NOT NULL`,
      `INSERT INTO organization_unit_members (tenant_id, unit_id, user_id)
       SELECT s.tenant_id, u.id::uuid, p.id ${from}, jsonb_array_elements_text(p.units) AS u (id)`,
      `INSERT INTO user_roles (tenant_id, user_id, role_code)
       SELECT s.tenant_id, p.id, r.code ${from}, jsonb_array_elements_text(p.roles) AS r (code)`,
      `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, platform, app_version, last_seen_at, push_provider,
                            push_token, push_enabled)
       SELECT s.tenant_id, d.id, s.app_id, p.id, d.id, d.platform, d.version, now() - d.seen * interval '1 day',
              CASE WHEN d."isPushed" THEN 'apns' END, CASE WHEN d."isPushed" THEN d.id::text END, d."isPushed" ${ofDevices}`,
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, device_id, login_method, last_active_at, expires_at,
                             absolute_expires_at)
       SELECT s.tenant_id, d.session, 'mobile', p.id, s.app_id, d.id, 'password', now() - d.active * interval '1 day', now(),
              now() ${ofDevices} WHERE d.active IS NOT NULL`,
    ]) {
      await query(text, [scope.tenantId, scope.appId, rows]);
    }
    return all;
  };

  /** Which of several devices was used last is said by days: two of one day are in no order. */
  const isClear = ({ devices }: Pick<APerson, 'devices'>) => new Set(devices.map(usedAgo)).size === devices.length;

  it('are those whom a plain account of it chooses, whatever their devices, regions, units and the rest', async () => {
    const audiences = new Audiences(test.database);
    const messageType = 'system' as const;
    const channels = ['in_app'] as const;
    const count = (audience: AudienceSettings['audience']) =>
      test.database.run(scope.tenantId, () => audiences.count(scope, { messageType, channels, audience }, 'en-US'));
    let telling = 0;
    await fc.assert(
      fc.asyncProperty(people, fc.array(filters, { minLength: 20, maxLength: 20 }), async (given, some) => {
        const members = await store(given.filter(isClear));
        for (const { units, ...filter } of some) {
          const wanted = { ...filter, ...(units ? { unit_ids: units.map((unit) => unitIds[unit]) } : {}) };
          const meant = members.filter((person) => isMeant(person, { ...filter, ...(units ? { units } : {}) }));
          const active = meant.filter(({ status }) => status === 'active').map(({ id }) => id);
          const chosen = await count({ mode: 'filter', userIds: [], filter: wanted });
          // The same hash is that of the same members.
          const named = await count({ mode: 'users', userIds: active, filter: {} });
          expect({ filter, total: chosen.total, hash: chosen.hash }).toEqual({
            ...{ filter, total: meant.length, hash: named.hash },
          });
          if (active.length > 0 && meant.length < members.length) telling++;
        }
      }),
      { numRuns: rounds(20) },
    );
    expect(telling).toBeGreaterThan(30);
  });

  it('are compared with regions and units that are read once, however many those are', async () => {
    await query(
      `INSERT INTO regions (code, parent_code, level, names, pinyin, initials, status, dataset_version)
       SELECT 'X2' || n, 'X2', 2, '{}', '', '', 'active', 'few' FROM generate_series(1, 20000) AS n`,
    );
    await query(
      `INSERT INTO organization_units (tenant_id, id, parent_id, name)
       SELECT $1, gen_random_uuid(), $2, n FROM generate_series(1, 990) AS n`,
      [scope.tenantId, unitIds.a],
    );
    const audience = { mode: 'filter', userIds: [], filter: { region_codes: ['X'], unit_ids: [unitIds.a] } } as const;
    const { meant, values } = audienceConditions({ messageType: 'system', channels: ['in_app'], audience }, 3);
    const explain = `EXPLAIN (VERBOSE) SELECT count(*) FROM app_memberships m WHERE m.tenant_id = $1 AND m.app_id = $2 AND ${meant}`;
    for (const prepare of ['SELECT', 'VACUUM ANALYZE']) {
      await query(prepare);
      const plan = await query<{ 'QUERY PLAN': string }>(explain, [scope.tenantId, scope.appId, ...values]);
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(text.match(/hashed SubPlan/g)).toHaveLength(2);
    }
  });

  it('are compared by their versions as releases are', async () => {
    const name = fc.oneof(
      fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.')),
      fc.stringMatching(/^[ \t]?[0-9]{0,2}(?:\.[0-9]{0,22}[a-bZ_é-]{0,2}){0,3}(?:\+[a-b.]{0,2})?\u00A0?$/),
      // One of two is always of letters, digits and signs, as administrators write it.
      fc.string({ maxLength: 8, unit: fc.constantFrom(...' 0123.+-abZ\u00E9\u3000\u{1F600}') }),
    );
    const bounds = fc.stringMatching(/^[0-9A-Za-z][0-9a-b.+_-]{0,10}$/);
    const pairs = fc.sample(fc.tuple(name, bounds), 2_000);
    const rows = await query<{ place: number; sign: number }>(
      `SELECT place::integer - 1 AS place, compare_version_names(a, b) AS sign
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS g (a, b, place) ORDER BY place`,
      [pairs.map(([a]) => a), pairs.map(([, b]) => b)],
    );
    const told = rows.map(({ place, sign }) => [...pairs[place]!, sign]);
    expect(told).toEqual(pairs.map(([a, b]) => [a, b, Math.sign(compareVersionNames(a, b)) + 0]));
  });
});
