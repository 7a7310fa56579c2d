import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import type { Logger, Runtime } from '@libs/foundation';
import { ApiModule } from './api.module';
import { Readiness } from './health/readiness';
import { useMiddleware } from './http/middleware';
import { serveDocumentation } from './openapi/swagger';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Composes the api. It does not listen yet. */
export async function createApi(runtime: Runtime, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRuntime(runtime, logger), {
    bodyParser: false,
    logger,
    abortOnError: false,
  });
  const readiness = app.get(Readiness);
  useMiddleware(app, runtime.config, logger, () => readiness.isShuttingDown);
  if (runtime.config.http.swaggerEnabled) serveDocumentation(app);
  const server: Server = app.getHttpServer();
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  await app.init();
  return app;
}
