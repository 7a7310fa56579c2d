import type { PushNotification, PushOutcome } from '../../../domain/push/push-provider';
import type { Http2Answer } from '../connections/http2-connections';
import { codeOf, configuration, defect, isObject, objectOf, retry, retryAfterSeconds } from '../common/push-answers';
import { doubling } from '../common/push-attempts';

const QUOTA_SECONDS = 60;
const FIRST_RETRY_SECONDS = 10;
const JITTER = 0.2;

/** What FCM made of a message; `stale` where another access token may help. */
export function fcmOutcome(answer: Http2Answer, notification: PushNotification): PushOutcome | 'stale' {
  if (answer.status === 200) return { kind: 'sent', providerId: nameOf(answer.body) };
  const { error } = objectOf(answer.body);
  const { status, message, details } = isObject(error) ? error : {};
  const described: unknown[] = Array.isArray(details) ? details : [];
  const fcmError = described.filter(isObject).find((detail) => String(detail['@type']).endsWith('.FcmError'));
  const code = codeOf(fcmError?.['errorCode']) || codeOf(status) || String(answer.status);
  switch (code) {
    case 'UNREGISTERED':
    case 'NOT_FOUND':
      return { kind: 'drop_token', since: null, reason: code };
    case 'INVALID_ARGUMENT':
      // Anything else about the message has the same code.
      return fcmError && /registration token is not (?:a )?valid/i.test(String(message))
        ? { kind: 'drop_token', since: null, reason: code }
        : defect(code);
    case 'SENDER_ID_MISMATCH':
    case 'PERMISSION_DENIED':
      return configuration(code);
    case 'UNAUTHENTICATED':
    case 'THIRD_PARTY_AUTH_ERROR':
    case 'APNS_AUTH_ERROR':
      return 'stale';
    case 'QUOTA_EXCEEDED':
    case 'RESOURCE_EXHAUSTED':
      return retry(code, retryAfterSeconds(answer.headers) ?? QUOTA_SECONDS);
  }
  return byStatus(answer, code, notification);
}

/** For answers that say no more. */
function byStatus(
  { status, headers }: Http2Answer,
  code: string,
  notification: PushNotification,
): PushOutcome | 'stale' {
  if (status === 401) return 'stale';
  if (status === 403 || status === 404) return configuration(code);
  if (status === 429) return retry(code, retryAfterSeconds(headers) ?? QUOTA_SECONDS);
  if (status >= 500) {
    const seconds = doubling(FIRST_RETRY_SECONDS, notification) * (1 + Math.random() * JITTER);
    return retry(code, retryAfterSeconds(headers) ?? Math.ceil(seconds));
  }
  return defect(code);
}

/** `projects/<project>/messages/<id>`. */
function nameOf(body: string): string | null {
  const { name } = objectOf(body);
  return typeof name === 'string' ? name.slice(0, 200) : null;
}
