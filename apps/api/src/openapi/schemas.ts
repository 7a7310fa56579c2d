import type { OpenAPIObject } from '@nestjs/swagger';

/** A schema as this module handles it: whatever keywords it carries. */
interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  example?: unknown;
}

/** Rewrites what OpenAPI 3.0 said in words of its own into JSON Schema 2020-12, which 3.1 speaks. */
export function toOpenApi31(document: OpenAPIObject): void {
  for (const schema of Object.values(document.components?.schemas ?? {})) rewrite(schema as Schema);
  rewriteWithin(document.paths);
}

/** A value that fits the schema, made of the examples of its parts. */
export function exampleOf(schema: object, document: OpenAPIObject): unknown {
  const { $ref, example, properties, items, allOf, oneOf, type, enum: values } = schema as Schema;
  if (example !== undefined) return example;
  if ($ref) return exampleOf(resolve($ref, document), document);
  const [part] = allOf ?? oneOf ?? [];
  if (part) return exampleOf(part, document);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(property, document)]));
  }
  if (items) return [exampleOf(items, document)];
  if (values) return values[0];
  const [plain] = Array.isArray(type) ? type : [type];
  return { integer: 1, number: 1, boolean: true, object: {}, string: 'text' }[plain ?? 'string'] ?? null;
}

function resolve(reference: string, document: OpenAPIObject): Schema {
  const name = reference.split('/').at(-1) ?? '';
  return (document.components?.schemas?.[name] ?? {}) as Schema;
}

function rewriteWithin(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === 'schema') rewrite(child as Schema);
    else if (key !== 'example' && key !== 'examples') rewriteWithin(child);
  }
}

function rewrite(schema: Schema): void {
  for (const child of [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? []),
  ]) {
    rewrite(child);
  }
  if (schema.nullable === undefined) return;
  const nullable = schema.nullable;
  delete schema.nullable;
  if (!nullable) return;
  const reference = schema.$ref ? { $ref: schema.$ref } : schema.allOf?.[0];
  if (reference) {
    delete schema.$ref;
    delete schema.allOf;
    schema.oneOf = [reference, { type: 'null' }];
    return;
  }
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  if (schema.enum && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
}
