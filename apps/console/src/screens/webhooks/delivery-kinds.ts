import type { components } from '../../api/schema';

type Schemas = components['schemas'];
export type Delivery = Schemas['AdminWebhookDeliveryResponse'];

export const STATUSES = [
  'pending',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies readonly Schemas['WebhookDeliveryStatus'][];

export const TONES = {
  pending: 'primary',
  succeeded: 'success',
  failed: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<Schemas['WebhookDeliveryStatus'], string>;

/** While an attempt is under way or about to be. */
export const POLL_MS = 3_000;

/** Further away, the next attempt is not worth asking for. */
const SOON_MS = 60_000;

/** Whether something is about to become of it: retries may be hours away. */
export function isMoving({ status, next_attempt_at }: Delivery, now = Date.now()): boolean {
  if (status !== 'pending') return false;
  return next_attempt_at === null || Date.parse(next_attempt_at) - now < SOON_MS;
}

/** JSON with line breaks to read it by; whatever else as it is. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
