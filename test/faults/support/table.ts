import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './trial';

const DIRECTORY = 'artifacts/faults';

const HEAD = [
  ...['Fault', 's', 'Requests', 'Failed', 'Longest without a write', '… a read', 'Failed from first to last: writes'],
  ...['… reads', 'Slowest', 'Up after', 'Checks'],
];

const seconds = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)} s`);

function cellsOf(row: Row): string[] {
  const failed = Object.entries(row.failed).map(([outcome, count]) => `${count} ${outcome}`);
  const checks =
    typeof row.checks === 'string'
      ? `WRONG: ${row.checks.split('\n')[0]}`
      : Object.entries(row.checks)
          .map(([what, count]) => `${count} ${what}`)
          .join(', ');
  return [
    ...[row.fault, String(row.lasted || ''), `${row.requests} (${Math.round(row.requests / row.seconds)}/s)`],
    ...[failed.join(', ') || '0', seconds(row.longestWithout.write), seconds(row.longestWithout.read)],
    ...[
      seconds(row.failedFor.write),
      seconds(row.failedFor.read),
      `${seconds(row.slowest.ms / 1_000)} ${row.slowest.what}`,
    ],
    ...[seconds(row.upAfter), checks],
  ];
}

/** The table of a run, as Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(cellsOf)];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** @returns where it is. */
export function saveTable(seed: number, rows: readonly Row[]): string {
  mkdirSync(DIRECTORY, { recursive: true });
  const file = join(DIRECTORY, `seed-${seed}`);
  writeFileSync(`${file}.json`, JSON.stringify(rows, null, 2));
  writeFileSync(`${file}.md`, tableOf(rows));
  return `${file}.md`;
}
