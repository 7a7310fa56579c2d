import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { askedBeforeItExpires } from '../../../../../test/support/time-travel';
import { KnownApiClients, type ServiceClaims } from './known-api-clients';

describe('Known API clients', () => {
  const test = suiteDatabase();
  let database: Database;
  let clients: KnownApiClients;
  let tenantId: string;

  beforeAll(async () => {
    ({ database } = test);
    clients = new KnownApiClients(database, test.changeFeed);
    const [tenant] = await rows<{ id: string }>('SELECT id FROM tenants WHERE is_platform');
    tenantId = tenant!.id;
  });

  const rows = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, statement, values);

  /** A token of a new client, known by heart. */
  const aKnownToken = async (): Promise<ServiceClaims> => {
    const clientId = newId();
    const [inserted] = await rows<{ since: number }>(
      `INSERT INTO api_clients (tenant_id, id, name, scopes, status, tokens_since)
       VALUES ($1, $2, 'Orders', '{notifications.read,notifications.submit}', 'active', now() - interval '1 minute')
       RETURNING floor(extract(epoch FROM tokens_since) * 1000)::float8 AS since`,
      [tenantId, clientId],
    );
    const issuedAt = Math.floor(Date.now() / 1_000);
    const scope = 'notifications.submit notifications.elsewhere';
    const claims = {
      tenantId,
      clientId,
      tokenId: newId(),
      scope,
      tokensSince: inserted!.since,
      issuedAt,
      expiresAt: issuedAt + 600,
    };
    expect(await clients.find(claims)).toMatchObject({ id: clientId, scopes: new Set(['notifications.submit']) });
    return claims;
  };
  const statementsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
    const read = jest.spyOn(database, 'read');
    try {
      await work();
      return read.mock.calls.map(([, text]) => text);
    } finally {
      read.mockRestore();
    }
  };

  it('are looked up once for each token, and each for its own claims', async () => {
    const claims = await aKnownToken();
    expect(await statementsDuring(() => clients.find({ ...claims }))).toEqual([]);
    expect(await statementsDuring(() => clients.find({ ...claims, tokenId: newId() }))).toHaveLength(1);
    for (const foreign of ['tenantId', 'clientId']) {
      expect(await clients.find({ ...claims, [foreign]: newId() })).toBeNull();
    }
  });

  it('are not asked for again when it was only noted that they were used', async () => {
    const claims = await aKnownToken();
    await rows('UPDATE api_clients SET last_used_at = now() WHERE id = $1', [claims.clientId]);
    expect(await statementsDuring(() => clients.find(claims))).toEqual([]);
  });

  it('expire by the clock of the database', async () => {
    const claims = await aKnownToken();
    const row = { table: 'api_clients', id: claims.clientId };
    expect(await askedBeforeItExpires(rows, row, () => clients.find(claims))).not.toBeNull();
    expect(await clients.find(claims)).toBeNull();
  });

  it('depend on columns that announce their changes', async () => {
    const claims = await aKnownToken();
    const [statement = ''] = await statementsDuring(() => clients.find({ ...claims, tokenId: newId() }));
    const view = `guard_${newId().replaceAll('-', '')}`;
    await rows(
      `CREATE VIEW ${view} AS ${statement.replace('$4::float8', '0::float8').replace(/\$\d+/g, 'NULL::uuid')}`,
    );
    const columns = await rows<{ table_name: string; column_name: string }>(
      'SELECT table_name, column_name FROM information_schema.view_column_usage WHERE view_name = $1',
      [view],
    );
    await rows(`DROP VIEW ${view}`);
    expect(columns.length).toBeGreaterThan(10);
    const triggers = await rows<{ on: string; definition: string }>(
      `SELECT tgrelid::regclass::text AS on, pg_get_triggerdef(oid) AS definition FROM pg_trigger
        WHERE NOT tgisinternal AND tgfoid = 'notify_change'::regproc`,
    );
    const silent = columns.filter(
      ({ table_name, column_name }) =>
        !triggers.some(
          ({ on, definition }) =>
            on === table_name && (!definition.includes('WHEN') || definition.includes(`old.${column_name}`)),
        ),
    );
    expect(silent).toEqual([]);
  });
});
