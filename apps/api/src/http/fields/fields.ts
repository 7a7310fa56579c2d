import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { parseEmailAddress } from '@libs/iam';
import { isUuid, SUPPORTED_LOCALES } from '@libs/kernel';
import {
  checkChoice,
  checkFlag,
  checkInstant,
  checkJsonObject,
  checkLocalizedOrEmpty,
  checkLocalizedText,
  checkUuid,
  checkValues,
  checkEmail,
  checkInteger,
  checkLocale,
  checkObject,
  checkOneOf,
  checkOpaque,
  checkPassword,
  checkText,
  checkTimeZone,
  parseDecimal,
  type FieldCheck,
  type FieldProblem,
  type TextLimits,
} from './field-checks';

/**
 * Options of the decorators of request fields. Each decorator declares type, limit and documentation together.
 */
export interface FieldOptions {
  /** May be absent. */
  readonly optional?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
  /** The names of other fields: exactly one of all must be present. */
  readonly either?: string | readonly string[];
  /** The name of another field: if it is present, this field is required. */
  readonly requiredWith?: string;
  /** The name of another field: without it, this field is unknown. */
  readonly onlyWith?: string;
  readonly description?: string;
  readonly example?: unknown;
  /** The default, for the document only: the program takes it from the initial value of the property. */
  readonly default?: unknown;
}

/** Marks a field, for the document only, as one of two that exclude each other. */
export const EITHER = 'x-either';

/** Marks a field, for the document only, as one that must be given with another. */
export const REQUIRED_WITH = 'x-required-with';

/** Marks, for the document only, the default of a field. */
export const DEFAULT = 'x-default';

/** PostgreSQL's `integer`. */
const MAX_LOCK_VERSION = 2_147_483_647;

/** The name of our constraint in class-validator's results. Its message is the problem as JSON, not yet in words. */
export const FIELD_CONSTRAINT = 'field';

export function Text(limits: TextLimits, options: FieldOptions = {}): PropertyDecorator {
  return field(checkText(limits), options, {
    type: 'string',
    minLength: limits.min ?? 1,
    maxLength: limits.max,
    ...(limits.pattern ? { pattern: limits.pattern.source } : {}),
  });
}

/** An email address, converted to the canonical form in which it is stored and compared. */
export function EmailAddress(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? (parseEmailAddress(value) ?? value) : (value as unknown))),
    field(
      checkEmail,
      { example: 'member@example.com', ...options },
      { type: 'string', format: 'email', maxLength: 254 },
    ),
  );
}

/** A mobile number as people write it. Its interpretation depends on the country of the App, see `identifierOf`. */
export function MobileNumber(options: FieldOptions = {}): PropertyDecorator {
  return Text({ max: 40 }, { example: '+8613800138000', ...options });
}

export function Password(options: FieldOptions = {}): PropertyDecorator {
  return field(
    checkPassword,
    { example: 'correct horse battery', ...options },
    { type: 'string', format: 'password', minLength: 12, maxLength: 256 },
  );
}

/** Any string. Its validity is decided by looking it up. */
export function Opaque(options: FieldOptions = {}): PropertyDecorator {
  return field(checkOpaque, options, { type: 'string' });
}

/** The six digits of a one-time password. */
export function OneTimePassword(options: FieldOptions = {}): PropertyDecorator {
  return Text(
    { min: 6, max: 6, pattern: /^[0-9]{6}$/, patternCode: 'not_six_digits' },
    { example: '408163', ...options },
  );
}

export function Locale(options: FieldOptions = {}): PropertyDecorator {
  return field(checkLocale, options, { enum: [...SUPPORTED_LOCALES], enumName: 'SupportedLocale' });
}

export function OneOf(enumName: string, values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(checkOneOf(values), options, { enum: [...values], enumName });
}

/** An optional integer of the query. */
export function QueryInteger(min: number, max: number, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => parseDecimal(value)),
    field(checkInteger(min, max), { ...options, optional: true }, { type: 'integer', minimum: min, maximum: max }),
  );
}

/** One of a few integers, in the query. */
export function QueryChoice(values: readonly number[], options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => parseDecimal(value)),
    field(checkChoice(values), options, { type: 'integer', enum: [...values] }),
  );
}

/** An integer of a body. */
export function Integer(min: number, max: number, options: FieldOptions = {}): PropertyDecorator {
  return field(checkInteger(min, max), options, { type: 'integer', minimum: min, maximum: max });
}

/** A time zone by its IANA name. */
export function TimeZone(options: FieldOptions = {}): PropertyDecorator {
  return field(checkTimeZone, options, { type: 'string', maxLength: 64 });
}

/** The lock version (optimistic concurrency) that the client read. 0: never saved. */
export function LockVersion({ min = 1, ...options }: FieldOptions & { readonly min?: 0 | 1 } = {}): PropertyDecorator {
  return Integer(min, MAX_LOCK_VERSION, { description: 'The version that the client read', example: min, ...options });
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(checkFlag, options, { type: 'boolean' });
}

/** A uuid, converted to lower case. */
export function Uuid(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : (value as unknown))),
    field(checkUuid, options, { type: 'string', format: 'uuid' }),
  );
}

/** A list of uuids, converted to lower case. */
export function Uuids(limits: { min?: number; max: number }, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      Array.isArray(value) ? value.map((id: unknown) => (isUuid(id) ? id.toLowerCase() : id)) : (value as unknown),
    ),
    Values(checkUuid, limits, { type: 'string', format: 'uuid' }, options),
  );
}

