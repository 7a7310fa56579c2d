import { ratios, spread, type Spread } from '../measure/statistics';
import type { Round, Rounds } from '../comparison';
import type { Suite } from '../suites/suite';

const MEBIBYTE = 1_048_576;
const TITLE_WIDTH = 44;
/** Microseconds a request below which it cannot be said to have done anything. */
const NOTHING = 5;

export function mebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}

export function cells(values: readonly string[]): string {
  const [first = '', ...others] = values;
  return first.padEnd(TITLE_WIDTH) + others.map((value) => value.padStart(13)).join('');
}

export const HEADING = cells(['', 'req/s', 'p50 ms', 'p99 ms', 'server µs', 'postgres µs', 'RSS']);

function rangeOf({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

const perSecond = ({ requests, seconds }: Round) => requests / seconds;
const server = ({ serverCpu }: Round) => serverCpu;
const postgres = ({ postgresCpu }: Round) => postgresCpu ?? 0;

function line(title: string, rounds: readonly Round[]): string {
  const middle = (of: (round: Round) => number) => spread(rounds.map(of)).median;
  const hasPostgres = rounds.some(({ postgresCpu }) => postgresCpu !== null);
  return cells([
    title,
    middle(perSecond).toFixed(0),
    (middle(({ p50 }) => p50) / 1_000).toFixed(2),
    (middle(({ p99 }) => p99) / 1_000).toFixed(2),
    middle(server).toFixed(0),
    hasPostgres ? middle(postgres).toFixed(0) : '-',
    mebibytes(Math.max(...rounds.map(({ peakBytes }) => peakBytes))),
  ]);
}

/** Both sides, and how the floor compares: of CPU 1.00 would be as cheap as the floor, 0.50 twice as dear. */
export function comparisonLines({ name, title }: Suite, { api, floor }: Rounds): string[] {
  const compared = (of: (round: Round) => number) => rangeOf(ratios(floor.map(of), api.map(of)));
  const throughput = rangeOf(ratios(api.map(perSecond), floor.map(perSecond)));
  const more = spread(api.map((round, at) => round.serverCpu - (floor[at]?.serverCpu ?? 0))).median;
  return [
    line(`${name}: ${title}`, api),
    line('  floor', floor),
    `  server CPU floor / ours ${compared(server)}   PostgreSQL CPU ${askDatabase(api, floor) ? compared(postgres) : '-'}   ` +
      `req/s ours / floor ${throughput}   ours costs ${more.toFixed(0)} µs more`,
  ];
}

function askDatabase(...sides: readonly (readonly Round[])[]): boolean {
  return sides.every((rounds) => spread(rounds.map(postgres)).median > NOTHING);
}

/** p50 in both databases, and how much longer the larger one takes. */
export function growthLine({ name, title }: Suite, small: readonly Round[], grown: readonly Round[]): string {
  const p50 = ({ p50: value }: Round) => value;
  const inMs = (rounds: readonly Round[]) => (spread(rounds.map(p50)).median / 1_000).toFixed(2);
  return cells([
    `${name}: ${title}`,
    inMs(small),
    inMs(grown),
    rangeOf(ratios(grown.map(p50), small.map(p50))).padStart(20),
    rangeOf(ratios(grown.map(server), small.map(server))).padStart(20),
    (askDatabase(small, grown) ? rangeOf(ratios(grown.map(postgres), small.map(postgres))) : '-').padStart(20),
  ]);
}

export const GROWTH_HEADING = cells([
  '',
  'p50 ms',
  'grown',
  ...['p50', 'server', 'postgres'].map((of) => of.padStart(20)),
]);
