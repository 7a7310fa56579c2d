import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Permission } from '@libs/iam';

const ACCESS = 'appkernel:admin-access';

/** What a route of the administrators asks of its caller. */
export interface AdminAccess {
  /** Null on routes about oneself, which need only the bearer. */
  readonly permission: Permission | null;
  /** How the audit log calls what is done: the permission, or what an administrator does about oneself. */
  readonly action: string;
  /** Open to somebody who must set up a second factor first. */
  readonly duringEnrolment: boolean;
}

/** The one permission that the route asks for. */
export function RequiresPermission(permission: Permission): MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCESS, { permission, action: permission, duringEnrolment: false } satisfies AdminAccess),
    ApiExtension('x-permission', permission),
  );
}

/** A route about oneself, which needs the bearer only. */
export function AboutOneself(action: `auth.${string}`, { duringEnrolment = false } = {}): MethodDecorator {
  return SetMetadata(ACCESS, { permission: null, action, duringEnrolment } satisfies AdminAccess);
}

/** Null for a handler that declares nothing: such an api does not start. */
export function accessOf(handler: object): AdminAccess | null {
  return (Reflect.getMetadata(ACCESS, handler) as AdminAccess | undefined) ?? null;
}
