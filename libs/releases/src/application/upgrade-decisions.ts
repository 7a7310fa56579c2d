import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { type ClientFacts, isOlder } from '../domain/client-facts';
import { decide, type UpgradeVerdict } from '../domain/decision';
import type { PackageType, Platform } from '../domain/release-settings';
import type { Candidate, UpgradePolicy } from '../domain/upgrade-policy';
import { type OfferedRelease, PublishedReleases } from '../infrastructure/published-releases';
import { ReleaseDevices } from '../infrastructure/release-devices';
import { type VersionFinder, VersionNames } from '../infrastructure/version-names';

/** What a client sends when it asks for its policy. `null` for missing facts. */
export interface UpgradeQuestion {
  readonly platform: Platform;
  readonly packageType: PackageType;
  /** The version that it runs of the package type, or of its native app if it names its wgt separately. */
  readonly versionCode: number | null;
  readonly nativeVersionCode: number | null;
  readonly wgtVersionCode: number | null;
  readonly runtimeVersion: string | null;
  /** A uuid in lower case. */
  readonly deviceKey: string | null;
}

export interface UpgradeAnswer {
  readonly policy: UpgradePolicy<OfferedRelease>;
  readonly verdict: UpgradeVerdict<OfferedRelease>;
}

/** From both the answer follows. No device gets another one. */
interface DecidedForEverybody {
  readonly policy: UpgradePolicy<OfferedRelease>;
  readonly client: ClientFacts;
}

/** Which release clients get, and what they are to do. */
@Injectable()
export class UpgradeDecisions {
  constructor(
    private readonly releases: PublishedReleases,
    private readonly names: VersionNames,
    private readonly devices: ReleaseDevices,
  ) {}

  /**
   * Null if nothing is published.
   *
   * @throws DependencyUnavailableError when the database is away.
   */
  async answer(app: AppSnapshot, question: UpgradeQuestion): Promise<UpgradeAnswer | null> {
    const { platform, packageType } = question;
    return this.decide(app, platform, packageType, factsOf(question, await this.names.finder(app)));
  }

  /** What an answer to everybody who asks this follows from, if all of it is in memory: null says nothing. */
  knownForEverybody(app: AppSnapshot, question: Omit<UpgradeQuestion, 'deviceKey'>): DecidedForEverybody | null {
    const { platform, packageType } = question;
    const policy = this.releases.knownForEverybody(app, platform, packageType);
    const finder = policy && this.names.knownFinder(app);
    return finder && { policy, client: factsOf({ ...question, deviceKey: null }, finder) };
  }

  /** The same for a client whose facts are known. */
  async decide(
    app: AppSnapshot,
    platform: Platform,
    packageType: PackageType,
    client: ClientFacts,
  ): Promise<UpgradeAnswer | null> {
    const policy = await this.releases.findPolicy(app, platform, packageType);
    if (!policy) return null;
    return { policy, verdict: decide(policy, app.upgrade, await this.withDevice(app, policy, client)) };
  }

  /** Devices that have a paused release keep it. The version reveals which ones do, or else the device's own report. */
  private async withDevice(app: AppSnapshot, { current, fallback }: UpgradePolicy, facts: ClientFacts) {
    const { deviceKey, version } = facts;
    const isOpen = (candidate: Candidate | null) =>
      candidate?.release.rolloutPaused && !(version && !isOlder(version, candidate.release));
    if (deviceKey === null || !(isOpen(current) || isOpen(fallback))) return facts;
    return { ...facts, reportedReleaseId: await this.devices.releaseOf(app, current.release.packageType, deviceKey) };
  }
}

function factsOf(question: UpgradeQuestion, find: VersionFinder): ClientFacts {
  const { platform, packageType, versionCode, wgtVersionCode, nativeVersionCode, runtimeVersion } = question;
  const isWgt = packageType === 'wgt';
  const code = versionCode !== null && isWgt ? (wgtVersionCode ?? versionCode) : versionCode;
  // In a client that names its wgt separately, version_code is that of its native app.
  const nativeCode = isWgt ? (nativeVersionCode ?? (wgtVersionCode === null ? null : versionCode)) : null;
  return {
    deviceKey: question.deviceKey,
    version: code === null ? null : find(platform, packageType, code),
    native: nativeCode === null ? null : find(platform, 'native_app', nativeCode),
    runtimeVersion,
  };
}
