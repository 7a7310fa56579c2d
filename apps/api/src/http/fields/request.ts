import { type ChangesOf, type Field, type Fields, type NewOf, ValidationFailedError, wireNameOf } from '@libs/kernel';
import { checkDate, checkNumber, checkOneOf } from './field-checks';
import {
  Checked,
  EmailAddress,
  type FieldOptions,
  Flag,
  Instant,
  Integer,
  JsonObject,
  ListOf,
  Locale,
  Localized,
  LockVersion,
  Nested,
  OneOf,
  Text,
  Texts,
  Uuid,
  Values,
} from './fields';
import type { WireValuesOf } from './wire-names';

/** What a client sends of these fields. */
type Sent<T> = { readonly [Name in keyof WireValuesOf<T>]?: WireValuesOf<T>[Name] | null };

interface Versioned {
  readonly lock_version?: number;
}

/** How fields are asked for of which the table does not say enough: one with a check or a conversion of its own. */
type Forms<T> = { readonly [Name in keyof T]?: (options: FieldOptions) => PropertyDecorator };

/** A body, or a part of one, that tells what was sent under the names of the program. */
abstract class Body {
  abstract told(): object;
}

function bodyOf<T extends Fields>(table: T) {
  return class extends Body {
    changes(): ChangesOf<T> {
      return valuesOf(table, this);
    }

    told(): object {
      return this.changes();
    }
  };
}

/** The body of a request for a new resource: fields with an initial value may be absent or null. */
export function newRequest<T extends Fields>(
  table: T,
  forms: Forms<T> = {},
): new () => Sent<T> & { values(): NewOf<T> } {
  class New extends bodyOf(table) {
    values(): NewOf<T> {
      return this.changes() as NewOf<T>;
    }

    override told(): object {
      return this.values();
    }
  }
  declare(New.prototype, table, forms, (field) => optionsOf(field.properties, !isRequired(field)));
  return New as never;
}

/** Settings within a body: an absent field keeps its value; null resets one that has an initial value. */
export function settingsRequest<T extends Fields>(
  table: T,
  forms: Forms<T> = {},
): new () => Sent<T> & { changes(): ChangesOf<T> } {
  const Settings = bodyOf(table);
  declare(Settings.prototype, table, forms, ({ properties }) => optionsOf(properties, true));
  return Settings as never;
}

/** The body of a change: the same, with the lock version. */
export function changeRequest<T extends Fields>(
  table: T,
  forms: Forms<T> = {},
): new () => Sent<T> & { readonly lock_version: number; changes(): ChangesOf<T> } {
  const Change = bodyOf(table);
  LockVersion()(Change.prototype, 'lock_version');
  declare(Change.prototype, table, forms, ({ properties }) => optionsOf(properties, true));
  return Change as never;
}

/**
 * One body for both: what a new resource must have is required on POST, and its lock version on PATCH. An absent field
 * keeps its value, or that of a new resource; null resets it to the latter.
 */
export function writeRequest<T extends Fields>(
  table: T,
  forms: Forms<T> = {},
): new () => Sent<T> &
  Versioned & {
    /** @throws ValidationFailedError naming missing fields, and a lock version: there is none yet. */
    values(): NewOf<T>;
    changes(): ChangesOf<T>;
    /** @throws ValidationFailedError when it is missing. */
    expectedVersion(): number;
  } {
  const required = Object.entries(table).flatMap(([name, field]) => (isRequired(field) ? [name] : []));
  class Write extends bodyOf(table) {
    declare readonly lock_version?: number;

    values(): NewOf<T> {
      const sent = this.changes();
      const missing = required.filter((name) => sent[name as keyof typeof sent] === undefined);
      if (missing.length > 0) {
        throw new ValidationFailedError(missing.map((name) => ({ field: wireNameOf(name), code: 'required' })));
      }
      if (this.lock_version !== undefined) throw ValidationFailedError.of('lock_version', 'unknown_field');
      return sent as NewOf<T>;
    }

    expectedVersion(): number {
      if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
      return this.lock_version;
    }
  }
  declare(Write.prototype, table, forms, (field) => {
    const options = optionsOf(field.properties, true);
    if (!isRequired(field)) return options;
    const { description } = options;
    return { ...options, description: description ? `Required on POST. ${description}` : 'Required on POST' };
  });
  LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })(Write.prototype, 'lock_version');
  return Write as never;
}

function declare<T extends Fields>(
  prototype: object,
  table: T,
  forms: Forms<T>,
  optionsOf: (field: Field<unknown, unknown>) => FieldOptions,
): void {
  for (const [name, field] of Object.entries(table)) {
    const options = optionsOf(field);
    const decorate = forms[name]?.(options) ?? formOf(field, options);
    // As the compiler tells of a property; Swagger looks there where a schema says no type.
    Reflect.defineMetadata('design:type', Object, prototype, wireNameOf(name));
    decorate(prototype, wireNameOf(name));
  }
}

/** Of a new resource. */
function isRequired({ properties }: Field<unknown, unknown>): boolean {
  return !('initial' in properties || properties.isOptional);
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

/** What was sent, under the names of the program. Bodies within it say so themselves. */
function valuesOf<T extends Fields>(table: T, sent: object): ChangesOf<T> {
  const values: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(table)) {
    const value = (sent as Readonly<Record<string, unknown>>)[wireNameOf(name)];
    if (value !== undefined) values[name] = valueOf(type, value);
  }
  return values as ChangesOf<T>;
}

function valueOf(type: Field<unknown>['type'], value: unknown): unknown {
  if (value instanceof Body) return value.told();
  if (type.kind === 'list' && Array.isArray(value)) return value.map((each) => valueOf(type, each));
  return type.kind === 'instant' && typeof value === 'string' ? new Date(value) : value;
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
      return Checked(checkNumber(minimum, maximum), { type: 'number', minimum, maximum }, options);
    }
    case 'one':
      return OneOf(type.name, type.values, options);
    case 'localized':
      return Localized({ ...type, max: expected(type.max) }, options);
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
    case 'some': {
      const { values, min = 0 } = type;
      return Values(checkOneOf(values), { min, max: values.length }, { enum: [...values] }, options);
    }
    case 'url':
      return Text({ max: expected(type.max) }, options);
    case 'nested':
      return Nested(type.of, options);
    case 'lockVersion':
      return LockVersion(options);
    case 'list':
      return ListOf(type.of, { max: expected(type.max) }, options);
    case 'actor':
    case 'bytes':
    case 'constant':
    case 'locales':
    case 'map':
    case 'schema':
    case 'secret':
    case 'sha256':
      throw new Error(`A request needs a form for a field of the kind ${type.kind}`);
  }
}

function expected(limit: number | undefined): number {
  if (limit === undefined) throw new Error('A field that is asked for has a limit');
  return limit;
}
