import { domainError } from '@libs/kernel';

export class DictionaryLimitError extends domainError(
  'conflict',
  'CONTENT.DICTIONARY.TOO_MANY',
  'Too many dictionaries in the scope',
  {
    'zh-CN': '该范围内的字典数量已达上限，请先删除不用的字典。',
    'zh-TW': '該範圍內的字典數量已達上限，請先刪除不用的字典。',
    'en-US': 'The App, the tenant or the global scope has as many dictionaries as it may have. Delete one first.',
    'ja-JP': 'この範囲の辞書数は上限に達しています。使用していない辞書を削除してください。',
  },
) {}
