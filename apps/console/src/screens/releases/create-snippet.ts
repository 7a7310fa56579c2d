import { adminSnippet } from '../../frame/snippets';

/** The first release, made without the console. */
export function createSnippet(appId: string): string {
  return adminSnippet('createAdminMobileRelease', {
    path: { app_id: appId },
    body: {
      platform: 'android',
      package_type: 'native_app',
      version_name: '1.0.0',
      version_code: 1_000_000,
      upgrade_mode: 'recommended',
      title: { 'zh-CN': '发现新版本', 'en-US': 'Update available' },
      release_notes: { 'zh-CN': '修复已知问题', 'en-US': 'Bug fixes' },
      external_url: 'https://store.example.com/app',
    },
  });
}
