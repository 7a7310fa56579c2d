import { type Messages, text } from './field-text';

/** The messages for fields of settings. */
export const SETTING_FIELD_MESSAGES: Readonly<Record<string, Messages>> = {
  not_setting_key: text(
    '只能由以 . 分隔的小写字母、数字、_ 和 - 组成，以字母开头。',
    '只能由以 . 分隔的小寫字母、數字、_ 和 - 組成，以字母開頭。',
    'Must be lower-case letters, digits, _ and - with dots between words, beginning with a letter.',
    '小文字の英数字、_、- をドットで区切り、英字で始めなければなりません。',
  ),
  unknown_setting: text(
    '此前缀仅供服务自身读取的设置使用，且没有这个设置。',
    '此前綴僅供服務自身讀取的設定使用，且沒有這個設定。',
    'Is not among the settings that the service reads, for which keys that begin in this way are reserved.',
    'この接頭辞はサービス自身が読む設定専用で、該当する設定はありません。',
  ),
  public_secret: text(
    '机密设置不能公开。',
    '機密設定不能公開。',
    'A secret cannot be public.',
    '機密の設定は公開できません。',
  ),
  never_secret: text(
    '服务自身读取的设置不能是机密。',
    '服務自身讀取的設定不能是機密。',
    'A setting that the service reads cannot be a secret.',
    'サービス自身が読む設定は機密にできません。',
  ),
  mask: text(
    '掩码不能作为取值。',
    '遮罩不能作為取值。',
    'The mask that stands for a secret cannot be a value.',
    '機密を伏せる記号は値にできません。',
  ),
};
