export type Json = Record<string, unknown>;

/** Keywords with schemas for parts of the value: single ones, lists, or by name. */
const INSIDE = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'contains', 'prefixItems']);
const INSIDE_BY_NAME = new Set(['properties', 'patternProperties']);
/** Keywords with schemas for the same value. */
const BESIDE = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

/** The schema of a value: it allows no field that none of its schemas names, unless it says otherwise. */
export function closed(schema: unknown, document: string): Json {
  return { unevaluatedProperties: false, ...opened(schema, document) };
}

/**
 * A schema that may be one of several for the same value, so that it does not name all of its fields; those of inner
 * values are closed. References become relative to the document of that name.
 */
export function opened(schema: unknown, document: string): Json {
  const entries = Object.entries(schema as Json).map(([keyword, value]): [string, unknown] => {
    if (keyword === '$ref') return [keyword, `${document}${String(value)}`];
    if (INSIDE.has(keyword)) return [keyword, each(value, (one) => closed(one, document))];
    if (BESIDE.has(keyword)) return [keyword, each(value, (one) => opened(one, document))];
    if (!INSIDE_BY_NAME.has(keyword)) return [keyword, value];
    const named = Object.entries(value as Json).map(([name, one]) => [name, each(one, (is) => closed(is, document))]);
    return [keyword, Object.fromEntries(named)];
  });
  return Object.fromEntries(entries);
}

/** A schema may be `true` or `false`, too. */
function each(value: unknown, make: (schema: unknown) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => each(one, make));
  return typeof value === 'object' && value !== null ? make(value) : value;
}
