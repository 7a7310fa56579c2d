import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger, Runtime } from '@libs/foundation';
import { ApiModule } from './api.module';
import { expectDeclaredAccess } from './surfaces/declared-access';
import { findDefaultApp } from './development/default-app';
import { Readiness } from './health/readiness';
import { ApiAdapter } from './server/api-adapter';
import { useMiddleware } from './server/middleware';
import { serveDocumentation } from './openapi/swagger';

/** Composes the api. It does not listen yet. */
export async function createApi(runtime: Runtime, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    ApiModule.forRuntime(runtime, logger),
    new ApiAdapter(runtime.config, logger),
    { bodyParser: false, logger, abortOnError: false },
  );
  expectDeclaredAccess(app);
  const readiness = app.get(Readiness);
  useMiddleware(app, runtime.config, logger, () => readiness.isShuttingDown);
  if (runtime.config.http.swaggerEnabled) {
    const isDevelopment = runtime.config.environment === 'development';
    serveDocumentation(app, () => (isDevelopment ? findDefaultApp(app) : Promise.resolve(null)));
  }
  await app.init();
  return app;
}
