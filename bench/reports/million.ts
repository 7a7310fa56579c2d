import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Arena } from '../arena';
import { restore } from '../data/database';
import { residentBytes } from '../measure/processes';
import type { Options } from '../options';
import type { HeapInUse } from '../profile/heap';
import { PATIENCE } from '../programs/api';
import type { RunningServer } from '../programs/server';
import type { Stage, Suite } from '../suites/suite';
import { mebibytes } from './tables';

const STEPS = 40;
const MILLION = 1_000_000;
/** Each step comes with new tokens: after so many, the memory of those that were verified is full. */
const FIRST_FIFTH = STEPS / 5;
const TOLD_EVERY = 2;
const LOOK_EVERY_MS = 20;
const NO_WARM_UP = { requests: 0, seconds: 0 };

/**
 * The memory of one api over a million requests of all suites, in turn within each step: what it has taken after the
 * first fifth should do for all of them.
 */
export async function reportMillion(arena: Arena, options: Options): Promise<void> {
  const { suites, members, amount, directory } = options;
  const database = await arena.database(members);
  if (suites.some(({ writes }) => writes)) await restore(arena.postgres, database);
  const file = resolve(join(directory, 'heap.json'));
  const api = await arena.api(database, {
    flags: ['--require', join(__dirname, '../profile/heap.js')],
    environment: { BENCH_HEAP: file, ...PATIENCE },
  });
  const { stage } = await arena.stage(members, database, api);
  const shares = sharesOf(suites, Math.min(MILLION, amount.requests) / STEPS);
  console.log(shares.map(({ suite, requests }) => `${suite.name} ${requests * STEPS}`).join(', '));
  console.log(`at the start ${mebibytes(residentBytes(api.pid))}`);
  const sizes: number[] = [];
  const heaps: HeapInUse[] = [];
  let done = 0;
  let busy = 0;
  for (let step = 1; step <= STEPS; step++) {
    const { requests, refused } = await run(arena, { stage, api, shares }, options);
    done += requests;
    busy += refused;
    sizes.push(residentBytes(api.pid));
    if (step % TOLD_EVERY === 0) {
      console.log(`${done.toLocaleString('en-US').padStart(9)} requests  ${mebibytes(sizes.at(-1) ?? 0)}`);
    }
    if (step === FIRST_FIFTH || step === STEPS) heaps.push(await heapInUse(api, file));
  }
  const [first, last] = heaps.map(({ heapUsed, external }) => heapUsed + external) as [number, number];
  if (busy > 0) console.log(`answered 503, beside these: ${busy}`);
  console.log(`resident: grown by ${percent(growth(sizes))} since the first fifth`);
  console.log(
    `in use, without garbage: ${mebibytes(first)} after the first fifth, ${mebibytes(last)} in the end: ${percent(last / first - 1)}`,
  );
}

interface Share {
  readonly suite: Suite;
  readonly requests: number;
}

/** As many requests of each suite, but fewer where they are dear. */
function sharesOf(suites: readonly Suite[], requests: number): Share[] {
  const parts = suites.map(({ weight = 1 }) => 1 / weight);
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return suites.map((suite, at) => ({ suite, requests: Math.ceil(((parts[at] ?? 0) / whole) * requests) }));
}

interface Running {
  readonly stage: Stage;
  readonly api: RunningServer;
  readonly shares: readonly Share[];
}

/** One step. Scripts are made anew, as tokens do not live as long as all of it takes. */
async function run(arena: Arena, { stage, api, shares }: Running, options: Options) {
  const generator = arena.generator(0);
  const done = { requests: 0, refused: 0 };
  for (const { suite, requests } of shares) {
    const script = { ...(await suite.script(stage, 'api')), isPatient: true };
    await generator.prepare(suite, api.url, script, { ...options, warmUp: NO_WARM_UP });
    const result = await generator.run({ requests, seconds: Infinity });
    done.requests += result.requests;
    done.refused += result.refused;
  }
  return done;
}

async function heapInUse(api: RunningServer, file: string): Promise<HeapInUse> {
  rmSync(file, { force: true });
  api.signal('SIGUSR2');
  while (!existsSync(file)) await delay(LOOK_EVERY_MS);
  return JSON.parse(readFileSync(file, 'utf8')) as HeapInUse;
}

/** Means of a fifth each, as single looks depend on when the garbage was last collected. */
function growth(sizes: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(sizes.slice(-FIRST_FIFTH)) / mean(sizes.slice(FIRST_FIFTH, 2 * FIRST_FIFTH)) - 1;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
