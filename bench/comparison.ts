import { isDeepStrictEqual } from 'node:util';
import type { Arena, Ground } from './arena';
import { restore } from './data/database';
import { amountFor } from './load/generator';
import type { LoadResult, Script, WireRequest } from './load/script';
import { cpuOfFamily, cpuOfProcess, watchMemory } from './measure/processes';
import type { Options } from './options';
import type { Side, Suite } from './suites/suite';

const SIDES: readonly Side[] = ['api', 'floor'];
const SHOWN_CHARACTERS = 2_000;

/** One side in one round. CPU in microseconds a request. */
export interface Round extends LoadResult {
  readonly serverCpu: number;
  /** Null where PostgreSQL is on another machine. */
  readonly postgresCpu: number | null;
  readonly peakBytes: number;
}

export type Rounds = Readonly<Record<Side, readonly Round[]>>;

/** Both sides under the same load in turn, after each was warmed up. @throws where their answers differ. */
export async function compare(arena: Arena, ground: Ground, suite: Suite, options: Options): Promise<Rounds> {
  if (suite.writes) await restore(arena.postgres, ground.database);
  const scripts = { api: await suite.script(ground.stage, 'api'), floor: await suite.script(ground.stage, 'floor') };
  await expectSameAnswers(ground, suite, scripts);
  for (const [place, side] of SIDES.entries()) {
    await arena.generator(place).prepare(suite, ground[side].url, withoutProbe(scripts[side]), options);
  }
  const rounds = { api: [] as Round[], floor: [] as Round[] };
  const amount = amountFor(suite, options.amount);
  for (let round = 0; round < options.rounds; round++) {
    for (const [place, side] of SIDES.entries()) {
      rounds[side].push(await measure(arena, ground[side].pid, () => arena.generator(place).run(amount)));
    }
  }
  return rounds;
}

/** What a server and PostgreSQL spend on a load. */
export async function measure(arena: Arena, pid: number, load: () => Promise<LoadResult>): Promise<Round> {
  const { pid: postgres } = arena.postgres;
  const stopWatching = watchMemory(pid);
  const [server, database] = [cpuOfProcess(pid), postgres && cpuOfFamily(postgres)];
  const result = await load();
  return {
    ...result,
    serverCpu: (cpuOfProcess(pid) - server) / result.requests,
    postgresCpu: postgres && database !== null ? (cpuOfFamily(postgres) - database) / result.requests : null,
    peakBytes: stopWatching(),
  };
}

/** The first request of each side is asked here, and not again: what it brought may have been of single use. */
async function expectSameAnswers(ground: Ground, suite: Suite, scripts: Readonly<Record<Side, Script>>): Promise<void> {
  const bodies = { api: '', floor: '' };
  for (const side of SIDES) {
    const { requests, status } = scripts[side];
    const [probe] = requests;
    if (!probe) throw new Error(`${suite.name} asks for nothing`);
    bodies[side] = await ask(ground[side].url, probe, status);
  }
  const declared = (body: string) => (suite.declared && body ? suite.declared(body) : body);
  const [ours, floors] = [declared(bodies.api), declared(bodies.floor)];
  if (isDeepStrictEqual(ours, floors)) return;
  const shown = [ours, floors].map((value) => JSON.stringify(value).slice(0, SHOWN_CHARACTERS));
  throw new Error(`${suite.name}: the answers differ.\n  api   ${shown[0]}\n  floor ${shown[1]}`);
}

async function ask(url: string, { method, path, headers, body }: WireRequest, expected: number): Promise<string> {
  const answer = await fetch(url + path, { method, headers, body: body ?? null });
  const text = await answer.text();
  if (answer.status !== expected) throw new Error(`${method} ${url}${path} was answered ${answer.status}: ${text}`);
  return text;
}

function withoutProbe(script: Script): Script {
  return script.followsRefreshTokens ? { ...script, requests: script.requests.slice(1) } : script;
}
