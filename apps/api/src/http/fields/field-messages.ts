import type { FieldError, SupportedLocale } from '@libs/kernel';
import { APP_FIELD_MESSAGES } from './app-field-messages';
import { CLIENT_FIELD_MESSAGES } from './client-field-messages';
import { type Messages, text } from './field-text';
import { DICTIONARY_FIELD_MESSAGES } from './dictionary-field-messages';
import { MEMBER_FIELD_MESSAGES } from './member-field-messages';
import { NOTIFICATION_FIELD_MESSAGES } from './notification-field-messages';
import { PUSH_FIELD_MESSAGES } from './push-field-messages';
import { SETTING_FIELD_MESSAGES } from './setting-field-messages';

const FALLBACK = text('值无效。', '值無效。', 'The value is not valid.', '値が正しくありません。');

/** The message of each field code in each locale. Placeholders such as `{max}` are the figures of the problem. */
const MESSAGES: Readonly<Record<string, Messages>> = {
  ...APP_FIELD_MESSAGES,
  ...CLIENT_FIELD_MESSAGES,
  ...DICTIONARY_FIELD_MESSAGES,
  ...MEMBER_FIELD_MESSAGES,
  ...NOTIFICATION_FIELD_MESSAGES,
  ...PUSH_FIELD_MESSAGES,
  ...SETTING_FIELD_MESSAGES,
  required: text('必填。', '必填。', 'This field is required.', '必須項目です。'),
  unknown_field: text('没有这个字段。', '沒有這個欄位。', 'There is no such field.', 'この項目はありません。'),
  not_string: text('必须是字符串。', '必須是字串。', 'Must be a string.', '文字列でなければなりません。'),
  not_boolean: text('必须是布尔值。', '必須是布林值。', 'Must be true or false.', '真偽値でなければなりません。'),
  not_integer: text('必须是整数。', '必須是整數。', 'Must be an integer.', '整数でなければなりません。'),
  not_object: text('必须是对象。', '必須是物件。', 'Must be an object.', 'オブジェクトでなければなりません。'),
  not_list: text('必须是数组。', '必須是陣列。', 'Must be a list.', '配列でなければなりません。'),
  not_key: text(
    '必须是 1 至 255 个可见 ASCII 字符。',
    '必須是 1 至 255 個可見 ASCII 字元。',
    'Must be 1 to 255 visible ASCII characters.',
    '1～255 文字の表示可能な ASCII 文字でなければなりません。',
  ),
  not_uuid: text('必须是 UUID。', '必須是 UUID。', 'Must be a UUID.', 'UUID でなければなりません。'),
  not_instant: text(
    '必须是带时区的 RFC 3339 时间。',
    '必須是帶時區的 RFC 3339 時間。',
    'Must be an RFC 3339 date and time with an offset.',
    'オフセット付きの RFC 3339 日時でなければなりません。',
  ),
  too_large: text(
    '不能超过 {max} 字节。',
    '不能超過 {max} 位元組。',
    'Must not be larger than {max} bytes.',
    '{max} バイト以下でなければなりません。',
  ),
  unknown_release: text(
    '该 App 没有发布过此版本。',
    '該 App 沒有發布過此版本。',
    'The App has published no such release.',
    'この App で公開されたリリースではありません。',
  ),
  not_a_target: text(
    '该版本不面向此平台。',
    '該版本不面向此平台。',
    'The release is not for this platform.',
    'このリリースの対象プラットフォームではありません。',
  ),
  in_future: text(
    '不能是未来的时间。',
    '不能是未來的時間。',
    'Must not be in the future.',
    '未来の日時は指定できません。',
  ),
  too_old: text('时间过早。', '時間過早。', 'Is too far in the past.', '日時が古すぎます。'),
  not_after_from: text(
    '必须晚于 from。',
    '必須晚於 from。',
    'Must be after from.',
    'from より後でなければなりません。',
  ),
  too_many_points: text(
    '时间范围过长：最多 {max} 个点。',
    '時間範圍過長：最多 {max} 個點。',
    'The range is too long: at most {max} points.',
    '期間が長すぎます。最大 {max} 点です。',
  ),
  before_from: text(
    '不能早于 from。',
    '不能早於 from。',
    'Must not be before from.',
    'from より前の日付は指定できません。',
  ),
  taken: text('已被占用。', '已被使用。', 'This is already taken.', 'すでに使用されています。'),
  not_printable: text(
    '只能包含可打印的 ASCII 字符，不能有空格。',
    '只能包含可列印的 ASCII 字元，不能有空格。',
    'Must be printable ASCII without spaces.',
    '印字可能な ASCII 文字（空白を除く）でなければなりません。',
  ),
  not_mobile_number: text(
    '必须是可接收短信的手机号码。',
    '必須是可接收簡訊的手機號碼。',
    'Must be a mobile phone number.',
    '携帯電話の番号でなければなりません。',
  ),
  country_not_allowed: text(
    '此 App 不支持该国家或地区的号码。',
    '此 App 不支援該國家或地區的號碼。',
    'This App does not accept numbers from that country.',
    'この App ではその国の番号を利用できません。',
  ),
  not_mobile: text(
    '手机号无效。',
    '手機號碼無效。',
    'Must be a mobile number, with its country code unless it is from the country of the App.',
    '携帯電話番号が正しくありません。App の国以外の番号は国番号を付けてください。',
  ),
  not_both: text(
    '不能与 {other} 同时提供。',
    '不能與 {other} 同時提供。',
    'Must not be given together with {other}.',
    '{other} と同時に指定することはできません。',
  ),
  not_number: text('必须是数字。', '必須是數字。', 'Must be a number.', '数値でなければなりません。'),
  too_precise: text(
    '最多两位小数。',
    '最多兩位小數。',
    'Must have at most two decimal places.',
    '小数点以下は 2 桁まででなければなりません。',
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
  too_complex: text(
    '排版过于复杂，处理时间超出限制，请简化或拆分。',
    '排版過於複雜，處理時間超出限制，請簡化或拆分。',
    'Takes too long to render. Simplify it, or split it up.',
    '複雑すぎるため制限時間内に処理できません。簡潔にするか、分割してください。',
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
    'The new password must differ from the current one.',
    '新しいパスワードは現在のものと異なる必要があります。',
  ),
  not_slug: text(
    '只能包含小写字母、数字和单个连接符。',
    '只能包含小寫字母、數字和單個連接符。',
    'Must be lower-case letters and digits, in words joined by single hyphens.',
    '小文字の英数字を 1 つのハイフンでつないだものでなければなりません。',
  ),
  unknown_category: text(
    '该 App 没有这个分类。',
    '該 App 沒有這個分類。',
    'The App has no such category.',
    'この App にそのカテゴリーはありません。',
  ),
  below_itself: text(
    '不能移到自身或其下级分类之下。',
    '不能移到自身或其下級分類之下。',
    'Must be neither the category itself nor one below it.',
    '自身またはその下位のカテゴリーは指定できません。',
  ),
  unknown_unit: text(
    '没有这个部门。',
    '沒有這個部門。',
    'There is no such organization unit.',
    'この部門は存在しません。',
  ),
  unit_below_itself: text(
    '不能移到自身或其下级部门之下。',
    '不能移到自身或其下級部門之下。',
    'Must be neither the unit itself nor one below it.',
    '自身またはその下位の部門は指定できません。',
  ),
  unknown_user: text('没有这个用户。', '沒有這個使用者。', 'There is no such user.', 'このユーザーは存在しません。'),
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
    'Must name the currently published revision.',
    '現在公開されている改訂を指定してください。',
  ),
};

/** The message for one field error in the locale. */
export function fieldMessage(error: FieldError, locale: SupportedLocale): string {
  const template = (MESSAGES[error.code] ?? FALLBACK)[locale];
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(error.params?.[name] ?? ''));
}
