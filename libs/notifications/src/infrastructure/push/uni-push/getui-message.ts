import type { PushNotification } from '../../../domain/push/push-provider';
import type { PushAccount } from '../push-account';
import { lifetimeSeconds } from '../common/push-attempts';
import { notifyIdOf } from '../common/push-identity';
import { cutText } from '../common/push-text';

const MAX_TITLE = 50;
const MAX_BODY = 256;
const MAX_INTENT = 4_096;
const MAX_TRANSMISSION = 3_072;
const MAX_LIFETIME_SECONDS = 3 * 86_400;
/** getui first, and the channel of the phone's vendor where the App is not running. */
const STRATEGY = 1;

/** What uni-push shows, within the limits of all the channels that it may go through. */
export function uniPushText(notification: PushNotification) {
  const [title, content] = [cutText(notification.title, MAX_TITLE), cutText(notification.body, MAX_BODY)];
  const payload = JSON.stringify(notification.data);
  const isWhole = transmissionOf(title, content, payload).length <= MAX_TRANSMISSION;
  // The App asks for the action.
  return { title, content, payload: isWhole ? payload : JSON.stringify({ ...notification.data, action: '' }) };
}

export function uniPushLifetimeMs(notification: PushNotification): number {
  return lifetimeSeconds(notification, MAX_LIFETIME_SECONDS) * 1_000;
}

/** getui loses what has an id that it has seen, so that a repeat is seen once. */
export function requestIdOf({ deliveryId }: PushNotification): string {
  return deliveryId.replaceAll('-', '');
}

/** One push to one client, as getui's REST API takes it; null if it cannot be made small enough. */
export function getuiMessage(account: PushAccount, notification: PushNotification): object | null {
  const { title, content, payload } = uniPushText(notification);
  const { messageId, device, isMarketing } = notification;
  const intent = intentOf(account.setting('android_package'), title, content, payload, notification.data.id);
  const transmission = transmissionOf(title, content, payload);
  if (intent === null || transmission.length > MAX_TRANSMISSION) return null;
  const category = isMarketing ? 'MARKETING' : account.setting('harmony_category') || 'MARKETING';
  const notifyId = notifyIdOf(messageId);
  return {
    request_id: requestIdOf(notification),
    audience: { cid: [device.token] },
    settings: { ttl: uniPushLifetimeMs(notification), strategy: { default: STRATEGY } },
    // For Apps that are running: those on iOS get nothing else.
    push_message: { transmission },
    // For all others.
    push_channel: {
      android: {
        ups: {
          notification: { title, body: content, click_type: 'intent', intent, notify_id: notifyId },
          options: account.optionsFor(notification),
        },
      },
      ios: {
        type: 'notify',
        payload,
        aps: { alert: { title, body: content }, 'content-available': 0, sound: 'default' },
        auto_badge: '+1',
        'apns-collapse-id': messageId,
      },
      harmony: {
        notification: { title, body: content, category, click_type: 'startapp', notify_id: notifyId },
      },
    },
  };
}

function transmissionOf(title: string, content: string, payload: string): string {
  return JSON.stringify({ title, content, payload });
}

/** Opens the App. No value can end it early: nothing is left of them but letters, digits and percent signs. */
function intentOf(component: string, title: string, content: string, payload: string, id: string): string | null {
  const render = (shown: string, given: string) =>
    'intent://io.dcloud.unipush/?#Intent;scheme=unipush;launchFlags=0x4000000;' +
    `component=${component}/io.dcloud.PandoraEntry;S.UP-OL-SU=true;` +
    `S.title=${encode(title)};S.content=${encode(shown)};S.payload=${encode(given)};end`;
  const bare = JSON.stringify({ id });
  const candidates = [render(content, payload), render('', payload), render(content, bare), render('', bare)];
  return candidates.find((intent) => intent.length <= MAX_INTENT) ?? null;
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
