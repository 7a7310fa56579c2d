import { wireOf } from '@libs/kernel';
import type { Release } from '../domain/release';
import { decidedRelease, healthGate } from '../domain/release-settings';
import type { ReleaseDetails } from '../infrastructure/release-queries';

/** What administrators decide about a release, and its places, with the keys of the wire. */
export function recordOf(seen: ReleaseDetails): Readonly<Record<string, unknown>> {
  return {
    ...wireOf(decidedRelease, seen),
    health_gate: seen.healthGate && wireOf(healthGate, seen.healthGate),
    publish_status: seen.publishStatus,
    published_platforms: seen.publishedPlatforms,
    fallback_platforms: seen.fallbackPlatforms,
  };
}

/** What tells which release it was. */
export function briefOf({ id, platform, packageType, versionName, versionCode }: Release): object {
  return { id, platform, package_type: packageType, version_name: versionName, version_code: versionCode };
}
