import type { OpenAPIObject } from '@nestjs/swagger';
import { DEFAULT } from '../http/fields/fields';
import { operationsOf } from './operations';

/** Writes the default of a field into its schema, also next to a reference to its enum. */
export function addDefaults(document: OpenAPIObject): void {
  for (const { parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters) {
      if (!('$ref' in parameter)) move(parameter, (parameter.schema ??= {}));
    }
  }
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    const properties = 'properties' in schema ? (schema.properties ?? {}) : {};
    for (const property of Object.values<object>(properties)) move(property, property);
  }
}

function move(marked: object, schema: object): void {
  if (!(DEFAULT in marked)) return;
  Object.assign(schema, { default: marked[DEFAULT] });
  Reflect.deleteProperty(marked, DEFAULT);
}
