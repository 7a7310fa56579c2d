import { domainError } from '@libs/kernel';

export class IdempotencyKeyReusedError extends domainError(
  'invalid',
  'REQUEST.IDEMPOTENCY_KEY.REUSED',
  'The idempotency key belongs to another request',
  {
    'zh-CN': '该 Idempotency-Key 已用于另一个请求内容。重试须使用相同的请求体；新请求请使用新的键。',
    'zh-TW': '該 Idempotency-Key 已用於另一個請求內容。重試須使用相同的請求本文；新請求請使用新的鍵。',
    'en-US': 'The Idempotency-Key was used with another body. Retry with the same body, or use a new key.',
    'ja-JP':
      'この Idempotency-Key は別の内容のリクエストで使用済みです。同じ本文で再試行するか、新しいキーを使用してください。',
  },
) {}

export class RequestRunningError extends domainError(
  'conflict',
  'REQUEST.IDEMPOTENCY_KEY.RUNNING',
  'The first request with this idempotency key is still running',
  {
    'zh-CN': '使用该 Idempotency-Key 的首个请求仍在处理中。请按 Retry-After 指示的秒数等待后重试。',
    'zh-TW': '使用該 Idempotency-Key 的首個請求仍在處理中。請依 Retry-After 指示的秒數等待後重試。',
    'en-US':
      'The first request with this Idempotency-Key is still running. Wait the number of seconds in Retry-After, then try again.',
    'ja-JP':
      'この Idempotency-Key を使用した最初のリクエストがまだ処理中です。Retry-After の秒数だけ待ってから再試行してください。',
  },
) {}
