import type { Fields } from './schemas';

/** What of an event leaves the service. */
export type EventData = Readonly<Record<string, unknown>>;

/** A type of event that endpoints subscribe to. */
export interface EventType {
  /** On the wire. */
  readonly type: string;
  readonly description: string;
  /** The type of the outbox message that reports it. */
  readonly source: string;
  /** Of several types with one source, the data of the messages that are of this one. */
  readonly when?: EventData;
  /** JSON Schemas of the fields of `data`. What a message carries besides does not leave the service. */
  readonly fields: Fields;
  /** The field of the message, where it has another name on the wire. */
  readonly from?: Readonly<Record<string, string>>;
  readonly example: EventData;
  /** Whether its events belong to an App: always, never, or some. */
  readonly app: 'always' | 'never' | 'some';
}
