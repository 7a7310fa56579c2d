import type { AppSnapshot } from '@libs/apps';
import type { CaptchaScope } from '@libs/captcha';
import { type Client, parseSmsNumber } from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';

/** The scope in which the request for a challenge and the SMS request with its proof must agree. */
export function captchaScope(
  app: AppSnapshot,
  client: Client,
  request: Pick<CaptchaScope, 'scene' | 'mobile' | 'deviceKey' | 'sessionId' | 'stepUp'>,
): CaptchaScope {
  return { tenantId: app.tenantId, appId: app.id, addressKey: client.addressKey, ...request };
}

/**
 * The E.164 of a number that the App sends codes to.
 *
 * @param field the name of the field in the request.
 * @throws ValidationFailedError
 */
export function smsNumberOf(app: AppSnapshot, typed: string, field = 'mobile'): string {
  const { value, problem } = parseSmsNumber(typed, app.registration);
  if (problem !== null) throw ValidationFailedError.of(field, problem);
  return value;
}
