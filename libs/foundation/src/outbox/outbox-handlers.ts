import { Injectable } from '@nestjs/common';
import type { OutboxHandler } from './outbox-message';

/** Who handles which type of message. Each context registers its handlers while the module starts. */
@Injectable()
export class OutboxHandlers {
  private readonly byType = new Map<string, OutboxHandler[]>();

  register(type: string, handler: OutboxHandler): void {
    this.byType.set(type, [...this.of(type), handler]);
  }

  of(type: string): readonly OutboxHandler[] {
    return this.byType.get(type) ?? [];
  }
}
