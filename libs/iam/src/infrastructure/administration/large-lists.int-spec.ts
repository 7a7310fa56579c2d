import { LargeTotals } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { MemberCounts } from './member-counts';
import { MemberQueries } from './member-queries';
import { UserQueries } from './user-queries';

const MANY = 100_000;
const HALF_A_MINUTE_MS = 30_000;

describe('Lists of very many', () => {
  const db = suiteDatabase();
  const clock = { ms: 1, now: () => clock.ms };
  const tenantId = newId();
  const appId = newId();
  const page = { page: 1, pageSize: 2, languages: { locale: 'en-US', defaultLocale: 'en-US' } } as const;

  /** Members of the App, made one after the other; no trigger asks for the App. */
  const members = (count: number, status = 'active') =>
    queryAs<{ id: string }>(
      db.superuserUrl,
      `SET session_replication_role = replica;
       WITH new AS (SELECT uuidv7() AS id, clock_timestamp() AS at FROM generate_series(1, ${count})),
            users AS (INSERT INTO users (tenant_id, id, status, created_at) SELECT '${tenantId}', id, 'active', at FROM new)
       INSERT INTO app_memberships (tenant_id, app_id, user_id, status, created_at)
       SELECT '${tenantId}', '${appId}', id, '${status}', at FROM new`,
    );
  const queries = () => {
    const totals = new LargeTotals(clock);
    return {
      users: new UserQueries(db.database, totals),
      members: new MemberQueries(db.database, totals),
      counts: new MemberCounts(db.database, totals),
    };
  };

  it('count what is 100,000 or more once in half a minute in a process, each filter by itself, and read the rows anew', async () => {
    await members(MANY);
    const ofOne = queries();
    const scope = { tenantId, appId };
    const totalsOf = async ({ users, members: list, counts }: typeof ofOne) => ({
      users: (await users.list(tenantId, {}, page)).total,
      members: (await list.list(scope, {}, page)).total,
      suspended: (await list.list(scope, { status: 'suspended' }, page)).total,
      counted: (await counts.of(tenantId, [appId])).get(appId),
    });
    const before = { users: MANY, members: MANY, suspended: 0, counted: MANY };
    expect(await totalsOf(ofOne)).toEqual(before);

    await members(1);
    await members(1, 'suspended');
    const now = { users: MANY + 2, members: MANY + 2, suspended: 1, counted: MANY + 1 };
    expect(await totalsOf(ofOne)).toEqual({ ...before, suspended: 1 });
    expect(await totalsOf(queries())).toEqual(now);
    const { items } = await ofOne.members.list(scope, {}, page);
    expect(items.map(({ status }) => status)).toEqual(['suspended', 'active']);

    clock.ms += HALF_A_MINUTE_MS + 1;
    expect(await totalsOf(ofOne)).toEqual(now);
  });
});
