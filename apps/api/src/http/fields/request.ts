import { type ChangesOf, type Field, type Fields, type NewOf, ValidationFailedError, wireNameOf } from '@libs/kernel';
import { checkDate, checkNumber, type FieldCheck } from './field-checks';
import {
  Checked,
  EmailAddress,
  type FieldOptions,
  Flag,
  Instant,
  Integer,
  JsonObject,
  Locale,
  Localized,
  LockVersion,
  OneOf,
  Text,
  Texts,
  Uuid,
} from './fields';
import type { WireValuesOf } from './wire-names';

/** What a client sends of these fields. */
type Sent<T> = { readonly [Name in keyof WireValuesOf<T>]?: WireValuesOf<T>[Name] | null };

interface Versioned {
  readonly lock_version?: number;
}

/** The body of a request for a new resource: fields with an initial value may be absent or null. */
export function newRequest<T extends Fields>(table: T): new () => Sent<T> & { values(): NewOf<T> } {
  class New {
    values(): NewOf<T> {
      return valuesOf(table, this) as NewOf<T>;
    }
  }
  declare(New.prototype, table, ({ properties }) => optionsOf(properties, 'initial' in properties));
  return New as never;
}

/** The body of a change: an absent field keeps its value; null resets one that has an initial value. */
export function changeRequest<T extends Fields>(
  table: T,
): new () => Sent<T> & { readonly lock_version: number; changes(): ChangesOf<T> } {
  class Change {
    changes(): ChangesOf<T> {
      return valuesOf(table, this);
    }
  }
  LockVersion()(Change.prototype, 'lock_version');
  declare(Change.prototype, table, ({ properties }) => optionsOf(properties, true));
  return Change as never;
}

/**
 * One body for both: what a new resource must have is required on POST, and its lock version on PATCH. An absent field
 * keeps its value, or that of a new resource; null resets it to the latter.
 */
export function writeRequest<T extends Fields>(
  table: T,
): new () => Sent<T> &
  Versioned & {
    /** @throws ValidationFailedError naming missing fields, and a lock version: there is none yet. */
    values(): NewOf<T>;
    changes(): ChangesOf<T>;
    /** @throws ValidationFailedError when it is missing. */
    expectedVersion(): number;
  } {
  const required = Object.entries(table).flatMap(([name, { properties }]) => ('initial' in properties ? [] : [name]));
  class Write {
    declare readonly lock_version?: number;

    values(): NewOf<T> {
      const sent = valuesOf(table, this);
      const missing = required.filter((name) => sent[name as keyof typeof sent] === undefined);
      if (missing.length > 0) {
        throw new ValidationFailedError(missing.map((name) => ({ field: wireNameOf(name), code: 'required' })));
      }
      if (this.lock_version !== undefined) throw ValidationFailedError.of('lock_version', 'unknown_field');
      return sent as NewOf<T>;
    }

    changes(): ChangesOf<T> {
      return valuesOf(table, this);
    }

    expectedVersion(): number {
      if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
      return this.lock_version;
    }
  }
  declare(Write.prototype, table, ({ properties }) => {
    const { description, ...options } = optionsOf(properties, true);
    const requirement = 'initial' in properties ? [] : ['Required on POST'];
    return { ...options, description: [...requirement, ...(description ? [description] : [])].join('. ') };
  });
  LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })(Write.prototype, 'lock_version');
  return Write as never;
}

function declare(prototype: object, table: Fields, options: (field: Field<unknown, unknown>) => FieldOptions): void {
  for (const [name, field] of Object.entries(table)) {
    formOf(field, options(field))(prototype, wireNameOf(name));
  }
}

function optionsOf(properties: Field<unknown, unknown>['properties'], optional: boolean): FieldOptions {
  const { description, example, isNullable, initial } = properties;
  return {
    ...(optional ? { optional } : {}),
    ...(isNullable || 'initial' in properties ? { nullable: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...('example' in properties ? { example } : {}),
    ...(typeof initial === 'object' ? {} : { default: initial }),
  };
}

/** What was sent, under the names of the program. Nested bodies say what they hold themselves. */
function valuesOf<T extends Fields>(table: T, sent: object): ChangesOf<T> {
  const values: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(table)) {
    const value = (sent as Readonly<Record<string, unknown>>)[wireNameOf(name)];
    if (value === undefined) continue;
    values[name] = type.kind === 'instant' && typeof value === 'string' ? new Date(value) : value;
  }
  return values as ChangesOf<T>;
}

function formOf({ type }: Field<unknown, unknown>, options: FieldOptions): PropertyDecorator {
  switch (type.kind) {
    case 'text':
      return Text({ ...type, max: expected(type.max) }, options);
    case 'uuid':
      return Uuid(options);
    case 'flag':
      return Flag(options);
    case 'integer':
      return Integer(type.min ?? 0, expected(type.max), options);
    case 'number': {
      const [minimum, maximum] = [type.min ?? 0, expected(type.max)];
      return Checked(checkNumber(minimum, maximum) satisfies FieldCheck, { type: 'number', minimum, maximum }, options);
    }
    case 'one':
      return OneOf(type.name, type.values, options);
    case 'localized':
      return Localized({ max: expected(type.max), isEmptyAllowed: type.isEmptyAllowed }, options);
    case 'texts':
      return Texts(expected(type.max), { ...type.each, max: expected(type.each?.max) }, options);
    case 'instant':
      return Instant(options);
    case 'email':
      return EmailAddress(options);
    case 'locale':
      return Locale(options);
    case 'day':
      return Checked(checkDate, { type: 'string', format: 'date' }, options);
    case 'json':
      return JsonObject(expected(type.maxBytes), options);
    case 'bytes':
    case 'constant':
    case 'list':
    case 'locales':
    case 'lockVersion':
    case 'map':
    case 'nested':
    case 'schema':
    case 'secret':
    case 'sha256':
    case 'some':
    case 'url':
      throw new Error(`A request needs a form for a field of the kind ${type.kind}`);
  }
}

function expected(limit: number | undefined): number {
  if (limit === undefined) throw new Error('A field that is asked for has a limit');
  return limit;
}
