import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command, CommandInput, CommandResult, Services } from '../../../apps/api/src/admin-cli/command';
import type { TestApi } from '../../support/api';
import { inheritedEnvironment, NODE } from '../../support/server-process';

export interface Outcome<Output> {
  readonly output: Output;
  readonly isGood: boolean;
}

/** Runs a command of `npm run admin` on the services of an api. */
export async function runCommand<Output = Record<string, unknown>>(
  api: Pick<TestApi, 'get'>,
  command: Command,
  options: CommandInput['options'] = {},
): Promise<Outcome<Output>> {
  const services = { get: (token: never) => api.get(token) } as unknown as Services;
  return (await command.run(services, { positionals: [], options })) as CommandResult & { output: Output };
}

/** Runs the built program of `npm run admin` to its end. */
export async function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<{ readonly code: number | null; readonly out: string; readonly complaints: string }> {
  const program = join(process.cwd(), 'dist/apps/api/src/admin-cli.js');
  const [node, ...flags] = NODE;
  const child = spawn(node, [...flags, program, ...args], { env: { ...inheritedEnvironment(), ...environment } });
  // A program that does not read it may have ended before.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [out, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, out, complaints };
}
