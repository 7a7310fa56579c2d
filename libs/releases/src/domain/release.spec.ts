import { ResourceImmutableFieldError, ValidationFailedError } from '@libs/kernel';
import { Release, type ReleaseApp } from './release';
import type { NewRelease, ReleaseChanges } from './release-changes';
import { ReleaseFrozenError, ReleaseNotReadyError, ReleaseStateError } from './releases.errors';

const APP: ReleaseApp = { id: 'app', tenantId: 'tenant', defaultLocale: 'zh-CN' };
const NOW = new Date('2026-11-21T09:00:00Z');
const LATER = new Date('2026-11-22T09:00:00Z');

function aRelease(input: Partial<NewRelease> = {}): Release {
  const least: NewRelease = {
    platform: 'android',
    packageType: 'wgt',
    versionName: '1.2.10',
    versionCode: 120,
    upgradeMode: 'optional',
    title: { 'zh-CN': '更新' },
    releaseNotes: { 'zh-CN': '修复' },
    externalUrl: 'https://example.com',
  };
  return new Release(APP, { ...least, ...input }, 'user');
}

function published(input: Partial<NewRelease> = {}): Release {
  const release = aRelease(input);
  release.publish(NOW, []);
  return release;
}

/** The refused fields with their codes. */
function faults(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.fields.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
  return [];
}

