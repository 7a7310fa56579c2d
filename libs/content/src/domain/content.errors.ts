import { domainError } from '@libs/kernel';

export class ContentStateError extends domainError('conflict', 'CONTENT.STATE.INVALID', 'Not possible in this state', {
  'zh-CN': '内容的当前状态不允许此操作，请刷新后重试。',
  'zh-TW': '內容的目前狀態不允許此操作，請重新整理後重試。',
  'en-US': 'The content is not in a state that allows this. Reload it, and save a draft before publishing.',
  'ja-JP': 'コンテンツの現在の状態ではこの操作はできません。再読み込みし、公開前に下書きを保存してください。',
}) {}
