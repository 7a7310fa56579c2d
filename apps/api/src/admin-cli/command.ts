import type { ParseArgsOptionsConfig } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';

/** The services of the composed application. */
export type Services = Pick<INestApplicationContext, 'get'>;

export interface CommandResult {
  /** Printed as JSON. */
  readonly output: object;
  readonly isGood: boolean;
}

export interface CommandInput {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Explains what was wrong with the call of a command. */
export class UsageError extends Error {}

/** A task for the operators of an installation, besides what administrators do over HTTP. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The names of the positional arguments, all of them required. */
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, ParseArgsOptionsConfig[string] & { readonly help: string }>>;
  readonly help: string;

  /** @throws UsageError for input that it cannot use. */
  run(app: Services, input: CommandInput): Promise<CommandResult>;
}
