import { type Messages, text } from './field-text';

/** The messages for fields of dictionaries. */
export const DICTIONARY_FIELD_MESSAGES: Readonly<Record<string, Messages>> = {
  not_dictionary_code: text(
    '只能由小写字母、数字和 . _ - 组成，以字母或数字开头。',
    '只能由小寫字母、數字和 . _ - 組成，以字母或數字開頭。',
    'Must be lower-case letters, digits and . _ -, beginning with a letter or digit.',
    '小文字の英数字と . _ - からなり、英数字で始まらなければなりません。',
  ),
  not_dictionary_key: text(
    '只能由字母、数字和 _ . : - 组成，以字母或数字开头。',
    '只能由字母、數字和 _ . : - 組成，以字母或數字開頭。',
    'Must be letters, digits and _ . : -, beginning with a letter or digit.',
    '英数字と _ . : - からなり、英数字で始まらなければなりません。',
  ),
  not_scalar: text(
    '必须是字符串、数字、布尔值或 null。',
    '必須是字串、數字、布林值或 null。',
    'Must be a string, a number, true, false or null.',
    '文字列、数値、真偽値、null のいずれかでなければなりません。',
  ),
  repeated_key: text(
    '此键在前面已经出现。',
    '此鍵在前面已經出現。',
    'An item above has the same key.',
    '同じキーの項目がすでにあります。',
  ),
  only_for_app: text(
    '仅适用于 scope 为 app。',
    '僅適用於 scope 為 app。',
    'Is allowed only for scope app.',
    'scope が app の場合のみ指定できます。',
  ),
};
