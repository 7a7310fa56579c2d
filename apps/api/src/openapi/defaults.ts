import type { OpenAPIObject } from '@nestjs/swagger';
import { DEFAULT } from '../http/fields/fields';
import { operationsOf } from './operations';

/**
 * Documents defaults: that of a parameter as `default`, that of a field of a body in its description, because generators of
 * clients take a field with `default` for one that is always present, also in requests.
 */
export function addDefaults(document: OpenAPIObject): void {
  for (const { parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters) {
      if ('$ref' in parameter) continue;
      const value = taken(parameter);
      if (value !== undefined) Object.assign((parameter.schema ??= {}), { default: value });
    }
  }
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    const properties = 'properties' in schema ? (schema.properties ?? {}) : {};
    for (const property of Object.values<object>(properties)) describe(property);
  }
}

function describe(property: { description?: string }): void {
  const value = taken(property);
  if (value === undefined) return;
  const told = `The default is \`${value}\``;
  property.description = property.description ? `${property.description.replace(/\.$/, '')}. ${told}` : told;
}

function taken(marked: object): string | number | boolean | undefined {
  if (!(DEFAULT in marked)) return undefined;
  const value = marked[DEFAULT] as string | number | boolean;
  Reflect.deleteProperty(marked, DEFAULT);
  return value;
}
