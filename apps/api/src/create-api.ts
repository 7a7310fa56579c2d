import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger, Runtime } from '@libs/foundation';
import { ApiModule } from './api.module';
import { consolePages } from './console/console-pages';
import { expectDeclaredAccess } from './surfaces/declared-access';
import { KnownAnswers } from './surfaces/known-answers';
import { routesOf } from './surfaces/routes';
import { findDefaultApp } from './development/default-app';
import { guidePages } from './guide/guide-pages';
import { Readiness } from './health/readiness';
import { serveFavicon } from './http/answers/favicon';
import { ApiAdapter } from './server/api-adapter';
import { EarlyAnswers } from './server/early-answers';
import { useMiddleware } from './server/middleware';
import { serveDocumentation } from './openapi/swagger';

/**
 * Composes the api. It does not listen yet.
 *
 * @param isHeard false for a task, which is no process of the installation.
 */
export async function createApi(runtime: Runtime, logger: Logger, isHeard = true): Promise<NestExpressApplication> {
  const adapter = new ApiAdapter(runtime.config, logger);
  const module = ApiModule.forRuntime(runtime, logger, isHeard);
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    bodyParser: false,
    logger,
    abortOnError: false,
  });
  expectDeclaredAccess(app);
  const readiness = app.get(Readiness);
  const isShuttingDown = () => readiness.isShuttingDown;
  const { consoleEnabled, swaggerEnabled } = runtime.config.http;
  const pages = [
    ...(consoleEnabled ? [consolePages(runtime.config, routesOf(app))] : []),
    ...(swaggerEnabled ? [guidePages(runtime.config)] : []),
  ];
  useMiddleware(app, runtime.config, logger, isShuttingDown, pages);
  const known = app.get(KnownAnswers);
  known.collect(app);
  adapter.answerFirst(new EarlyAnswers(known, logger, isShuttingDown, runtime.config));
  serveFavicon(app.getHttpAdapter().getInstance());
  if (swaggerEnabled) {
    const isDevelopment = runtime.config.environment === 'development';
    serveDocumentation(app, () => (isDevelopment ? findDefaultApp(app) : Promise.resolve(null)));
  }
  await app.init();
  return app;
}
