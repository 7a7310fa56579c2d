import type { PushNotification, PushOutcome } from '../../../domain/push/push-provider';
import type { Http2Answer } from '../connections/http2-connections';
import { codeOf, configuration, defect, objectOf, retry } from '../common/push-answers';
import { doubling } from '../common/push-attempts';

const TOKEN_UPDATES_SECONDS = 20 * 60;
const SAME_DEVICE_SECONDS = 60;

const CONFIGURATION =
  /^(?:DeviceTokenNotForTopic|(?:Bad|Missing)Topic|TopicDisallowed|(?:Invalid|Missing)ProviderToken|Forbidden|BadCertificate\w*|BadEnvironmentKeyInToken)$/;

/** What Apple made of a notification; `stale` where a token signed anew may help. */
export function apnsOutcome(
  { status, headers, body }: Http2Answer,
  notification: PushNotification,
): PushOutcome | 'stale' {
  if (status === 200) return { kind: 'sent', providerId: String(headers['apns-id'] ?? notification.deliveryId) };
  const answer = objectOf(body);
  const reason = codeOf(answer['reason']) || String(status);
  if (status === 410) {
    const since = answer['timestamp'];
    return { kind: 'drop_token', since: typeof since === 'number' ? new Date(since) : null, reason };
  }
  if (reason === 'BadDeviceToken') return { kind: 'drop_token', since: null, reason };
  if (reason === 'ExpiredProviderToken') return 'stale';
  if (CONFIGURATION.test(reason) || status === 403) return configuration(reason);
  if (reason === 'TooManyProviderTokenUpdates') return retry(reason, TOKEN_UPDATES_SECONDS);
  if (status === 429) return retry(reason, doubling(SAME_DEVICE_SECONDS, notification));
  if (status >= 500 || reason === 'IdleTimeout') return retry(reason);
  return defect(reason);
}
