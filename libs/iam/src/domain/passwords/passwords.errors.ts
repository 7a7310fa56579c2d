import { domainError } from '@libs/kernel';

export class CurrentPasswordInvalidError extends domainError(
  'invalid',
  'IAM.PASSWORD.CURRENT_INVALID',
  'Current password wrong',
  {
    'zh-CN': '当前密码不正确。',
    'zh-TW': '目前密碼不正確。',
    'en-US': 'The current password is wrong.',
    'ja-JP': '現在のパスワードが正しくありません。',
  },
) {}

export class InvalidLinkError extends domainError('invalid', 'IAM.LINK.INVALID', 'Link invalid', {
  'zh-CN': '链接无效、已使用或已过期，请重新获取。',
  'zh-TW': '連結無效、已使用或已過期，請重新取得。',
  'en-US': 'The link is no longer valid. Ask for a new one.',
  'ja-JP': 'リンクが無効か、使用済みまたは期限切れです。新しいリンクを取得してください。',
}) {}
