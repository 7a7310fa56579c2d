import { type Catalogues, type LocalizedText, SUPPORTED_LOCALES, type SupportedLocale } from './locale';

/** The kind of failure, without reference to HTTP. The api maps each kind to one status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'timed_out'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'invalid'
  | 'proof_required'
  | 'too_many'
  | 'head_too_large'
  | 'unavailable'
  | 'unexpected';

/** One entry of the catalogue: the stable code, its fixed English title and, in each locale, what to do. */
export interface ErrorDefinition {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly title: string;
  readonly detail: Readonly<Record<SupportedLocale, string>>;
}

export interface DomainErrorOptions {
  /** Further members of the problem document, with the keys of the wire. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

const catalogue = new Map<string, ErrorDefinition>();

export abstract class DomainError extends Error {
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  protected constructor(
    readonly definition: ErrorDefinition,
    options: DomainErrorOptions = {},
  ) {
    super(`${definition.code}: ${definition.title}`, { cause: options.cause });
    this.name = new.target.name;
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  detail(locale: SupportedLocale): string {
    return (this.definition.detail as LocalizedText)[locale] ?? this.definition.detail['en-US'];
  }
}

export interface DomainErrorClass {
  new (options?: DomainErrorOptions): DomainError;
  readonly definition: ErrorDefinition;
}

/**
 * What makes the classes of a module's errors, and adds each to the catalogue, from which the problem documents, the
 * OpenAPI document and docs/errors.md are made. A code is defined once and never changes its meaning.
 *
 * @param texts the catalogues of the module; their `errors` contain the remedy for each code.
 */
export function errorsOf<Code extends string>(
  texts: Catalogues<{ readonly errors: Readonly<Record<Code, string>> }>,
): (kind: ErrorKind, code: Code, title: string) => DomainErrorClass {
  return (kind, code, title) => {
    if (catalogue.has(code)) throw new Error(`The error code ${code} is defined twice`);
    const details = SUPPORTED_LOCALES.map((locale) => [locale, texts[locale].errors[code]]);
    const detail = Object.fromEntries(details) as ErrorDefinition['detail'];
    const definition: ErrorDefinition = { kind, code, title, detail };
    catalogue.set(code, definition);
    return class extends DomainError {
      static readonly definition = definition;

      constructor(options: DomainErrorOptions = {}) {
        super(definition, options);
      }
    };
  };
}

/** Every error defined by the modules loaded so far, in the order of their codes. */
export function errorCatalogue(): ErrorDefinition[] {
  return [...catalogue.values()].sort((a, b) => a.code.localeCompare(b.code, 'en'));
}
