import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations';

/** The parts of a schema from which an example is made. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  required?: string[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  example?: unknown;
}

/** By these operations; the others change something that is there. */
const CREATING = /^(?:create|invite)Admin/;

/** What some of them refuse, or take only where the installation is set up for it. */
const LEFT_OUT: Readonly<Record<string, string>> = { createAdminNotice: 'message_type', createAdminApp: 'mail' };

const PLAIN_VALUES: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true, object: {} };

/** Gives every JSON body an example made of those of its fields, or one for each variant. */
export function addExamples(document: OpenAPIObject): void {
  for (const { operationId = '', requestBody, responses } of operationsOf(document)) {
    for (const part of [requestBody, ...Object.values(responses)]) {
      const media = part && 'content' in part ? part.content?.['application/json'] : undefined;
      if (!media?.schema || media.example !== undefined) continue;
      const schema =
        part === requestBody && CREATING.test(operationId)
          ? ofSomethingNew(media.schema, document, LEFT_OUT[operationId])
          : media.schema;
      const variants = variantsIn(schema as Schema, document);
      if (variants.length === 0) media.example = exampleOf(schema as Schema, document) as object;
      else media.examples = Object.fromEntries(variants.map((one) => [one, variant(schema as Schema, document, one)]));
    }
  }
}

/** Of a resource that is not there yet: no version of it, nothing that a fresh installation does not have, and no moment, which would pass. */
function ofSomethingNew(schema: object, document: OpenAPIObject, leftOut?: string): Schema {
  const { $ref, ...own } = schema as Schema;
  const whole = $ref ? resolve($ref, document) : own;
  const { properties = {}, required = [] } = whole;
  const isKept = ([name, property]: [string, Schema]) =>
    required.includes(name) || (name !== 'lock_version' && name !== leftOut && !isElsewhere(property));
  return { ...whole, properties: Object.fromEntries(Object.entries(properties).filter(isKept)) };
}

function isElsewhere({ items, format }: Schema): boolean {
  return ['uuid', 'date-time'].includes(items?.format ?? format ?? '');
}

/** The values that distinguish the variants of the schema, or of the first of its parts that has any. */
function variantsIn(schema: Schema, document: OpenAPIObject, seen: readonly string[] = []): string[] {
  const { $ref, discriminator, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  if (discriminator) return Object.keys(discriminator.mapping);
  if ($ref) return seen.includes($ref) ? [] : variantsIn(resolve($ref, document), document, [...seen, $ref]);
  for (const part of [...Object.values(properties), ...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf]) {
    const found = variantsIn(part, document, seen);
    if (found.length > 0) return found;
  }
  return [];
}

function variant(schema: Schema, document: OpenAPIObject, name: string): { summary: string; value: object } {
  return { summary: name, value: exampleOf(schema, document, name) as object };
}

/** A value that fits the schema, made of the examples of its parts; `wanted` chooses the variant. */
function exampleOf(schema: Schema, document: OpenAPIObject, wanted = ''): unknown {
  const { $ref, example, properties, items, allOf, anyOf, oneOf, discriminator, type, enum: values } = schema;
  if (example !== undefined) return example;
  if ($ref) return exampleOf(resolve($ref, document), document, wanted);
  if (discriminator) {
    const { propertyName, mapping } = discriminator;
    const chosen = exampleOf({ $ref: mapping[wanted] ?? '' }, document, wanted) as object;
    return { ...chosen, [propertyName]: wanted };
  }
  if (properties) {
    // Of mutually exclusive fields only the first is shown.
    const [, ...others] = oneOf ?? [];
    const excluded = new Set(others.flatMap(({ required = [] }) => required));
    const fields = Object.entries(properties).filter(([name]) => !excluded.has(name));
    return Object.fromEntries(fields.map(([name, property]) => [name, exampleOf(property, document, wanted)]));
  }
  const [part] = allOf ?? anyOf ?? oneOf ?? [];
  if (part) return exampleOf(part, document, wanted);
  if (items) return [exampleOf(items, document, wanted)];
  if (values) return values[0];
  return PLAIN_VALUES[[type].flat()[0] ?? ''] ?? 'text';
}

function resolve(reference: string, document: OpenAPIObject): Schema {
  return (document.components?.schemas?.[reference.split('/').at(-1) ?? ''] ?? {}) as Schema;
}
