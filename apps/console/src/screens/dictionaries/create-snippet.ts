import { snippetOf } from '../../frame/snippets';

/** The first dictionary, made without the console. */
export function createSnippet(): string {
  const body = {
    code: 'order_status',
    name: { 'zh-CN': '订单状态', 'en-US': 'Order status' },
    scope: 'tenant',
    items: [{ key: 'paid', label: { 'zh-CN': '已付款', 'en-US': 'Paid' } }],
  };
  const headers = { Authorization: 'Bearer $TOKEN' };
  return snippetOf(
    'curl',
    { method: 'POST', url: '/admin-api/v1/dictionaries', headers, body, isForm: false },
    location.origin,
  );
}
