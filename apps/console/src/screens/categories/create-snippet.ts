import { adminSnippet } from '../../frame/snippets';

/** The first category, made without the console. */
export function createSnippet(appId: string): string {
  const body = { name: { 'zh-CN': '新闻', 'en-US': 'News' }, slug: 'news' };
  return adminSnippet('createAdminContentCategory', { path: { app_id: appId }, body });
}
