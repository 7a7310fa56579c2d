import { Release } from '../domain/release';
import { recordOf } from './release-record';

describe('The record of a release', () => {
  // The order is that of the changes in the audit log, over which hashes are made.
  it('has what administrators decide and its places, with the keys of the wire, in the order of the release', () => {
    const app = { id: 'app', tenantId: 'tenant', defaultLocale: 'zh-CN' } as const;
    const storeLink = { name: 'Market', scheme: 'market://x', url: 'https://x', priority: 1, enabled: true };
    const release = new Release(
      app,
      {
        platform: 'android',
        packageType: 'wgt',
        targetPlatforms: ['android', 'ios'],
        versionName: '1.2.10',
        versionCode: 120,
        minSupportedVersionCode: 100,
        minNativeVersionCode: 90,
        upgradeMode: 'silent',
        rolloutPercent: 12.5,
        healthGate: { action: 'pause', minReports: 10, windowMinutes: 60, maxFailurePercent: 2.5 },
        requiredRuntimeVersion: '4.0',
        runtimeMatch: 'minimum',
        title: { 'zh-CN': '更新' },
        releaseNotes: { 'zh-CN': '修复' },
        fileId: 'file',
        externalUrl: 'https://example.com',
        storeLinks: [storeLink],
      },
      'user',
    );
    const places = { publishedPlatforms: ['ios'], fallbackPlatforms: ['android'] } as const;
    const seen = { ...release, ...places, publishStatus: 'draft', file: null, downloadCount: 0 } as const;
    expect(JSON.stringify(recordOf(seen))).toBe(
      JSON.stringify({
        platform: 'android',
        package_type: 'wgt',
        target_platforms: ['android', 'ios'],
        version_name: '1.2.10',
        version_code: 120,
        min_supported_version_code: 100,
        min_native_version_code: 90,
        upgrade_mode: 'silent',
        rollout_percent: 12.5,
        rollout_paused: false,
        health_gate: { max_failure_percent: 2.5, min_reports: 10, window_minutes: 60, action: 'pause' },
        required_runtime_version: '4.0',
        runtime_match: 'minimum',
        title: { 'zh-CN': '更新' },
        release_notes: { 'zh-CN': '修复' },
        file_id: 'file',
        external_url: 'https://example.com',
        store_links: [storeLink],
        publish_status: 'draft',
        published_platforms: ['ios'],
        fallback_platforms: ['android'],
      }),
    );
  });
});
