import { domainError } from '@libs/kernel';

export class UserUnreachableError extends domainError('conflict', 'IAM.USER.UNREACHABLE', 'No mail can be sent', {
  'zh-CN': '该用户已停用或没有邮箱，无法发送邮件。',
  'zh-TW': '該使用者已停用或沒有電子郵件，無法寄送郵件。',
  'en-US': 'The user is disabled or has no email address, so nothing can be sent.',
  'ja-JP': 'ユーザーが無効であるかメールアドレスがないため、送信できません。',
}) {}
