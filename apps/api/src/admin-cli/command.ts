import type { ParseArgsOptionsConfig } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';

/** What the composed application has. */
export type Services = Pick<INestApplicationContext, 'get'>;

export interface CommandResult {
  /** Told as JSON. */
  readonly output: object;
  readonly isGood: boolean;
}

export interface CommandInput {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Says what was wrong with how a command was called. */
export class UsageError extends Error {}

/** One thing that those who run an installation do to it, besides what its administrators do over HTTP. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The names of what follows the command, all of it required. */
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, ParseArgsOptionsConfig[string] & { readonly help: string }>>;
  readonly help: string;

  /** @throws UsageError for input that it cannot do anything with. */
  run(app: Services, input: CommandInput): Promise<CommandResult>;
}
