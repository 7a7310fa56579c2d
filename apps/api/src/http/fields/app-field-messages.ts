import { type Messages, text } from './field-text';

/** The messages for fields of Apps and releases. */
export const APP_FIELD_MESSAGES: Readonly<Record<string, Messages>> = {
  unknown_app: text('没有这个 App。', '沒有這個 App。', 'There is no such App.', 'この App はありません。'),
  unknown_file: text('没有这个文件。', '沒有這個檔案。', 'There is no such file.', 'このファイルはありません。'),
  wrong_file_purpose: text(
    '该文件是为其他用途上传的。',
    '該檔案是為其他用途上傳的。',
    'The file was uploaded for another purpose.',
    'このファイルは別の用途でアップロードされています。',
  ),
  file_not_clean: text(
    '该文件尚未通过安全扫描。',
    '該檔案尚未通過安全掃描。',
    'The file has not been found clean.',
    'このファイルは安全と確認されていません。',
  ),
  not_country: text(
    '必须是 ISO 3166-1 两位国家代码。',
    '必須是 ISO 3166-1 兩位國家代碼。',
    'Must be an ISO 3166-1 alpha-2 country code, in capitals.',
    'ISO 3166-1 の 2 文字の国コード（大文字）でなければなりません。',
  ),
  not_version: text(
    '必须是版本名，例如 1.2.10。',
    '必須是版本名稱，例如 1.2.10。',
    'Must be the name of a version, such as 1.2.10.',
    '1.2.10 のようなバージョン名でなければなりません。',
  ),
  not_phone: text('必须是电话号码。', '必須是電話號碼。', 'Must be a phone number.', '電話番号でなければなりません。'),
  not_web_address: text(
    '必须是 http 或 https 网址。',
    '必須是 http 或 https 網址。',
    'Must be an http or https address, without a user name.',
    'ユーザー名を含まない http または https のアドレスでなければなりません。',
  ),
  not_https: text(
    '必须是 https 网址。',
    '必須是 https 網址。',
    'Must be an https address, without a user name.',
    'ユーザー名を含まない https のアドレスでなければなりません。',
  ),
  not_store_address: text(
    '必须是应用市场的网址或协议地址。',
    '必須是應用市場的網址或協定位址。',
    'Must be the address of a store, such as market://details?id=com.example.',
    'market://details?id=com.example のようなストアのアドレスでなければなりません。',
  ),
  platform_missing: text(
    '必须包含 {platform}。',
    '必須包含 {platform}。',
    'Must contain {platform}, the platform of the release.',
    'リリースのプラットフォーム {platform} を含めてください。',
  ),
  only_for_wgt: text(
    '仅适用于 wgt。',
    '僅適用於 wgt。',
    'Is allowed only for package_type wgt.',
    'package_type が wgt の場合のみ指定できます。',
  ),
  not_flag_key: text(
    '键名只能由字母、数字和 _ . : - 组成，以字母或数字开头，最多 64 个字符。',
    '鍵名只能由字母、數字和 _ . : - 組成，以字母或數字開頭，最多 64 個字元。',
    'A key consists of letters, digits and _ . : -, begins with a letter or digit and has at most 64 characters.',
    'キーは英数字と _ . : - からなり、英数字で始まる 64 文字以内でなければなりません。',
  ),
  not_flag_value: text(
    '必须是布尔值、数字或字符串。',
    '必須是布林值、數字或字串。',
    'Must be true, false, a number or a string.',
    '真偽値、数値、文字列のいずれかでなければなりません。',
  ),
};
