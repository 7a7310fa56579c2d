import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { clientOf } from '../mobile/support/journey';
import { queryAs, testPostgres } from '../support/database';
import { suiteApi } from '../support/suite';
import { runProgram } from './support/commands';
import { SECRET, sha1 } from './support/uni-id-import';

const USERS = 10_000;
/** Of one record, as tokens make it. All of them do not fit into the heap. */
const RECORD_BYTES = 20_000;
const HEAP_MB = 128;

describe('npm run admin -- import-uni-id, with a file larger than its memory', () => {
  const api = suiteApi();
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'appkernel-large-uni-id-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const environment = () => ({
    NODE_ENV: 'test',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    DATABASE_URL: api.urls.applicationUrl,
    DATA_DIR: testPostgres().directory,
    RUN_MIGRATIONS: 'false',
    PASSWORD_BCRYPT_COST: '4',
    LOG_LEVEL: 'info',
  });

  it('imports all of it, be it lines or a list, without logging anything of anybody', async () => {
    const appid = '__UNI__LARGE';
    const { id: appId } = await aManagedApp(await asOwner(api), { dcloud_appid: appid });
    const [lines, list, config, report] = ['lines', 'list', 'config', 'report'].map((name) => join(directory, name));
    const mobileOf = (at: number) => `138${String(at).padStart(8, '0')}`;
    const password = sha1('horse1');
    const token = ['x'.repeat(RECORD_BYTES)];
    const records = Array.from({ length: USERS }, (_, at) => {
      const user = { _id: `no ${at}`, mobile: mobileOf(at), mobile_confirmed: 1, password, dcloud_appid: [appid] };
      return JSON.stringify({ ...user, token });
    });
    writeFileSync(lines ?? '', records.join('\n'));
    writeFileSync(list ?? '', `[${records.join(',\n')}]`);
    writeFileSync(config ?? '', JSON.stringify({ passwordSecret: SECRET }));

    const dry = await runProgram(['import-uni-id', list ?? '', `--config=${config}`, '--dry-run'], environment());
    expect(dry.code === 0 ? JSON.parse(dry.out) : dry).toMatchObject({ records: USERS, created: USERS, skipped: 0 });

    const args = ['import-uni-id', lines ?? '', `--config=${config}`, `--report=${report}`];
    const { code, out, complaints } = await runProgram(args, environment());
    expect({ code, complaints: code === 0 ? '' : complaints.slice(-2_000) }).toEqual({ code: 0, complaints: '' });
    expect(JSON.parse(out)).toMatchObject({ records: USERS, created: USERS, with_password: USERS, skipped: 0 });
    const counted = 'SELECT count(*)::int AS members FROM app_memberships WHERE app_id = $1';
    expect(await queryAs(api.urls.superuserUrl, counted, [appId])).toEqual([{ members: USERS }]);
    await clientOf(api, appId)
      .login({ mobile: mobileOf(USERS - 1), password: 'horse1' })
      .expect(200);
    expect(complaints).not.toMatch(new RegExp(`${mobileOf(0).slice(0, 6)}|no \\d|${password}|${SECRET}`));
  });
});
