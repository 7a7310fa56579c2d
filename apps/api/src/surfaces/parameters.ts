import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { isUuid, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import type { ApiRequest } from '../http/request/request';

const DEVICE_KEY_HEADER = 'X-AK-Device-Key';
const STEP_UP_TOKEN_HEADER = 'X-Step-Up-Token';
const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The locale in which to answer. */
export const AnswerLocale = createParamDecorator(
  (_: unknown, context: ExecutionContext): SupportedLocale => requestOf(context).locale,
);

/** The App that X-AppID names. */
export const CurrentApp = resolved('currentApp');

/** The signed-in member and its session. */
export const CurrentMember = resolved('member');

/** The signed-in administrator; `tenantId` is the tenant that the request acts in. */
export const CurrentAdmin = resolved('admin');

/** The API client that sends the request. */
export const CurrentClient = resolved('apiClient');

/** The App that the path (or, on the legacy routes, X-AppID) of an administrator's request names, in any status. */
export const PathApp = resolved('managedApp');

/**
 * The installation's key, in lower case; null when there is none. A malformed key is 422, and so is a missing one where
 * it is required. Routes that do not take the header ignore it.
 */
export const DeviceKey = createParamDecorator(
  (
    needs: { readonly required?: boolean; readonly requiredWithIdempotencyKey?: boolean } | undefined,
    context: ExecutionContext,
  ): string | null => {
    const { required = false, requiredWithIdempotencyKey = false } = needs ?? {};
    const request = requestOf(context);
    const value = request.headers[DEVICE_KEY_HEADER.toLowerCase()];
    if (isUuid(value)) return value.toLowerCase();
    if (value !== undefined) throw ValidationFailedError.of(DEVICE_KEY_HEADER, 'not_uuid');
    if (required || (requiredWithIdempotencyKey && idempotencyKeyOf(request) !== null)) {
      throw ValidationFailedError.of(DEVICE_KEY_HEADER, 'required');
    }
    return null;
  },
);

/** For routes that need the key only in some cases. @throws ValidationFailedError for the header */
export function neededDeviceKey(deviceKey: string | null): string {
  if (deviceKey === null) throw ValidationFailedError.of(DEVICE_KEY_HEADER, 'required');
  return deviceKey;
}

/** The key under which a request may be repeated. A malformed one is ignored. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  idempotencyKeyOf(requestOf(context)),
);

/** The token of a step-up as the client sent it; null when it sent none. */
export const StepUpToken = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const value = requestOf(context).headers[STEP_UP_TOKEN_HEADER.toLowerCase()];
  return typeof value === 'string' ? value : null;
});

/** Documents the header; the service that performs the act checks the token. */
export function TakesStepUpToken({ required }: { required: boolean }): MethodDecorator {
  return ApiHeader({
    name: STEP_UP_TOKEN_HEADER,
    required,
    description: 'The token of a step-up for this act, see `POST /api/v1/auth/step-up/verify`',
    schema: { type: 'string', example: 'aku_7Zk2…' },
  });
}

export function NeedsDeviceKey(): MethodDecorator {
  return deviceKeyHeader(true, 'Random UUID of the installation');
}

export function TakesDeviceKey(when: string): MethodDecorator {
  return deviceKeyHeader(false, `Random UUID of the installation. ${when}`);
}

export function TakesIdempotencyKey(description: string): MethodDecorator {
  return ApiHeader({
    name: IDEMPOTENCY_KEY_HEADER,
    required: false,
    description,
    schema: { type: 'string', maxLength: 255, example: '5d0a3f0e-6f0f-4b52-9a52-0a7d1c1f7a11' },
  });
}

function deviceKeyHeader(required: boolean, description: string): MethodDecorator {
  return ApiHeader({
    name: DEVICE_KEY_HEADER,
    required,
    description,
    schema: { type: 'string', format: 'uuid', example: '3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44' },
  });
}

function idempotencyKeyOf(request: ApiRequest): string | null {
  const value = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()];
  return typeof value === 'string' && IDEMPOTENCY_KEY.test(value) ? value : null;
}

/** What the guards have added to the request. */
function resolved<Key extends 'currentApp' | 'member' | 'admin' | 'apiClient' | 'managedApp'>(key: Key) {
  return createParamDecorator((_: unknown, context: ExecutionContext): NonNullable<ApiRequest[Key]> => {
    const value = requestOf(context)[key];
    if (!value) throw new Error(`This route is not behind a guard that resolves ${key}`);
    return value;
  });
}

function requestOf(context: ExecutionContext): ApiRequest {
  return context.switchToHttp().getRequest<ApiRequest>();
}
