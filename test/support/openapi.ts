import type { OpenAPIObject } from '@nestjs/swagger';

/** What a reference of the document leads to; anything else is what it is. All references are local. */
export function resolved<T extends object>(document: OpenAPIObject, value: T | { readonly $ref: string }): T {
  if (!('$ref' in value)) return value;
  const target = value.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], document);
  if (!target) throw new Error(`${value.$ref} leads nowhere`);
  return resolved(document, target as T);
}

/** Every reference of the document, as often as it is there. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as { $ref?: unknown };
  return [...(typeof $ref === 'string' ? [$ref] : []), ...Object.values(value).flatMap(referencesIn)];
}
