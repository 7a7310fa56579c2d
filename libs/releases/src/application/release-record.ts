import { fieldsOf } from '@libs/foundation';
import { withWireNames } from '@libs/kernel';
import type { Release } from '../domain/release';
import { GATE_FIELDS, type ReleasePlaces } from '../domain/release-settings';
import { ReleaseSchema } from '../infrastructure/release.schema';

/** What nobody decides about a release, or what its places tell. */
const UNRECORDED = [
  'tenantId',
  'id',
  'appId',
  'firstPublishedAt',
  'publishedAt',
  'healthTrippedAt',
  'createdBy',
  'lockVersion',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;
const FIELDS = fieldsOf(ReleaseSchema, { without: UNRECORDED });

/**
 * A release with the keys of the wire: every column that is not left out above, in the order of the schema, and its
 * places. The audit log tells changes in this order.
 */
export function recordOf(release: Release, { current, fallback }: ReleasePlaces): Readonly<Record<string, unknown>> {
  return {
    ...withWireNames(release, FIELDS),
    health_gate: release.healthGate && withWireNames(release.healthGate, GATE_FIELDS),
    publish_status: release.statusOn(current),
    published_platforms: current,
    fallback_platforms: fallback,
  };
}

/** What tells which release it was. */
export function briefOf({ id, platform, packageType, versionName, versionCode }: Release): object {
  return { id, platform, package_type: packageType, version_name: versionName, version_code: versionCode };
}
