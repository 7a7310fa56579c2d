import {
  type DynamicModule,
  Global,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { DataSource, type EntitySchema } from 'typeorm';
import { Outbox, Transactions } from '@libs/kernel';
import { ChangeFeed } from './cache/change-feed';
import type { Config } from './config/config';
import { CONFIG } from './config/config.token';
import type { SigningKey } from './config/keys';
import { createDataSource } from './database/data-source';
import { OwnChanges } from './database/own-changes';
import { Database } from './database/database';
import { LargeTotals } from './database/large-totals';
import { DatabaseStatus } from './database/database-status';
import { OutgoingHttp } from './http/outgoing-http';
import { Logger } from './logging/logger';
import { DevelopmentOutbox } from './mail/development-outbox';
import { MailSender } from './mail/mail-sender';
import { SmtpMailSender } from './mail/smtp-mail-sender';
import { OutboxControl } from './outbox/outbox-control';
import { OutboxAnnouncements } from './outbox/outbox-announcements';
import { DeadLetters } from './outbox/dead-letters';
import { OutboxDelivery } from './outbox/outbox-delivery';
import { OutboxHandlers } from './outbox/outbox-handlers';
import { OutboxJobs } from './outbox/outbox-jobs';
import { OutboxQueueCounts } from './outbox/outbox-queue-counts';
import { OutboxStore } from './outbox/outbox-store';
import { SlowLanes } from './outbox/slow-lanes';
import { PostgresOutbox } from './outbox/postgres-outbox';
import { RestoredOutbox } from './outbox/restored-outbox';
import { Schedules } from './outbox/schedules';
import { SweepSchedule } from './outbox/sweep-schedule';
import { Sweeps } from './outbox/sweeps';
import { PersonalData } from './personal-data/personal-data';
import { Replica, WRITTEN } from './database/replica';
import { RedisConnections } from './redis/redis-connections';
import type { Runtime } from './runtime/runtime';
import { Cursors } from './security/cursors';
import { SealedColumns } from './security/sealed-columns';
import { Secrets } from './security/secrets';
import { createSmsSender } from './sms/create-sms-sender';
import { SmsSender } from './sms/sms-sender';
import { MetricsServer } from './telemetry/metrics-server';
import { TraceExport } from './telemetry/trace-export';

/** The injection token of the signing keys. */
export const SIGNING_KEYS = Symbol('SigningKeys');

interface FoundationOptions {
  readonly runtime: Runtime;
  readonly logger: Logger;
  readonly entities: EntitySchema[];
  /** The name of this process in pg_stat_activity. */
  readonly applicationName: string;
  readonly statementTimeoutMs: number;
  /** The client's limit for a statement, after which the connection is cut. */
  readonly queryTimeoutMs: number;
}

/** The basis of every context: database, outbox, change feed, keys, mail and log. */
@Global()
@Module({ imports: [DiscoveryModule] })
export class FoundationModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changeFeed: ChangeFeed,
    private readonly mailSender: MailSender,
    private readonly handlers: OutboxHandlers,
    private readonly discovery: DiscoveryService,
    private readonly database: Database,
    @Optional() private readonly replica?: Replica,
  ) {}

  static forRuntime({ runtime, logger, entities, ...connection }: FoundationOptions): DynamicModule {
    const { config } = runtime;
    const ownChanges = new OwnChanges();
    const providers = [
      { provide: CONFIG, useValue: config satisfies Config },
      { provide: SIGNING_KEYS, useValue: runtime.signingKeys satisfies readonly SigningKey[] },
      { provide: Logger, useValue: logger },
      {
        provide: DataSource,
        useFactory: () =>
          runtime.wait.during('connecting', () =>
            createDataSource(
              {
                ...config.database,
                ...connection,
                url: runtime.databaseUrl,
                assumeApplicationRole: runtime.assumeApplicationRole,
                ownChanges,
              },
              entities,
            ).initialize(),
          ),
      },
      {
        provide: Replica,
        useFactory: () => {
          const { replicaUrl: url } = config.database;
          const { assumeApplicationRole } = runtime;
          return url && new Replica({ ...config.database, ...connection, url, assumeApplicationRole }, logger);
        },
      },
      {
        provide: Database,
        inject: [DataSource, Replica],
        useFactory: (dataSource: DataSource, replica?: Replica) => new Database(dataSource, config.database, replica),
      },
      { provide: Transactions, useExisting: Database },
      { provide: LargeTotals, useValue: new LargeTotals() },
      {
        provide: ChangeFeed,
        inject: [DataSource],
        useFactory: async (dataSource: DataSource) => {
          const feed = new ChangeFeed(runtime.listenUrl, logger, ownChanges);
          const announce = (...given: string[]) => dataSource.query('SELECT pg_notify($1, $2)', given);
          await runtime.wait.during('listening for changes', () => feed.connect());
          await runtime.wait.during('listening for changes', () => feed.expectAnnouncements(announce));
          return feed;
        },
      },
      { provide: Secrets, useValue: new Secrets(runtime.secretKeys) },
      Cursors,
      SealedColumns,
      PostgresOutbox,
      { provide: Outbox, useExisting: PostgresOutbox },
      OutboxHandlers,
      OutboxStore,
      OutboxDelivery,
      SlowLanes,
      OutboxJobs,
      OutboxQueueCounts,
      OutboxAnnouncements,
      OutboxControl,
      DeadLetters,
      RestoredOutbox,
      Sweeps,
      SweepSchedule,
      Schedules,
      DatabaseStatus,
      PersonalData,
      RedisConnections,
      DevelopmentOutbox,
      MetricsServer,
      { provide: TraceExport, useValue: new TraceExport(config.tracing, connection.applicationName, logger) },
      { provide: OutgoingHttp, useFactory: () => new OutgoingHttp(config.outgoing) },
      {
        provide: MailSender,
        inject: [DevelopmentOutbox],
        useFactory: (development: DevelopmentOutbox): MailSender =>
          config.mail.smtpUrl ? new SmtpMailSender(config.mail.smtpUrl, config.mail) : development,
      },
      {
        provide: SmsSender,
        inject: [DevelopmentOutbox],
        useFactory: (development: DevelopmentOutbox): SmsSender => createSmsSender(config.sms, development),
      },
    ];
    return { module: FoundationModule, providers, exports: providers };
  }

  onModuleInit(): void {
    this.replica?.start(() => this.database.readAsSystem(WRITTEN));
    this.handlers.registerAll(this.discovery.getProviders().map(({ instance }): unknown => instance));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.changeFeed.stop();
    await this.replica?.stop();
    if (this.mailSender instanceof SmtpMailSender) this.mailSender.close();
    await this.dataSource.destroy();
  }
}
