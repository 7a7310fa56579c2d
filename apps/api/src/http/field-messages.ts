import type { FieldError, SupportedLocale } from '@libs/kernel';

type Messages = Readonly<Record<SupportedLocale, string>>;

const text = (zhCN: string, zhTW: string, enUS: string, jaJP: string): Messages => ({
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'ja-JP': jaJP,
});

const FALLBACK = text('值无效。', '值無效。', 'The value is not valid.', '値が正しくありません。');

/** What each field code says, in each locale. `{max}` and its like are the figures of the problem. */
const MESSAGES: Readonly<Record<string, Messages>> = {
  required: text('必填。', '必填。', 'This field is required.', '必須項目です。'),
  unknown_field: text('没有这个字段。', '沒有這個欄位。', 'There is no such field.', 'この項目はありません。'),
  not_string: text('必须是字符串。', '必須是字串。', 'Must be a string.', '文字列でなければなりません。'),
  not_boolean: text('必须是布尔值。', '必須是布林值。', 'Must be true or false.', '真偽値でなければなりません。'),
  not_integer: text('必须是整数。', '必須是整數。', 'Must be an integer.', '整数でなければなりません。'),
  not_object: text('必须是对象。', '必須是物件。', 'Must be an object.', 'オブジェクトでなければなりません。'),
  not_list: text('必须是数组。', '必須是陣列。', 'Must be a list.', '配列でなければなりません。'),
  not_uuid: text('必须是 UUID。', '必須是 UUID。', 'Must be a UUID.', 'UUID でなければなりません。'),
  not_instant: text(
    '必须是带时区的 RFC 3339 时间。',
    '必須是帶時區的 RFC 3339 時間。',
    'Must be an RFC 3339 instant with an offset.',
    'オフセット付きの RFC 3339 日時でなければなりません。',
  ),
  too_large: text(
    '不能超过 {max} 字节。',
    '不能超過 {max} 位元組。',
    'Must not be larger than {max} bytes.',
    '{max} バイト以下でなければなりません。',
  ),
  taken: text('已被占用。', '已被使用。', 'This is taken already.', 'すでに使用されています。'),
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
  not_number: text('必须是数字。', '必須是數字。', 'Must be a number.', '数値でなければなりません。'),
  too_precise: text(
    '最多两位小数。',
    '最多兩位小數。',
    'Must have at most two decimals.',
    '小数点以下は 2 桁まででなければなりません。',
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
    'Is possible for package_type wgt only.',
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
  not_finite: text('数字过大。', '數字過大。', 'The number is too large.', '数値が大きすぎます。'),
  not_email: text(
    '邮箱地址无效。',
    '電子郵件地址無效。',
    'Must be an email address.',
    'メールアドレスが正しくありません。',
  ),
  not_six_digits: text(
    '必须是 6 位数字。',
    '必須是 6 位數字。',
    'Must be six digits.',
    '6 桁の数字でなければなりません。',
  ),
  not_supported_locale: text(
    '不支持该语言。',
    '不支援該語言。',
    'Must be one of the supported locales.',
    'サポートされていないロケールです。',
  ),
  not_allowed: text(
    '必须是：{allowed}。',
    '必須是：{allowed}。',
    'Must be one of: {allowed}.',
    '次のいずれかでなければなりません：{allowed}。',
  ),
  out_of_range: text(
    '必须在 {min} 到 {max} 之间。',
    '必須介於 {min} 到 {max} 之間。',
    'Must be between {min} and {max}.',
    '{min} から {max} の範囲でなければなりません。',
  ),
  too_short: text(
    '至少 {min} 个字符。',
    '至少 {min} 個字元。',
    'Must have at least {min} characters.',
    '{min} 文字以上でなければなりません。',
  ),
  too_long: text(
    '最多 {max} 个字符。',
    '最多 {max} 個字元。',
    'Must have at most {max} characters.',
    '{max} 文字以内でなければなりません。',
  ),
  too_few_items: text(
    '至少 {min} 项。',
    '至少 {min} 項。',
    'Must have at least {min} items.',
    '{min} 件以上でなければなりません。',
  ),
  too_many_items: text(
    '最多 {max} 项。',
    '最多 {max} 項。',
    'Must have at most {max} items.',
    '{max} 件以内でなければなりません。',
  ),
  too_many_keys: text(
    '最多 {max} 个键。',
    '最多 {max} 個鍵。',
    'The body must have at most {max} keys.',
    'キーは {max} 個以内でなければなりません。',
  ),
  too_deep: text(
    '嵌套最多 {max} 层。',
    '巢狀最多 {max} 層。',
    'Must be nested at most {max} levels deep.',
    '入れ子は {max} 階層以内でなければなりません。',
  ),
  invalid_text: text(
    '包含无效字符。',
    '包含無效字元。',
    'Contains characters that are not allowed.',
    '使用できない文字が含まれています。',
  ),
  repeated: text('只能出现一次。', '只能出現一次。', 'Must be given once.', '1 回だけ指定してください。'),
  common_password: text(
    '该密码过于常见，请更换。',
    '該密碼過於常見，請更換。',
    'This password is too common. Choose another.',
    'よく使われるパスワードです。別のものを選んでください。',
  ),
  contains_identifier: text(
    '密码不能包含邮箱名称。',
    '密碼不能包含電子郵件名稱。',
    'The password must not contain the name part of the email address.',
    'パスワードにメールアドレスの名前部分を含めることはできません。',
  ),
  same_password: text(
    '新密码不能与当前密码相同。',
    '新密碼不能與目前密碼相同。',
    'The new password must differ from the present one.',
    '新しいパスワードは現在のものと異なる必要があります。',
  ),
  not_slug: text(
    '只能包含小写字母、数字和单个连接符。',
    '只能包含小寫字母、數字和單個連接符。',
    'Must be lower-case letters and digits, in words joined by single hyphens.',
    '小文字の英数字を 1 つのハイフンでつないだものでなければなりません。',
  ),
  not_time_zone: text(
    '必须是 IANA 时区名称。',
    '必須是 IANA 時區名稱。',
    'Must be the name of an IANA time zone.',
    'IANA タイムゾーン名でなければなりません。',
  ),
  unknown_role: text('没有这个角色。', '沒有這個角色。', 'There is no such role.', 'このロールは存在しません。'),
  unknown_permission: text(
    '没有这个权限。',
    '沒有這個權限。',
    'There is no such permission.',
    'この権限は存在しません。',
  ),
  platform_permission: text(
    '只有平台租户的角色可以拥有此权限。',
    '只有平台租戶的角色可以擁有此權限。',
    'Only roles of the platform tenant can hold this permission.',
    'この権限を持てるのはプラットフォームのテナントのロールだけです。',
  ),
  stale_revision: text(
    '请先阅读当前发布的版本。',
    '請先閱讀目前發布的版本。',
    'Must name the revision that is published now.',
    '現在公開されている改訂を指定してください。',
  ),
};

/** The message for one field error in the locale. */
export function fieldMessage(error: FieldError, locale: SupportedLocale): string {
  const template = (MESSAGES[error.code] ?? FALLBACK)[locale];
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(error.params?.[name] ?? ''));
}
