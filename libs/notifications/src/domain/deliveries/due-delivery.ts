import type { SupportedLocale } from '@libs/kernel';
import type { QuietHours } from '../preferences/notification-preferences';
import { quietUntil } from './quiet-hours';

/** Push providers of devices, and email. */
export const DELIVERY_ROUTES = ['uni_push', 'fcm', 'apns', 'hms', 'email'] as const;
export type DeliveryRoute = (typeof DELIVERY_ROUTES)[number];
export type PushRouteName = Exclude<DeliveryRoute, 'email'>;

/** Attempts at a delivery before it becomes a dead letter. */
export const MAX_TRIES = 8;

/** Older deliveries are dropped: their content is out of date, also if a paused provider kept them from being sent. */
export const MAX_AGE_DAYS = 7;
const MAX_AGE_MS = MAX_AGE_DAYS * 24 * 60 * 60 * 1_000;

/** A push or mail whose turn has come, with everything that may stop it. */
export interface DueDelivery {
  readonly id: string;
  readonly messageId: string;
  readonly userId: string;
  readonly deviceId: string | null;
  /** Attempts started. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** Whether the message has been recalled, or its record withdrawn in another way. */
  readonly isWithdrawn: boolean;
  readonly expiresAt: Date | null;
  /** Whether user and membership are active. */
  readonly isMember: boolean;
  /** Whether the member accepts messages of the type by this channel. */
  readonly isWanted: boolean;
  readonly quietHours: QuietHours | null;
  readonly timeZone: string | null;
  readonly locale: SupportedLocale | null;
  readonly displayName: string | null;
  /** The device's token or the member's address, as of now; null if there is none. Never to be logged. */
  readonly target: string | null;
  readonly platform: string | null;
}

/** A delivery that may be sent. */
export type SendableDelivery = DueDelivery & { readonly target: string };

type DeliveryVerdict =
  | { readonly kind: 'send'; readonly delivery: SendableDelivery }
  | { readonly kind: 'drop'; readonly reason: string }
  | { readonly kind: 'fail'; readonly reason: string }
  | { readonly kind: 'postpone'; readonly until: Date };

/** Whether a delivery may be sent now, by the current state rather than that at its creation. */
export function verdictOn(delivery: DueDelivery, now: Date): DeliveryVerdict {
  const { expiresAt, target, quietHours } = delivery;
  if (delivery.isWithdrawn) return { kind: 'drop', reason: 'withdrawn' };
  if (expiresAt !== null && expiresAt <= now) return { kind: 'drop', reason: 'expired' };
  if (now.getTime() - delivery.createdAt.getTime() > MAX_AGE_MS) return { kind: 'drop', reason: 'too_old' };
  if (!delivery.isMember) return { kind: 'drop', reason: 'not_a_member' };
  if (!delivery.isWanted) return { kind: 'drop', reason: 'not_wanted' };
  if (target === null) return { kind: 'drop', reason: 'unreachable' };
  if (delivery.attempts >= MAX_TRIES) return { kind: 'fail', reason: 'the last try ended with its process' };
  const until = quietHours && quietUntil(quietHours, delivery.timeZone, now);
  // What expires before is dropped then, rather than counted as still to come all night.
  if (until) return { kind: 'postpone', until: expiresAt !== null && expiresAt < until ? expiresAt : until };
  return { kind: 'send', delivery: { ...delivery, target } };
}
