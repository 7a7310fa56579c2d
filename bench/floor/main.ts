import { createServer } from 'node:http';
import pg from 'pg';
import { keyPairOf } from '../data/keys';
import { Tokens } from '../data/tokens';
import { adminRoutes } from './administration';
import { articleRoutes } from './articles';
import { answerFrom, Router } from './http';
import { inboxRoutes } from './inbox';
import { memberRoutes } from './members';
import { Passwords } from './passwords';
import { publicRoutes } from './public';
import { regionRoutes } from './regions';
import type { FloorSettings } from './settings';
import { signInRoutes } from './sign-in';

/** As many connections as the api has. */
const POOL_SIZE = 20;
const KEEP_ALIVE_MS = 65_000;

/**
 * What the product's answers cost a plain program: `node:http` and `pg` with named statements, the same work on the same
 * rows, and nothing else. No framework, no wall, no limits, no log, no messages to others.
 */
async function main(): Promise<void> {
  const settings = JSON.parse(process.env['FLOOR_SETTINGS'] ?? '') as FloorSettings;
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: POOL_SIZE, idleTimeoutMillis: 0 });
  const tokens = new Tokens(keyPairOf(settings.keys));
  const router = new Router({
    ...(await publicRoutes(pool, settings.configuration)),
    ...regionRoutes(pool),
    ...(await articleRoutes(pool, tokens)),
    ...memberRoutes(pool, tokens),
    ...inboxRoutes(pool, tokens),
    ...signInRoutes(pool, tokens, new Passwords(Buffer.from(settings.keys.secret, 'base64'))),
    ...adminRoutes(pool, tokens),
    'GET /ready': () => ({ status: 200 }),
  });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void answerFrom(router, request, response);
  });
  server.listen(Number(process.env['PORT']), '127.0.0.1');
  process.once('SIGTERM', () => process.exit());
}

void main();
