import { field, fields, type ValuesOf } from '@libs/kernel';

/** The kinds of deliveries: a subscribed event, an event that is sent again, a test, or one of a time range. */
export const DELIVERY_KINDS = ['event', 'redelivery', 'test', 'replay'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why an attempt failed. What the machine says about its connections is not told: it might tell about hosts that nobody
 * is to know of.
 */
export const DELIVERY_ERRORS = [
  'status',
  'redirect',
  'timeout',
  'address_refused',
  'name_not_found',
  'tls',
  'connection',
  'secret_unavailable',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** A delivery as administrators see it. */
export const managedDelivery = fields({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910'),
  eventId: field
    .uuid()
    .about('Id of the event, sent in the header `webhook-id`; the same in all deliveries of the event')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c'),
  eventType: field.text().example('member.registered'),
  kind: field.one('WebhookDeliveryKind', DELIVERY_KINDS),
  status: field.one('WebhookDeliveryStatus', DELIVERY_STATUSES),
  attempts: field.count().about('Number of attempts started').example(1),
  responseStatus: field
    .integer(100)
    .nullable()
    .about('HTTP status of the last attempt; null without an answer')
    .example(503),
  durationMs: field.count().nullable().about('Duration of the last attempt in milliseconds').example(84),
  error: field
    .one('WebhookDeliveryError', DELIVERY_ERRORS)
    .nullable()
    .about('Reason why the last attempt failed; null if it did not')
    .example('status'),
  lastAttemptAt: field.instant().nullable(),
  nextAttemptAt: field.instant().nullable().about('Time of the next attempt; null if there is none'),
  settledAt: field
    .instant()
    .nullable()
    .about('Time at which the delivery succeeded, failed for good or was cancelled; null while it is pending')
    .example(null),
  createdAt: field.instant(),
});

export type ManagedDelivery = ValuesOf<typeof managedDelivery>;

/** How long what was sent and answered is told. */
export const ANSWER_DAYS = 7;
const MAX_ANSWER_BYTES = 4_096;

/** One delivery with what was sent and answered. */
export const deliveryDetail = fields({
  ...managedDelivery,
  endpointId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90f'),
  requestBody: field
    .text()
    .nullable()
    .about(`The body that is sent, as signed; null ${ANSWER_DAYS} days after the last attempt`)
    .example('{"id":"0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c","type":"member.registered"}'),
  responseBody: field
    .text()
    .nullable()
    .about(
      `The first 4 KiB of the answer to the last attempt as UTF-8; null without an answer, for an empty one, and ${ANSWER_DAYS} days after the attempt`,
    )
    .example('{"error":"unknown event"}'),
});

export type DeliveryDetail = ValuesOf<typeof deliveryDetail>;

/** What is kept of an answer. It may be any bytes: what is no text is replaced, and a cut character left out. */
export function keptOf(answer: Uint8Array): string | null {
  const text = new TextDecoder().decode(answer.subarray(0, MAX_ANSWER_BYTES), { stream: true });
  return text.replaceAll('\0', '\ufffd') || null;
}

/** The outcome of one attempt. */
export interface AttemptOutcome {
  /** Null where there was no answer. */
  readonly responseStatus: number | null;
  readonly durationMs: number;
  /** Null if it arrived. */
  readonly error: DeliveryError | null;
  /** When the endpoint wants the next one, if it said so. */
  readonly retryAfterSeconds: number | null;
  /** What is kept of the answer; null if there is nothing. */
  readonly responseBody: string | null;
}

/** The endpoint wants no more requests, now and later. */
const GONE = 410;

/** A single attempt at the others: whoever asked for one looks at what became of it. */
export function isTriedAgain(kind: DeliveryKind): boolean {
  return kind === 'event' || kind === 'replay';
}

/** What an administrator asked for says nothing about how the endpoint does with what happens by itself. */
export function countsForHealth(kind: DeliveryKind): boolean {
  return kind === 'event';
}

/** Neither a connection nor an answer in time. */
export function hasHung({ error }: AttemptOutcome): boolean {
  return error === 'timeout';
}

export function saysGone({ responseStatus }: AttemptOutcome): boolean {
  return responseStatus === GONE;
}

/** Success is 2xx alone. Redirects are not followed: they would lead where nobody looked. */
export function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
