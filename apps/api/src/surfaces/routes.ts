import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { AddressDeniedError, AppsLimitedError, isScope, ScopeDeniedError } from '@libs/iam';
import { oncePer, ValidationFailedError } from '@libs/kernel';
import { AuditInterceptor } from '../audit/audit.interceptor';
import { accessOf, keepsToApps, recordedResourceOf } from '../auth/admin-access';
import { type ErrorClass, raisedBy } from '../http/answers/answers';
import { KnownParametersInterceptor } from '../http/fields/known-parameters.interceptor';
import { type BodyForm, bodyFormOf } from '../http/request/route-body';
import {
  IDEMPOTENCY_ERRORS,
  IdempotencyInterceptor,
  useOfIdempotencyKey,
} from '../idempotency/idempotency.interceptor';

export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

export type Method = (typeof METHODS)[number];

/** A route with its handler and its place in the document. */
export interface Route {
  readonly method: Method;
  /** With parameters in braces. */
  readonly path: string;
  readonly errors: readonly ErrorClass[];
  readonly controller: Type;
  readonly handler: object;
  /** The form of its body; null for a route without one. */
  readonly body: BodyForm | null;
  /** The type of the resource in the audit record of what it changes; null for a route that leaves none. */
  readonly recordedResource: string | null;
  /** Whether `X-Reason` tells the audit log why. */
  readonly takesReasonHeader: boolean;
  /** Whether an `Idempotency-Key` is required, accepted or ignored. */
  readonly idempotencyKey: ReturnType<typeof useOfIdempotencyKey>;
}

/** Every route of every controller in the application. */
export function routesOf(app: INestApplication): Route[] {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => routesOfController(metatype as Type));
}

const routesOfController = oncePer((controller: Type): readonly Route[] => {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (!handler || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const idempotencyKey = passes(controller, IdempotencyInterceptor)
      ? useOfIdempotencyKey(controller, handler)
      : 'none';
    const path = [controller, handler]
      .map(pathOf)
      .join('')
      .replaceAll(/:(\w+)/g, '{$1}');
    const method = methodOf(handler);
    const takesReasonHeader = method === 'delete' && passes(controller, AuditInterceptor);
    return {
      method,
      path,
      errors: [
        ...raisedBy(controller),
        ...raisedBy(handler),
        ...raisedForClients(path, controller, handler),
        ...(method === 'get' && passes(controller, KnownParametersInterceptor) ? [ValidationFailedError] : []),
        ...(takesReasonHeader ? [ValidationFailedError] : []),
        ...(idempotencyKey === 'none' ? [] : IDEMPOTENCY_ERRORS),
      ],
      controller,
      handler,
      body: bodyFormOf(controller, name, handler),
      recordedResource: method === 'get' ? null : recordedResourceOf(controller, handler),
      takesReasonHeader,
      idempotencyKey,
    };
  });
});

/** By the guards of administrators. Clients are told of each route which scope they lack, if there is such a scope or not. */
function raisedForClients(path: string, controller: Type, handler: object): ErrorClass[] {
  const { permission = null, forAnyClient = false } = accessOf(handler) ?? {};
  if (forAnyClient) return [AddressDeniedError];
  if (!permission) return [];
  const refusesLimited = isScope(permission) && !path.includes('{app_id}') && !keepsToApps(controller, handler);
  return [ScopeDeniedError, AddressDeniedError, ...(refusesLimited ? [AppsLimitedError] : [])];
}

function passes(controller: Type, interceptor: Type): boolean {
  const interceptors = (Reflect.getMetadata(INTERCEPTORS_METADATA, controller) ?? []) as unknown[];
  return interceptors.includes(interceptor);
}

function methodOf(handler: object): Method {
  const name = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod].toLowerCase();
  const method = METHODS.find((known) => known === name);
  if (!method) throw new Error(`The document knows nothing of ${name}`);
  return method;
}

/** With a leading slash and without a trailing one. */
function pathOf(place: object): string {
  const path = String(Reflect.getMetadata(PATH_METADATA, place)).replaceAll(/^\/|\/$/g, '');
  return path === '' ? '' : `/${path}`;
}
