import type { Arena } from '../arena';
import { restore } from '../data/database';
import { amountFor } from '../load/generator';
import type { Script } from '../load/script';
import { type Cost, metered } from '../measure/meter';
import { residentBytes } from '../measure/processes';
import { spread } from '../measure/statistics';
import type { Options } from '../options';
import { PATIENCE } from '../programs/api';
import type { RunningPooler } from '../programs/pgbouncer';
import type { RunningServer } from '../programs/server';
import type { Stage, Suite } from '../suites/suite';
import { cells, mebibytes } from './tables';

/** What one round came to; the costs are those of a request. */
interface Parts extends Cost {
  readonly perSecond: number;
  /** Microseconds, of the slower api. */
  readonly p50: number;
  readonly p99: number;
}

interface Installation {
  readonly apis: readonly RunningServer[];
  readonly pooler: RunningPooler | null;
  readonly stage: Stage;
}

const HEADING = cells(['', 'req/s', 'p50 ms', 'p99 ms', 'apis µs', 'pgbouncer µs', 'postgres µs', 'wal bytes']);

/** An installation of several apis, with or without a pooler, under load: what each of its parts spends on a request. */
export async function reportParts(arena: Arena, options: Options): Promise<void> {
  const { members, suites, rounds: count, apis: apiCount, withPooler } = options;
  const database = await arena.database(members);
  const pooler = withPooler ? await arena.pooler() : null;
  const environment = { ...PATIENCE, ...pooler?.environmentOf(database) };
  const apis: RunningServer[] = [];
  for (let place = 0; place < apiCount; place++) apis.push(await arena.api(database, { environment, place }));
  const { stage } = await arena.stage(members, database, apis[0] as RunningServer);
  const between = pooler ? `through PgBouncer ${pooler.version}` : 'directly';
  console.log(`\n${members} members, ${apis.length} apis ${between}, ${count} rounds\n${HEADING}`);
  for (const suite of suites) {
    if (suite.writes) await restore(arena.postgres, database);
    await prepare(arena, { apis, pooler, stage }, suite, options);
    const rounds: Parts[] = [];
    for (let round = 0; round < count; round++) {
      rounds.push(await measure(arena, { apis, pooler, stage }, suite, options));
    }
    console.log(partsLine(suite, rounds));
  }
  console.log(`after the load: ${apis.map(({ pid }) => mebibytes(residentBytes(pid))).join(', ')}`);
}

/** Each api has a generator of its own, and its share of the requests. */
async function prepare(arena: Arena, { apis, stage }: Installation, suite: Suite, options: Options): Promise<void> {
  const script = await suite.script(stage, 'api');
  const connections = Math.max(
    1,
    Math.floor(Math.min(suite.connections ?? Infinity, options.connections) / apis.length),
  );
  for (const [place, { url }] of apis.entries()) {
    await arena.generator(place).prepare(suite, url, shareOf(script, place, apis.length), { ...options, connections });
  }
}

function shareOf(script: Script, place: number, of: number): Script {
  if (script.requests.length < of) return script;
  return { ...script, requests: script.requests.filter((_, at) => at % of === place) };
}

async function measure(
  arena: Arena,
  { apis, pooler, stage }: Installation,
  suite: Suite,
  options: Options,
): Promise<Parts> {
  const meters = {
    apis: apis.map(({ pid }) => pid),
    pooler: pooler?.pid ?? null,
    postgres: arena.postgres.pid,
    client: stage.client,
  };
  const amount = amountFor(suite, options.amount);
  const share = { ...amount, requests: Math.ceil(amount.requests / apis.length) };
  const [results, cost] = await metered(meters, () =>
    Promise.all(apis.map((_, place) => arena.generator(place).run(share))),
  );
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const each = (part: number | null) => (part === null ? null : part / requests);
  return {
    perSecond: results.reduce((sum, result) => sum + result.requests / result.seconds, 0),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    apis: cost.apis / requests,
    pooler: each(cost.pooler),
    postgres: each(cost.postgres),
    wal: cost.wal / requests,
  };
}

function partsLine({ name, title }: Suite, rounds: readonly Parts[]): string {
  const middle = (of: (round: Parts) => number | null) => spread(rounds.map((round) => of(round) ?? 0)).median;
  const cpu = (of: (round: Parts) => number | null) =>
    rounds.some((round) => of(round) !== null) ? middle(of).toFixed(0) : '-';
  return cells([
    `${name}: ${title}`,
    middle(({ perSecond }) => perSecond).toFixed(0),
    (middle(({ p50 }) => p50) / 1_000).toFixed(2),
    (middle(({ p99 }) => p99) / 1_000).toFixed(2),
    cpu(({ apis }) => apis),
    cpu(({ pooler }) => pooler),
    cpu(({ postgres }) => postgres),
    middle(({ wal }) => wal).toFixed(0),
  ]);
}
