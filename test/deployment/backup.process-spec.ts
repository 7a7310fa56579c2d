import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, type TokenPair } from '../mobile/support/journey';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { API, NODE, type ServerProcess, startServerProcess } from '../support/server-process';
import {
  describeWithSystemPostgres,
  makeSystemServerPlace,
  startSystemServer,
  type SystemServer,
} from '../support/system-postgres';
import { hasBackupTools, makeRepository, reaching, type Repository, runScript } from './support/backup';
import {
  type Before,
  clientOn,
  comeBack,
  install,
  livesAfter,
  livesBefore,
  livesBetween,
  settingsFor,
  statusesOfOld,
  urlOf,
} from '../operations/support/lost-installation';

const ADMIN = [...NODE, join(process.cwd(), 'dist/apps/api/src/admin-cli.js')];

/** An installation that is backed up in both ways, lives on, and is lost with its server and its files. */
(hasBackupTools ? describeWithSystemPostgres : describe.skip)('deploy/backup', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-backup-'));
  const backups = join(directory, 'backups');
  const times: Record<string, number> = {};
  let repository: Repository;
  let dump: string;
  let before: Before;
  let between: Awaited<ReturnType<typeof livesBetween>>;
  let successor: TokenPair;
  /** Before the last changes. */
  let target: string;

  beforeAll(async () => {
    // The account of the server gets at its archive, and at nothing else here.
    chmodSync(directory, 0o711);
    const place = makeSystemServerPlace();
    repository = makeRepository(join(directory, 'archive'), place);
    const server = await startSystemServer(undefined, { place, settings: repository.settings });
    const settings = settingsFor(server, join(directory, 'lost'));
    const files = join(directory, 'lost/files');
    let process: ServerProcess | undefined;
    try {
      await install(server, settings);
      process = await startServerProcess(settings, API);
      const api = await clientOn(process.url, server);
      before = await livesBefore(api);

      const refused = () =>
        runScript('dump.sh', [join(directory, 'refused')], { env: reaching(server, 'appkernel_owner') });
      expect(refused).toThrow(/row-level security/);
      const dumped = runScript('dump.sh', [backups, files], { env: reaching(server, 'appkernel_backup') });
      dump = dumped.out.trim();
      times['dump'] = dumped.seconds;
      times['full backup'] = repository.backup(server, place).seconds;

      between = await livesBetween(api, before);
      runScript('files.sh', ['copy', files, backups]);
      [{ target }] = (await queryAs(urlOf(server, 'postgres'), 'SELECT now()::text AS target')) as [{ target: string }];
      successor = await livesAfter(api, before);
      await eventually(async () => (await before.owner.get(`files/${before.deleted.id}`)).status === 404);
      runScript('files.sh', ['copy', files, backups]);
      await archived(server);
    } finally {
      await process?.kill('SIGKILL');
      await server.stop();
      rmSync(join(directory, 'lost'), { recursive: true, force: true });
    }
  }, 300_000);
  afterAll(() => {
    rmSync(directory, { recursive: true });
    const figures = Object.entries(times).map(([what, seconds]) => `${what} ${seconds.toFixed(1)} s`);
    process.stdout.write(`Backups of a small database: ${figures.join(', ')}\n`);
  });

  /** The part of the log that is not full is archived as well. */
  async function archived(server: SystemServer): Promise<void> {
    const sql = (text: string) => queryAs<{ file: string | null }>(urlOf(server, 'postgres'), text);
    const [last] = await sql('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    await eventually(async () => {
      const [done] = await sql('SELECT last_archived_wal AS file FROM pg_stat_archiver');
      return (done?.file ?? '') >= last!.file!;
    });
  }

  /** Everything that operators do after a restore, and that people do then. */
  async function comesBack(way: string, server: SystemServer, dataDirectory: string) {
    const sql = (text: string, values: unknown[] = []) => queryAs(urlOf(server, 'postgres'), text, values);
    const settings = settingsFor(server, dataDirectory);
    const statement = 'SELECT FROM sessions WHERE id = ANY ($1) AND revoked_at IS NULL';
    // Nothing of what happened later is known: they would all be accepted.
    expect(await sql(statement, [[before.consumed.session_id, before.revoked.session_id]])).toHaveLength(2);
    const checked = runScript('check-restored.sh', ADMIN, { env: settings });
    times[`checks after ${way}`] = checked.seconds;
    const [done, audit, files] = checked.out
      .split(/^(?=\{$)/m)
      .map((one) => JSON.parse(one) as Record<string, unknown>);
    expect(done).toMatchObject({ tenants: [{ ended: { sessions: 3 } }] });
    expect([audit, files]).toMatchObject([{ ok: true }, { ok: true, missing: 0 }]);
    const process = await startServerProcess(settings, API);
    try {
      const api = await clientOn(process.url, server);
      expect(await statusesOfOld(api, before, successor)).toEqual({
        consumedRefreshToken: 401,
        itsSuccessor: 401,
        revokedRefreshToken: 401,
        accessToken: 401,
        revokedAccessToken: 401,
        newestAccessToken: 401,
        accessOfAdministrator: 401,
        refreshOfAdministrator: 401,
      });
      const served = await comeBack(api, before, [before.early, before.deleted, between.late]);
      const { status } = await clientOf(api).login(between.newcomer);
      return { served, newcomer: status };
    } finally {
      expect(await process.kill('SIGTERM')).toBe(0);
    }
  }

  it('restores a dump into an empty server, as everything was by then', async () => {
    const server = await startSystemServer();
    try {
      const data = join(directory, 'from-dump');
      const restored = runScript('restore-dump.sh', [dump, join(data, 'files')], { env: reaching(server, 'postgres') });
      times['restore of the dump'] = restored.seconds;
      expect(await comesBack('the dump', server, data)).toEqual({ served: [true, true, false], newcomer: 401 });
      const again = () => runScript('restore-dump.sh', [dump], { env: reaching(server, 'postgres') });
      expect(again).toThrow(/already exists/);
    } finally {
      await server.stop();
    }
  }, 240_000);

  it('restores a point in time, before the last changes', async () => {
    const { server, seconds } = await repository.restore(target);
    times['restore of a point in time'] = seconds;
    try {
      const data = join(directory, 'from-archive');
      runScript('files.sh', ['restore', backups, join(data, 'files'), new Date(target).toISOString()]);
      const back = await comesBack('the point in time', server, data);
      expect(back).toEqual({ served: [true, true, true], newcomer: 200 });
    } finally {
      await server.stop();
    }
  }, 240_000);

  it('does not accept a dump that was altered', () => {
    const altered = join(directory, 'altered');
    cpSync(dump, altered, { recursive: true });
    appendFileSync(join(altered, 'roles.sql'), 'CREATE ROLE another SUPERUSER;');
    expect(() => runScript('restore-dump.sh', [altered])).toThrow(/NOT match/);
  });
});
