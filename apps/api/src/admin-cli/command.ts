import type { INestApplicationContext } from '@nestjs/common';
import type { Config } from '@libs/foundation';

/** The services of the composed application. */
export type Services = Pick<INestApplicationContext, 'get'>;

export interface CommandResult {
  /** Printed as JSON. */
  readonly output: object;
  readonly isGood: boolean;
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly help: string }>>;

type ValueOf<Type> = Type extends 'string' ? string : boolean;

/** What a command was called with. */
export interface CommandInput<T extends Options = Options> {
  readonly positionals: readonly string[];
  /** Those that were given. */
  readonly options: { readonly [Name in keyof T]?: ValueOf<T[Name]['type']> };
}

/** Explains what was wrong with the call of a command. */
export class UsageError extends Error {}

/** A task for the operators of an installation, besides what administrators do over HTTP. */
export interface Command<T extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  /** The names of the positional arguments, all of them required. */
  readonly positionals: readonly string[];
  readonly options: T;
  readonly help: string;

  /** For input that needs nothing but the configuration: null where it needs the services. @throws UsageError */
  runAlone?(config: Config, input: CommandInput<T>): CommandResult | null;

  /** @throws UsageError for input that it cannot use, DomainError for what the rules refuse. */
  run(app: Services, input: CommandInput<T>): Promise<CommandResult>;
}

/** A command that gets its options as it declares them. */
export function command<const T extends Options>(declared: Command<T>): Command {
  return declared;
}
