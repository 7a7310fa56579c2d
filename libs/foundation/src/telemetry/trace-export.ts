import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { TracingSettings } from '../config/telemetry-settings';
import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';
import type { Tracing } from './tracing';

/** The limit for the last export, in case the collector does not answer. */
const PATIENCE_MS = 2_000;

/** Exports traces while the application runs, if a collector is configured. */
export class TraceExport implements OnModuleInit, OnApplicationShutdown {
  private tracing: Tracing | null = null;

  /** @param processName the default name of the service. */
  constructor(
    private readonly settings: TracingSettings | null,
    private readonly processName: string,
    private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { settings } = this;
    if (!settings) return;
    // Loaded only if needed, as it takes memory.
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
