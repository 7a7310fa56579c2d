import type { OpenAPIObject } from '@nestjs/swagger';
import { EITHER } from '../http/fields';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Fields of which exactly one must be given become alternatives of their schema. */
export function addAlternatives({ components }: OpenAPIObject): void {
  for (const schema of Object.values<Schemas[string]>(components?.schemas ?? {})) {
    const properties = Object.entries<object>(('properties' in schema && schema.properties) || {});
    const alternatives = properties.filter(([, property]) => EITHER in property);
    if (alternatives.length === 0) continue;
    Object.assign(schema, { oneOf: alternatives.map(([name]) => ({ required: [name] })) });
    for (const [, property] of alternatives) Reflect.deleteProperty(property, EITHER);
  }
}
