import type { INestApplication } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants';
import { routesOf } from './routes';
import { accessOf } from '../auth/admin-access';
import { AdminGuard } from '../auth/admin.guard';

/** An administrators' route that declares no permission is a hole: the api does not start with one. */
export function expectDeclaredAccess(app: INestApplication): void {
  const undeclared = routesOf(app)
    .filter(({ controller }) => guardsOf(controller).includes(AdminGuard))
    .filter(({ handler }) => accessOf(handler) === null)
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  if (undeclared.length > 0) throw new Error(`No permission is declared for: ${undeclared.join(', ')}`);
}

function guardsOf(controller: object): unknown[] {
  return (Reflect.getMetadata(GUARDS_METADATA, controller) ?? []) as unknown[];
}
