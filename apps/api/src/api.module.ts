import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AppsModule } from '@libs/apps';
import { AuditModule } from '@libs/audit';
import { CaptchaModule } from '@libs/captcha';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { FoundationModule, Logger, OutboxWorkerModule, type Runtime } from '@libs/foundation';
import { NotificationsModule } from '@libs/notifications';
import { InstancesModule } from '@libs/operations';
import { RegionsModule } from '@libs/regions';
import { ReleasesModule } from '@libs/releases';
import { WebhooksModule } from '@libs/webhooks';
import { ENTITIES } from '../../entities';
import { AdminModule } from './admin/admin.module';
import { AuthModule } from './auth/auth.module';
import { CaptchaPageController } from './captcha-page/captcha-page.controller';
import { ConsoleEnvironmentController } from './console/console-environment.controller';
import { ConsoleSessionController } from './console/console-session.controller';
import { DevelopmentCaptchasController } from './development/development-captchas.controller';
import { DevelopmentOutboxController } from './development/development-outbox.controller';
import { HealthController } from './health/health.controller';
import { Readiness } from './health/readiness';
import { EnvelopeInterceptor } from './http/answers/answers';
import { ProblemFilter } from './http/answers/problem.filter';
import { RequestFormInterceptor } from './http/request/request-form.interceptor';
import { ValidationPipe } from './http/fields/validation.pipe';
import { MobileModule } from './mobile/mobile.module';
import { InvitationPagesController, PasswordResetPagesController } from './password-pages/password-pages.controller';
import { servesPasswordPages } from './password-pages/page-addresses';
import { PublicModule } from './public/public.module';
import { Seed } from './seed/seed';
import { ServiceModule } from './service/service.module';
import { KnownAnswers } from './surfaces/known-answers';
import { UnsubscribePageController } from './unsubscribe-page/unsubscribe-page.controller';
import { JwksController } from './well-known/jwks.controller';
import { OAuthMetadataController } from './well-known/oauth-metadata.controller';

const STATEMENT_TIMEOUT_MS = 5_000;

/** The one place that lists surfaces and contexts. */
@Module({})
export class ApiModule {
  /** @param isHeard whether the process is one of the installation, and is told of as long as it runs. */
  static forRuntime(runtime: Runtime, logger: Logger, isHeard: boolean): DynamicModule {
    const { config } = runtime;
    return {
      module: ApiModule,
      imports: [
        FoundationModule.forRuntime({
          runtime,
          logger,
          entities: ENTITIES,
          applicationName: 'appkernel-api',
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
          queryTimeoutMs: config.database.queryTimeoutMs,
        }),
        AuditModule,
        AppsModule,
        CaptchaModule,
        ContentModule,
        FilesModule,
        isHeard ? InstancesModule.heardAs(config.runWorker ? 'all' : 'api') : InstancesModule,
        NotificationsModule,
        RegionsModule,
        ReleasesModule,
        WebhooksModule,
        AuthModule,
        PublicModule,
        MobileModule,
        AdminModule,
        ServiceModule,
        ...(config.runWorker ? [OutboxWorkerModule.forRoot(config.redisUrl)] : []),
      ],
      controllers: [
        HealthController,
        JwksController,
        OAuthMetadataController,
        UnsubscribePageController,
        ...(servesPasswordPages(config) ? [InvitationPagesController, PasswordResetPagesController] : []),
        ...(config.http.consoleEnabled ? [ConsoleEnvironmentController, ConsoleSessionController] : []),
        ...(config.http.swaggerEnabled ? [CaptchaPageController] : []),
        ...(config.environment === 'development' ? [DevelopmentCaptchasController, DevelopmentOutboxController] : []),
      ],
      providers: [
        KnownAnswers,
        Readiness,
        Seed,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: ValidationPipe },
        { provide: APP_INTERCEPTOR, useClass: RequestFormInterceptor },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
      ],
    };
  }
}
