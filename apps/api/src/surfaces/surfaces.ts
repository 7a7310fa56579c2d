import {
  applyDecorators,
  Controller,
  type ExceptionFilter,
  type Type,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController, ApiHeader, ApiSecurity, ApiTags } from '@nestjs/swagger';
import {
  DependencyUnavailableError,
  RateLimitedError,
  ResourceNotFoundError,
  ValidationFailedError,
} from '@libs/kernel';
import {
  AddressDeniedError,
  InvalidTokenError,
  MfaEnrolmentRequiredError,
  MissingTokenError,
  OAuthInvalidClientError,
  OAuthInvalidRequestError,
  PermissionDeniedError,
  ScopeDeniedError,
} from '@libs/iam';
import { KeepsToApps } from '../auth/admin-access';
import { AdminGuard, PermissionGuard } from '../auth/admin.guard';
import { AppHeaderFormGuard, HeaderAppGuard } from '../auth/header-app.guards';
import { PathIdsGuard } from '../auth/path-ids.guard';
import { AuditInterceptor } from '../audit/audit.interceptor';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import { AppGuard, OptionalAppGuard } from '../auth/app.guard';
import { MemberGuard } from '../auth/member.guard';
import { ScopeGuard, ServiceGuard } from '../auth/service.guard';
import { LoopbackGuard } from '../auth/loopback.guard';
import { AcceptLanguage, RaisesAppErrors } from './common-parts';
import type { Tag } from './tags';
import { CrossSiteError, OwnPageGuard } from '../auth/own-page.guard';
import { SameSiteGuard } from '../auth/same-site.guard';
import { AuthRateLimitGuard, SessionRateLimitGuard } from '../rate-limits/rate-limit.guards';
import {
  AdminAuthRateLimitGuard,
  ConsoleDoorRateLimitGuard,
  PasswordPageRateLimitGuard,
  UnsubscribeRateLimitGuard,
} from '../rate-limits/tenant-rate-limit.guards';
import { Raises } from '../http/answers/answers';
import { NamedActorsInterceptor } from '../http/answers/named-actors.interceptor';
import { KnownParametersInterceptor } from '../http/fields/known-parameters.interceptor';
import {
  AppHeaderInvalidError,
  AppHeaderRequiredError,
  AppHeaderUnavailableError,
  MalformedRequestError,
  RequestTooLargeError,
  TenantHeaderInvalidError,
  UnexpectedError,
  UnsupportedMediaTypeError,
} from '../http/request/request-errors';

/**
 * The surfaces of the api. Every controller declares one of them, so that prefix, guards, security scheme and common
 * errors cannot be forgotten. Nest's own `Controller` is used nowhere else.
 */
export const APP_SCHEME = 'appId';
export const MOBILE_SCHEME = 'mobileBearer';
export const ADMIN_SCHEME = 'adminBearer';
export const CLIENT_SCHEME = 'clientBasic';
export const CONSOLE_SCHEME = 'consoleCookie';

/** Health: anonymous, for operators. */
export function InternalController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`internal/v1/${path}`),
    ApiTags('Health'),
    Raises(MalformedRequestError, UnexpectedError),
  );
}

/** Anonymous, scoped to one App by X-AppID. */
export function PublicController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/public/${path}`),
    UseGuards(AppGuard),
    ApiTags(tag),
    ApiSecurity(APP_SCHEME),
    AcceptLanguage(),
    ...RaisesAppErrors(),
  );
}

/** Anonymous, outside /public; X-AppID may be given for the App's locale settings. */
export function OpenController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/${path}`),
    UseGuards(OptionalAppGuard),
    ApiTags(tag),
    ApiSecurity({}),
    ApiSecurity(APP_SCHEME),
    AcceptLanguage(),
    Raises(
      AppHeaderInvalidError,
      AppHeaderUnavailableError,
      MalformedRequestError,
      DependencyUnavailableError,
      UnexpectedError,
    ),
  );
}

/** Anonymous, for images and downloads, whose clients cannot send headers: the handler decides what they may see. */
export function AssetController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/public/${path}`),
    ApiTags(tag),
    Raises(MalformedRequestError, DependencyUnavailableError, UnexpectedError),
  );
}

/** Mobile routes without a session: X-AppID only. */
export function AnonymousMobileController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/${path}`),
    UseGuards(AppGuard, AuthRateLimitGuard),
    ApiTags(tag),
    ApiSecurity(APP_SCHEME),
    AcceptLanguage(),
    ...RaisesAppErrors(),
    Raises(RateLimitedError, ValidationFailedError, DependencyUnavailableError),
  );
}

