import { domainError } from '@libs/kernel';

export class EndpointLimitError extends domainError(
  'conflict',
  'WEBHOOKS.ENDPOINT.TOO_MANY',
  'Too many webhook endpoints',
  {
    'zh-CN': 'Webhook 端点数量已达上限，请先删除不用的端点。',
    'zh-TW': 'Webhook 端點數量已達上限，請先刪除不用的端點。',
    'en-US': 'The tenant has as many webhook endpoints as it may have. Delete one first.',
    'ja-JP': 'Webhook エンドポイントの数は上限に達しています。使用していないものを削除してください。',
  },
) {}

export class EndpointDisabledError extends domainError(
  'conflict',
  'WEBHOOKS.ENDPOINT.DISABLED',
  'The webhook endpoint is disabled',
  {
    'zh-CN': '该 Webhook 端点已停用，请先启用后再发送。',
    'zh-TW': '該 Webhook 端點已停用，請先啟用後再傳送。',
    'en-US': 'Nothing is sent to a disabled endpoint. Enable it first.',
    'ja-JP': '無効なエンドポイントには送信されません。先に有効にしてください。',
  },
) {}
