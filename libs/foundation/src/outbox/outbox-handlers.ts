import { Injectable } from '@nestjs/common';
import { DEFAULT_LANE, type Lane } from './outbox-lanes';
import { MAX_ATTEMPTS, type OutboxHandler } from './outbox-message';

const HANDLED = Symbol('handled messages');

interface Handled {
  readonly types: readonly string[];
  readonly lane: Lane;
}

/**
 * Marks a provider as the handler of messages of these types.
 *
 * @param lane of these messages. A handler that calls an external system takes the lane of that system.
 */
export function Handles(types: string | readonly string[], lane: Lane = DEFAULT_LANE) {
  return (handler: new (...given: never[]) => OutboxHandler): void => {
    Injectable()(handler);
    Reflect.defineMetadata(HANDLED, { types: [types].flat(), lane } satisfies Handled, handler);
  };
}

/** The handlers of each type of message, and their lane. */
@Injectable()
export class OutboxHandlers {
  private readonly byType = new Map<string, OutboxHandler[]>();
  private readonly lanes = new Map<string, Lane>();

  /** Registers the instances whose class is marked by `Handles`. */
  registerAll(instances: Iterable<unknown>): void {
    for (const instance of new Set(instances)) {
      const { constructor } = Object(instance) as Partial<object>;
      const handled = constructor && (Reflect.getMetadata(HANDLED, constructor) as Handled | undefined);
      for (const type of handled?.types ?? []) this.register(type, instance as OutboxHandler, handled?.lane);
    }
  }

  /** Registers a handler that is no provider. @param lane of all messages of the type. */
  register(type: string, handler: OutboxHandler, lane: Lane = DEFAULT_LANE): void {
    // A message is delivered as a whole, so that all its handlers share a lane.
    if ((this.lanes.get(type) ?? lane) !== lane) throw new Error(`Messages of type ${type} already have a lane`);
    this.lanes.set(type, lane);
    this.byType.set(type, [...this.of(type), handler]);
  }

  of(type: string): readonly OutboxHandler[] {
    return this.byType.get(type) ?? [];
  }

  /** The number of failed attempts after which a message is given up; null if a handler has its own schedule. */
  maxAttemptsOf(type: string): number | null {
    return this.of(type).some((handler) => 'retryDelaySeconds' in handler) ? null : MAX_ATTEMPTS;
  }

  laneOf(type: string): Lane {
    return this.lanes.get(type) ?? DEFAULT_LANE;
  }
}
