import type { LocalizedText, SupportedLocale } from './locale';

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** The code of the error for a text that does not match the pattern. */
  readonly patternCode?: string;
}

/** What a field holds, and how much of it. Lengths are in Unicode code points. */
export type FieldType =
  | ({ readonly kind: 'text' } & TextLimits)
  /** `each`: without the blanks around it. */
  | { readonly kind: 'texts'; readonly max?: number; readonly each?: TextLimits }
  | {
      readonly kind:
        | 'uuid'
        | 'flag'
        | 'instant'
        | 'day'
        | 'email'
        | 'locale'
        | 'locales'
        | 'sha256'
        | 'actor'
        | 'secret'
        | 'bytes';
    }
  | { readonly kind: 'integer' | 'number'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'lockVersion'; readonly min?: 0 }
  | { readonly kind: 'one' | 'some'; readonly name: string; readonly values: readonly string[]; readonly min?: number }
  | ({ readonly kind: 'localized'; readonly isEmptyAllowed?: boolean } & TextLimits)
  | { readonly kind: 'url'; readonly format?: 'uri' | 'iri' | 'uri-reference'; readonly max?: number }
  | { readonly kind: 'constant'; readonly value: string | true }
  | { readonly kind: 'json'; readonly maxBytes?: number }
  | { readonly kind: 'map'; readonly item: object }
  /** An object with fields of its own, or a list of them; `isMade` where the program gives them ready. */
  | {
      readonly kind: 'nested' | 'list';
      readonly of: () => new (...given: never[]) => object;
      readonly isMade?: boolean;
      readonly max?: number;
    }
  /** What no other kind says. Its schema is that of OpenAPI; surfaces that ask for it check it by themselves. */
  | { readonly kind: 'schema'; readonly schema: object };

interface Properties<Value> {
  readonly isNullable?: boolean;
  readonly isOptional?: boolean;
  /** Answers do not tell the upper limits of a resource: they are of what is asked, and may be raised. */
  readonly isOfResource?: boolean;
  readonly initial?: Value;
  readonly description?: string;
  readonly example?: unknown;
}

/**
 * One field of a resource: its type, its limits, and what documentation says of it. Declared once in the domain; what
 * surfaces ask and answer, what is stored and what is recorded follow from it.
 *
 * `Value` is what the program works with, `Wire` what JSON holds. `Initial` tells whether a new resource has the field
 * when nobody says anything of it; null in a request then brings that back.
 */
export class Field<Value, Wire = Value, Initial extends boolean = boolean, Optional extends boolean = boolean> {
  /** Types alone: no field has them. */
  declare readonly is: {
    readonly value: Value;
    readonly wire: Wire;
    readonly initial: Initial;
    readonly optional: Optional;
  };

  constructor(
    readonly type: FieldType,
    readonly properties: Properties<unknown> = {},
  ) {}

  nullable(): Field<Value | null, Wire | null, Initial, Optional> {
    return this.with({ isNullable: true });
  }

  /** An answer may be without it, and so may a request for a new resource, which finds a value by itself. */
  optional(): Field<Value | undefined, Wire | undefined, Initial, true> {
    return this.with({ isOptional: true });
  }

  /** What a new resource has, and null in a request brings back. */
  initially(initial: Value): Field<Value, Wire, true, Optional> {
    // All that begin with it share it.
    return this.with({ initial: Object.freeze(initial) });
  }

  /** For readers of the API: what it is, its unit, what null stands for. */
  about(description: string): Field<Value, Wire, Initial, Optional> {
    return this.with({ description });
  }

  example(example: unknown): Field<Value, Wire, Initial, Optional> {
    return this.with({ example });
  }

  /** As a field of a resource, with limits for what is asked. */
  ofResource(): this {
    return this.with({ isOfResource: true });
  }

  /** The same, on the wire an object of this class: an answer makes it of the value, a request has the value from it. */
  told<Told extends object>(
    of: () => new (source: NonNullable<Value>) => Told,
  ): Field<Value, Told | Extract<Value, null>, Initial, Optional> {
    return new Field({ kind: 'nested', of }, this.properties) as never;
  }

  /** The same for each of a list of values. @param max number of them. */
  toldEach<Told extends object>(
    of: () => new (source: Value extends readonly (infer Item)[] ? Item : never) => Told,
    max?: number,
  ): Field<Value, readonly Told[], Initial, Optional> {
    return new Field({ kind: 'list', of, max }, this.properties) as never;
  }

  /** The same under another type, for the program alone. */
  as<Other>(): Field<Other, Other, Initial, Optional> {
    return this as never;
  }

  private with(properties: Properties<unknown>): never {
    return new Field(this.type, { ...this.properties, ...properties }) as never;
  }
}

type Plain<Value, Wire = Value> = Field<Value, Wire, false, false>;