describe('A release', () => {
  it('begins as a draft for its own platform', () => {
    expect(aRelease()).toMatchObject({
      tenantId: 'tenant',
      appId: 'app',
      targetPlatforms: ['android'],
      rolloutPercent: 100,
      rolloutPaused: false,
      runtimeMatch: 'any',
      firstPublishedAt: null,
      publishedAt: null,
      createdBy: 'user',
      lockVersion: 1,
    });
    expect(aRelease().statusOn([])).toBe('draft');
  });

  it.each<[Partial<NewRelease>, string]>([
    [{ targetPlatforms: ['ios'] }, 'target_platforms platform_missing'],
    [{ packageType: 'native_app', targetPlatforms: ['android', 'ios'] }, 'target_platforms only_for_wgt'],
    [{ packageType: 'native_app', upgradeMode: 'silent' }, 'upgrade_mode only_for_wgt'],
    [{ healthGate: { minReports: 1, windowMinutes: 1, action: 'pause' } }, 'health_gate.max_failure_percent required'],
    [{ title: { 'en-US': 'Update' } }, 'title.zh-CN required'],
    [{ releaseNotes: { 'zh-CN': ' ' } }, 'release_notes.zh-CN required'],
  ])('does not begin with %j', (input, fault) => {
    expect(faults(() => aRelease(input))).toEqual([fault]);
  });

  it('counts a target once', () => {
    expect(aRelease({ targetPlatforms: ['ios', 'android', 'ios'] }).targetPlatforms).toEqual(['ios', 'android']);
  });

  describe('changed', () => {
    it('keeps undefined fields, replaces given ones and increments its version', () => {
      const release = aRelease({
        healthGate: { maxFailurePercent: 1, minReports: 2, windowMinutes: 3, action: 'pause' },
      });
      release.update(APP, { versionName: '2.0', healthGate: { minReports: 5 }, externalUrl: null });
      expect(release).toMatchObject({
        versionName: '2.0',
        versionCode: 120,
        externalUrl: null,
        healthGate: { maxFailurePercent: 1, minReports: 5, windowMinutes: 3, action: 'pause' },
        lockVersion: 2,
      });
      release.update(APP, { healthGate: null });
      expect(release).toMatchObject({ healthGate: null, lockVersion: 3 });
    });

    it.each<ReleaseChanges>([{ platform: 'ios' }, { packageType: 'native_app' }])('is never %j', (changes) => {
      const release = aRelease();
      expect(() => release.update(APP, changes)).toThrow(ResourceImmutableFieldError);
      expect(release.lockVersion).toBe(1);
    });

    it('resets to the defaults of a new release with null', () => {
      const storeLinks = [{ name: 'Market', scheme: 'market://x', url: 'https://x', priority: 1, enabled: true }];
      const release = aRelease({
        targetPlatforms: ['ios', 'android'],
        minSupportedVersionCode: 1,
        rolloutPercent: 5,
        runtimeMatch: 'exact',
        storeLinks,
      });
      release.update(APP, {
        targetPlatforms: null,
        minSupportedVersionCode: null,
        rolloutPercent: null,
        runtimeMatch: null,
        storeLinks: null,
      });
      expect(release).toMatchObject({
        targetPlatforms: ['android'],
        minSupportedVersionCode: null,
        rolloutPercent: 100,
        runtimeMatch: 'any',
        storeLinks: [],
      });
    });

    it('ignores fields that are no settings', () => {
      const release = aRelease({ rolloutPaused: true, firstPublishedAt: NOW } as Partial<NewRelease>);
      release.update(APP, { publishedAt: NOW, tenantId: 'another', healthGate: null } as object);
      expect(release).toMatchObject({
        tenantId: 'tenant',
        rolloutPaused: false,
        firstPublishedAt: null,
        publishedAt: null,
      });
    });

    it('accepts its own platform and package type', () => {
      const release = published();
      expect(() => release.update(APP, { platform: 'android', packageType: 'wgt' })).not.toThrow();
    });

    it.each<[string, ReleaseChanges]>([
      ['version_name', { versionName: '9' }],
      ['version_code', { versionCode: 9 }],
      ['target_platforms', { targetPlatforms: ['android', 'ios'] }],
      ['min_native_version_code', { minNativeVersionCode: 9 }],
      ['required_runtime_version', { requiredRuntimeVersion: '9' }],
      ['runtime_match', { runtimeMatch: 'exact' }],
      ['file_id', { fileId: 'file' }],
      ['external_url', { externalUrl: null }],
    ])('keeps its %s once it was published', (field, changes) => {
      const release = published();
      expect(() => release.update(APP, changes)).toThrow(
        expect.objectContaining({ constructor: ReleaseFrozenError, extra: { fields: [field] } }),
      );
      expect(() => aRelease().update(APP, changes)).not.toThrow();
    });

    it('names all frozen fields at once', () => {
      expect(() => published().update(APP, { versionCode: 1, versionName: '1', rolloutPercent: 5 })).toThrow(
        expect.objectContaining({ extra: { fields: ['version_name', 'version_code'] } }),
      );
    });

    it('stays open in texts, mode, minimum and rollout', () => {
      const release = published();
      const changes: ReleaseChanges = {
        title: { 'zh-CN': '新' },
        upgradeMode: 'forced',
        minSupportedVersionCode: 9,
        rolloutPercent: 12.5,
      };
      release.update(APP, changes);
      expect(release).toMatchObject({ ...changes, lockVersion: 3 });
    });
  });

  describe('published', () => {
    it('remembers the first and the latest time', () => {
      const release = published();
      release.publish(LATER, []);
      expect(release).toMatchObject({ firstPublishedAt: NOW, publishedAt: LATER, lockVersion: 3 });
    });

    it('needs something to install', () => {
      expect(() => published({ externalUrl: null })).toThrow(ReleaseNotReadyError);
      expect(() => published({ externalUrl: null, fileId: 'file' })).not.toThrow();
    });

    it('cannot be published again while it is current on all targets', () => {
      const release = published({ targetPlatforms: ['android', 'ios'] });
      expect(() => release.publish(LATER, ['android', 'ios'])).toThrow(ReleaseStateError);
      expect(() => release.publish(LATER, ['ios'])).not.toThrow();
    });

    it('has the status that follows from its platforms', () => {
      const release = published({ targetPlatforms: ['android', 'ios'] });
      expect(release.statusOn([])).toBe('offline');
      expect(release.statusOn(['ios'])).toBe('partial');
      expect(release.statusOn(['ios', 'android'])).toBe('online');
    });

    it('is withdrawn only from where it is current', () => {
      const release = published();
      expect(() => release.unpublish({ current: [], fallback: [] })).toThrow(ReleaseStateError);
      release.unpublish({ current: ['android'], fallback: [] });
      release.unpublish({ current: [], fallback: ['android'] });
      expect(release).toMatchObject({ publishedAt: NOW, lockVersion: 4 });
    });
  });

  describe('its health gate', () => {
    const gate = { maxFailurePercent: 5, minReports: 50, windowMinutes: 60, action: 'pause' } as const;
    const tripped = () => {
      const release = published({ healthGate: gate });
      release.tripHealthGate(LATER);
      return release;
    };

    it('records that it has acted, without changing the release', () => {
      expect(tripped()).toMatchObject({ healthTrippedAt: LATER, lockVersion: 2 });
    });

    it.each<[string, ReleaseChanges, boolean]>([
      ['another action', { healthGate: { action: 'notify' } }, true],
      ['no gate', { healthGate: null }, true],
      ['the same gate', { healthGate: { ...gate } }, false],
      ['another title', { title: { 'zh-CN': '新' } }, false],
    ])('with %s', (_what, changes, actsAgain) => {
      const release = tripped();
      release.update(APP, changes);
      expect(release.healthTrippedAt).toEqual(actsAgain ? null : LATER);
    });

    it('acts again once the release is published again, but not when its rollout continues', () => {
      const release = tripped();
      release.rollOut({ paused: true });
      release.rollOut({ paused: false });
      release.unpublish({ current: ['android'], fallback: [] });
      expect(release.healthTrippedAt).toEqual(LATER);
      release.publish(LATER, []);
      expect(release.healthTrippedAt).toBeNull();
    });
  });

  it('is rolled out field by field: what is not given stays', () => {
    const release = aRelease({ rolloutPercent: 5 });
    release.rollOut({ paused: true });
    expect(release).toMatchObject({ rolloutPercent: 5, rolloutPaused: true, lockVersion: 2 });
    release.rollOut({ rolloutPercent: 50 });
    expect(release).toMatchObject({ rolloutPercent: 50, rolloutPaused: true, lockVersion: 3 });
  });

  it('can be deleted if it was never published, and releases its package', () => {
    const release = aRelease({ fileId: 'file' });
    release.delete(NOW);
    expect(release).toMatchObject({ deletedAt: NOW, fileId: null });
    expect(() => published().delete(NOW)).toThrow(ReleaseStateError);
  });
});
