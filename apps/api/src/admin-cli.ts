import { type CommandResult, UsageError } from './admin-cli/command';
import { readCommandLine } from './admin-cli/command-line';
import { COMMANDS } from './admin-cli/commands';
import { runTask } from './run-task';

/** The exit code of a command that was called wrongly (EX_USAGE of sysexits.h). */
const USAGE_EXIT_CODE = 64;

async function main(args: readonly string[]): Promise<void> {
  await complaining(async () => {
    const line = readCommandLine(COMMANDS, args);
    if ('help' in line) process.stdout.write(`${line.help}\n`);
    else await runTask((app) => complaining(async () => tell(await line.command.run(app, line.input))), {});
  });
}

function tell({ output, isGood }: CommandResult): void {
  process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
  if (!isGood) process.exitCode = 1;
}

async function complaining(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = USAGE_EXIT_CODE;
  }
}

void main(process.argv.slice(2));
