import type { Logger } from './logger';
import { reasonOf } from './reason';

/** Logs the beginning and the end of an outage once each, however many attempts fail in between. */
export class Outage {
  private since: number | null = null;

  constructor(
    private readonly logger: Logger,
    private readonly messages: { readonly came: string; readonly went: string },
  ) {}

  came(error: unknown): void {
    if (this.since !== null) return;
    this.since = Date.now();
    this.logger.warn({ reason: reasonOf(error) }, this.messages.came);
  }

  went(): void {
    if (this.since === null) return;
    this.logger.info({ seconds: Math.round((Date.now() - this.since) / 1_000) }, this.messages.went);
    this.since = null;
  }
}
