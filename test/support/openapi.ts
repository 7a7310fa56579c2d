import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

/** As it is committed; one suite compares it with the program. */
export function committedDocument(): OpenAPIObject {
  return JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8')) as OpenAPIObject;
}

/** The target of a reference in the document; anything else is returned unchanged. All references are local. */
export function resolved<T extends object>(document: OpenAPIObject, value: T | { readonly $ref: string }): T {
  if (!('$ref' in value)) return value;
  const target = value.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], document);
  if (!target) throw new Error(`${value.$ref} leads nowhere`);
  return resolved(document, target as T);
}

/** Every reference in the document, as often as it occurs. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as { $ref?: unknown };
  return [...(typeof $ref === 'string' ? [$ref] : []), ...Object.values(value).flatMap(referencesIn)];
}
