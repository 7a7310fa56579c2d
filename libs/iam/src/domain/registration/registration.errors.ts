import { domainError } from '@libs/kernel';

export class RegistrationClosedError extends domainError(
  'forbidden',
  'IAM.REGISTRATION.CLOSED',
  'Registration closed',
  {
    'zh-CN': '此 App 未开放该方式的注册。',
    'zh-TW': '此 App 未開放該方式的註冊。',
    'en-US': 'This App does not accept registrations of this kind.',
    'ja-JP': 'この App ではこの方法による登録を受け付けていません。',
  },
) {}
