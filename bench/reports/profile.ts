import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Arena } from '../arena';
import { restore } from '../data/database';
import { amountFor } from '../load/generator';
import type { Options } from '../options';
import { selfTimes, type Share } from '../profile/self-times';

const SHOWN = 25;
const WRITE_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Where the time of the api goes under the load of a suite: the profile as a file, and its top. */
export async function reportProfile(arena: Arena, options: Options): Promise<void> {
  const { suites, members, amount, directory } = options;
  const database = await arena.database(members);
  for (const suite of suites) {
    const file = resolve(join(directory, `${suite.name}.cpuprofile`));
    rmSync(file, { force: true });
    if (suite.writes) await restore(arena.postgres, database);
    const api = await arena.api(database, {
      flags: ['--require', join(__dirname, '../profile/recorder.js')],
      environment: { BENCH_PROFILE: file },
    });
    const { stage } = await arena.stage(members, database, api);
    try {
      const generator = arena.generator(0);
      await generator.prepare(suite, api.url, await suite.script(stage, 'api'), options);
      api.signal('SIGUSR2');
      const { requests } = await generator.run(amountFor(suite, amount));
      api.signal('SIGUSR2');
      const { functions, packages } = selfTimes(await profileIn(file));
      console.log(`\n${suite.name}: ${requests} requests, self time by package`);
      print(packages);
      console.log('\nby function');
      print(functions);
      console.log(`\nthe whole of it: ${file}`);
    } finally {
      await api.stop();
    }
  }
}

function print(shares: readonly Share[]): void {
  for (const { name, share } of shares.slice(0, SHOWN))
    console.log(`${(share * 100).toFixed(1).padStart(6)} %  ${name}`);
}

async function profileIn(file: string): Promise<Profiler.Profile> {
  const deadline = Date.now() + WRITE_LIMIT_MS;
  while (Date.now() < deadline) {
    const profile = existsSync(file) ? parse(readFileSync(file, 'utf8')) : null;
    if (profile) return profile;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error('The api wrote no profile');
}

/** Null for one that is not written to its end yet. */
function parse(text: string): Profiler.Profile | null {
  try {
    return JSON.parse(text) as Profiler.Profile;
  } catch {
    return null;
  }
}
