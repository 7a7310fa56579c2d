import type { OpenAPIObject } from '@nestjs/swagger';
import { METHODS } from './routes';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Every operation of the document, in its order. */
export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.values(document.paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []));
}
