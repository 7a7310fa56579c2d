import type { DomainEvent } from './outbox';

type EventData = DomainEvent['data'];

/** What of an event follows from what it is made of, beside its data. */
type Routing = Partial<Pick<DomainEvent, 'appId' | 'lane' | 'deliverAt'>>;

interface Tenant {
  readonly tenantId: string;
}

interface Place extends Tenant {
  /** Null for what happens in no App. */
  readonly appId: string | null;
}

export interface DomainEventClass<Type extends string, Given extends readonly unknown[], More> {
  new (...given: Given): DomainEvent & More;
  readonly type: Type;
}

/**
 * Makes the class of one event, or message, from what its constructor is given: first that of which it tells, whose tenant
 * and App are those of the event.
 *
 * @param data with the keys of the wire.
 * @param more the lane, and the time at which it is delivered.
 */
export function domainEvent<
  Type extends string,
  Given extends readonly [Place, ...unknown[]],
  More extends Routing = object,
>(
  type: Type,
  data: (...given: Given) => EventData,
  more?: (...given: Given) => More,
): DomainEventClass<Type, Given, More> {
  return eventClass(type, ([{ appId }]) => appId, data, more);
}

/** The same for what concerns the tenant: it happens in no App, unless `more` names one. */
export function tenantEvent<
  Type extends string,
  Given extends readonly [Tenant, ...unknown[]],
  More extends Routing = object,
>(
  type: Type,
  data: (...given: Given) => EventData,
  more?: (...given: Given) => More,
): DomainEventClass<Type, Given, More> {
  return eventClass(type, () => null, data, more);
}

function eventClass<Type extends string, Given extends readonly [Tenant, ...unknown[]], More extends Routing>(
  type: Type,
  appIdOf: (given: Given) => string | null,
  data: (...given: Given) => EventData,
  more?: (...given: Given) => More,
): DomainEventClass<Type, Given, More> {
  class Event implements DomainEvent {
    static readonly type = type;
    readonly type = type;
    readonly tenantId: string;
    readonly appId: string | null;
    readonly data: EventData;

    constructor(...given: Given) {
      this.tenantId = given[0].tenantId;
      this.appId = appIdOf(given);
      this.data = data(...given);
      Object.assign(this, more?.(...given));
    }
  }
  return Event as unknown as DomainEventClass<Type, Given, More>;
}
