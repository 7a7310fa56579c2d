import { domainError } from '@libs/kernel';

export class SettingLimitError extends domainError('conflict', 'OPERATIONS.SETTING.TOO_MANY', 'Too many settings', {
  'zh-CN': '设置数量已达上限，请先删除不用的设置。',
  'zh-TW': '設定數量已達上限，請先刪除不用的設定。',
  'en-US': 'There are as many settings as there may be. Delete one first.',
  'ja-JP': '設定の数が上限に達しています。使用していない設定を削除してください。',
}) {}

export class SettingSizeError extends domainError('conflict', 'OPERATIONS.SETTING.NO_ROOM', 'No room for the setting', {
  'zh-CN': '设置的总大小超过 max_bytes，请缩短取值或删除不用的设置。',
  'zh-TW': '設定的總大小超過 max_bytes，請縮短取值或刪除不用的設定。',
  'en-US': 'All settings together, or all public ones, would be larger than max_bytes. Shorten or delete some first.',
  'ja-JP':
    '設定全体、または公開設定全体のサイズが max_bytes を超えます。値を短くするか、使用していない設定を削除してください。',
}) {}
