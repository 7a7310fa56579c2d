export type { CacheStatistics } from './cache/known-caches';
export { BY_INDEX_ORDER, inIndexOrder } from './database/index-order';
export { ChangeFeed } from './cache/change-feed';
export { InvalidatedCache } from './cache/invalidated-cache';
export { ConfigurationError, formOf, loadConfig, type Config } from './config/config';
export { CONFIG } from './config/config.token';
export { generatedKeys, replaceGeneratedKeys } from './config/generated-keys';
export { rotatedSecretKeys, rotatedSigningKeys, type RotationStep } from './config/key-rotation';
export type { SecretKey, SigningKey } from './config/keys';
export { domainOf } from './config/mail-settings';
export { withAdvisoryLock } from './database/advisory-lock';
export { createMigrationDataSource } from './database/data-source';
export { Database, QUERY_MARGIN_MS } from './database/database';
export { DatabaseStatus } from './database/database-status';
export { DatabaseWait } from './database/database-wait';
export { isCheckOf, isUnavailable, isViolationOf } from './database/database-errors';
export { entityOf } from './database/entity';
export { columnsIn, columnsOf, fieldsOf, momentInJson } from './database/entity-columns';
export { ListOrder, nullable, sorted, sortedCode, sortedName, sortedText } from './database/list-order';
export { LargeTotals } from './database/large-totals';
export { listPage } from './database/list-page';
export { migrate, revertMigrations } from './database/migrate';
export type { MigrationInSteps } from './database/migration-data-source';
export { PLANNED_EACH_TIME } from './database/named-query';
export { Replica } from './database/replica';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres/embedded-postgres';
export { FoundationModule, SIGNING_KEYS } from './foundation.module';
export { AddressRefusedError, OutgoingHttp, type OutgoingAnswer, UNSHARED } from './http/outgoing-http';
export { webhookHeaders } from './http/standard-webhook';
export { Logger } from './logging/logger';
export { Outage } from './logging/outage';
export { reasonOf } from './logging/reason';
export { DevelopmentOutbox } from './mail/development-outbox';
export { escapeHtml, mailButton, mailPage, oneLine } from './mail/mail-page';
export { MailRefusedError, MailSender, type Mail, type MailFrom } from './mail/mail-sender';
export { BULK_MAILS_AT_ONCE, SmtpMailSender } from './mail/smtp-mail-sender';
export { OutboxControl } from './outbox/outbox-control';
export { DeadLetters, type DeadLetterFilter } from './outbox/dead-letters';
export { Handles, OutboxHandlers } from './outbox/outbox-handlers';
export { MOST_LISTED_JOBS, type OutboxJob, type OutboxJobFilter, OutboxJobs } from './outbox/outbox-jobs';
export { whileRenewing } from './outbox/lease';
export { backoffSeconds, type OutboxHandler, type OutboxMessage, persistently } from './outbox/outbox-message';
export { isNotPaused } from './outbox/outbox-claim';
export {
  MOST_COUNTED_JOBS,
  OutboxQueueCounts,
  type QueueCounts,
  QUEUES,
  type TenantQueue,
} from './outbox/outbox-queue-counts';
export { OutboxWorkerModule } from './outbox/outbox-worker.module';
export { type RestoredMessages, RestoredOutbox } from './outbox/restored-outbox';
export { afterPartitions } from './outbox/partitions';
export { type ScheduledRow, Schedules } from './outbox/schedules';
export { type ScheduledSweep, SWEEP_OUTCOMES, type SweepOutcome, SweepSchedule } from './outbox/sweep-schedule';
export { SlowLanes } from './outbox/slow-lanes';
export {
  byPlaces,
  countBatch,
  deleteExpired,
  type Expired,
  SWEEP_BATCH,
  type SweepBatch,
  Sweeps,
} from './outbox/sweeps';
export { type Step, Turn } from './outbox/turn';
export { PersonalData, type PersonalRecords } from './personal-data/personal-data';
export { connectRedis, type RedisClient } from './redis/redis-client';
export { RedisConnections, type RedisStatus } from './redis/redis-connections';
export { type Charge, FairTurns } from './runtime/fair-turns';
export { CLOSING_SHARE_MS, Lifetime } from './runtime/lifetime';
export { releaseStartMemory } from './runtime/start-memory';
export { prepareRuntime, type Runtime } from './runtime/runtime';
export { turnForLong } from './runtime/turns';
export { VERSION } from './runtime/version';
export { WorkerProcess } from './runtime/worker-process';
export { WorkerThread } from './runtime/worker-thread';
export { Cursors, type CursorPosition } from './security/cursors';
export { type HashedColumn, type SealedColumn, SealedColumns } from './security/sealed-columns';
export type { LinkTicket } from './security/link-ticket';
export { sameSecret, Secrets } from './security/secrets';
export { type NoticeSms, type OtpSms, SmsRefusedError, SmsSender } from './sms/sms-sender';
export { DROPPED_REPORTS, endWatched, REQUESTS, type WatchedRequest } from './diagnostics/channels';
export { MetricsServer } from './telemetry/metrics-server';
