import { hostname } from 'node:os';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { CONFIG, type Config, Logger, Outage, Sweeps, VERSION } from '@libs/foundation';
import { newId } from '@libs/kernel';
import {
  BEAT_SECONDS,
  type InstanceIdentity,
  type InstanceKind,
  Instances,
} from '../../infrastructure/runtime/instances';

export const INSTANCE_KIND = Symbol('InstanceKind');

/** How long the shutdown waits for the process to be deregistered. */
const PATIENCE_MS = 1_000;

/** Reports that this process runs, in the background: nothing waits for a report, and nothing fails with it. */
@Injectable()
export class Heartbeat implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly identity: InstanceIdentity;
  private readonly outage: Outage;
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> | null = null;
  private wasHeard = false;

  constructor(
    @Inject(INSTANCE_KIND) kind: InstanceKind,
    @Inject(CONFIG) config: Config,
    private readonly instances: Instances,
    private readonly sweeps: Sweeps,
    logger: Logger,
  ) {
    const { version: node } = process;
    this.identity = { id: newId(), kind, version: VERSION, commit: config.buildCommit, node, hostname: hostname() };
    this.outage = new Outage(logger, {
      came: 'this process cannot say that it runs',
      went: 'this process says again that it runs',
    });
  }

  onModuleInit(): void {
    this.sweeps.register('operations.instances', () => this.instances.sweep());
  }

  onApplicationBootstrap(): void {
    this.beat();
    this.timer = setInterval(() => this.beat(), BEAT_SECONDS * 1_000).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    const { promise: timeIsOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    await Promise.race([this.leave(), timeIsOver]);
    clearTimeout(timer);
  }

  /** Only one report is under way at a time, however slow the database. */
  private beat(): void {
    this.beating ??= this.tell().finally(() => (this.beating = null));
  }

  private async tell(): Promise<void> {
    const { rss: rssBytes, heapUsed: heapUsedBytes } = process.memoryUsage();
    try {
      await this.instances.seen(this.identity, { rssBytes, heapUsedBytes }, process.uptime());
      this.wasHeard = true;
      this.outage.went();
    } catch (error) {
      this.wasHeard = false;
      this.outage.came(error);
    }
  }

  /** If the database is unavailable, other processes notice that the reports stop. */
  private async leave(): Promise<void> {
    await this.beating;
    if (this.wasHeard) await this.instances.gone(this.identity.id).catch(() => undefined);
  }
}
