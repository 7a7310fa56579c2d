export { AppsModule } from './apps.module';
export { AppsService } from './application/apps.service';
export type { App, NewApp } from './domain/app';
export { APP_TYPES, CAPTCHA_SCENES, type AppType, type CaptchaScene, type CaptchaType } from './domain/app-settings';
export { AppDirectory, type AppSnapshot } from './infrastructure/app-directory';
export { startupAssetUrl } from './domain/startup-asset-url';