/** The kinds of fields. */
export const field = {
  text: (max?: number, limits: Omit<TextLimits, 'max'> = {}): Plain<string> =>
    new Field({ kind: 'text', max, ...limits }),

  /** A list of texts. @param max number of them. @param each what they can be, without the blanks around them. */
  texts: (max?: number, each?: TextLimits): Plain<readonly string[]> => new Field({ kind: 'texts', max, each }),

  /** In lower case. */
  uuid: (): Plain<string> => new Field({ kind: 'uuid' }),

  flag: (): Plain<boolean> => new Field({ kind: 'flag' }),

  /** A moment: RFC 3339 on the wire, in UTC. */
  instant: (): Plain<Date, string> => new Field({ kind: 'instant' }),

  /** A day without a time: `YYYY-MM-DD`. */
  day: (): Plain<string> => new Field({ kind: 'day' }),

  email: (): Plain<string> => new Field({ kind: 'email' }),

  locale: (): Plain<SupportedLocale> => new Field({ kind: 'locale' }),

  locales: (): Plain<readonly SupportedLocale[]> => new Field({ kind: 'locales' }),

  /** In lower-case hex. */
  sha256: (): Plain<string> => new Field({ kind: 'sha256' }),

  /** Stored and never told, such as a keyed hash. */
  bytes: (): Plain<Buffer> => new Field({ kind: 'bytes' }),

  /** Shown once, to the request that made it: an answer that is kept for repetitions is without. */
  secret: (): Plain<string> => new Field({ kind: 'secret' }),

  /**
   * Who changed the resource last: the id of a user or an API client, `NIL_UUID` for the service itself. Null if nobody
   * knows. The database sets it wherever `updated_at` changes, and answers tell names.
   */
  actor: (): Plain<string | null> => new Field<string, string, false, false>({ kind: 'actor' }).nullable(),

  integer: (min?: number, max?: number): Plain<number> => new Field({ kind: 'integer', min, max }),

  decimal: (min?: number, max?: number): Plain<number> => new Field({ kind: 'number', min, max }),

  /** How many, of things or of seconds: an integer from 0 on. */
  count: (max?: number): Plain<number> => new Field({ kind: 'integer', min: 0, max }),

  /** The version of a resource (optimistic concurrency), which a change has to name. */
  lockVersion: (min?: 0): Plain<number> => new Field({ kind: 'lockVersion', min }),

  /** One of the values of an enum. @param name of its schema. */
  one: <const Value extends string>(name: string, values: readonly Value[]): Plain<Value> =>
    new Field({ kind: 'one', name, values }),

  /** A list of such values. @param min number of them. */
  some: <const Value extends string>(name: string, values: readonly Value[], min?: number): Plain<readonly Value[]> =>
    new Field({ kind: 'some', name, values, min }),

  /** A text keyed by locale. @param max length in each of them. */
  localized: (
    max?: number,
    options: Omit<TextLimits, 'max'> & { readonly isEmptyAllowed?: boolean } = {},
  ): Plain<LocalizedText> => new Field({ kind: 'localized', max, ...options }),

  /**
   * `iri` where people wrote it, in any script; `uri-reference` where it starts at the root of this service.
   *
   * @param max length of one that is asked for.
   */
  url: (format?: 'iri' | 'uri-reference', max?: number): Plain<string> => new Field({ kind: 'url', format, max }),

  /** A value that is always the same. */
  constant: <const Value extends string | true>(value: Value): Plain<Value> => new Field({ kind: 'constant', value }),

  /** Any JSON object. @param maxBytes of its JSON. */
  json: <Value extends object = Readonly<Record<string, unknown>>>(maxBytes?: number): Plain<Value> =>
    new Field({ kind: 'json', maxBytes }),

  /** An object with keys that vary. @param item the schema of what each of them has. */
  map: <Value extends object = Readonly<Record<string, unknown>>>(item: object): Plain<Value> =>
    new Field({ kind: 'map', item }),

  /** An object with fields of its own, made from its source. */
  nested: <Source, Told extends object>(of: () => new (source: Source) => Told): Plain<Source, Told> =>
    new Field({ kind: 'nested', of }),

  /** A list of such objects. @param max number of them. */
  listOf: <Source, Told extends object>(
    of: () => new (source: Source) => Told,
    max?: number,
  ): Plain<readonly Source[], readonly Told[]> => new Field({ kind: 'list', of, max }),

  /** An object of the class, which the program has made. */
  made: <Told extends object>(of: () => new (...given: never[]) => Told): Plain<Told> =>
    new Field({ kind: 'nested', of, isMade: true }),

  /** A list of such objects. */
  madeListOf: <Told extends object>(of: () => new (...given: never[]) => Told, max?: number): Plain<readonly Told[]> =>
    new Field({ kind: 'list', of, isMade: true, max }),

  /** What no other field says, by its OpenAPI schema. */
  schema: <Value>(openApi: object): Plain<Value> => new Field({ kind: 'schema', schema: openApi }),
};
