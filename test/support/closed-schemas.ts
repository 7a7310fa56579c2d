export type Json = Record<string, unknown>;

/** Keywords with schemas for what is inside the value, one by one, in a list, or by name. */
const INSIDE = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'contains', 'prefixItems']);
const INSIDE_BY_NAME = new Set(['properties', 'patternProperties']);
/** Keywords with schemas that speak of the same value. */
const BESIDE = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

/** The schema of a place where a value stands: unless it says more, it has no field that no schema for it names. */
export function closed(schema: unknown, document: string): Json {
  return { unevaluatedProperties: false, ...opened(schema, document) };
}

/**
 * A schema that may be one of several for the same value, so that it does not know all of its fields; those inside the
 * value are closed. References lead into the document by its name.
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
