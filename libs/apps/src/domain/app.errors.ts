import { domainError } from '@libs/kernel';

export class AppStateError extends domainError('conflict', 'APPS.STATE.INVALID', 'Not possible in this state', {
  'zh-CN': 'App 已处于该状态，请刷新后查看。',
  'zh-TW': 'App 已處於該狀態，請重新整理後查看。',
  'en-US': 'The App is already in that state. Reload it.',
  'ja-JP': 'App はすでにその状態です。再読み込みしてください。',
}) {}

export class DefaultAppError extends domainError('conflict', 'APPS.APP.IS_DEFAULT', 'The App is the default App', {
  'zh-CN': '租户的默认 App 不能删除，只能停用。',
  'zh-TW': '租戶的預設 App 不能刪除，只能停用。',
  'en-US': 'The default App of a tenant cannot be deleted. Disable it instead.',
  'ja-JP': 'テナントの既定の App は削除できません。代わりに無効にしてください。',
}) {}

export class ActiveAppError extends domainError('conflict', 'APPS.APP.NOT_DISABLED', 'The App is not disabled', {
  'zh-CN': '请先停用 App，再删除。',
  'zh-TW': '請先停用 App，再刪除。',
  'en-US': 'Disable the App before deleting it.',
  'ja-JP': '削除する前に App を無効にしてください。',
}) {}

/** Carries `current_version`. */
export class OnboardingStaleError extends domainError('conflict', 'APPS.ONBOARDING.STALE', 'Stale expected_version', {
  'zh-CN': '引导页已被他人发布新版本，请重新读取后以 current_version 再次发布。',
  'zh-TW': '導覽頁已被他人發布新版本，請重新讀取後以 current_version 再次發布。',
  'en-US': 'Another version of the onboarding has been published. Read it, and publish again based on current_version.',
  'ja-JP': 'オンボーディングは別の版が公開されています。再取得し、current_version を指定して公開し直してください。',
}) {}
