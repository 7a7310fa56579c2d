import type { SecurityEventType } from '../../domain/history/account-events';
import type { SecurityNotice } from '../../infrastructure/history/security-notices';

/** Events that are told by themselves, whoever caused them. */
const TOLD = ['new_device_login', 'refresh_token_reused'] as const satisfies SecurityEventType[];

/**
 * Of one type. Otherwise anyone who knows the password could fill the owner's mailbox by signing in with ever new device
 * keys.
 */
const MAX_NOTICES_PER_HOUR = 10;

type ToldType = (typeof TOLD)[number];

/** The type of the event, if it is told; else null. */
export function toldTypeOf({ type, inHour }: SecurityNotice): ToldType | null {
  return inHour <= MAX_NOTICES_PER_HOUR ? (TOLD.find((told) => told === type) ?? null) : null;
}
