import { snippetOf } from '../../frame/snippets';

/** The first category, made without the console. */
export function createSnippet(appId: string): string {
  const body = { name: { 'zh-CN': '新闻', 'en-US': 'News' }, slug: 'news' };
  const headers = { Authorization: 'Bearer $TOKEN' };
  const url = `/admin-api/v1/apps/${appId}/content/categories`;
  return snippetOf('curl', { method: 'POST', url, headers, body, isForm: false }, location.origin);
}
