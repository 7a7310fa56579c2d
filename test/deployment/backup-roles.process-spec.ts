import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryAs } from '../support/database';
import { describeWithSystemPostgres, startSystemServer, type SystemServer } from '../support/system-postgres';
import { urlOf } from '../operations/support/lost-installation';
import { hasBackupTools, reaching, runScript } from './support/backup';

(hasBackupTools ? describeWithSystemPostgres : describe.skip)('Roles of a dump', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-roles-'));
  let server: SystemServer;

  beforeAll(async () => {
    server = await startSystemServer();
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    rmSync(directory, { recursive: true });
  });

  const perform = async (statements: readonly string[]) => {
    for (const statement of statements) await queryAs(urlOf(server, 'postgres', 'postgres'), statement);
  };

  it('are made where they are missing, and leave the others as they are', async () => {
    await perform([
      'CREATE ROLE kept LOGIN SUPERUSER',
      'CREATE ROLE "it\'s ""new"";" LOGIN CREATEDB',
      'CREATE ROLE parent NOLOGIN',
      'GRANT parent TO kept, "it\'s ""new"";"',
      'ALTER ROLE "it\'s ""new"";" SET search_path TO \'a\nGRANT parent TO kept;\'',
      "ALTER ROLE kept SET work_mem TO '1MB'",
      "COMMENT ON ROLE parent IS 'it''s\nCREATE ROLE sneaked SUPERUSER;\n'",
      'CREATE DATABASE appkernel OWNER kept',
    ]);
    const env = reaching(server, 'postgres');
    const dump = runScript('dump.sh', [directory], { env }).out.trim();
    await perform([
      'DROP DATABASE appkernel',
      'DROP ROLE "it\'s ""new"";"',
      'REVOKE parent FROM kept',
      'ALTER ROLE kept NOSUPERUSER NOLOGIN',
      'ALTER ROLE kept RESET work_mem',
    ]);
    runScript('restore-dump.sh', [dump], { env });
    const roles = await queryAs(
      urlOf(server, 'postgres', 'postgres'),
      `SELECT rolname, rolsuper, rolcanlogin, rolcreatedb, rolconfig IS NOT NULL AS set,
         ARRAY(SELECT roleid::regrole::text FROM pg_auth_members m WHERE m.member = r.oid) AS parents
         FROM pg_roles r WHERE rolname !~ '^(pg_|postgres$)' ORDER BY rolname`,
    );
    const none = { rolsuper: false, rolcanlogin: false, rolcreatedb: false, set: false, parents: [] };
    expect(roles).toEqual([
      {
        rolname: 'it\'s "new";',
        rolsuper: false,
        rolcanlogin: true,
        rolcreatedb: true,
        set: true,
        parents: ['parent'],
      },
      { ...none, rolname: 'kept' },
      { ...none, rolname: 'parent' },
    ]);
  }, 60_000);
});
