import { createHash } from 'node:crypto';
import type pg from 'pg';
import { answer, type FloorAnswer, type FloorRequest, type Routes } from './http';
import type { FloorSettings } from './settings';

const PUBLIC_HEADERS = {
  'Cache-Control': 'public, max-age=60',
  'Content-Language': 'zh-CN',
  Vary: 'Accept-Language, X-AppID',
};

interface Release {
  readonly platform: string;
  readonly package_type: string;
  readonly version_name: string;
  readonly version_code: number;
  readonly upgrade_mode: string;
  readonly min_supported_version_code: number | null;
  readonly min_native_version_code: number | null;
  readonly title: Readonly<Record<string, string>>;
  readonly release_notes: Readonly<Record<string, string>>;
  readonly external_url: string | null;
  readonly published_at: Date;
}

/** What is kept in memory: configuration and releases, by App. */
export async function publicRoutes(pool: pg.Pool, { body, etag }: FloorSettings['configuration']): Promise<Routes> {
  const { rows: apps } = await pool.query<{ id: string }>('SELECT id FROM apps WHERE is_default');
  const configurations = new Map(apps.map(({ id }) => [id, { etag, body: Buffer.from(body) }]));
  const { rows: releases } = await pool.query<Release & { app_id: string }>(
    `SELECT p.app_id, p.platform, p.package_type, r.version_name, r.version_code, r.upgrade_mode,
            r.min_supported_version_code, r.min_native_version_code, r.title, r.release_notes, r.external_url, r.published_at
       FROM release_pointers p JOIN releases r ON r.tenant_id = p.tenant_id AND r.id = p.release_id`,
  );
  const policies = new Map(releases.map((row) => [`${row.app_id} ${row.platform} ${row.package_type}`, row]));
  return {
    'GET /api/v1/public/config': ({ headers }) => {
      const known = configurations.get(String(headers['x-appid']));
      return known ? conditional(headers, known.etag, known.body) : { status: 400 };
    },
    'GET /api/v1/public/app-version': ({ headers, query }) => {
      const key = `${String(headers['x-appid'])} ${query.get('platform')} ${query.get('package_type') ?? 'native_app'}`;
      const release = policies.get(key);
      if (!release) return { status: 404 };
      const { body: bytes = '' } = answer(policyFor(release, Number(query.get('version_code'))));
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
      return conditional(headers, tag, bytes);
    },
  };
}

function conditional(headers: FloorRequest['headers'], etag: string, body: string | Buffer): FloorAnswer {
  const all = { ...PUBLIC_HEADERS, ETag: etag };
  return headers['if-none-match'] === etag ? { status: 304, headers: all } : { status: 200, headers: all, body };
}

function policyFor(release: Release, versionCode: number) {
  const isNewer = release.version_code > versionCode;
  const isBelowMinimum = versionCode < (release.min_supported_version_code ?? 0);
  const reason = isBelowMinimum ? 'below_minimum' : isNewer ? 'newer_available' : 'up_to_date';
  return {
    platform: release.platform,
    package_type: release.package_type,
    version_name: release.version_name,
    version_code: release.version_code,
    upgrade_mode: release.upgrade_mode,
    min_supported_version_code: release.min_supported_version_code,
    min_native_version_code: release.min_native_version_code,
    title: release.title['zh-CN'],
    release_notes: release.release_notes['zh-CN'],
    package: null,
    external_url: release.external_url,
    store_links: [],
    published_at: release.published_at.toISOString(),
    update_available: isNewer,
    update_required: isBelowMinimum || (isNewer && release.upgrade_mode === 'forced'),
    decision: {
      action: isNewer ? 'store' : 'none',
      reason,
      next_check_after_seconds: { below_minimum: 300, newer_available: 3_600, up_to_date: 21_600 }[reason],
    },
  };
}
