import { availableParallelism, cpus, loadavg } from 'node:os';
import { Arena, type Ground } from './arena';
import { compare } from './comparison';
import { residentBytes } from './measure/processes';
import { type Options, readOptions, UsageError } from './options';
import { growthOf } from './reports/growth';
import { reportMillion } from './reports/million';
import { reportParts } from './reports/parts';
import { reportProfile } from './reports/profile';
import { reportStart } from './reports/start';
import { comparisonLines, GROWTH_HEADING, growthLine, HEADING, mebibytes } from './reports/tables';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const arena = await Arena.open(options);
  const interrupted = () => process.exit(130);
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    console.log(machine(arena));
    if (options.what === 'million') await reportMillion(arena, options);
    else if (options.what === 'parts') await reportParts(arena, options);
    else if (options.what === 'profile') await reportProfile(arena, options);
    else await reportComparison(arena, options);
  } finally {
    await arena.close();
  }
}

async function reportComparison(arena: Arena, options: Options): Promise<void> {
  const { members, grown, suites, withStart, withGrowth } = options;
  if (withStart) await reportStart(arena, members);
  const ground = await arena.ground(members);
  console.log(`\n${members} members, ${options.rounds} rounds\n${HEADING}`);
  for (const suite of suites) {
    const rounds = await compare(arena, ground, suite, options);
    for (const line of comparisonLines(suite, rounds)) console.log(line);
  }
  console.log(
    `after the load: ${mebibytes(residentBytes(ground.api.pid))}, floor ${mebibytes(residentBytes(ground.floor.pid))}`,
  );
  if (withGrowth) await reportGrowth(arena, [ground, await arena.ground(grown)], options);
}

async function reportGrowth(arena: Arena, grounds: readonly Ground[], options: Options): Promise<void> {
  console.log(`\n${grounds.map(({ members }) => members).join(' and ')} members, in turn\n${GROWTH_HEADING}`);
  for (const suite of options.suites) {
    const { small, grown } = await growthOf(arena, grounds, suite, options);
    console.log(growthLine(suite, small, grown));
  }
}

function machine({ postgres }: Arena): string {
  const model = cpus()[0]?.model ?? 'unknown';
  const load = loadavg()[0]?.toFixed(1);
  return `${availableParallelism()} × ${model}, Node ${process.version}, PostgreSQL ${postgres.version}, load before ${load}`;
}

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 64 : 1;
});
