import type { PushNotification } from '../../../domain/push/push-provider';
import { merged } from '../common/merged';
import { lifetimeSeconds } from '../common/push-attempts';
import { fittedText, type ShownText } from '../common/push-text';

/** Of all keys and values. */
const MAX_BYTES = 4_096;
const MAX_LIFETIME_SECONDS = 28 * 86_400;

/** An installation's id has 22 characters; a registration token begins with it and goes on for long. */
const INSTALLATION_ID = /^[A-Za-z0-9_-]{22}$/;

/** The body of a request; null if it cannot be made small enough. */
export function fcmMessage(notification: PushNotification, options: Readonly<Record<string, unknown>>): string | null {
  const render = (text: ShownText) => messageOf(notification, options, text);
  const { title, body, data } = notification;
  const text = fittedText(
    { title, body, action: data.action },
    MAX_BYTES,
    (shown) => sizeOf(render(shown)) <= MAX_BYTES,
  );
  return text && JSON.stringify({ message: { ...targetOf(notification.device.token), ...render(text) } });
}

function messageOf(
  notification: PushNotification,
  { android, apns }: Readonly<Record<string, unknown>>,
  { title, body, action }: ShownText,
) {
  const { messageId, data, isMarketing } = notification;
  const lifetime = lifetimeSeconds(notification, MAX_LIFETIME_SECONDS);
  return {
    notification: { title, body },
    data: { ...data, action },
    android: merged(android, {
      // A device keeps few of them, so that it is not the message's own.
      collapse_key: data.type,
      priority: isMarketing ? 'normal' : 'high',
      ttl: `${lifetime}s`,
      notification: { tag: messageId },
    }),
    apns: merged(apns, {
      headers: {
        'apns-collapse-id': messageId,
        'apns-priority': isMarketing ? '5' : '10',
        'apns-expiration': String(Math.floor(Date.now() / 1_000) + lifetime),
      },
      payload: { aps: { sound: 'default', 'thread-id': data.type } },
    }),
  };
}

function targetOf(token: string): { readonly fid: string } | { readonly token: string } {
  return INSTALLATION_ID.test(token) ? { fid: token } : { token };
}

function sizeOf(message: object): number {
  return Buffer.byteLength(JSON.stringify(message));
}
