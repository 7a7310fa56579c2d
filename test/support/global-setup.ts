import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../libs/foundation/src/embedded-postgres/embedded-postgres';
import { makeDatabaseDirectory, MEMORY } from './memory';
import { closeTemplates, KEYS, putTemplates, startTestServer } from './templates';

const PREFIX = 'appkernel-test-';
const ABANDONED_AFTER_MS = 60 * 60_000;

declare global {
  var testPostgres: EmbeddedPostgres | undefined;
}

/**
 * One PostgreSQL for the whole run, with a template that is migrated and seeded by the same command that deployments
 * use. The suites copy it.
 */
export default async function setUp(): Promise<void> {
  if (globalThis.testPostgres) return;
  const directory = mkdtempSync(join(tmpdir(), PREFIX));
  const data = makeDatabaseDirectory(PREFIX);
  if (existsSync(MEMORY)) await removeAbandoned();
  await putTemplates(data);
  cpSync(join(data, KEYS), join(directory, KEYS));
  const postgres = await startTestServer(data);
  globalThis.testPostgres = postgres;
  await closeTemplates(postgres.superuserUrl);
  process.env['TEST_POSTGRES'] = JSON.stringify({
    directory,
    data,
    ownerUrl: postgres.ownerUrl,
    applicationUrl: postgres.applicationUrl,
    superuserUrl: postgres.superuserUrl,
  });
}

/**
 * The remains of a killed run take memory. Its server still runs; starting here makes us its owner, which may stop it.
 */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(MEMORY).filter((entry) => entry.startsWith(PREFIX))) {
    const left = join(MEMORY, name);
    // A run beside this one may end meanwhile and take its directory along.
    const changed = statSync(left, { throwIfNoEntry: false })?.mtimeMs;
    if (changed === undefined || Date.now() - changed < ABANDONED_AFTER_MS) continue;
    const server = await startEmbeddedPostgres({ directory: join(left, 'postgres') }).catch(() => null);
    // It still has an owner, or there is no server.
    if (!server) continue;
    await server.stop();
    rmSync(left, { recursive: true, force: true });
  }
}
