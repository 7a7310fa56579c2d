import { domainError } from '@libs/kernel';

export class ReleaseVersionDuplicateError extends domainError(
  'invalid',
  'RELEASES.VERSION.DUPLICATE',
  'version_code taken',
  {
    'zh-CN': '该 App 在此平台和包类型下已有相同 version_code 的版本，请使用其他 version_code。',
    'zh-TW': '該 App 在此平台和套件類型下已有相同 version_code 的版本，請使用其他 version_code。',
    'en-US':
      'The App already has a release with this version_code for the platform and package type. Choose another one.',
    'ja-JP':
      'このプラットフォームとパッケージ種別には同じ version_code のリリースがあります。別の値を指定してください。',
  },
) {}

/** Carries `fields`, the names of those that would have changed. */
export class ReleaseFrozenError extends domainError('conflict', 'RELEASES.FROZEN', 'Fixed by publication', {
  'zh-CN': '版本发布后，版本号、安装包、目标平台和运行要求不可再修改，请创建新版本。',
  'zh-TW': '版本發布後，版本號、安裝套件、目標平台和執行要求不可再修改，請建立新版本。',
  'en-US':
    'Version, package, targets and requirements cannot be changed once a release has been published. Create another release.',
  'ja-JP': '公開後はバージョン、パッケージ、対象、要件を変更できません。新しいリリースを作成してください。',
}) {}

export class ReleaseNotReadyError extends domainError('conflict', 'RELEASES.PUBLISH.NOT_READY', 'Not ready', {
  'zh-CN': '发布前请为版本提供已通过安全扫描的安装包，或外部下载地址。',
  'zh-TW': '發布前請為版本提供已通過安全掃描的安裝套件，或外部下載位址。',
  'en-US': 'A release needs a clean package or an external_url before it can be published.',
  'ja-JP': '公開する前に、安全と確認されたパッケージまたは external_url を指定してください。',
}) {}

export class ReleaseStateError extends domainError('conflict', 'RELEASES.STATE.INVALID', 'Not possible in this state', {
  'zh-CN': '版本的当前发布状态不允许此操作，请刷新后查看。',
  'zh-TW': '版本的目前發布狀態不允許此操作，請重新整理後查看。',
  'en-US': 'The release is not in a state that allows this. Reload it.',
  'ja-JP': 'リリースの現在の公開状態ではこの操作はできません。再読み込みしてください。',
}) {}
