import { adminSnippet, readSnippet } from '../../frame/snippets';

/** The first article, made without the console. */
export function createSnippet(appId: string, categoryId: string): string {
  return adminSnippet('createAdminArticle', {
    path: { app_id: appId },
    body: {
      category_id: categoryId,
      slug: 'autumn-menu',
      title: { 'zh-CN': '秋季菜单', 'en-US': 'Autumn menu' },
      body: { 'zh-CN': '# 秋季菜单', 'en-US': '# Autumn menu' },
    },
  });
}

/** An article as an App reads it: one for members wants a member's token. */
export function articleSnippet(appId: string, { path, isPublic }: ReturnType<typeof addressOf>): string {
  return readSnippet(path, { 'X-AppID': appId, ...(isPublic ? {} : { Authorization: 'Bearer $TOKEN' }) });
}

/** Where readers get what is published. */
export function addressOf(slug: string, visibility: 'members' | 'public') {
  const isPublic = visibility === 'public';
  return { path: `/api/v1/${isPublic ? 'public/' : ''}articles/${slug}`, isPublic };
}
