/** Something that happened, or a message that must be sent, as ids and facts. Never a secret, never a code. */
export interface DomainEvent {
  /** A stable name, `subject.happened`, such as `member.registered`. */
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The lane of the outbox, if it is not that of the type. */
  readonly lane?: string;
  /** When it is to be delivered, however long from now; at once if it is not said. */
  readonly deliverAt?: Date;
}

export type DelayedEvent = DomainEvent & Required<Pick<DomainEvent, 'deliverAt'>>;

/** Takes events in the transaction of the change they report; a relay delivers them after the commit. */
export abstract class Outbox {
  abstract add(event: DomainEvent): Promise<void>;

  /** Takes an event back that still waits for its time. One that is being delivered is not stopped. */
  abstract withdraw(event: DelayedEvent): Promise<void>;
}
