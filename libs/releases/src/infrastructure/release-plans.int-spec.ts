import { randomBytes, randomUUID } from 'node:crypto';
import { type Database, Secrets } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { queryAs } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';
import { ReleaseDevices } from './release-devices';
import { ReleaseHealth } from './release-health';
import { ReleaseReports } from './release-reports';
import { ReleaseStatistics } from './release-statistics';

/** A node of the output of EXPLAIN. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

describe('Statements on a large number of reports', () => {
  const test = suiteDatabase();
  let tenantId: string;
  let appId: string;
  let releaseId: string;

  beforeAll(async () => {
    const [app] = await queryAs<{ id: string; tenant_id: string }>(
      test.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    [tenantId, appId, releaseId] = [app!.tenant_id, app!.id, newId()];
    await queryAs(
      test.superuserUrl,
      `INSERT INTO releases (tenant_id, id, app_id, platform, package_type, target_platforms, version_name, version_code,
                             upgrade_mode, title, release_notes, health_gate, first_published_at, published_at)
       SELECT $1, CASE WHEN n = 1 THEN $3::uuid ELSE gen_random_uuid() END, $2, 'android', 'wgt', '{android,ios}', '1.0', n,
              'optional', '{}', '{}', '{"maxFailurePercent":5,"minReports":10,"windowMinutes":60,"action":"pause"}',
              now(), now()
         FROM generate_series(1, 3000) AS n`,
      [tenantId, appId, releaseId],
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_pointers (tenant_id, app_id, platform, package_type, release_id)
       VALUES ($1, $2, 'android', 'wgt', $3)`,
      [tenantId, appId, releaseId],
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_reports (tenant_id, app_id, event_id, release_id, installation_id, platform, status,
                                    from_version_code, occurred_at, received_at)
       SELECT r.tenant_id, r.app_id, gen_random_uuid(), r.id, gen_random_uuid(), 'android',
              (ARRAY['offered', 'installed', 'first_run_ok', 'failed'])[1 + n % 4], 0, now() - n * interval '1 hour',
              now() - n * interval '1 hour'
         FROM releases r, generate_series(1, 20) AS n`,
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_outcomes (tenant_id, release_id, installation_id, network_id, status, occurred_at, received_at,
                                     first_received_at)
       SELECT tenant_id, release_id, installation_id, gen_random_uuid(), status, occurred_at, received_at, received_at
         FROM release_reports WHERE status IN ('failed', 'first_run_ok')`,
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_report_quotas (tenant_id, app_id, installation_id, used, expires_at)
       SELECT tenant_id, app_id, installation_id, 1, received_at + interval '1 day' FROM release_reports`,
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_report_networks (tenant_id, app_id, network_id, used, room, expires_at)
       SELECT tenant_id, app_id, installation_id, 1, 2000, received_at + interval '1 day' FROM release_reports`,
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_installations (tenant_id, release_id, installation_id, first_reported_at)
       SELECT tenant_id, release_id, installation_id, received_at FROM release_reports`,
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_report_days (tenant_id, release_id, day, platform, slot, offered, download_started, downloaded,
                                        installed, first_run_ok, failed, rolled_back)
       SELECT r.tenant_id, r.id, current_date - n, 'android', 0, 1, 1, 1, 1, 1, 1, 1
         FROM releases r, generate_series(1, 20) AS n`,
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_devices (tenant_id, app_id, package_type, installation_id, platform, release_id, changed_at,
                                    last_reported_at)
       SELECT $1, CASE WHEN n % 20 = 0 THEN $2::uuid ELSE gen_random_uuid() END, 'wgt', gen_random_uuid(), 'android',
              $3, now(), now()
         FROM generate_series(1, 40000) AS n`,
      [tenantId, appId, releaseId],
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_device_days (tenant_id, app_id, installation_id, package_type, day, platform, release_id,
                                        changed_at)
       SELECT tenant_id, app_id, installation_id, 'wgt', received_at::date, platform, release_id, received_at
         FROM release_reports`,
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_adoption_days (tenant_id, app_id, package_type, platform, release_id, day, slot, change)
       SELECT tenant_id, app_id, 'wgt', 'android', id, current_date - n, 0, 1 FROM releases, generate_series(1, 20) AS n
        UNION ALL
       SELECT tenant_id, id, 'wgt', 'android', NULL, current_date - n, 0, 1 FROM apps, generate_series(1, 20) AS n`,
    );
    await queryAs(
      test.superuserUrl,
      'INSERT INTO release_health_checks (tenant_id, release_id) SELECT tenant_id, id FROM releases',
    );
    await queryAs(test.superuserUrl, 'VACUUM ANALYZE');
  }, 60_000);

  /** The statements that `work` sends, recorded with a database that answers each with the same rows. */
  const statementsOf = async (
    work: (database: Database) => Promise<unknown>,
    rows: readonly object[],
  ): Promise<Statement[]> => {
    const statements: Statement[] = [];
    const take = (text: string, values: unknown[] = []) => {
      statements.push({ text, values });
      return Promise.resolve(rows);
    };
    const first = async (found: Promise<readonly object[]>) => (await found)[0] ?? null;
    const database = {
      read: (_tenant: string, text: string, values?: unknown[]) => take(text, values),
      readRecent: (_tenant: string, text: string, values?: unknown[]) => take(text, values),
      readOne: (_tenant: string, text: string, values?: unknown[]) => first(take(text, values)),
      readOneAsSystem: (text: string, values?: unknown[]) => first(take(text, values)),
      write: (_tenant: string, text: string, values?: unknown[]) => take(text, values),
      readAsSystem: take,
      query: take,
      withCommit: take,
      runAsSystem: (inner: () => Promise<unknown>) => inner(),
    };
    await work(database as unknown as Database).catch(() => undefined);
    return statements;
  };
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  /** Each scan of a table, with the index that it uses. */
  const scansOf = async (
    work: (database: Database) => Promise<unknown>,
    count = 1,
    rows: readonly object[] = [],
  ): Promise<string[]> => {
    const statements = await statementsOf(work, rows);
    expect(statements).toHaveLength(count);
    const nodes: PlanNode[] = [];
    for (const { text, values } of statements) {
      const [row] = await test.database.run(tenantId, () =>
        test.database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`EXPLAIN (FORMAT JSON) ${text}`, [...values]),
      );
      nodes.push(...nodesOf(row!['QUERY PLAN'][0]!.Plan));
    }
    return nodes
      .filter((node) => node['Node Type'].includes('Scan'))
      .filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
      .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
  };

  it('adding and folding a batch looks up its releases, and scans no whole table', async () => {
    const report = {
      eventId: randomUUID(),
      releaseId,
      status: 'failed' as const,
      errorCode: null,
      fromVersionCode: 1,
      occurredAt: new Date(),
    };
    const secrets = new Secrets([{ id: 'test', bytes: randomBytes(32) }]);
    const device = { deviceKey: randomUUID(), network: '203.0.113.0/24', block: null };
    const scans = await scansOf(
      (database) => new ReleaseReports(database, secrets).add({ tenantId, id: appId }, device, Array(50).fill(report)),
      9,
      [{ added: [report.eventId], problems: [], suspects: [] }],
    );
    expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
    expect(scans).toContainEqual(expect.stringMatching(/^Index Scan releases_/));
  });

  it('statistics read the counts of the release and of the devices of the App', async () => {
    const scans = await scansOf((database) => new ReleaseStatistics(database).get(tenantId, appId, releaseId, {}));
    expect(scans.filter((scan) => scan.startsWith('Seq Scan') && !scan.endsWith('release_downloads'))).toEqual([]);
    expect(scans.join('\n')).toMatch(/release_report_days_pkey/);
    expect(scans.join('\n')).toMatch(/release_adoption_days_key/);
    expect(scans.join('\n')).not.toMatch(/release_device/);
    expect(scans.join('\n')).toMatch(/release_reports_outcomes/);
    expect(scans.join('\n')).not.toMatch(/release_reports_pkey|release_reports$/m);
  });

  it('a health gate reads the outcomes within its window', async () => {
    const scans = await scansOf((database) => new ReleaseHealth(database).read(tenantId, releaseId));
    expect(scans.filter((scan) => scan.startsWith('Seq Scan') && !scan.endsWith('release_pointers'))).toEqual([]);
    expect(scans.join('\n')).toMatch(/Scan release_outcomes_window/);
  });

  it('a device is looked up by its key', async () => {
    const scans = await scansOf((database) =>
      new ReleaseDevices(database).releaseOf({ tenantId, id: appId }, 'wgt', randomUUID()),
    );
    expect(scans).toEqual([expect.stringMatching(/^Index (Only )?Scan release_devices_pkey$/)]);
  });
});
