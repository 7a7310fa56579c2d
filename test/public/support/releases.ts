import { randomBytes } from 'node:crypto';
import { ChangeFeed } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { asOwner } from '../../admin/support/admin';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { aWgt } from '../../support/files';

export interface TestPackage {
  readonly id: string;
  readonly content: Buffer;
  readonly sha256: string;
}

/** Columns of a release. */
type ReleaseColumns = Readonly<Record<string, unknown>>;

interface Pointed {
  readonly platform?: string;
  readonly packageType?: string;
  readonly fallback?: string | null;
  readonly appId?: string;
}

/** Referring tables come before those they refer to. */
const TABLES = [
  'release_health_checks',
  'release_report_days',
  'release_adoption_days',
  'release_device_days',
  'release_outcomes',
  'release_report_quotas',
  'release_report_networks',
  'release_installations',
  'release_reports',
  'release_devices',
  'release_pointers',
  'release_downloads',
  'releases',
];

/** Releases of the default App as rows in the database, whoever published them. */
export class TestReleases {
  constructor(private readonly api: TestApi) {}

  /** A clean package of the App with this many bytes. */
  async upload(filename = 'shop.wgt', bytes = 300_000, appId = this.api.appId): Promise<TestPackage> {
    const owner = await asOwner(this.api);
    const content = aWgt('1.4.0', { name: 'app.js', content: randomBytes(bytes), stored: true });
    const { body } = await owner
      .postForm('files')
      .field('purpose', 'release_package')
      .field('app_id', appId)
      .attach('file', content, filename)
      .expect(201);
    expect(body.data.scan_status).toBe('clean');
    return { id: body.data.id as string, sha256: body.data.sha256 as string, content };
  }

  /** A published release that no pointer names yet. */
  async add(columns: ReleaseColumns = {}): Promise<string> {
    const id = newId();
    const all: ReleaseColumns = {
      tenant_id: this.api.tenantId,
      id,
      app_id: this.api.appId,
      platform: 'android',
      package_type: 'native_app',
      target_platforms: [columns['platform'] ?? 'android'],
      version_name: '1.2.10',
      version_code: Math.ceil(Math.random() * 1_000_000_000),
      upgrade_mode: 'optional',
      title: { 'zh-CN': '新版本', 'en-US': 'New version' },
      release_notes: { 'zh-CN': '更快' },
      published_at: '2026-11-20T08:00:00.123Z',
      first_published_at: '2026-11-20T08:00:00.123Z',
      ...columns,
    };
    const names = Object.keys(all);
    const isJson = (value: unknown) => typeof value === 'object' && value !== null && !isTextList(value);
    await this.query(
      `INSERT INTO releases (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(all).map((value) => (isJson(value) ? JSON.stringify(value) : value)),
    );
    return id;
  }

  async point(releaseId: string, { platform = 'android', packageType = 'native_app', fallback, appId }: Pointed = {}) {
    await this.query(
      `INSERT INTO release_pointers (tenant_id, app_id, platform, package_type, release_id, fallback_release_id)
       SELECT tenant_id, $1, $2, $3, $4, $5 FROM apps WHERE id = $1
       ON CONFLICT (tenant_id, app_id, platform, package_type) DO UPDATE
         SET release_id = excluded.release_id, fallback_release_id = excluded.fallback_release_id`,
      [appId ?? this.api.appId, platform, packageType, releaseId, fallback ?? null],
    );
  }

  /** A release that is current. */
  async publish(columns: ReleaseColumns = {}, pointed: Pointed = {}): Promise<string> {
    const id = await this.add(columns);
    await this.point(id, {
      platform: (columns['platform'] as string | undefined) ?? 'android',
      packageType: (columns['package_type'] as string | undefined) ?? 'native_app',
      ...pointed,
    });
    return id;
  }

  async change(releaseId: string, assignments: string): Promise<void> {
    await this.query(`UPDATE releases SET ${assignments} WHERE id = $1`, [releaseId]);
  }

  async clear(): Promise<void> {
    // A download may still be about to be counted, which locks its tables in this order: not in between.
    const deletions = TABLES.map((table) => `DELETE FROM ${table};`).join(' ');
    await this.query(`DO $$ BEGIN LOCK TABLE release_downloads, releases IN EXCLUSIVE MODE; ${deletions} END $$`);
  }

  /** Waits until the api has seen all changes so far: the change feed announces them in order. */
  async known(api = this.api): Promise<void> {
    const mark = newId();
    const isKnown = new Promise<void>((resolve) => {
      const changed = (key: string) => (key === mark ? resolve() : undefined);
      api.get(ChangeFeed).subscribe('test', { changed, reset: () => undefined });
    });
    await this.query(`SELECT pg_notify('appkernel_changes', $1)`, [`test:${mark}`]);
    await isKnown;
  }

  async downloads(releaseId: string): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      'SELECT coalesce(sum(count), 0)::int AS count FROM release_downloads WHERE release_id = $1',
      [releaseId],
    );
    return row?.count ?? 0;
  }

  query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return queryAs(this.api.urls.superuserUrl, text, values);
  }
}

function isTextList(value: object): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
