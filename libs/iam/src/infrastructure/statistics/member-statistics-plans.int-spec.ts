import { bucketEdges } from '@libs/kernel';
import { queryAs, type TestDatabase } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { MemberStatistics } from './member-statistics';

/** A node of the output of EXPLAIN. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const MEMBERS = Number(process.env['PLAN_MEMBERS'] ?? 5_000);
const SESSIONS_EACH = 3;
const SIGN_INS_EACH = 5;

describe('The figures of a tenant with many members', () => {
  const test = suiteDatabase();
  let scope: { tenantId: string; appId: string };

  beforeAll(async () => {
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    const of = [scope.tenantId, scope.appId];
    await query(
      `WITH people AS (
         INSERT INTO users (tenant_id, id, status) SELECT $1, gen_random_uuid(), 'active' FROM generate_series(1, $3::integer)
         RETURNING id
       )
       INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
       SELECT $1, $2, id, 'active', now() - random() * interval '800 days' FROM people`,
      [...of, MEMBERS],
    );
    // Sessions end after 30 idle days, and are kept for as long again.
    await query(
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, login_method, created_at, last_active_at, expires_at,
                             absolute_expires_at)
       SELECT m.tenant_id, gen_random_uuid(), 'mobile', m.user_id, m.app_id, 'password', now() - interval '61 days', a.at,
              a.at + interval '30 days', now() + interval '29 days'
         FROM app_memberships m
        CROSS JOIN LATERAL (SELECT now() - random() * interval '60 days' AS at FROM generate_series(1, $3) WHERE m.user_id IS NOT NULL) a
        WHERE m.tenant_id = $1 AND m.app_id = $2`,
      [...of, SESSIONS_EACH],
    );
    await query(
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, occurred_at)
       SELECT m.tenant_id, gen_random_uuid(), m.app_id, m.user_id, '', 'success', 'password',
              now() - random() * interval '180 days'
         FROM app_memberships m, generate_series(1, $3) WHERE m.tenant_id = $1 AND m.app_id = $2`,
      [...of, SIGN_INS_EACH],
    );
    // As the sweep leaves it.
    await query(
      `INSERT INTO member_activity (tenant_id, app_id, user_id, last_active_at)
       SELECT tenant_id, app_id, user_id, max(last_active_at) FROM sessions WHERE app_id = $1
        GROUP BY tenant_id, app_id, user_id`,
      [scope.appId],
    );
    await query(`UPDATE member_statistics_progress SET counted_to = now() - interval '10 minutes'`);
    await query('VACUUM ANALYZE');
  }, 600_000);

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  /** The scans of the one statement of a question, as it is carried out. */
  const scansOf = async (ask: (statistics: MemberStatistics) => Promise<unknown>) => {
    const plans: PlanNode[] = [];
    const read = async (tenantId: string, text: string, values: unknown[] = []) => {
      const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
      const [row] = await test.database.read<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(tenantId, explain, values);
      plans.push(row!['QUERY PLAN'][0].Plan);
      return test.database.read(tenantId, text, values);
    };
    await ask(new MemberStatistics({ readRecent: read } as unknown as TestDatabase['database']));
    expect(plans).toHaveLength(1);
    return nodesOf(plans[0]!)
      .filter((node) => node['Relation Name'] !== undefined && node['Relation Name'] !== 'member_statistics_progress')
      .map((node) => ({
        scan: `${node['Node Type']} ${node['Relation Name']}`,
        index: node['Index Name'],
        rows: Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']),
      }));
  };
  const edges = (days: number) => bucketEdges('UTC', 'day', new Date(Date.now() - days * 86_400_000), new Date(), 400);

  it('come from indexes, and sessions and sign-ins of the past are not read', async () => {
    const scans = await scansOf((statistics) => statistics.figures(scope.tenantId, [scope.appId]));
    const rowsOf = (name: string) =>
      scans.filter(({ scan, index }) => index === name || scan.endsWith(name)).reduce((sum, { rows }) => sum + rows, 0);
    // Most members were active here, so that their table may as well be read in its own order.
    const inOrder = scans.map(({ scan }) => scan).filter((scan) => scan.startsWith('Seq'));
    expect(inOrder.filter((scan) => !scan.endsWith('member_activity'))).toEqual([]);
    expect(scans.filter(({ scan }) => scan.endsWith('login_events'))).toEqual([]);
    // The members are counted from an index alone, those who joined by when that was.
    expect(rowsOf('app_memberships')).toBeLessThan(MEMBERS * 1.2);
    expect(rowsOf('app_memberships_joined')).toBeLessThan(MEMBERS * 0.2);
    // Live sessions are half of all here; whoever was active is read once for each member, not each session.
    expect(rowsOf('sessions')).toBeLessThan(MEMBERS * SESSIONS_EACH * 0.6);
    expect(rowsOf('member_activity')).toBeLessThanOrEqual(MEMBERS);
  });

  it('show sign-ins and activity of a year from their counts, and what came since from little else', async () => {
    for (const ask of [
      (statistics: MemberStatistics) => statistics.logins(scope.tenantId, null, edges(365)),
      (statistics: MemberStatistics) => statistics.activeMembers(scope.tenantId, null, edges(365), 'day'),
    ]) {
      const scans = await scansOf(ask);
      const large = scans.filter(({ scan }) => /login_events|sessions|member_activity$/.test(scan));
      expect(large.filter(({ scan }) => scan.startsWith('Seq'))).toEqual([]);
      expect(large.filter(({ rows }) => rows > MEMBERS * 0.02)).toEqual([]);
    }
  });

  it('show who joined in a month without reading who did before', async () => {
    const scans = await scansOf((statistics) => statistics.registrations(scope.tenantId, scope.appId, edges(30)));
    expect(scans).toEqual([expect.objectContaining({ index: 'app_memberships_joined' })]);
    expect(scans[0]!.rows).toBeLessThan(MEMBERS * 0.1);
  });
});
