import { ConfigurationError } from '@libs/foundation';
import { DependencyUnavailableError, DomainError, hearStopSignals, ValidationFailedError } from '@libs/kernel';
import { type Command, type CommandInput, type CommandResult, UsageError } from './admin-cli/command';
import { readCommandLine } from './admin-cli/command-line';
import { COMMANDS } from './admin-cli/commands';
import { runTask, taskConfiguration } from './run-task';

/** The exit code of a command that was called wrongly (EX_USAGE of sysexits.h). */
const USAGE_EXIT_CODE = 64;
const STANDARD_ERROR = 2;

async function main(args: readonly string[]): Promise<void> {
  await complaining(async () => {
    const line = readCommandLine(COMMANDS, args);
    if ('help' in line) process.stdout.write(`${line.help}\n`);
    else await perform(line.command, line.input);
  });
}

async function perform(command: Command, input: CommandInput): Promise<void> {
  const alone = command.runAlone?.(await taskConfiguration(), input);
  if (alone) return tell(alone);
  const task = (app: Parameters<Parameters<typeof runTask>[0]>[0]) =>
    complaining(async () => tell(await refusable(() => command.run(app, input))));
  await runTask(task, {}, hearStopSignals(), STANDARD_ERROR);
}

/** A refusal by the rules is a result as well. */
async function refusable(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof DependencyUnavailableError) throw error;
    const fields = error instanceof ValidationFailedError ? { fields: error.fields } : {};
    const refusal = { code: error.definition.code, message: error.detail('en-US'), ...fields };
    return { output: { error: refusal }, isGood: false };
  }
}

function tell({ output, isGood }: CommandResult): void {
  process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
  if (!isGood) process.exitCode = 1;
}

async function complaining(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof UsageError ? USAGE_EXIT_CODE : ConfigurationError.exitCode;
  }
}

void main(process.argv.slice(2));
