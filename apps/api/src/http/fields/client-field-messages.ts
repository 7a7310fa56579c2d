import { type Messages, text } from './field-text';

/** The messages for fields of API clients, and of what they send. */
export const CLIENT_FIELD_MESSAGES: Readonly<Record<string, Messages>> = {
  not_cidr: text(
    '必须是 CIDR 格式的网络，例如 203.0.113.0/24，前缀之后的位必须为零。',
    '必須是 CIDR 格式的網路，例如 203.0.113.0/24，首碼之後的位元必須為零。',
    'Must be a network such as 203.0.113.0/24, with no bits set behind the prefix.',
    '203.0.113.0/24 のような CIDR 形式のネットワーク（プレフィックス以降のビットは 0）でなければなりません。',
  ),
  not_identifier: text(
    '必须是邮箱地址，或以 + 开头的手机号码。',
    '必須是電子郵件地址，或以 + 開頭的手機號碼。',
    'Must be an email address, or a mobile number that begins with +.',
    'メールアドレス、または + で始まる携帯電話番号でなければなりません。',
  ),
};
