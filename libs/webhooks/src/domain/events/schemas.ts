type Schema = Readonly<Record<string, unknown>>;

/** Schemas by the name of the field. */
export type Fields = Readonly<Record<string, Schema>>;

export const TEXT: Schema = { type: 'string' };
export const ID: Schema = { type: 'string', format: 'uuid' };
export const ID_OR_NULL: Schema = { type: ['string', 'null'], format: 'uuid' };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const NUMBER: Schema = { type: 'number' };
export const VERSION: Schema = { type: 'integer', minimum: 1 };
export const FLAG: Schema = { type: 'boolean' };
export const TEXTS: Schema = { type: 'array', items: TEXT };
export const MOMENT_OR_NULL: Schema = { type: ['string', 'null'], format: 'date-time' };
export const HASH: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' };

export function described(schema: Schema, description: string): Schema {
  return { ...schema, description };
}
