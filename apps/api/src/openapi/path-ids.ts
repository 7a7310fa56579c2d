import type { OpenAPIObject } from '@nestjs/swagger';
import { NAMES_AN_ID } from '../http/request/path-ids';
import type { Operation } from './operations';
import { METHODS } from '../surfaces/routes';

type Parameter = NonNullable<Operation['parameters']>[number];

/** Declares every id in a path as a uuid, also where a guard reads the id and the handler does not. */
export function addPathIds(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
      if (!NAMES_AN_ID.test(name)) continue;
      for (const method of METHODS) describe(item[method], name);
    }
  }
}

function describe(operation: Operation | undefined, name: string): void {
  if (!operation) return;
  const others = (operation.parameters ?? []).filter((one) => '$ref' in one || one.in !== 'path' || one.name !== name);
  const id = { name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  operation.parameters = [id as Parameter, ...others];
}
