import { adminSnippet } from '../../frame/snippets';

/** An App, made without the console. */
export function createSnippet(): string {
  return adminSnippet('createAdminApp', {
    body: {
      name: 'Corner Shop',
      app_type: 'uni_app',
      default_locale: 'zh-CN',
      supported_locales: ['zh-CN', 'en-US'],
    },
  });
}
