import type { ParseArgsOptionsConfig } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import type { Config } from '@libs/foundation';

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

  /** For input that needs nothing but the configuration: null where it needs the services. @throws UsageError */
  runAlone?(config: Config, input: CommandInput): CommandResult | null;

  /** @throws UsageError for input that it cannot use, DomainError for what the rules refuse. */
  run(app: Services, input: CommandInput): Promise<CommandResult>;
}
