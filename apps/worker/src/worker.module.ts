import { type DynamicModule, Module } from '@nestjs/common';
import { AuditModule } from '@libs/audit';
import { CaptchaSweepsModule } from '@libs/captcha';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { FoundationModule, Logger, OutboxWorkerModule, QUERY_MARGIN_MS, type Runtime } from '@libs/foundation';
import { IamModule } from '@libs/iam';
import { NotificationsModule } from '@libs/notifications';
import { InstancesModule } from '@libs/operations';
import { ReleasesModule } from '@libs/releases';
import { WebhooksModule } from '@libs/webhooks';
import { ENTITIES } from '../../entities';

const STATEMENT_TIMEOUT_MS = 60_000;

/** The contexts that handle outbox messages, and the relay that delivers them. No HTTP. */
@Module({})
export class WorkerModule {
  static forRuntime(runtime: Runtime, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        FoundationModule.forRuntime({
          runtime,
          logger,
          entities: ENTITIES,
          applicationName: 'appkernel-worker',
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
          queryTimeoutMs: STATEMENT_TIMEOUT_MS + QUERY_MARGIN_MS,
        }),
        AuditModule,
        CaptchaSweepsModule,
        ContentModule,
        FilesModule,
        IamModule,
        InstancesModule.heardAs('worker'),
        NotificationsModule,
        ReleasesModule,
        WebhooksModule,
        OutboxWorkerModule.forRoot(runtime.config.redisUrl),
      ],
    };
  }
}
