import { domainError } from '@libs/kernel';

export class MissingTokenError extends domainError('unauthenticated', 'IAM.TOKEN.MISSING', 'Bearer token missing', {
  'zh-CN': '请先登录，并在 Authorization 请求头中提供访问令牌。',
  'zh-TW': '請先登入，並在 Authorization 請求標頭中提供存取權杖。',
  'en-US': 'Sign in and send the access token in the header Authorization.',
  'ja-JP': 'サインインし、Authorization ヘッダーにアクセストークンを指定してください。',
}) {}

export class InvalidTokenError extends domainError('unauthenticated', 'IAM.TOKEN.INVALID', 'Token invalid', {
  'zh-CN': '令牌无效或已过期，请刷新令牌或重新登录。',
  'zh-TW': '權杖無效或已過期，請更新權杖或重新登入。',
  'en-US': 'The token is no longer valid. Refresh it or sign in again.',
  'ja-JP': 'トークンが無効です。更新するか、もう一度サインインしてください。',
}) {}
