import { snippetOf } from '../../frame/snippets';

/** An App, made without the console. */
export function createSnippet(): string {
  const body = {
    name: 'Corner Shop',
    app_type: 'uni_app',
    default_locale: 'zh-CN',
    supported_locales: ['zh-CN', 'en-US'],
  };
  const headers = { Authorization: 'Bearer $TOKEN' };
  return snippetOf(
    'curl',
    { method: 'POST', url: '/admin-api/v1/apps', headers, body, isForm: false },
    location.origin,
  );
}
