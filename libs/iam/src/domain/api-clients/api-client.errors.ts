import { domainError } from '@libs/kernel';

export class ApiClientLimitError extends domainError('conflict', 'IAM.API_CLIENT.TOO_MANY', 'Too many API clients', {
  'zh-CN': '该租户的 API 客户端数量已达上限，请先删除不用的客户端。',
  'zh-TW': '該租戶的 API 用戶端數量已達上限，請先刪除不用的用戶端。',
  'en-US': 'The tenant has as many API clients as it may have. Delete one first.',
  'ja-JP': 'このテナントの API クライアント数は上限に達しています。使用していないものを削除してください。',
}) {}

export class ScopeDeniedError extends domainError('forbidden', 'IAM.SCOPE.DENIED', 'Scope denied', {
  'zh-CN': '访问令牌缺少此操作所需的权限范围（见 required_scope）。',
  'zh-TW': '存取權杖缺少此操作所需的權限範圍（見 required_scope）。',
  'en-US': 'This requires a scope that the token does not have, see required_scope.',
  'ja-JP': 'このトークンには、この操作に必要なスコープ（required_scope）がありません。',
}) {}

export class AddressDeniedError extends domainError('forbidden', 'IAM.ADDRESS.DENIED', 'Address denied', {
  'zh-CN': '该 API 客户端不允许从此网络地址访问。',
  'zh-TW': '該 API 用戶端不允許從此網路位址存取。',
  'en-US': 'The API client may not be used from this network address.',
  'ja-JP': 'この API クライアントは、このネットワークアドレスからは利用できません。',
}) {}

/** The errors of RFC 6749: the last part of each code is what it calls them, and their English text goes with it. */
export class OAuthInvalidRequestError extends domainError('malformed', 'IAM.OAUTH.INVALID_REQUEST', 'Invalid request', {
  'zh-CN': '请求缺少必需的参数、重复提供了参数，或使用了多种客户端认证方式。',
  'zh-TW': '請求缺少必要的參數、重複提供了參數，或使用了多種用戶端驗證方式。',
  'en-US': 'A parameter is missing or was given twice, or the client authenticates in more than one way.',
  'ja-JP': '必須パラメーターの不足、重複、または複数のクライアント認証方式の併用があります。',
}) {}

export class OAuthInvalidClientError extends domainError(
  'unauthenticated',
  'IAM.OAUTH.INVALID_CLIENT',
  'Invalid client',
  {
    'zh-CN': '客户端认证失败。',
    'zh-TW': '用戶端驗證失敗。',
    'en-US': 'The client could not be authenticated.',
    'ja-JP': 'クライアント認証に失敗しました。',
  },
) {}

export class OAuthUnsupportedGrantTypeError extends domainError(
  'malformed',
  'IAM.OAUTH.UNSUPPORTED_GRANT_TYPE',
  'Unsupported grant type',
  {
    'zh-CN': '仅支持 client_credentials 授权类型。',
    'zh-TW': '僅支援 client_credentials 授權類型。',
    'en-US': 'The only grant type is client_credentials.',
    'ja-JP': '利用できるグラントタイプは client_credentials のみです。',
  },
) {}

export class OAuthInvalidScopeError extends domainError('malformed', 'IAM.OAUTH.INVALID_SCOPE', 'Invalid scope', {
  'zh-CN': '请求了该客户端没有的权限范围。',
  'zh-TW': '請求了該用戶端沒有的權限範圍。',
  'en-US': 'The client does not have all scopes that it asks for.',
  'ja-JP': 'このクライアントに許可されていないスコープが含まれています。',
}) {}
