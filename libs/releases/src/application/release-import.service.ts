import { Injectable } from '@nestjs/common';
import { Transactions, ValidationFailedError } from '@libs/kernel';
import type { ReleaseApp } from '../domain/release';
import type { NewRelease } from '../domain/release-changes';
import type { Platform } from '../domain/release-settings';
import { ReleaseRepository } from '../domain/release.repository';
import { versionCodeOf } from '../domain/version-code';
import { compareVersionNames } from '../domain/version-name';
import { ReleasePointers } from '../infrastructure/release-pointers';
import { type ReleaseDetails, ReleaseQueries } from '../infrastructure/release-queries';
import { ReleaseVersions } from '../infrastructure/release-versions';
import { ReleasePublicationService } from './release-publication.service';
import { ReleasesService } from './releases.service';

/** A version as another system knew it. */
export interface VersionToImport {
  readonly platforms: readonly Platform[];
  /** For the first of the platforms. */
  readonly release: NewRelease;
  /** The native app that a wgt requires. */
  readonly minNativeVersionName: string | null;
}

export interface ImportedVersion {
  /** All releases of the version for the platforms, including earlier ones. */
  readonly releases: readonly ReleaseDetails[];
  /** Those among them that are new. */
  readonly created: ReadonlySet<string>;
}

/** `outdated`: something newer, or the same, is already current; publishing it would be a step back. */
export type ImportedPublication = 'published' | 'published_before' | 'outdated';

/** Imports the versions that an App had in another system. An imported version is not imported again. */
@Injectable()
export class ReleaseImportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ReleaseRepository,
    private readonly versions: ReleaseVersions,
    private readonly pointers: ReleasePointers,
    private readonly queries: ReleaseQueries,
    private readonly releases: ReleasesService,
    private readonly publication: ReleasePublicationService,
  ) {}

  /**
   * Creates drafts of the version for those platforms that have no release of its name; all of them or none. A native
   * app becomes one release per platform. A wgt refers to its native app by the code that this has here; an unknown
   * native app is added as a draft without a package.
   *
   * @throws ValidationFailedError, ReleaseVersionDuplicateError
   */
  add(app: ReleaseApp, version: VersionToImport): Promise<ImportedVersion> {
    return this.transactions.run(app.tenantId, async () => {
      const { packageType, versionName } = version.release;
      const known = await this.versions.named(app, packageType, version.platforms, versionName);
      const covered = new Set(known.flatMap(({ targetPlatforms }) => targetPlatforms));
      const missing = version.platforms.filter((platform) => !covered.has(platform));
      const inputs =
        packageType === 'wgt'
          ? await this.wgtsFor(app, version, missing)
          : missing.map((platform) => ({ ...version.release, platform, targetPlatforms: [platform] }));
      const created: string[] = [];
      for (const input of inputs) created.push((await this.releases.create(app, input, null)).id);
      const ids = [...known.map(({ id }) => id), ...created];
      const releases: ReleaseDetails[] = [];
      for (const id of ids) releases.push(await this.queries.get(app.tenantId, app.id, id));
      return { releases, created: new Set(created) };
    });
  }

  /** Publishes a release for the first time, unless clients have something newer. */
  publish(app: ReleaseApp, id: string): Promise<ImportedPublication> {
    const { tenantId, id: appId } = app;
    return this.transactions.run(tenantId, async () => {
      await this.pointers.lock(tenantId, appId);
      const release = await this.repository.getForUpdate(tenantId, appId, id);
      if (release.wasPublished) return 'published_before';
      const { packageType, targetPlatforms, versionName, lockVersion } = release;
      const current = await this.versions.currentNames(app, packageType, targetPlatforms);
      if (current.some((name) => compareVersionNames(name, versionName) >= 0)) return 'outdated';
      await this.publication.publish(tenantId, appId, id, lockVersion);
      return 'published';
    });
  }

  /** A single release for all platforms, if the required native app has the same code on all of them. */
  private async wgtsFor(app: ReleaseApp, version: VersionToImport, platforms: readonly Platform[]) {
    const byCode = new Map<number | null, Platform[]>();
    for (const platform of platforms) {
      const { minNativeVersionName: name } = version;
      const code = name === null ? null : await this.nativeCode(app, platform, name);
      byCode.set(code, [...(byCode.get(code) ?? []), platform]);
    }
    return [...byCode].map(([minNativeVersionCode, targetPlatforms]) => {
      const [platform = version.release.platform] = targetPlatforms;
      return { ...version.release, platform, targetPlatforms, minNativeVersionCode };
    });
  }

  /** The code of the version here. An unknown version is added as a draft without a package. */
  private async nativeCode(app: ReleaseApp, platform: Platform, name: string): Promise<number> {
    const [known] = await this.versions.named(app, 'native_app', [platform], name);
    if (known) return known.versionCode;
    const versionCode = versionCodeOf(name);
    if (versionCode === null) throw ValidationFailedError.of('min_native_version_code', 'not_version');
    const text = { [app.defaultLocale]: name };
    const draft = { versionName: name, versionCode, upgradeMode: 'optional', title: text, releaseNotes: text } as const;
    await this.releases.create(app, { platform, packageType: 'native_app', ...draft }, null);
    return versionCode;
  }
}
