import type { IncomingMessage } from 'node:http';
import { BOOTSTRAP } from '../admin/support/admin';
import { createTestDatabase, queryAs, testPostgres, type TestDatabase } from '../support/database';
import { fillAuditLog, openExport, readExport } from '../support/large-audit-log';
import { type MeasuredServer, startMeasuredServer } from '../support/measured-server';

const MIB = 1024 * 1024;
const RECORDS = { records: 520, old: 20 };
const EXPORTS = 30;
/** One export of half a thousand such records took as much. */
const HEAP_MIB = 128;
const MOST_RESIDENT_BYTES = 420 * MIB;

describe('Exports of a log of large records, 30 at a time, in a process with a small heap', () => {
  let database: TestDatabase;
  let server: MeasuredServer;
  let token: string;
  let elsewhere: string;
  const stalled: IncomingMessage[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const [tenant] = await queryAs<{ id: string }>(database.superuserUrl, 'SELECT id FROM tenants');
    await fillAuditLog(database, tenant!.id, RECORDS);
    server = await startMeasuredServer({
      NODE_ENV: 'test',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
      DATABASE_URL: database.applicationUrl,
      RUN_MIGRATIONS: 'false',
      RUN_WORKER: 'false',
      DATA_DIR: testPostgres().directory,
      RATE_LIMIT_ENABLED: 'false',
      // So that nothing hides that they hold none.
      DATABASE_POOL_SIZE: '4',
    });
    token = ((await answered('POST', 'auth/login', BOOTSTRAP)) as { access_token: string }).access_token;
    const other = {
      code: 'elsewhere',
      name: 'Elsewhere',
      owner: { email: 'owner@example.com', display_name: 'Owner' },
    };
    elsewhere = ((await answered('POST', 'tenants', other)) as { id: string }).id;
  });

  afterAll(async () => {
    stalled.forEach((response) => response.destroy());
    expect(await server?.kill('SIGTERM')).toBe(0);
    await database?.close();
  });

  /** @returns the data of the answer, which is no refusal. */
  const answered = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}/admin-api/v1/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, ...rest } = (await answer.json()) as { data: unknown };
    if (!answer.ok) throw new Error(`${answer.status} ${path} ${JSON.stringify(rest)}`);
    return data;
  };
  const exported = async (place: number) => {
    const response = await openExport(server.url, token, `format=${place % 2 === 0 ? 'csv' : 'ndjson'}`);
    return readExport(response, place < 3 ? Infinity : 2 * MIB);
  };

  it('are complete, broken off or refused, while others are answered and memory stays what it was', async () => {
    for (let place = 0; place < 2; place++) stalled.push(await openExport(server.url, token, 'format=csv'));
    await server.measure();
    let isOver = false;
    let others = 0;
    const askOthers = async () => {
      for (; !isOver; others++) await answered('GET', 'apps', undefined, { 'X-Tenant-ID': elsewhere });
    };
    const asked = askOthers();
    const [outcomes, pages, verified] = await Promise.all([
      Promise.all(Array.from({ length: EXPORTS }, (_, place) => exported(place))),
      Promise.all([1, 2, 3, 4, 5, 6].map((page) => answered('GET', `audit/logs?page=${page}&page_size=100`))),
      answered('POST', 'audit/verify'),
    ]);
    isOver = true;
    await asked;
    expect(others).toBeGreaterThan(0);
    for (const [place, { status, retryAfter, records, bytes }] of outcomes.entries()) {
      if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
      else if (place >= 3) expect([status, bytes >= 2 * MIB]).toEqual([200, true]);
      // With what was written before: a tenant was made.
      else expect([status, records > RECORDS.records]).toEqual([200, true]);
    }
    expect(outcomes.filter(({ status }) => status === 200).length).toBeGreaterThan(3);
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(MIB);
    // The seals are those of another key. All before them was hashed.
    expect(verified).toMatchObject({ checked: expect.any(Number) });
    expect((verified as { checked: number }).checked).toBeGreaterThanOrEqual(RECORDS.records);
    const { peakBytes } = await server.measure();
    expect(peakBytes).toBeLessThan(MOST_RESIDENT_BYTES);
  });
});
