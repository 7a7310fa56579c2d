import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { TracingSettings } from '../config/telemetry-settings';
import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';
import type { Tracing } from './tracing';

/** How long the end of the process waits for a collector that does not answer. */
const PATIENCE_MS = 2_000;

/** Sends traces while the application runs, where a collector is configured. */
export class TraceExport implements OnModuleInit, OnApplicationShutdown {
  private tracing: Tracing | null = null;

  /** @param processName for traces that are given no other name of their service. */
  constructor(
    private readonly settings: TracingSettings | null,
    private readonly processName: string,
    private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { settings } = this;
    if (!settings) return;
    // Only now, as it takes memory.
    const { Tracing: Loaded } = await import('./tracing.js');
    this.tracing = new Loaded({ ...settings, serviceName: settings.serviceName ?? this.processName });
    this.logger.info({ endpoint: settings.endpoint, sampled: settings.sampledShare }, 'traces are sent');
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.tracing) return;
    const { promise: timeIsOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    const sent = this.tracing
      .stop()
      .catch((error: unknown) => this.logger.warn({ reason: reasonOf(error) }, 'the last traces could not be sent'));
    await Promise.race([sent, timeIsOver]);
    clearTimeout(timer);
  }
}
