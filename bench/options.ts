import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Amount } from './load/script';
import { SUITES } from './suites/all';
import { me } from './suites/members';
import type { Suite } from './suites/suite';

const WARM_UP_SECONDS = 60;

export const USAGE = `npm run bench [-- <suite>… <options>]

Suites: ${SUITES.map(({ name }) => name).join(', ')}. Without any: all, then start, memory and growth.

  --rounds <n>          how often both sides are measured in turn (5)
  --seconds <n>         how long each time (3)
  --requests <n>        so many requests each time instead
  --warm-up <n>         requests before the first round, for ${WARM_UP_SECONDS} seconds at most (5000)
  --connections <n>     at once (16)
  --members <n>         in the database (1000)
  --active <n>          of them, whose requests are sent (2000)
  --grown <n>           in the larger one, for the growth (1000000)
  --start               also start time and idle memory
  --growth              also p50 with both databases
  --million             only: memory of the api over a million requests, of all suites in turn or those named
  --apis <n>            only: so many apis, and what each part of the installation spends on a request of them
  --pgbouncer           only: the same, through the pgbouncer of this machine
  --profile             only: where the time of a suite (me) goes, by function and by package
  --directory <path>    where the data is kept between runs (${defaultDirectory()})

BENCH_DATABASE_URL: a superuser at a PostgreSQL that is there, instead of the embedded one.`;

/** Asked for help, or not to be understood. */
export class UsageError extends Error {}

export interface Options {
  readonly suites: readonly Suite[];
  readonly rounds: number;
  /** Of each round, on each side. */
  readonly amount: Amount;
  /** Before the first round: what a busy machine makes slow has to be compiled, too. */
  readonly warmUp: Amount;
  readonly connections: number;
  readonly members: number;
  readonly active: number;
  readonly grown: number;
  readonly what: 'comparison' | 'million' | 'profile' | 'parts';
  readonly apis: number;
  readonly withPooler: boolean;
  readonly withStart: boolean;
  readonly withGrowth: boolean;
  readonly directory: string;
  readonly databaseUrl: string | undefined;
}

const BY_DEFAULT: Readonly<Record<Options['what'], readonly Suite[]>> = {
  comparison: SUITES.filter(({ isApiOnly }) => !isApiOnly),
  million: SUITES,
  profile: [me],
  parts: SUITES,
};

export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parse(args);
  if (values.help) throw new UsageError(USAGE);
  const named = positionals.map(suiteNamed);
  const what = whatOf(values);
  const isWhole = named.length === 0 && what === 'comparison';
  if (what === 'comparison') named.forEach(refuseApiOnly);
  return {
    suites: named.length > 0 ? named : BY_DEFAULT[what],
    rounds: positive('rounds', values.rounds),
    amount: values.requests
      ? { requests: positive('requests', values.requests), seconds: Infinity }
      : { seconds: positive('seconds', values.seconds), requests: Infinity },
    warmUp: { requests: positive('warm-up', values['warm-up']), seconds: WARM_UP_SECONDS },
    connections: positive('connections', values.connections),
    members: positive('members', values.members),
    active: positive('active', values.active),
    grown: positive('grown', values.grown),
    what,
    apis: positive('apis', values.apis ?? '1'),
    withPooler: values.pgbouncer,
    withStart: values.start || isWhole,
    withGrowth: values.growth || isWhole,
    directory: values.directory,
    databaseUrl: environment['BENCH_DATABASE_URL'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '5' },
        seconds: { type: 'string', default: '3' },
        requests: { type: 'string' },
        'warm-up': { type: 'string', default: '5000' },
        connections: { type: 'string', default: '16' },
        members: { type: 'string', default: '1000' },
        active: { type: 'string', default: '2000' },
        grown: { type: 'string', default: '1000000' },
        start: { type: 'boolean', default: false },
        growth: { type: 'boolean', default: false },
        apis: { type: 'string' },
        pgbouncer: { type: 'boolean', default: false },
        million: { type: 'boolean', default: false },
        profile: { type: 'boolean', default: false },
        directory: { type: 'string', default: defaultDirectory() },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function whatOf({ million, profile, apis, pgbouncer }: ReturnType<typeof parse>['values']): Options['what'] {
  if (million) return 'million';
  if (profile) return 'profile';
  return apis !== undefined || pgbouncer ? 'parts' : 'comparison';
}

function suiteNamed(name: string): Suite {
  const suite = SUITES.find((each) => each.name === name);
  if (!suite) throw new UsageError(`There is no suite ${name}\n\n${USAGE}`);
  return suite;
}

function refuseApiOnly({ name, isApiOnly }: Suite): void {
  if (isApiOnly) throw new UsageError(`${name} has no floor to compare with\n\n${USAGE}`);
}

function positive(name: string, value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new UsageError(`--${name} must be a number above 0`);
  return number;
}

function defaultDirectory(): string {
  return join(tmpdir(), 'appkernel-bench');
}
