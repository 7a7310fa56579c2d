import { adminSnippet } from '../../frame/snippets';
import { operationsOf, type Kind } from './kinds';

/** The first one, made without the console. */
export function createSnippet(kind: Kind, appId: string): string {
  return adminSnippet(operationsOf(kind).create, {
    path: { app_id: appId },
    body: {
      ...(kind === 'message' ? { message_type: 'system' as const } : {}),
      title: { 'zh-CN': '秋季菜单上线', 'en-US': 'The autumn menu is here' },
      body: { 'zh-CN': '{{display_name}}，来尝尝吧。', 'en-US': 'Come and try it, {{display_name}}.' },
    },
  });
}
