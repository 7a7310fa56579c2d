import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiExcludeController, ApiHeader, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { SUPPORTED_LOCALES, ValidationFailedError } from '@libs/kernel';
import { InvalidTokenError, MissingTokenError } from '@libs/iam';
import { AppGuard, OptionalAppGuard } from '../auth/app.guard';
import { MemberGuard } from '../auth/member.guard';
import { LoopbackGuard } from '../development/loopback.guard';
import type { Tag } from '../openapi/tags';
import { AuthRateLimitGuard, SessionRateLimitGuard } from '../rate-limits/rate-limit.guards';
import { Raises } from './answers';
import {
  AppHeaderInvalidError,
  AppHeaderRequiredError,
  AppHeaderUnavailableError,
  MalformedRequestError,
  RateLimitedError,
  UnexpectedError,
} from './request-errors';

/**
 * The surfaces of the api. A controller is born on one of them, so that prefix, guards, security scheme and common
 * errors cannot be forgotten. Nest's own `Controller` is used nowhere else.
 */
export const APP_SCHEME = 'appId';
export const MOBILE_SCHEME = 'mobileBearer';

const AcceptLanguage = () =>
  ApiHeader({
    name: 'Accept-Language',
    required: false,
    description: `Locale of the response (RFC 4647 lookup); one of ${SUPPORTED_LOCALES.join(', ')}`,
    schema: { type: 'string', maxLength: 1000, example: 'en-US' },
  });

const RaisesAppErrors = () => [
  Raises(
    AppHeaderRequiredError,
    AppHeaderInvalidError,
    AppHeaderUnavailableError,
    MalformedRequestError,
    UnexpectedError,
  ),
];

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
    Raises(AppHeaderInvalidError, AppHeaderUnavailableError, MalformedRequestError, UnexpectedError),
  );
}

/** Mobile routes that come before a session: X-AppID only. */
export function AnonymousMobileController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/${path}`),
    UseGuards(AppGuard, AuthRateLimitGuard),
    ApiTags(tag),
    ApiSecurity(APP_SCHEME),
    AcceptLanguage(),
    ...RaisesAppErrors(),
    Raises(RateLimitedError, ValidationFailedError),
  );
}

/** Mobile routes of a signed-in member: X-AppID and bearer. */
export function MobileController(path: string, tag: Tag): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/${path}`),
    UseGuards(AppGuard, MemberGuard, SessionRateLimitGuard),
    ApiTags(tag),
    ApiSecurity({ [APP_SCHEME]: [], [MOBILE_SCHEME]: [] }),
    AcceptLanguage(),
    ...RaisesAppErrors(),
    Raises(MissingTokenError, InvalidTokenError, RateLimitedError),
  );
}

/** Documents published by a standard at a place of its own, such as /.well-known. */
export function WellKnownController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`.well-known/${path}`),
    ApiTags('Keys'),
    Raises(MalformedRequestError, UnexpectedError),
  );
}

/** Aids for development, for this machine only. Absent from the document. */
export function DevelopmentController(path: string): ClassDecorator {
  return applyDecorators(Controller(`internal/v1/dev/${path}`), UseGuards(LoopbackGuard), ApiExcludeController());
}
