import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { ChangeFeed, Database, DevelopmentOutbox, loadConfig, Logger, prepareRuntime } from '@libs/foundation';
import { RegionQueries } from '@libs/regions';
import { MIGRATIONS } from '../../migrations';
import { createApi } from '../../apps/api/src/create-api';
import { ChallengeRenderer } from '../../libs/captcha/src/domain/challenge-renderer';
import { Sweeper } from '../../libs/foundation/src/outbox/sweeper';
import {
  copyTemplate,
  feedsUnderTest,
  queryAs,
  type RegionsWanted,
  settingsOn,
  type TestDatabaseUrls,
} from './database';
import { expectDeclaredResources } from './recorded-resources';
import { serversUnderTest } from './seen-answers';

export interface TestApi {
  /** Requests to the server under test. */
  readonly http: ReturnType<typeof supertest>;
  readonly url: string;
  readonly appId: string;
  readonly tenantId: string;
  readonly database: Database;
  readonly urls: TestDatabaseUrls;
  get<T>(token: abstract new (...args: never[]) => T): T;
  /** What was sent to the address, newest first. */
  mailsTo(address: string): Promise<{ subject: string | null; text: string; code: string | null }[]>;
  close(): Promise<void>;
}

/** Whatever a suite did not mean to provoke has its cause in the output of the run. */
const logger = new Logger('error');

/** How long a challenge may take on a machine that has other things to do. Of people none waits so long. */
const PATIENCE_MS = 60_000;

interface Renderer {
  waitLimitMs: number;
  readonly drawing: { limits: object };
}

/**
 * The whole api on a port and a database of its own. Coarse request limits are off, since suites ask more than people
 * do; password hashing is cheap. Sweeps run only when a suite runs them: one at its own time would delete what the suite
 * has just made old and still needs.
 */
export async function startTestApi(
  environment: Readonly<Record<string, string>> = {},
  shared?: TestDatabaseUrls,
  options: RegionsWanted = {},
): Promise<TestApi> {
  const urls = shared ?? (await copyTemplate(options));
  const config = loadConfig({
    ...settingsOn(urls),
    PORT: '0',
    DATABASE_POOL_SIZE: '10',
    PASSWORD_BCRYPT_COST: '4',
    RATE_LIMIT_ENABLED: 'false',
    ...environment,
  });
  const runtime = await prepareRuntime(config, MIGRATIONS, logger);
  const app: NestExpressApplication = await createApi(runtime, logger);
  if (config.runWorker) await app.get(Sweeper).stop();
  waitForDrawings(app.get(ChallengeRenderer));
  await app.get(RegionQueries).prepare();
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const connections = new Agent({ keepAlive: true });
  serversUnderTest.add(url);
  feedsUnderTest.add(app.get(ChangeFeed));
  const [defaultApp] = await queryAs<{ id: string; tenant_id: string }>(
    urls.superuserUrl,
    'SELECT id, tenant_id FROM apps WHERE is_default',
  );
  if (!defaultApp) throw new Error('The template has no default App');
  return {
    http: over(connections, supertest(url)),
    url,
    appId: defaultApp.id,
    tenantId: defaultApp.tenant_id,
    database: app.get(Database),
    urls,
    get: (token) => app.get(token),
    mailsTo: (address) => app.get(DevelopmentOutbox).list(address),
    close: async () => {
      try {
        if (!shared) await expectDeclaredResources(urls.superuserUrl);
      } finally {
        connections.destroy();
        feedsUnderTest.delete(app.get(ChangeFeed));
        // Browsers open connections before they have anything to ask: the server would wait for them for minutes.
        app.getHttpServer().close();
        app.getHttpServer().closeAllConnections();
        await app.close();
        serversUnderTest.remove(url);
        if (!shared) await urls.drop();
      }
    },
  };
}

function waitForDrawings(given: ChallengeRenderer): void {
  const renderer = given as unknown as Renderer;
  renderer.waitLimitMs = PATIENCE_MS;
  renderer.drawing.limits = { ...renderer.drawing.limits, drawingMs: PATIENCE_MS };
}

/** A new connection for each request, as supertest opens them, is a third of the cost of a small request. */
function over(connections: Agent, client: TestApi['http']): TestApi['http'] {
  return new Proxy(client, {
    get: (methods, name: 'get') => (path: string) => methods[name](path).agent(connections),
  });
}

/**
 * What one process changes the others are told within a second. Here it may take longer, for a machine that is busy, but
 * not as long as a process keeps what nobody told it about, which is a minute.
 */
export const ANNOUNCED_WITHIN_MS = 30_000;

/**
 * Repeats until the answer is truthy, for work done after the response. Fails when that takes too long, which is far
 * longer than on a machine with other things to do.
 */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>, timeoutMs = 120_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error('It did not come about in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The answer, which is 200. What takes too long, as it may where the machine is busy, is refused (503) and asked again. */
export async function answeredInTime(ask: () => supertest.Test): Promise<supertest.Response> {
  const answer = await eventually(async () => {
    const given = await ask();
    return given.status !== 503 && given;
  });
  expect(answer.status).toBe(200);
  return answer;
}

/** Whether it is so before the others must have been told. For what one process hears of another. */
export async function isSoOnceAnnounced(check: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + ANNOUNCED_WITHIN_MS;
  while (Date.now() < end) {
    if (await check()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

/** The key of an installation. */
export function aDeviceKey(): string {
  return randomUUID();
}

/** An address that is unique in the suite. */
export function anEmail(): string {
  return `member-${randomUUID().slice(0, 13)}@example.com`;
}

export const PASSWORD = 'correct horse battery';
