import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { searchTerms } from '../libs/content/src/domain/articles/search-terms';
import { listStatement, type ListRequest, TOP } from '../libs/content/src/infrastructure/articles/article-sources';
import { Arena } from './arena';
import { PLANTED } from './data/articles';
import { readOptions } from './options';

/**
 * What each kind of list of articles takes in the database, one statement at a time, as the application role and through
 * row-level security: p50, p99 and the longest. The plans are written to a file, those inside of the search as well.
 */
const RUNS = 200;
const PLANS = 'articles-plans.txt';

type Shape = Partial<ListRequest>;

interface Scene {
  readonly scope: ListRequest['scope'];
  readonly categories: readonly string[];
  readonly member: string;
}

function shapesOf({ categories, member }: Scene): Record<string, Shape> {
  const searches = {
    ...Object.fromEntries(
      Object.entries(PLANTED).flatMap(([name, { en, zh }]) => [
        [`search, ${name}, English`, en],
        [`search, ${name}, Chinese`, zh],
      ]),
    ),
    'search, absent': 'nowhere-to-be-found',
    'search, absent, Chinese': '缺席词语',
    'search, 3 characters': PLANTED.frequent.zh.slice(0, 3),
    'search, 2 characters': PLANTED.frequent.zh.slice(0, 2),
    'search, 1 character': PLANTED.frequent.zh.slice(0, 1),
    'search, 1 letter': PLANTED.frequent.en.slice(0, 1),
    'search, 2 terms': `${PLANTED.frequent.en} ${PLANTED.medium.en}`,
    'search, 2 terms, Chinese': `${PLANTED.frequent.zh} ${PLANTED.medium.zh}`,
    'search, in all texts by trigram, in none as a whole': 'banananaba',
    'search, punctuation': '%',
  };
  return {
    'list, anybody': {},
    'list, members': { member },
    'list, one category': { categories: categories.slice(3, 4) },
    'list, all categories, as if one were hidden': { categories },
    'list, tag': { tag: 'tag-3' },
    'list, tag of all': { tag: 'all', member },
    ...Object.fromEntries(Object.entries(searches).map(([name, q]) => [name, { terms: searchTerms(q) }])),
    'search, frequent, in one category': { terms: searchTerms(PLANTED.frequent.en), categories: categories.slice(-1) },
  };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const arena = await Arena.open(options);
  try {
    const database = await arena.database(options.members);
    const superuser = await connected(arena.postgres.urlOf('superuser', database));
    const api = await connected(arena.postgres.urlOf('api', database));
    const scene = await sceneOf(superuser);
    const shapes = Object.entries(shapesOf(scene)).map(([name, shape]) => {
      return { name, statement: listStatement(requestOf(scene, shape)) };
    });
    console.log(`${''.padEnd(52)}   p50 ms   p99 ms   max ms     rows`);
    for (const { name, statement } of shapes) {
      const times: number[] = [];
      let rows = 0;
      for (let run = 0; run < RUNS; run++) {
        const begun = performance.now();
        // As the product sends it: in one round trip.
        const [, , { rowCount }] = await Promise.all([
          api.query('BEGIN READ ONLY'),
          api.query(`SELECT set_config('app.tenant_id', $1, true)`, [scene.scope.tenantId]),
          api.query({ ...statement, name }),
          api.query('COMMIT'),
        ]);
        times.push(performance.now() - begun);
        rows = rowCount ?? 0;
      }
      times.sort((a, b) => a - b);
      const cells = [0.5, 0.99, 1].map((share) => times[Math.ceil(share * RUNS) - 1]?.toFixed(1) ?? '');
      console.log(name.padEnd(52) + [...cells, String(rows)].map((cell) => cell.padStart(9)).join(''));
    }
    const file = join(options.directory, PLANS);
    writeFileSync(file, await plansOf(superuser, scene, shapes));
    console.log(`The plans: ${file}`);
    await Promise.all([superuser.end(), api.end()]);
  } finally {
    await arena.close();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true });
  await client.connect();
  return client;
}

async function sceneOf(client: pg.Client): Promise<Scene> {
  const { rows: members } = await client.query<{ tenantId: string; appId: string; member: string }>(
    `SELECT m.tenant_id AS "tenantId", m.app_id AS "appId", m.user_id AS member
       FROM app_memberships m JOIN apps a ON a.id = m.app_id AND a.is_default LIMIT 1`,
  );
  const { rows: categories } = await client.query<{ id: string }>(
    'SELECT id FROM content_categories ORDER BY sort_order',
  );
  const [first] = members;
  if (!first) throw new Error('Nothing was seeded');
  const { member, ...scope } = first;
  return { scope, member, categories: categories.map(({ id }) => id) };
}

function requestOf({ scope, categories }: Scene, shape: Shape): ListRequest {
  const all = { scope, member: null, categories: null, allCategories: categories, tag: undefined, terms: null };
  return { ...all, after: TOP, count: 21, ...shape };
}

/** With what happens inside of functions, which EXPLAIN does not show. */
async function plansOf(
  client: pg.Client,
  { scope }: Scene,
  shapes: readonly { readonly name: string; readonly statement: { text: string; values: unknown[] } }[],
): Promise<string> {
  await client.query(`LOAD 'auto_explain'`);
  const settings = ['min_duration = 0', 'analyze = on', 'buffers = on', 'nested_statements = on'];
  for (const setting of settings) await client.query(`SET auto_explain.log_${setting}`);
  await client.query('SET client_min_messages = log');
  await client.query(`SELECT set_config('app.tenant_id', $1, false)`, [scope.tenantId]);
  await client.query('SET SESSION AUTHORIZATION bench_api');
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  for (const { name, statement } of shapes) {
    plans.push(`\n===== ${name}\n`);
    await client.query(statement);
  }
  return plans.join('\n');
}

void main();
