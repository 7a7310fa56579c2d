import { Injectable } from '@nestjs/common';
import { DEFAULT_LANE, type Lane } from './outbox-lanes';
import { MAX_ATTEMPTS, type OutboxHandler } from './outbox-message';

/** The handlers of each type of message, and their lane. Each context registers its own while the module starts. */
@Injectable()
export class OutboxHandlers {
  private readonly byType = new Map<string, OutboxHandler[]>();
  private readonly lanes = new Map<string, Lane>();

  /** @param lane of all messages of the type. A handler that talks to an outside system takes that system's lane. */
  register(type: string, handler: OutboxHandler, lane: Lane = DEFAULT_LANE): void {
    // A message is delivered as a whole: a handler in another lane would wait behind this one's provider.
    if ((this.lanes.get(type) ?? lane) !== lane) throw new Error(`Messages of type ${type} already have a lane`);
    this.lanes.set(type, lane);
    this.byType.set(type, [...this.of(type), handler]);
  }

  of(type: string): readonly OutboxHandler[] {
    return this.byType.get(type) ?? [];
  }

  /** After how many failed attempts a message is given up; null if a handler decides that otherwise. */
  maxAttemptsOf(type: string): number | null {
    return this.of(type).some((handler) => 'retryDelaySeconds' in handler) ? null : MAX_ATTEMPTS;
  }

  laneOf(type: string): Lane {
    return this.lanes.get(type) ?? DEFAULT_LANE;
  }
}
