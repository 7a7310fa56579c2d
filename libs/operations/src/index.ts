export { SettingsService, type SettingEditor } from './application/settings/settings.service';
export { KNOWN_SETTINGS, type KnownSetting } from './domain/settings/known-settings';
export {
  MAX_SETTING_VALUE_BYTES,
  MAX_SETTING_VALUE_DEPTH,
  type NewSetting,
  setting,
  SETTING_MASK,
  SETTING_SCOPES,
  SETTING_STATUSES,
  settingOptions,
  type SettingScope,
  type SettingStatus,
  type SettingValue,
} from './domain/settings/setting-fields';
export { SettingLimitError, SettingSizeError } from './domain/settings/setting.errors';
export { MAX_PUBLIC_SETTINGS_BYTES, MAX_SETTINGS, MAX_SETTINGS_BYTES } from './domain/settings/setting-usage';
export {
  type IdempotentRequest,
  IdempotentRequests,
  type StoredAnswer,
} from './application/idempotency/idempotent-requests';
export { IdempotencyKeyReusedError, RequestRunningError } from './domain/idempotency/idempotency.errors';
export { isIdempotencyKey } from './domain/idempotency/idempotency-key';
export { PublicSettings, type SettingValues } from './infrastructure/settings/public-settings';
export { ManagedSettings, type ManagedSetting, type SettingReader } from './infrastructure/settings/managed-settings';
export { OperationsModule } from './operations.module';
export { TenantSettings } from './infrastructure/settings/tenant-settings';
export { type Job, JobsService } from './application/jobs/jobs.service';
export { JOB_STATES, type JobState, JobNeededError, JobStateError, QueueNotPausableError } from './domain/jobs/job';
export { relaysToAwait } from './application/runtime/rollout';
export { INSTANCE_KINDS, type Instance, Instances } from './infrastructure/runtime/instances';
export { InstancesModule } from './instances.module';
export { JobsModule } from './jobs.module';
