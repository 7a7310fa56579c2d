import { domainError } from '@libs/kernel';

export class ContentStateError extends domainError('conflict', 'CONTENT.STATE.INVALID', 'Not possible in this state', {
  'zh-CN': '内容的当前状态不允许此操作，请刷新后重试。',
  'zh-TW': '內容的目前狀態不允許此操作，請重新整理後重試。',
  'en-US': 'The content is not in a state that allows this. Reload it, and save a draft before publishing.',
  'ja-JP': 'コンテンツの現在の状態ではこの操作はできません。再読み込みし、公開前に下書きを保存してください。',
}) {}

export class PageReservedError extends domainError('conflict', 'CONTENT.PAGE.RESERVED', 'The page is reserved', {
  'zh-CN': '每个 App 都保留该页面，不能删除，但可以修改其内容。',
  'zh-TW': '每個 App 都保留此頁面，不能刪除，但可以修改其內容。',
  'en-US': 'Every App has this page, so it cannot be deleted. Change its content instead.',
  'ja-JP': 'このページはすべての App に予約されているため削除できません。内容を変更してください。',
}) {}

export class LegalRevisionStaleError extends domainError(
  'invalid',
  'CONTENT.LEGAL.REVISION_STALE',
  'Not the current revision',
  {
    'zh-CN': '这不是当前发布的版本，请重新读取该法律文档并确认后再提交。',
    'zh-TW': '這不是目前發布的版本，請重新讀取該法律文件並確認後再提交。',
    'en-US':
      'This revision is not the one currently published. Show the document again, and accept the current revision.',
    'ja-JP': '現在公開されている版ではありません。文書を再取得し、内容を確認してから同意してください。',
  },
) {}

export class ArticleBookmarkLimitError extends domainError('conflict', 'CONTENT.BOOKMARK.LIMIT', 'Too many bookmarks', {
  'zh-CN': '收藏的文章已达上限，请先取消部分收藏。',
  'zh-TW': '收藏的文章已達上限，請先取消部分收藏。',
  'en-US': 'You have as many bookmarks as an App allows. Remove some before you add another.',
  'ja-JP': 'ブックマークの上限に達しています。不要なものを削除してから追加してください。',
}) {}
