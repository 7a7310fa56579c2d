import { EntitySchema } from 'typeorm';
import { App } from '../domain/app';
import { OnboardingRevision } from '../domain/onboarding-revision';

/** The objects in jsonb columns are kept as the domain has them, with camelCase keys. */
export const AppSchema = new EntitySchema<App>({
  name: 'App',
  target: App,
  tableName: 'apps',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    name: { type: 'text' },
    appType: { type: 'text', name: 'app_type' },
    description: { type: 'text', nullable: true },
    status: { type: 'text' },
    isDefault: { type: 'boolean', name: 'is_default' },
    iconFileId: { type: 'uuid', name: 'icon_file_id', nullable: true },
    defaultLocale: { type: 'text', name: 'default_locale' },
    supportedLocales: { type: 'text', name: 'supported_locales', array: true },
    registration: { type: 'jsonb' },
    captcha: { type: 'jsonb' },
    featureFlags: { type: 'jsonb', name: 'feature_flags' },
    clientConfig: { type: 'jsonb', name: 'client_config' },
    dcloudAppid: { type: 'text', name: 'dcloud_appid', nullable: true },
    upgrade: { type: 'jsonb' },
    support: { type: 'jsonb' },
    onboardingVersion: { type: 'integer', name: 'onboarding_version' },
    lockVersion: { type: 'integer', name: 'lock_version' },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    updatedAt: { type: 'timestamptz', name: 'updated_at', updateDate: true },
    deletedAt: { type: 'timestamptz', name: 'deleted_at', nullable: true },
  },
});

export const OnboardingRevisionSchema = new EntitySchema<OnboardingRevision>({
  name: 'OnboardingRevision',
  target: OnboardingRevision,
  tableName: 'app_onboarding_revisions',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    appId: { type: 'uuid', name: 'app_id', primary: true },
    version: { type: 'integer', primary: true },
    enabled: { type: 'boolean' },
    slides: { type: 'jsonb' },
    publishedBy: { type: 'uuid', name: 'published_by', nullable: true },
    publishedAt: { type: 'timestamptz', name: 'published_at', createDate: true },
  },
});
