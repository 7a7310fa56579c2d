import { snippetOf } from '../../frame/snippets';

/** The first article, made without the console. */
export function createSnippet(appId: string, categoryId: string): string {
  const body = {
    category_id: categoryId,
    slug: 'autumn-menu',
    title: { 'zh-CN': '秋季菜单', 'en-US': 'Autumn menu' },
    body: { 'zh-CN': '# 秋季菜单', 'en-US': '# Autumn menu' },
  };
  const headers = { Authorization: 'Bearer $TOKEN' };
  const url = `/admin-api/v1/apps/${appId}/content/articles`;
  return snippetOf('curl', { method: 'POST', url, headers, body, isForm: false }, location.origin);
}

/** An article as an App reads it: one for members wants a member's token. */
export function readSnippet(appId: string, { path, isPublic }: ReturnType<typeof addressOf>): string {
  const headers = { 'X-AppID': appId, ...(isPublic ? {} : { Authorization: 'Bearer $TOKEN' }) };
  return snippetOf('curl', { method: 'GET', url: path, headers, body: undefined, isForm: false }, location.origin);
}

/** Where readers get what is published. */
export function addressOf(slug: string, visibility: 'members' | 'public') {
  const isPublic = visibility === 'public';
  return { path: `/api/v1/${isPublic ? 'public/' : ''}articles/${slug}`, isPublic };
}
