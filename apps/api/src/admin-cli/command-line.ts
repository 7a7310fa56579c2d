import { parseArgs } from 'node:util';
import { type Command, type CommandInput, UsageError } from './command';

export type CommandLine = { readonly help: string } | { readonly command: Command; readonly input: CommandInput };

const PROGRAM = 'npm run admin --';
const HELP = { type: 'boolean', short: 'h' } as const;

/** @throws UsageError when there is no such command, or it is called wrongly. */
export function readCommandLine(commands: readonly Command[], args: readonly string[]): CommandLine {
  const [name, ...rest] = args;
  if (name === undefined || ['--help', '-h', 'help'].includes(name)) return { help: overview(commands) };
  const command = commands.find((one) => one.name === name);
  if (!command) throw new UsageError(`There is no command ${name}.\n\n${overview(commands)}`);
  const { values, positionals } = parse(command, rest);
  if (values['help'] === true) return { help: helpOf(command) };
  if (positionals.length !== command.positionals.length) throw new UsageError(usageOf(command));
  return { command, input: { positionals, options: values } };
}

function parse(command: Command, args: string[]) {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({ args, options: { ...options, help: HELP }, allowPositionals: true });
    return { values: values as CommandInput['options'], positionals };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usageOf(command)}`);
  }
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    `Usage: ${PROGRAM} <command> [options]`,
    '',
    ...lines,
    '',
    `${PROGRAM} <command> --help explains a command.`,
  ].join('\n');
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, { type, help }]) => [flagOf(name, type), help] as const);
  const width = Math.max(...options.map(([flag]) => flag.length));
  const lines = options.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`);
  return [usageOf(command), '', command.help, ...(lines.length > 0 ? ['', 'Options:', ...lines] : [])].join('\n');
}

function usageOf({ name, positionals }: Command): string {
  return ['Usage:', PROGRAM, name, ...positionals.map((each) => `<${each}>`), '[options]'].join(' ');
}

function flagOf(name: string, type: 'string' | 'boolean'): string {
  return type === 'string' ? `--${name} <value>` : `--${name}`;
}
