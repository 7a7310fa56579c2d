import { newId } from '@libs/kernel';
import { aTenant } from '../support/tenants';
import { queryAs } from '../support/database';
import { suiteDatabase } from '../support/suite';

describe('The texts by which administrators search', () => {
  const test = suiteDatabase();
  let tenantId: string;

  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  /** Files of these names, the last one the newest. */
  const add = (names: string, count: number, appId: string | null = null) =>
    rows(
      `INSERT INTO search_texts (tenant_id, kind, id, app_id, line, at)
       SELECT $1, 'file', gen_random_uuid(), $2, replace($3, '#', n::text), now() + n * interval '1 second'
         FROM generate_series(1, $4::integer) n`,
      [tenantId, appId, names, count],
    );
  const find = async (q: string, apps: readonly string[] | null = null, most = 5, tenant = tenantId) => {
    const found = await test.database.read<{ id: string }>(
      tenant,
      `SELECT f.id FROM find_texts('file', $1, $2, $3) f ORDER BY f.place`,
      [apps, q, most],
    );
    const lines = await rows<{ id: string; line: string }>('SELECT id, line FROM search_texts WHERE id = ANY ($1)', [
      found.map(({ id }) => id),
    ]);
    return found.map(({ id }) => lines.find((one) => one.id === id)?.line);
  };

  beforeEach(async () => {
    tenantId = await aTenant(test.database);
  });

  it('are found among the newest where they are frequent, and in all of them where they are rare', async () => {
    await add('old xylograph #', 3);
    await rows(`UPDATE search_texts SET at = at - interval '1 day' WHERE tenant_id = $1`, [tenantId]);
    await add('name #', 5_000);
    expect(await find('name')).toEqual([5_000, 4_999, 4_998, 4_997, 4_996].map((n) => `name ${n}`));
    expect(await find('xylograph')).toEqual(['old xylograph 3', 'old xylograph 2', 'old xylograph 1']);
    expect(await find('xy')).toHaveLength(3);
    expect((await find('xylograph', null, 2)).sort()).toHaveLength(2);
    expect(await find('graphs')).toEqual([]);
  });

  it('are looked through to a limit where many match and none is new', async () => {
    await add('former #', 6_000);
    await rows(`UPDATE search_texts SET at = at - interval '1 day' WHERE tenant_id = $1`, [tenantId]);
    await add('name #', 1_500);
    expect(await find('former', null, 20)).toHaveLength(20);
  });

  it('are those of the named Apps, each of which has its share', async () => {
    const [busy, quiet] = [newId(), newId()];
    await add('quiet name #', 2, quiet);
    await rows(`UPDATE search_texts SET at = at - interval '1 day' WHERE tenant_id = $1`, [tenantId]);
    await add('busy name #', 4_000, busy);
    expect(await find('name', [quiet])).toEqual(['quiet name 2', 'quiet name 1']);
    expect(await find('name', [busy, quiet], 3)).toEqual([4_000, 3_999, 3_998].map((n) => `busy name ${n}`));
    expect(await find('quiet', [busy, quiet])).toHaveLength(2);
    expect(await find('quiet', [busy])).toEqual([]);
    expect(await find('name', [])).toEqual([]);
    expect(await find('name', [newId()])).toEqual([]);
  });

  it('are those of the tenant that the transaction has named, and of none without one', async () => {
    await add('name #', 3);
    expect(await find('name')).toHaveLength(3);
    expect(await find('name', null, 5, await aTenant(test.database))).toEqual([]);
    expect(await queryAs(test.applicationUrl, `SELECT * FROM find_texts('file', NULL, 'name', 5)`)).toEqual([]);
  });

  it('may be anything: what is a pattern, too short or not a text of ours finds itself or nothing', async () => {
    await add('100% of_it \\ #', 1);
    for (const q of ['0% of_', '% of', '_it', '\\ 1', ' \\'])
      expect([q, await find(q)]).toEqual([q, ['100% of_it \\ 1']]);
    for (const q of ['0_ of', '%_', '\\\\', '\n', '\u0001\u0002', "' OR '", '__', '%%'])
      expect(await find(q)).toEqual([]);
    expect(await find('1')).toHaveLength(1);
    expect(await find('')).toHaveLength(1);
  });

  it.each(['xylographs', 'lograph', 'xy', 'raph', 'tool kit', 'kit'])(
    'are found by an even or odd number of characters: %s',
    async (q) => {
      await add('tool kit for xylographs #', 1);
      await rows(`UPDATE search_texts SET at = at - interval '1 day' WHERE tenant_id = $1`, [tenantId]);
      await add('tool box #', 1_200);
      expect(await find(q)).toEqual(['tool kit for xylographs 1']);
      expect(await find(`${q}?`)).toEqual([]);
    },
  );

  it('are read by the index of what stands side by side, however the planner sees them', async () => {
    await add('name #', 3_000);
    await rows('ANALYZE search_texts');
    const plan = await rows<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT s.id FROM search_texts s
        WHERE search_grams(s.kind || s.tenant_id::text, s.line, 1) @> search_grams('file' || $1, 'xyz', 2) AND s.line LIKE '%xyz%'
        LIMIT 1000`,
      [tenantId],
    );
    expect(JSON.stringify(plan)).toContain('search_texts_grams');
  });
});
