import type { INestApplication } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants';
import { routesOf } from './routes';
import { accessOf } from '../auth/admin-access';
import { AdminGuard } from '../auth/admin.guard';
import { scopesOf } from '../auth/service-access';
import { ServiceGuard } from '../auth/service.guard';

/** Whether a handler declares who may call it, by the guard of its surface. */
const DECLARES = new Map<unknown, (handler: object) => boolean>([
  [AdminGuard, (handler) => accessOf(handler) !== null],
  [ServiceGuard, (handler) => scopesOf(handler).length > 0],
]);

/** @throws Error for a route of administrators without a permission, or of API clients without a scope. */
export function expectDeclaredAccess(app: INestApplication): void {
  const undeclared = routesOf(app)
    .filter(({ controller, handler }) => guardsOf(controller).some((guard) => DECLARES.get(guard)?.(handler) === false))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  if (undeclared.length > 0) throw new Error(`No permission or scope is declared for: ${undeclared.join(', ')}`);
}

function guardsOf(controller: object): unknown[] {
  return (Reflect.getMetadata(GUARDS_METADATA, controller) ?? []) as unknown[];
}
