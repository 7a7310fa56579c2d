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
