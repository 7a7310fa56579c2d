import { domainError } from '@libs/kernel';

export class NotificationStateError extends domainError(
  'conflict',
  'NOTIFICATIONS.STATE.INVALID',
  'Not possible in this state',
  {
    'zh-CN': '通知的当前状态不允许此操作，请刷新后重试。',
    'zh-TW': '通知的目前狀態不允許此操作，請重新整理後重試。',
    'en-US': 'The notice or message is not in a state that allows this. Reload it.',
    'ja-JP': 'お知らせの現在の状態ではこの操作はできません。再読み込みしてください。',
  },
) {}

export class AudienceChangedError extends domainError(
  'conflict',
  'NOTIFICATIONS.AUDIENCE.CHANGED',
  'The audience has changed since the preview',
  {
    'zh-CN': '预览之后接收者发生了变化，未发送任何内容。请重新预览后再发布。',
    'zh-TW': '預覽之後接收者發生了變化，未傳送任何內容。請重新預覽後再發布。',
    'en-US': 'The recipients are not those of the preview, so nothing was sent. Preview again before you publish.',
    'ja-JP': 'プレビュー後に対象者が変わったため、何も送信されていません。再度プレビューしてから公開してください。',
  },
) {}
