import { domainError } from '@libs/kernel';

export class ReleasePolicyUnavailableError extends domainError(
  'unavailable',
  'RELEASES.POLICY.UNAVAILABLE',
  'No release policy',
  {
    'zh-CN': '该平台目前没有可用的版本策略，请稍后重试。',
    'zh-TW': '此平台目前沒有可用的版本策略，請稍後重試。',
    'en-US': 'No release is currently published for this platform and device. Ask again later.',
    'ja-JP': 'このプラットフォームで公開中のリリースはありません。しばらくしてから再試行してください。',
  },
) {}