/** Mobile routes of a signed-in member: X-AppID and bearer. Parameters of the path that end in `id` are uuids. */
export function MobileController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/${path}`),
    UseGuards(AppGuard, MemberGuard, SessionRateLimitGuard, PathIdsGuard),
    ApiTags(tag),
    ApiSecurity({ [APP_SCHEME]: [], [MOBILE_SCHEME]: [] }),
    AcceptLanguage(),
    ...RaisesAppErrors(),
    Raises(MissingTokenError, InvalidTokenError, RateLimitedError, DependencyUnavailableError),
  );
}

/** Administrators' routes without a session. */
export function AnonymousAdminController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`admin-api/v1/${path}`),
    UseGuards(AdminAuthRateLimitGuard),
    UseInterceptors(KnownParametersInterceptor),
    ApiTags(tag),
    AcceptLanguage(),
    Raises(MalformedRequestError, DependencyUnavailableError, UnexpectedError, RateLimitedError, ValidationFailedError),
  );
}

/**
 * Administrators' routes: bearer, and the permission that each of them declares by `RequiresPermission` (or
 * `AboutOneself`). Parameters of the path that end in `id` are uuids; `app_id` names an App of the tenant.
 */
export function AdminController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`admin-api/v1/${path}`),
    UseGuards(...ADMIN_GUARDS),
    ApiSecurity(ADMIN_SCHEME),
    ...OfAdministrators(tag),
  );
}

/** `AdminController` for routes on which X-AppID, not the path, names the App of the tenant. */
export function HeaderAppAdminController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`admin-api/v1/${path}`),
    UseGuards(AppHeaderFormGuard, ...ADMIN_GUARDS, HeaderAppGuard),
    KeepsToApps(),
    ApiSecurity({ [APP_SCHEME]: [], [ADMIN_SCHEME]: [] }),
    ...OfAdministrators(tag),
    Raises(AppHeaderRequiredError, AppHeaderInvalidError),
  );
}

const ADMIN_GUARDS = [AdminGuard, SessionRateLimitGuard, PermissionGuard, PathIdsGuard];

function OfAdministrators(tag: Tag): ClassDecorator[] {
  return [
    UseInterceptors(KnownParametersInterceptor, NamedActorsInterceptor, AuditInterceptor, IdempotencyInterceptor),
    ApiTags(tag),
    AcceptLanguage(),
    ApiHeader({
      name: 'X-Tenant-ID',
      required: false,
      description: 'The tenant to act in, for platform administrators',
      schema: { type: 'string', format: 'uuid' },
    }),
    Raises(
      MissingTokenError,
      InvalidTokenError,
      MfaEnrolmentRequiredError,
      // Raised for the permission of the route, or for that to act in another tenant, which any route may need.
      PermissionDeniedError,
      TenantHeaderInvalidError,
      ResourceNotFoundError,
      RateLimitedError,
      MalformedRequestError,
      DependencyUnavailableError,
      UnexpectedError,
    ),
  ];
}

/**
 * Routes of API clients, which act for their tenant: bearer, and the scope that each of them declares by `RequiresScope`.
 * Parameters of the path that end in `id` are uuids.
 */
export function ServiceController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/service/${path}`),
    UseGuards(ServiceGuard, SessionRateLimitGuard, ScopeGuard, PathIdsGuard),
    UseInterceptors(KnownParametersInterceptor, AuditInterceptor, IdempotencyInterceptor),
    ApiTags(tag),
    AcceptLanguage(),
    Raises(
      MissingTokenError,
      InvalidTokenError,
      AddressDeniedError,
      ScopeDeniedError,
      RateLimitedError,
      MalformedRequestError,
      DependencyUnavailableError,
      UnexpectedError,
    ),
  );
}

/**
 * Tokens of API clients. Bodies are those of the RFCs (see `http/answers/oauth-answer.ts`). Requests are counted once the
 * client is known (see `service/oauth/oauth-callers.ts`).
 */
export function OAuthController(): ClassDecorator {
  return applyDecorators(
    Controller('api/v1/oauth'),
    ApiTags('OAuth'),
    // Alternatively, credentials in the body.
    ApiSecurity(CLIENT_SCHEME),
    ApiSecurity({}),
    Raises(
      OAuthInvalidRequestError,
      OAuthInvalidClientError,
      MalformedRequestError,
      RequestTooLargeError,
      UnsupportedMediaTypeError,
      RateLimitedError,
      DependencyUnavailableError,
      UnexpectedError,
    ),
  );
}

/** Documents at paths that a standard defines. */
export function WellKnownController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`.well-known/${path}`),
    ApiTags(tag),
    Raises(MalformedRequestError, UnexpectedError),
  );
}

/** Routes that documentation pages call for one App. Absent from the document, and where documentation is off. */
export function DocumentationController(path: string): ClassDecorator {
  return applyDecorators(Controller(`docs/${path}`), UseGuards(AppGuard, AuthRateLimitGuard), ApiExcludeController());
}

/** What the console asks for its own sake, of no session. */
export function ConsoleController(): ClassDecorator {
  return applyDecorators(Controller('console'), ApiTags('Console'), Raises(MalformedRequestError, UnexpectedError));
}

/**
 * The door through which the console signs in. Its refresh token is a cookie, which browsers send for whatever page asks
 * them to: only this service's own may.
 */
export function ConsoleDoorController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`console/${path}`),
    UseGuards(OwnPageGuard, ConsoleDoorRateLimitGuard),
    ApiTags('Console'),
    AcceptLanguage(),
    Raises(CrossSiteError, MalformedRequestError, RateLimitedError, DependencyUnavailableError, UnexpectedError),
  );
}

/** Pages in a browser, for people without a session; `problems` makes pages of errors. Absent from the document. */
export function PageController(path: string, problems: Type<ExceptionFilter>): ClassDecorator {
  return applyDecorators(
    Controller(path),
    // A form of another site is not even read.
    UseGuards(SameSiteGuard, PasswordPageRateLimitGuard),
    UseFilters(problems),
    ApiExcludeController(),
  );
}

/**
 * A page whose link alone permits what its button does: mail programs press it from anywhere, without showing the page.
 * Absent from the document.
 */
export function OneClickController(problems: Type<ExceptionFilter>): ClassDecorator {
  return applyDecorators(
    Controller(),
    UseGuards(UnsubscribeRateLimitGuard),
    UseFilters(problems),
    ApiExcludeController(),
  );
}

/** Aids for development, for this machine only. Absent from the document. */
export function DevelopmentController(path: string): ClassDecorator {
  return applyDecorators(Controller(`internal/v1/dev/${path}`), UseGuards(LoopbackGuard), ApiExcludeController());
}
