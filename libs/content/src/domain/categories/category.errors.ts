import { domainError } from '@libs/kernel';

export class CategoryInUseError extends domainError('conflict', 'CONTENT.CATEGORY.IN_USE', 'The category is in use', {
  'zh-CN': '该分类下还有文章或子分类，请先移走或删除它们。',
  'zh-TW': '該分類下還有文章或子分類，請先移走或刪除它們。',
  'en-US':
    'The category has articles, or categories below it. Move or delete them first; an article that is published in it counts until it is published in another.',
  'ja-JP': 'このカテゴリーには記事または下位のカテゴリーがあります。先に移動または削除してください。',
}) {}

export class CategoryLimitError extends domainError(
  'conflict',
  'CONTENT.CATEGORY.TOO_MANY',
  'Too many categories in the App',
  {
    'zh-CN': '该 App 的分类数量已达上限，请先删除不用的分类。',
    'zh-TW': '該 App 的分類數量已達上限，請先刪除不用的分類。',
    'en-US': 'The App has as many categories as it may have. Delete one that is not used.',
    'ja-JP': 'この App のカテゴリー数は上限に達しています。使用していないカテゴリーを削除してください。',
  },
) {}
