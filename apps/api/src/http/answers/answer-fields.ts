import { applyDecorators } from '@nestjs/common';
import { type FieldType, SUPPORTED_LOCALES } from '@libs/kernel';
import { Documented } from '../fields/fields';
import { ShownOnce } from './shown-once';

interface AnswerOptions {
  readonly optional: boolean | undefined;
  readonly nullable: boolean | undefined;
  readonly description: string | undefined;
  readonly example?: unknown;
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

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const LOCALES = { name: 'SupportedLocale', values: SUPPORTED_LOCALES };
const LOCALIZED = Object.fromEntries(SUPPORTED_LOCALES.map((locale) => [locale, { type: 'string' }]));
const GREETING = { 'zh-CN': '你好', 'en-US': 'Hello' };

/** Documents the type and limits of a response field, and checks nothing: the suites compare answers with the document. */
export function answered(type: FieldType, options: AnswerOptions): PropertyDecorator {
  const [schema, example] = schemaOf(type);
  if (type.kind !== 'secret') return Documented(schema, { example, ...options });
  const { description } = options;
  const repeated = 'The secret, in this answer only; null in a replayed answer (`Idempotent-Replayed`)';
  return applyDecorators(
    ShownOnce(),
    Documented(schema, {
      ...options,
      nullable: true,
      description: description ? `${description}. ${repeated}` : repeated,
    }),
  );
}

/** The schema of a type and, if the same fits everywhere, an example. */
function schemaOf(type: FieldType): readonly [schema: object, example?: unknown] {
  switch (type.kind) {
    case 'text':
      return [{ type: 'string', ...limits('maxLength', type.max) }];
    case 'secret':
      return [{ type: 'string' }];
    case 'texts':
      return [{ type: 'array', items: { type: 'string' } }];
    case 'uuid':
      return [{ type: 'string', format: 'uuid' }, '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901'];
    case 'instant':
      return [{ type: 'string', format: 'date-time' }, '2026-11-21T09:00:00.000Z'];
    case 'day':
      return [{ type: 'string', format: 'date' }];
    case 'email':
      return [{ type: 'string', format: 'email' }, 'member@example.com'];
    case 'url':
      return [{ type: 'string', format: type.format ?? 'uri' }];
    case 'sha256':
      return [{ type: 'string', pattern: '^[0-9a-f]{64}$' }, SHA256];
    case 'flag':
      return [{ type: 'boolean' }, true];
    case 'integer':
    case 'number':
      return [{ type: type.kind, ...limits('minimum', type.min), ...limits('maximum', type.max) }];
    case 'lockVersion':
      return [{ type: 'integer', minimum: 1 }, 1];
    case 'constant':
      return [{ type: type.value === true ? 'boolean' : 'string', enum: [type.value] }, type.value];
    case 'one':
      return [{ enum: [...type.values], enumName: type.name }, type.values[0]];
    case 'some':
      return [{ enum: [...type.values], enumName: type.name, isArray: true }, type.values.slice(0, 1)];
    case 'locale':
      return schemaOf({ ...LOCALES, kind: 'one' });
    case 'locales':
      return schemaOf({ ...LOCALES, kind: 'some' });
    case 'localized':
      return [{ type: 'object', properties: LOCALIZED, additionalProperties: false }, GREETING];
    case 'json':
      return [{ type: 'object', additionalProperties: true }];
    case 'map':
      return [{ type: 'object', additionalProperties: type.item }];
    // Swagger recognises a lazy type by its name, which must be `type`.
    case 'nested':
      return [{ type: () => type.of() }];
    case 'list':
      return [{ type: () => [type.of()], ...limits('maxItems', type.max) }];
    case 'schema':
      return [type.schema];
    case 'actor':
    case 'bytes':
      throw new Error(`No answer tells a field of the kind ${type.kind} as it is`);
  }
}

function limits(name: string, limit: number | undefined): object {
  return limit === undefined ? {} : { [name]: limit };
}