/** A moment in RFC 3339. */
export function Instant(options: FieldOptions = {}): PropertyDecorator {
  return field(
    checkInstant,
    { example: '2026-11-21T09:00:00.000Z', ...options },
    { type: 'string', format: 'date-time' },
  );
}

/** A text keyed by locale, in at least one of them unless it may be empty. */
export function Localized(
  limits: TextLimits & { readonly isEmptyAllowed?: boolean | undefined },
  options: FieldOptions = {},
): PropertyDecorator {
  const check = (limits.isEmptyAllowed ? checkLocalizedOrEmpty : checkLocalizedText)(limits);
  const text = { type: 'string', minLength: limits.min ?? 1, maxLength: limits.max };
  const properties = Object.fromEntries(SUPPORTED_LOCALES.map((locale) => [locale, text]));
  return field(check, { example: { 'zh-CN': '你好', 'en-US': 'Hello' }, ...options }, {
    type: 'object',
    properties,
    additionalProperties: false,
  } as ApiPropertyOptions);
}

/** A list of texts, without the blanks around them. */
export function Texts(max: number, each: TextLimits, options: FieldOptions = {}): PropertyDecorator {
  const item = { type: 'string', minLength: each.min ?? 1, maxLength: each.max };
  return applyDecorators(
    Transform(({ value }) =>
      Array.isArray(value)
        ? value.map((one: unknown) => (typeof one === 'string' ? one.trim() : one))
        : (value as unknown),
    ),
    Values(checkText(each), { max }, item, options),
  );
}

/** A list of codes, which are looked up as they are. @param max number of them. @param length of each. */
export function Codes(max: number, length: number, options: FieldOptions = {}): PropertyDecorator {
  return Values(checkText({ max: length }), { max }, { type: 'string', maxLength: length }, options);
}

/** Any JSON object, of limited size in bytes. */
export function JsonObject(maxBytes: number, options: FieldOptions = {}): PropertyDecorator {
  return field(checkJsonObject(maxBytes), options, { type: 'object', additionalProperties: true });
}

/** A list of plain values. `item` is the schema of one of them. */
export function Values(
  check: FieldCheck,
  limits: { min?: number; max: number },
  item: object,
  options: FieldOptions = {},
): PropertyDecorator {
  const { min = 0, max } = limits;
  return field(checkValues(check, min, max), options, {
    type: 'array',
    items: item,
    minItems: min,
    maxItems: max,
  });
}

/** A field with a check of its own. */
export function Checked(check: FieldCheck, schema: object, options: FieldOptions = {}): PropertyDecorator {
  return field(check, options, schema);
}

/** An object with fields of its own. Swagger recognises a lazy type by its name, which must be `type`. */
export function Nested(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(Type(type), ValidateNested(), field(checkObject, options, { type: () => type() }));
}

/** A list of objects, each with fields of its own. */
export function ListOf(
  type: () => new () => object,
  limits: { min?: number; max: number },
  options: FieldOptions = {},
): PropertyDecorator {
  const { min = 0, max } = limits;
  return applyDecorators(
    Type((options) => {
      if (options) shorten((options.object as Record<string, unknown>)[options.property], max);
      return type();
    }),
    ValidateNested({ each: true }),
    field(checkValues(checkObject, min, max), options, { type: () => [type()], minItems: min, maxItems: max }),
  );
}

/** Documents a field and checks nothing: one of an answer, or of a body that its handler parses itself. */
export function Documented(schema: object, options: FieldOptions = {}): PropertyDecorator {
  const { optional = false, nullable = false, either, requiredWith, onlyWith, description, example } = options;
  const needing = requiredWith ?? onlyWith;
  return ApiProperty({
    ...schema,
    required: !optional && either === undefined && needing === undefined,
    ...(either === undefined ? {} : { [EITHER]: either }),
    ...(optional || needing === undefined ? {} : { [REQUIRED_WITH]: needing }),
    ...(nullable ? { nullable } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    ...(options.default === undefined ? {} : { [DEFAULT]: options.default }),
  });
}

/** Cuts an overlong list to one item above its limit: it is still refused, but the rest is not checked. */
function shorten(list: unknown, max: number): void {
  if (Array.isArray(list) && list.length > max + 1) list.length = max + 1;
}

function field(check: FieldCheck, options: FieldOptions, schema: ApiPropertyOptions): PropertyDecorator {
  const { optional = false, nullable = false, either, requiredWith, onlyWith } = options;
  const problemOf = (value: unknown, fields: object = {}): FieldProblem | null => {
    const isGiven = (name: string) => (fields as Record<string, unknown>)[name] !== undefined;
    const other = [either ?? []].flat().find(isGiven);
    if (other !== undefined) return value === undefined ? null : { code: 'not_both', params: { other } };
    if (onlyWith !== undefined && !isGiven(onlyWith)) return value === undefined ? null : { code: 'unknown_field' };
    if (value === undefined && (optional || (requiredWith !== undefined && !isGiven(requiredWith)))) return null;
    return (value === undefined || value === null) && !optional ? { code: 'required' } : check(value);
  };
  return applyDecorators(
    Documented(schema, options),
    ...(nullable ? [ValidateIf((_object, value) => value !== null)] : []),
    ValidateBy({
      name: FIELD_CONSTRAINT,
      validator: {
        validate: (value: unknown, context) => problemOf(value, context?.object) === null,
        defaultMessage: (context) => JSON.stringify(problemOf(context?.value, context?.object)),
      },
    }),
  );
}
