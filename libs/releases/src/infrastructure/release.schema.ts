import { EntitySchema } from 'typeorm';
import { Release } from '../domain/release';

/** PostgreSQL returns exact numbers as text. */
const percent = { from: Number, to: (value: number) => value };

/** The objects in jsonb columns are kept as the domain has them, with camelCase keys. */
export const ReleaseSchema = new EntitySchema<Release>({
  name: 'Release',
  target: Release,
  tableName: 'releases',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    appId: { type: 'uuid', name: 'app_id' },
    platform: { type: 'text' },
    packageType: { type: 'text', name: 'package_type' },
    targetPlatforms: { type: 'text', name: 'target_platforms', array: true },
    versionName: { type: 'text', name: 'version_name' },
    versionCode: { type: 'integer', name: 'version_code' },
    minSupportedVersionCode: { type: 'integer', name: 'min_supported_version_code', nullable: true },
    minNativeVersionCode: { type: 'integer', name: 'min_native_version_code', nullable: true },
    upgradeMode: { type: 'text', name: 'upgrade_mode' },
    rolloutPercent: { type: 'numeric', name: 'rollout_percent', precision: 5, scale: 2, transformer: percent },
    rolloutPaused: { type: 'boolean', name: 'rollout_paused' },
    healthGate: { type: 'jsonb', name: 'health_gate', nullable: true },
    requiredRuntimeVersion: { type: 'text', name: 'required_runtime_version', nullable: true },
    runtimeMatch: { type: 'text', name: 'runtime_match' },
    title: { type: 'jsonb' },
    releaseNotes: { type: 'jsonb', name: 'release_notes' },
    fileId: { type: 'uuid', name: 'file_id', nullable: true },
    externalUrl: { type: 'text', name: 'external_url', nullable: true },
    storeLinks: { type: 'jsonb', name: 'store_links' },
    firstPublishedAt: { type: 'timestamptz', name: 'first_published_at', nullable: true },
    publishedAt: { type: 'timestamptz', name: 'published_at', nullable: true },
    healthTrippedAt: { type: 'timestamptz', name: 'health_tripped_at', nullable: true },
    createdBy: { type: 'uuid', name: 'created_by', nullable: true },
    lockVersion: { type: 'integer', name: 'lock_version' },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    updatedAt: { type: 'timestamptz', name: 'updated_at', updateDate: true },
    deletedAt: { type: 'timestamptz', name: 'deleted_at', nullable: true },
  },
});
