import { applyDecorators } from '@nestjs/common';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { Documented } from '../fields/fields';
import { ShownOnce } from './shown-once';

/**
 * Options of the decorators of response fields, which have a common prefix: `@Answer.Uuid()` is a response field, `@Uuid()`
 * a request field. They document type and limits, and check nothing: the suites compare answers with the document.
 */
export interface AnswerOptions {
  /** May be absent. */
  readonly optional?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

/** Options of a field without a default example. */
interface ExampledOptions extends AnswerOptions {
  readonly example: unknown;
}

interface TextOptions extends ExampledOptions {
  /** The greatest number of Unicode code points. */
  readonly max?: number;
}

interface NumberOptions extends ExampledOptions {
  readonly min?: number;
  readonly max?: number;
}

interface UrlOptions extends ExampledOptions {
  /** `iri` for URLs written by people, in any script; `uri-reference` for paths of this service. */
  readonly format?: 'uri' | 'iri' | 'uri-reference';
}

interface ListOptions extends AnswerOptions {
  /** The greatest number of items. */
  readonly max?: number;
}

export const SCALAR = { oneOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'number' }] };
export const SCALAR_OR_NULL = { oneOf: [...SCALAR.oneOf, { type: 'null' }] };

/** Any JSON but null. */
export const ANY_JSON_VALUE = {
  oneOf: [
    ...SCALAR.oneOf,
    { type: 'array', items: { additionalProperties: true } },
    { type: 'object', additionalProperties: true },
  ],
};
/** Any value that a field may have. */
export const ANY_JSON = { oneOf: [...ANY_JSON_VALUE.oneOf, { type: 'null' }] };

export const Answer = {
  Text({ max, ...options }: TextOptions): PropertyDecorator {
    return Documented({ type: 'string', ...(max === undefined ? {} : { maxLength: max }) }, options);
  },

  /** A secret, shown only to the request that created it; a replayed answer has null. */
  Secret({ description, ...options }: ExampledOptions): PropertyDecorator {
    const repeated = 'The secret, in this answer only; null in a replayed answer (`Idempotent-Replayed`)';
    return applyDecorators(
      ShownOnce(),
      Documented(
        { type: 'string' },
        { ...options, nullable: true, description: description ? `${description}. ${repeated}` : repeated },
      ),
    );
  },

  /** A list of texts. */
  Texts(options: ExampledOptions): PropertyDecorator {
    return Documented({ type: 'array', items: { type: 'string' } }, options);
  },

  Uuid(options: AnswerOptions = {}): PropertyDecorator {
    return Documented(
      { type: 'string', format: 'uuid' },
      { example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901', ...options },
    );
  },

  /** A moment in RFC 3339, in UTC. */
  Instant(options: AnswerOptions = {}): PropertyDecorator {
    return Documented({ type: 'string', format: 'date-time' }, { example: '2026-11-21T09:00:00.000Z', ...options });
  },

  /** A day without a time. */
  Day(options: ExampledOptions): PropertyDecorator {
    return Documented({ type: 'string', format: 'date' }, options);
  },

  EmailAddress(options: AnswerOptions = {}): PropertyDecorator {
    return Documented({ type: 'string', format: 'email' }, { example: 'member@example.com', ...options });
  },

  Url({ format = 'uri', ...options }: UrlOptions): PropertyDecorator {
    return Documented({ type: 'string', format }, options);
  },

  /** In lower-case hex. */
  Sha256(options: AnswerOptions = {}): PropertyDecorator {
    return Documented(
      { type: 'string', pattern: '^[0-9a-f]{64}$' },
      { example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', ...options },
    );
  },

  Flag(options: AnswerOptions = {}): PropertyDecorator {
    return Documented({ type: 'boolean' }, { example: true, ...options });
  },

  Integer(options: NumberOptions): PropertyDecorator {
    return numeric('integer', options);
  },

  /** A number of things or of seconds: an integer from 0 on. */
  Count(options: ExampledOptions): PropertyDecorator {
    return numeric('integer', { min: 0, ...options });
  },

  Number(options: NumberOptions): PropertyDecorator {
    return numeric('number', options);
  },

  /** The lock version (optimistic concurrency), which a change must contain. */
  LockVersion(options: AnswerOptions = {}): PropertyDecorator {
    return numeric('integer', { min: 1, example: 1, ...options });
  },

  /** A value that is always the same. */
  Constant(value: string | true, options: AnswerOptions = {}): PropertyDecorator {
    const type = value === true ? 'boolean' : 'string';
    return Documented({ type, enum: [value] }, { example: value, ...options });
  },

  /** One of the values of an enum, which the document names. */
  OneOf(enumName: string, values: readonly string[], options: AnswerOptions = {}): PropertyDecorator {
    return Documented({ enum: [...values], enumName }, { example: values[0], ...options });
  },

  /** A list of values of an enum. */
  SomeOf(enumName: string, values: readonly string[], options: AnswerOptions = {}): PropertyDecorator {
    return Documented({ enum: [...values], enumName, isArray: true }, { example: values.slice(0, 1), ...options });
  },

  Locale(options: AnswerOptions = {}): PropertyDecorator {
    return Answer.OneOf('SupportedLocale', SUPPORTED_LOCALES, options);
  },

  Locales(options: AnswerOptions = {}): PropertyDecorator {
    return Answer.SomeOf('SupportedLocale', SUPPORTED_LOCALES, options);
  },

  /** A text keyed by locale. */
  Localized(options: AnswerOptions = {}): PropertyDecorator {
    const properties = Object.fromEntries(SUPPORTED_LOCALES.map((locale) => [locale, { type: 'string' }]));
    return Documented(
      { type: 'object', properties, additionalProperties: false },
      {
        example: { 'zh-CN': '你好', 'en-US': 'Hello' },
        ...options,
      },
    );
  },

  /** Any JSON object. */
  JsonObject(options: ExampledOptions): PropertyDecorator {
    return Documented({ type: 'object', additionalProperties: true }, options);
  },

  /** An object with varying keys. @param item the schema of their values. */
  MapOf(item: object, options: ExampledOptions): PropertyDecorator {
    return Documented({ type: 'object', additionalProperties: item }, options);
  },

  /** An object with fields of its own. Swagger tells a type that is read later by its name, which must be `type`. */
  Nested(type: () => new (...args: never[]) => object, options: AnswerOptions = {}): PropertyDecorator {
    return Documented({ type: () => type() }, options);
  },

  /** A list of objects, each with fields of its own. */
  ListOf(type: () => new (...args: never[]) => object, { max, ...options }: ListOptions = {}): PropertyDecorator {
    return Documented({ type: () => [type()], ...(max === undefined ? {} : { maxItems: max }) }, options);
  },

  /** A field with a schema of its own. */
  Schema(schema: object, options: ExampledOptions): PropertyDecorator {
    return Documented(schema, options);
  },
} as const;

function numeric(type: 'integer' | 'number', { min, max, ...options }: NumberOptions): PropertyDecorator {
  const bounds = { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
  return Documented({ type, ...bounds }, options);
}
