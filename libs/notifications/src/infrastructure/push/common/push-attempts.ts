import type { PushNotification, PushOutcome } from '../../../domain/push/push-provider';
import { retry } from './push-answers';

/** After this long no further request begins: with the time that one takes it is less than a minute. */
export const BEGIN_WITHIN_MS = 20_000;
export const NO_TIME = retry('no time');

/**
 * Does something for each, some at a time. What has not begun before a provider that hangs takes up the time of a batch is
 * left for another one.
 */
export async function forEachOf<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  send: (item: Item) => Promise<Result>,
): Promise<(Result | undefined)[]> {
  const deadline = performance.now() + BEGIN_WITHIN_MS;
  const results = Array<Result | undefined>(items.length).fill(undefined);
  const left = items.entries();
  const sendNext = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (performance.now() > deadline) return;
      results[index] = await send(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, sendNext));
  return results;
}

/** The same for pushes that are sent one by one. */
export async function sendEach(
  notifications: readonly PushNotification[],
  atOnce: number,
  send: (notification: PushNotification) => Promise<PushOutcome>,
): Promise<PushOutcome[]> {
  return (await forEachOf(notifications, atOnce, send)).map((outcome) => outcome ?? NO_TIME);
}

/** How long a notification is of use, from the moment it is sent. */
export function lifetimeSeconds({ expiresAt }: PushNotification, max: number): number {
  if (expiresAt === null) return max;
  return Math.max(0, Math.min(max, Math.floor((expiresAt.getTime() - Date.now()) / 1_000)));
}

/** A wait that doubles with each attempt. */
export function doubling(seconds: number, { attempt = 1 }: PushNotification): number {
  return seconds * 2 ** Math.min(attempt - 1, 8);
}
