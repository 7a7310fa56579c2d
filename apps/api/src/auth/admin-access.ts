import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Permission } from '@libs/iam';
import { SERVICE_SCHEME } from './service-access';

const ACCESS = 'appkernel:admin-access';
const RECORDS = 'appkernel:recorded-resource';
const KEEPS_TO_APPS = 'appkernel:keeps-to-apps';

/** What an administrators' route requires of its caller. */
export interface AdminAccess {
  /** Null on routes about the administrator's own account, which need only the bearer. */
  readonly permission: Permission | null;
  /** Suffices for what the administrator has made: the handler refuses everything else. */
  readonly forOwn: Permission | null;
  /** The action in the audit log: the permission, or an act on the administrator's own account. */
  readonly action: string;
  /** Open to an administrator who must still set up a second factor. */
  readonly duringEnrolment: boolean;
  /** Recorded as a read is, whatever its method. */
  readonly changesNothing: boolean;
  /** Open to an API client that has none of the permissions: the handler asks for those of what it tells. */
  readonly forAnyClient: boolean;
}

const OF_ADMINISTRATORS = {
  permission: null,
  forOwn: null,
  duringEnrolment: false,
  changesNothing: false,
  forAnyClient: false,
} as const;

/**
 * The one permission that the route requires.
 *
 * @param options `forOwn` suffices for what the administrator has made; a route that `changesNothing` is recorded as a read.
 */
export function RequiresPermission(
  permission: Permission,
  {
    forOwn = null,
    changesNothing = false,
  }: { readonly forOwn?: Permission | null; readonly changesNothing?: boolean } = {},
): MethodDecorator {
  const access: AdminAccess = { ...OF_ADMINISTRATORS, permission, forOwn, action: permission, changesNothing };
  return applyDecorators(SetMetadata(ACCESS, access), ApiExtension('x-permission', permission));
}

/**
 * The type of the resource that the audit log names for what the route changes, singular and in snake_case. On a
 * controller it holds for its routes that declare none themselves.
 */
export function Records(resourceType: string): ClassDecorator & MethodDecorator {
  return SetMetadata(RECORDS, resourceType);
}

/** Null where nothing is declared. */
export function recordedResourceOf(controller: object, handler: object): string | null {
  const types = [handler, controller].map((place) => Reflect.getMetadata(RECORDS, place) as string | undefined);
  return types.find((type) => type !== undefined) ?? null;
}

/**
 * A route that names no App in its place, and that knows what to do for a client that is limited to some: it shows and
 * changes nothing but theirs. Without it such a client is refused.
 */
export function KeepsToApps(): ClassDecorator & MethodDecorator {
  return SetMetadata(KEEPS_TO_APPS, true);
}

export function keepsToApps(controller: object, handler: object): boolean {
  return [handler, controller].some((place) => Reflect.hasMetadata(KEEPS_TO_APPS, place));
}

/** A route about the administrator's own account, which needs only the bearer. */
export function AboutOneself(action: `auth.${string}`, { duringEnrolment = false } = {}): MethodDecorator {
  return SetMetadata(ACCESS, { ...OF_ADMINISTRATORS, action, duringEnrolment } satisfies AdminAccess);
}

export function isAboutOneself({ permission, forAnyClient }: AdminAccess): boolean {
  return permission === null && !forAnyClient;
}

/** A route that needs only the bearer, of an API client as well: it tells nothing that its caller may not read elsewhere. */
export function KeepsToPermissions(action: string): MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCESS, { ...OF_ADMINISTRATORS, action, forAnyClient: true } satisfies AdminAccess),
    ApiSecurity(SERVICE_SCHEME, []),
  );
}

/** Null for a handler that declares nothing: an api with one does not start. */
export function accessOf(handler: object): AdminAccess | null {
  return (Reflect.getMetadata(ACCESS, handler) as AdminAccess | undefined) ?? null;
}
