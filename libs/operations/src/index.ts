export { PublicSettings, type SettingValues } from './infrastructure/public-settings';
export { OperationsModule } from './operations.module';
export { TenantSettings } from './infrastructure/tenant-settings';
