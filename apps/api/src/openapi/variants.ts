import type { OpenAPIObject } from '@nestjs/swagger';
import { namedVariants } from '../http/fields/variants';

/** Replaces the schema of each class that has variants by theirs. */
export function addVariants({ components }: OpenAPIObject): void {
  const { schemas = {} } = components ?? {};
  for (const [name, schema] of namedVariants()) {
    if (schemas[name]) schemas[name] = structuredClone(schema) as object;
  }
}
