import type { OpenAPIObject } from '@nestjs/swagger';
import { EITHER, REQUIRED_WITH } from '../http/fields/fields';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Turns fields of which exactly one must be present into `oneOf`, each with the fields that it requires. */
export function addAlternatives({ components }: OpenAPIObject): void {
  for (const schema of Object.values<Schemas[string]>(components?.schemas ?? {})) {
    const properties = Object.entries<object>(('properties' in schema && schema.properties) || {});
    const alternatives = properties.filter(([, property]) => EITHER in property);
    if (alternatives.length === 0) continue;
    const neededWith = (name: string) => properties.filter(([, property]) => mark(property, REQUIRED_WITH) === name);
    const oneOf = alternatives.map(([name]) => ({ required: [name, ...neededWith(name).map(([needed]) => needed)] }));
    Object.assign(schema, { oneOf });
    for (const [, property] of properties) {
      for (const name of [EITHER, REQUIRED_WITH]) Reflect.deleteProperty(property, name);
    }
  }
}

function mark(property: object, name: string): unknown {
  return Reflect.get(property, name);
}
