import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '../../../apps/api/src/admin-cli/command';
import { IMPORT_UNI_ID } from '../../../apps/api/src/admin-cli/import-uni-id';
import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { startTestApi, type TestApi } from '../../support/api';

/** What the command prints. */
export interface UniIdImportSummary {
  readonly isGood: boolean;
  readonly records: number;
  readonly created: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly with_password: number;
  readonly without_password: number;
  readonly skipped_by_reason: Readonly<Record<string, number>>;
  readonly left_out: Readonly<Record<string, number>>;
  readonly first_skipped: readonly { readonly line: number; readonly reason: string }[];
  readonly estimated_seconds?: number;
}

type Options = Readonly<Record<string, string | boolean>>;

export const SECRET = 'passwordSecret-demo';

/** As uni-id hashed passwords at first, and still does by default. */
export const sha1 = (password: string, secret = SECRET) => createHmac('sha1', secret).update(password).digest('hex');

/** As uni-id hashes passwords if it is told to. */
export function sha256(password: string): string {
  const salt = randomBytes(10).toString('hex');
  return `$UNI_ID_HMAC_SHA256$${salt.length}$${salt}${createHmac('sha256', salt).update(password).digest('hex')}`;
}

export const anObjectId = () => randomBytes(12).toString('hex');
export const aMobile = () => `138${String(randomInt(100_000_000)).padStart(8, '0')}`;

let lastApp = 0;

/** Files to import, and an App that a uni-id has, too. */
export class TestUniId {
  readonly file: string;
  readonly config: string;
  appid = '';
  appId = '';

  private constructor(
    readonly api: TestApi,
    readonly directory: string,
  ) {
    this.file = join(directory, 'uni-id-users.json');
    this.config = join(directory, 'config.json');
    writeFileSync(this.config, JSON.stringify({ passwordSecret: SECRET, tokenSecret: 'tokenSecret-demo' }));
  }

  static async start(): Promise<TestUniId> {
    return new TestUniId(await startTestApi(), mkdtempSync(join(tmpdir(), 'appkernel-uni-id-')));
  }

  async close(): Promise<void> {
    await this.api.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Makes another App the one of the users. */
  async renew(): Promise<void> {
    this.appid = `__UNI__UNIID${++lastApp}`;
    this.appId = (await aManagedApp(await asOwner(this.api), { dcloud_appid: this.appid })).id;
  }

  /** A record as uni-id-co writes it. */
  aUser(changes: Record<string, unknown> = {}): Record<string, unknown> & { readonly mobile: string } {
    return {
      _id: anObjectId(),
      mobile: aMobile(),
      mobile_confirmed: 1,
      nickname: 'Lin',
      password: sha1('horse battery 1'),
      register_date: 1_700_000_000_000,
      dcloud_appid: [this.appid],
      register_env: { appid: this.appid, uni_platform: 'app', client_ip: '192.0.2.7' },
      token: [],
      ...changes,
    };
  }

  /** One record a line. */
  write(records: readonly (object | string)[]): void {
    const lines = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
    writeFileSync(this.file, `${lines.join('\n')}\n`);
  }

  async run(options: Options = {}): Promise<UniIdImportSummary> {
    const services = { get: (token: never) => this.api.get(token) } as unknown as Services;
    const given = { config: this.config, ...options };
    const { output, isGood } = await IMPORT_UNI_ID.run(services, { positionals: [this.file], options: given });
    return { ...(output as Omit<UniIdImportSummary, 'isGood'>), isGood };
  }
}
