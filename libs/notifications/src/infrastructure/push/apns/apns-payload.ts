import type { PushNotification } from '../../../domain/push/push-provider';
import { merged } from '../common/merged';
import { fittedText, type ShownText } from '../common/push-text';

const MAX_BYTES = 4_096;

/** What is shown, as JSON; null if it cannot be made small enough. */
export function apnsPayload(notification: PushNotification, options: Readonly<Record<string, unknown>>): string | null {
  const render = ({ title, body, action }: ShownText) =>
    JSON.stringify({
      aps: merged({ sound: 'default', ...options }, { alert: { title, body }, 'thread-id': notification.data.type }),
      ...notification.data,
      action,
    });
  const { title, body, data } = notification;
  const fits = (shown: ShownText) => Buffer.byteLength(render(shown)) <= MAX_BYTES;
  const text = fittedText({ title, body, action: data.action }, MAX_BYTES, fits);
  return text && render(text);
}
