import { APP_EVENTS } from './app-events';
import type { EventType } from './event-type';
import { PEOPLE_EVENTS } from './people-events';
import { PUBLICATION_EVENTS } from './publication-events';
import { RELEASE_EVENTS } from './release-events';

/** Subscribes to every type, those of later versions included. */
export const ALL_EVENTS = '*';

/** The type of the event that administrators have sent to see whether it arrives. Nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test';

/** The event types that endpoints may subscribe to, in the order of the list that administrators see. */
export const EVENT_TYPES: readonly EventType[] = [
  ...APP_EVENTS,
  ...RELEASE_EVENTS,
  ...PUBLICATION_EVENTS,
  ...PEOPLE_EVENTS,
];

/** The values that the field `event_types` of an endpoint may have. */
export const SUBSCRIBABLE: readonly string[] = [ALL_EVENTS, ...EVENT_TYPES.map(({ type }) => type)];

/** The types of outbox messages that may be events. */
export const SOURCES: readonly string[] = [...new Set(EVENT_TYPES.map(({ source }) => source))];
