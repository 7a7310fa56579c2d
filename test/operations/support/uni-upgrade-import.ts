import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '../../../apps/api/src/admin-cli/command';
import { IMPORT_UNI_UPGRADE } from '../../../apps/api/src/admin-cli/import-uni-upgrade';
import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import type { ReleaseAnswer } from '../../admin/support/releases';
import { startTestApi, type TestApi } from '../../support/api';

/** The output of the command. */
export interface ImportSummary {
  readonly isGood: boolean;
  readonly created: number;
  readonly unchanged: number;
  readonly published: number;
  readonly skipped: number;
  readonly failed: number;
  readonly entries: readonly {
    readonly line?: number;
    readonly entry?: number;
    readonly id: string | null;
    readonly skipped?: string;
    readonly releases?: readonly Record<string, unknown>[];
    readonly problems?: readonly { readonly field?: string; readonly message: string }[];
  }[];
}

type Options = Readonly<Record<string, string | boolean>>;

let lastApp = 0;

/** An entry of opendb-app-versions as uni-admin writes it. */
export function anEntry(appid: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    _id: { $oid: '65a0c0ffee0000000000000a' },
    appid,
    name: 'Corner Shop',
    title: '新版本',
    contents: '修复问题',
    platform: ['Android'],
    type: 'native_app',
    version: '1.2.10',
    min_uni_version: '',
    url: 'https://cdn.example.com/shop.apk',
    stable_publish: false,
    is_silently: false,
    is_mandatory: false,
    uni_platform: 'android',
    create_env: 'upgrade-center',
    create_date: 1_700_000_000_000,
    ...changes,
  };
}

/** The same of a wgt for two platforms. */
export const aWgtEntry = (appid: string, changes: Record<string, unknown> = {}) =>
  anEntry(appid, {
    type: 'wgt',
    platform: ['Android', 'iOS'],
    version: '1.2.11',
    min_uni_version: '1.2.10',
    url: 'https://cdn.example.com/shop.wgt',
    ...changes,
  });

/** A file to import, and the App of its entries. */
export class TestImport {
  readonly file: string;
  appid = '';
  appId = '';

  private constructor(
    readonly api: TestApi,
    private readonly directory: string,
  ) {
    this.file = join(directory, 'opendb-app-versions.json');
  }

  static async start(): Promise<TestImport> {
    return new TestImport(await startTestApi(), mkdtempSync(join(tmpdir(), 'appkernel-import-')));
  }

  async close(): Promise<void> {
    await this.api.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Makes another App the one of the entries. */
  async renew(): Promise<void> {
    this.appid = `__UNI__IMPORT${++lastApp}`;
    this.appId = (await aManagedApp(await asOwner(this.api), { dcloud_appid: this.appid })).id;
  }

  /** One entry per line. */
  write(entries: readonly (object | string)[]): void {
    const lines = entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
    writeFileSync(this.file, lines.join('\n'));
  }

  async run(options: Options = {}): Promise<ImportSummary> {
    const services = { get: (token: never) => this.api.get(token) } as unknown as Services;
    const { output, isGood } = await IMPORT_UNI_UPGRADE.run(services, { positionals: [this.file], options });
    return { ...(output as Omit<ImportSummary, 'isGood'>), isGood };
  }

  async counts(options?: Options) {
    const { created, unchanged, published, skipped, failed } = await this.run(options);
    return { created, unchanged, published, skipped, failed };
  }

  /** The releases of the App, oldest first. */
  async releases(id = this.appId): Promise<ReleaseAnswer[]> {
    const { body } = await (await asOwner(this.api)).get(`apps/${id}/mobile/releases?page_size=100`).expect(200);
    return (body.data.items as ReleaseAnswer[]).reverse();
  }
}
