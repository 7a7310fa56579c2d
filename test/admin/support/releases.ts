import { newId } from '@libs/kernel';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import type { AdminClient } from './admin';

/** AdminMobileReleaseResponse, as far as suites use it. */
export interface ReleaseAnswer {
  readonly id: string;
  readonly lock_version: number;
  readonly publish_status: string;
  readonly published_platforms: readonly string[];
  readonly published_at: string | null;
  readonly first_published_at: string | null;
  readonly [field: string]: unknown;
}

/** What an App of Chinese by default takes as a release; ready for publication. */
export const NEW_RELEASE = {
  platform: 'android',
  package_type: 'wgt',
  version_name: '1.2.10',
  version_code: 120,
  upgrade_mode: 'recommended',
  title: { 'zh-CN': '更新', 'en-US': 'Update' },
  release_notes: { 'zh-CN': '修复问题', 'en-US': 'Fixes' },
  external_url: 'https://store.example.com/shop',
} as const;

let lastVersion = 1_000;

/** The record of a package whose content is not needed. */
export async function aPackage(
  api: TestApi,
  appId: string | null,
  { purpose = 'release_package', scanStatus = 'clean', tenantId = api.tenantId } = {},
): Promise<string> {
  const id = newId();
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO files (tenant_id, id, app_id, purpose, filename, media_type, size_bytes, sha256, scan_status, storage_key)
     VALUES ($1, $2, $3, $4, 'shop.wgt', 'application/zip', 100, repeat('b', 64), $5, $6)`,
    [tenantId, id, appId, purpose, scanStatus, `test/${id}`],
  );
  return id;
}

/** An administrator's requests about the releases below one path: `apps/{id}/mobile/releases` or `mobile/releases`. */
export function releaseClient(admin: AdminClient, path: string) {
  const act = async (id: string, action: string, body: object = {}): Promise<ReleaseAnswer> => {
    const { lock_version } = await read(id);
    const answer = await admin.post(`${path}/${id}/${action}`, { lock_version, ...body }).expect(200);
    return answer.body.data as ReleaseAnswer;
  };
  const read = async (id: string): Promise<ReleaseAnswer> =>
    (await admin.get(`${path}/${id}`).expect(200)).body.data as ReleaseAnswer;
  return {
    path,
    read,
    /** A new release, of a version that is unique in the suite. */
    create: async (input: object = {}): Promise<ReleaseAnswer> => {
      const body = { ...NEW_RELEASE, version_code: lastVersion++, ...input };
      return (await admin.post(path, body).expect(201)).body.data as ReleaseAnswer;
    },
    publish: (id: string) => act(id, 'publish'),
    unpublish: (id: string) => act(id, 'unpublish'),
    rollOut: (id: string, body: object) => act(id, 'rollout', body),
    patch: async (id: string, changes: object): Promise<ReleaseAnswer> => {
      const { lock_version } = await read(id);
      return (await admin.patch(`${path}/${id}`, { lock_version, ...changes }).expect(200)).body.data as ReleaseAnswer;
    },
  };
}

/** The pointers of an App as `platform release fallback`, in the order of platforms. */
export async function pointersOf(
  api: TestApi,
  appId: string,
): Promise<{ platform: string; release_id: string; fallback_release_id: string | null }[]> {
  return queryAs(
    api.urls.superuserUrl,
    'SELECT platform, release_id, fallback_release_id FROM release_pointers WHERE app_id = $1 ORDER BY platform, package_type',
    [appId],
  );
}

/** The events about the releases of an App, oldest first. */
export function releaseEventsOf(
  api: TestApi,
  appId: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return queryAs(
    api.urls.superuserUrl,
    `SELECT type, data FROM outbox_messages WHERE app_id = $1 AND type LIKE 'release.%' ORDER BY created_at, id`,
    [appId],
  );
}
