export { PublicSettings, type SettingValues } from './infrastructure/public-settings';
export { OperationsModule } from './operations.module';
