import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations';

/** A schema as far as an example is made of it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  required?: string[];
  example?: unknown;
}

const PLAIN_VALUES: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true, object: {} };

/** Every JSON body gets the example that the examples of its fields add up to. */
export function addExamples(document: OpenAPIObject): void {
  for (const { requestBody, responses } of operationsOf(document)) {
    for (const part of [requestBody, ...Object.values(responses)]) {
      const media = part && 'content' in part ? part.content?.['application/json'] : undefined;
      if (media?.schema) media.example ??= exampleOf(media.schema, document) as object;
    }
  }
}

/** A value that fits the schema, made of the examples of its parts. */
function exampleOf(schema: object, document: OpenAPIObject): unknown {
  const { $ref, example, properties, items, allOf, anyOf, oneOf, type, enum: values } = schema as Schema;
  if (example !== undefined) return example;
  if ($ref) return exampleOf(resolve($ref, document), document);
  if (properties) {
    // Of fields that exclude each other the first one is shown.
    const [, ...others] = oneOf ?? [];
    const excluded = new Set(others.flatMap(({ required = [] }) => required));
    const fields = Object.entries(properties).filter(([name]) => !excluded.has(name));
    return Object.fromEntries(fields.map(([name, property]) => [name, exampleOf(property, document)]));
  }
  const [part] = allOf ?? anyOf ?? oneOf ?? [];
  if (part) return exampleOf(part, document);
  if (items) return [exampleOf(items, document)];
  if (values) return values[0];
  return PLAIN_VALUES[[type].flat()[0] ?? ''] ?? 'text';
}

function resolve(reference: string, document: OpenAPIObject): object {
  return document.components?.schemas?.[reference.split('/').at(-1) ?? ''] ?? {};
}
