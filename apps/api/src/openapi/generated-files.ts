import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DatabaseWait, loadConfig, Logger } from '@libs/foundation';
import { errorCatalogue } from '@libs/kernel';
import { ApiModule } from '../api.module';
import { configurationPage } from './configuration-page';
import { createDocument } from './document';
import { errorsPage } from './errors-page';

/** The application as a preview: nothing is instantiated, so it needs neither database nor network. */
export function previewApi() {
  const logger = new Logger('silent');
  const runtime = {
    config: loadConfig({ NODE_ENV: 'development' }),
    signingKeys: [],
    secretKeys: [{ id: 'preview', bytes: randomBytes(32) }],
    databaseUrl: '',
    listenUrl: '',
    assumeApplicationRole: false,
    migrated: [],
    wait: new DatabaseWait('', 0, logger, new AbortController().signal),
    stop: () => Promise.resolve(),
  };
  return NestFactory.create(ApiModule.forRuntime(runtime, logger, false), {
    preview: true,
    logger,
    abortOnError: false,
  });
}

/** The committed files that are generated from the code, by path. */
export function generatedFiles(app: INestApplication): Record<string, string> {
  return {
    'openapi.json': `${JSON.stringify(createDocument(app), null, 2)}\n`,
    'docs/errors.md': errorsPage(errorCatalogue(), 'en'),
    'docs/zh/errors.md': errorsPage(errorCatalogue(), 'zh'),
    'docs/reference/configuration.md': configurationPage(readFileSync('.env.example', 'utf8'), 'en'),
    'docs/zh/reference/configuration.md': configurationPage(readFileSync('.env.example', 'utf8'), 'zh'),
  };
}
