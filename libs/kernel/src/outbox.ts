/** An event, or a message to be sent, as ids and facts. Never a secret, never a code. */
export interface DomainEvent {
  /** A stable name, `subject.happened`, such as `member.registered`. */
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The lane of the outbox; defaults to the lane of the type. */
  readonly lane?: string;
  /** The time of delivery, however far in the future; defaults to now. */
  readonly deliverAt?: Date;
}

export type DelayedEvent = DomainEvent & Required<Pick<DomainEvent, 'deliverAt'>>;

/** Takes events in the transaction of the change they report; a relay delivers them after the commit. */
export abstract class Outbox {
  abstract add(event: DomainEvent): Promise<void>;

  /** Withdraws an event that still waits for its time. A delivery that has begun is not stopped. */
  abstract withdraw(event: DelayedEvent): Promise<void>;
}
