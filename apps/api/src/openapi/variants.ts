import type { OpenAPIObject } from '@nestjs/swagger';
import { namedVariants } from '../http/fields/variants';

/** Classes that have variants are told as these. */
export function addVariants({ components }: OpenAPIObject): void {
  const { schemas = {} } = components ?? {};
  for (const [name, schema] of namedVariants()) {
    if (schemas[name]) schemas[name] = structuredClone(schema) as object;
  }
}
