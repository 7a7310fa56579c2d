import type { OpenAPIObject } from '@nestjs/swagger';
import { type Method, METHODS } from '../surfaces/routes';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** The operations with a handler, or those of some methods, in the order of the document. */
export function operationsOf(document: OpenAPIObject, methods: readonly Method[] = METHODS): Operation[] {
  return Object.values(document.paths).flatMap((path) => methods.flatMap((method) => path[method] ?? []));
}

/** All operations including HEAD, which the router answers with the handler of GET. */
export function operationsWithHead(document: OpenAPIObject): Operation[] {
  return [...operationsOf(document), ...Object.values(document.paths).flatMap(({ head }) => head ?? [])];
}
