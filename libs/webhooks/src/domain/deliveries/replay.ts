import { field, fields, type NewOf } from '@libs/kernel';
import { ALL_EVENTS, EVENT_TYPES, SUBSCRIBABLE } from '../events/catalogue';

/** The most events that are sent again at once, and that wait for an endpoint in this way. */
export const MAX_REPLAYED = 10_000;

/** Which events are sent again: by the time at which they occurred, and their types. */
export const replaySettings = fields({
  from: field.instant().about('Events that occurred at this time or later').example('2026-11-21T09:00:00.000Z'),
  to: field
    .instant()
    .nullable()
    .initially(null)
    .about('Events that occurred before this time; null for all until now')
    .example('2026-11-21T12:00:00.000Z'),
  eventTypes: field
    .some('WebhookEventType', SUBSCRIBABLE, 1)
    .nullable()
    .initially(null)
    .about('The types of the events, among those that the endpoint subscribes to; null for all of these')
    .example(['member.registered']),
});

export type ReplayRequest = NewOf<typeof replaySettings>;

/** The types of the events that an endpoint with these subscriptions is sent again. */
export function replayedTypes(subscribed: readonly string[], asked: readonly string[] | null): string[] {
  const isAmong = (types: readonly string[], type: string) => types.includes(ALL_EVENTS) || types.includes(type);
  return EVENT_TYPES.map(({ type }) => type).filter(
    (type) => isAmong(subscribed, type) && (asked === null || isAmong(asked, type)),
  );
}
