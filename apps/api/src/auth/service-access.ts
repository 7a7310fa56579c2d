import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { ApiClientScope } from '@libs/iam';

const SCOPES = 'appkernel:service-scopes';

export const SERVICE_SCHEME = 'serviceBearer';

/** The scope that a route of API clients requires: one of these. The audit log names the first. */
export function RequiresScope(...scopes: readonly [ApiClientScope, ...ApiClientScope[]]): MethodDecorator {
  return applyDecorators(SetMetadata(SCOPES, scopes), ...scopes.map((scope) => ApiSecurity(SERVICE_SCHEME, [scope])));
}

/** Empty for a handler that declares nothing: an api with one does not start. */
export function scopesOf(handler: object): readonly ApiClientScope[] {
  return (Reflect.getMetadata(SCOPES, handler) as readonly ApiClientScope[] | undefined) ?? [];
}
