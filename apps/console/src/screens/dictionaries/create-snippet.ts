import { adminSnippet } from '../../frame/snippets';

/** The first dictionary, made without the console. */
export function createSnippet(): string {
  return adminSnippet('createAdminDictionary', {
    body: {
      code: 'order_status',
      name: { 'zh-CN': '订单状态', 'en-US': 'Order status' },
      scope: 'tenant',
      items: [{ key: 'paid', label: { 'zh-CN': '已付款', 'en-US': 'Paid' } }],
    },
  });
}
