import { domainError } from '@libs/kernel';

/** The reason for refusing a content, for the member `reason` of the answer. */
export type RefusalReason =
  | 'empty'
  | 'not_an_image'
  | 'broken_image'
  | 'too_many_pixels'
  | 'takes_too_long'
  | 'not_an_archive'
  | 'broken_archive'
  | 'encrypted_archive'
  | 'not_a_package'
  | 'another_kind_of_package';

export class ContentRefusedError extends domainError('invalid', 'FILES.CONTENT.REFUSED', 'File content refused', {
  'zh-CN': '文件内容不符合其用途的要求：图片须为完整的 JPEG、PNG 或 WebP，安装包须为完整的相应格式。',
  'zh-TW': '檔案內容不符合其用途的要求：圖片須為完整的 JPEG、PNG 或 WebP，安裝套件須為完整的相應格式。',
  'en-US':
    'The content does not fit the purpose. Send images as complete JPEG, PNG or WebP files, and packages as complete files of their kind.',
  'ja-JP':
    'ファイルの内容が用途に合いません。画像は完全な JPEG、PNG、WebP、パッケージは完全な該当形式のファイルを送信してください。',
}) {
  get reason(): RefusalReason {
    return this.extra['reason'] as RefusalReason;
  }

  static because(reason: RefusalReason, cause?: unknown): ContentRefusedError {
    return new ContentRefusedError({ extra: { reason }, cause });
  }
}

export class FileTooLargeError extends domainError('too_large', 'FILES.CONTENT.TOO_LARGE', 'File too large', {
  'zh-CN': '文件超过 max_bytes 所示的字节数上限，请减小后重试。',
  'zh-TW': '檔案超過 max_bytes 所示的位元組數上限，請縮小後重試。',
  'en-US': 'The file is larger than max_bytes, the limit for its purpose. Send a smaller one.',
  'ja-JP': 'ファイルが max_bytes のバイト数を超えています。小さくして再送してください。',
}) {}

export class StorageQuotaExceededError extends domainError(
  'too_large',
  'FILES.QUOTA.EXCEEDED',
  'Storage quota exceeded',
  {
    'zh-CN': '文件总量将超过 quota_bytes 所示的租户存储配额，请删除不再使用的文件或提高配额。',
    'zh-TW': '檔案總量將超過 quota_bytes 所示的租戶儲存配額，請刪除不再使用的檔案或提高配額。',
    'en-US': 'With this file the tenant would exceed quota_bytes. Delete unused files, or have the quota raised.',
    'ja-JP':
      'このファイルを加えるとテナントの保存容量が quota_bytes を超えます。不要なファイルを削除するか、上限を引き上げてください。',
  },
) {}

export class FileNotCleanError extends domainError('conflict', 'FILES.NOT_CLEAN', 'File not clean', {
  'zh-CN': '该文件尚未通过安全扫描，无法提供内容。',
  'zh-TW': '該檔案尚未通過安全掃描，無法提供內容。',
  'en-US': 'The file has not been found clean, so its content is not served. See its scan_status.',
  'ja-JP': 'ファイルが安全と確認されていないため、内容を提供できません。scan_status を確認してください。',
}) {}

export class FileInUseError extends domainError('conflict', 'FILES.IN_USE', 'The file is in use', {
  'zh-CN': '该文件正在使用中，请先解除引用再删除。',
  'zh-TW': '該檔案正在使用中，請先解除引用再刪除。',
  'en-US': 'The file is in use. Replace it where it is used, then delete it.',
  'ja-JP': 'ファイルは使用中です。使用箇所から外してから削除してください。',
}) {}
