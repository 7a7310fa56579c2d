import { type Messages, text } from './field-text';

/** The messages for fields of push providers. */
export const PUSH_FIELD_MESSAGES: Readonly<Record<string, Messages>> = {
  not_identifier: text(
    '只能由字母、数字和 . _ @ - 组成。',
    '只能由字母、數字和 . _ @ - 組成。',
    'Must be letters, digits and . _ @ -.',
    '英数字と . _ @ - でなければなりません。',
  ),
  not_apple_id: text(
    '必须是 10 位大写字母和数字。',
    '必須是 10 位大寫字母和數字。',
    'Must be ten capital letters and digits.',
    '英大文字と数字の 10 文字でなければなりません。',
  ),
  not_package: text(
    '必须是 Android 包名，例如 com.example.app。',
    '必須是 Android 套件名稱，例如 com.example.app。',
    'Must be the name of an Android package, such as com.example.app.',
    'com.example.app のような Android パッケージ名でなければなりません。',
  ),
  not_a_choice: text(
    '不是可选的值。',
    '不是可選的值。',
    'Is not one of the possible values.',
    '選択できる値ではありません。',
  ),
  not_rsa_key: text(
    '必须是不带密码的 RSA 私钥（PEM）。',
    '必須是不帶密碼的 RSA 私鑰（PEM）。',
    'Must be an RSA private key, as PEM without a password.',
    'パスワードなしの RSA 秘密鍵（PEM）でなければなりません。',
  ),
  rsa_key_size: text(
    'RSA 密钥必须为 2048 至 4096 位。',
    'RSA 金鑰必須為 2048 至 4096 位元。',
    'The RSA key must have 2,048 to 4,096 bits.',
    'RSA 鍵は 2048～4096 ビットでなければなりません。',
  ),
  rsa_key_exponent: text(
    'RSA 密钥的公开指数必须为 3、17 或 65537。',
    'RSA 金鑰的公開指數必須為 3、17 或 65537。',
    'The public exponent of the RSA key must be 3, 17 or 65,537.',
    'RSA 鍵の公開指数は 3、17、65537 のいずれかでなければなりません。',
  ),
  not_p8_key: text(
    '必须是 Apple 的 .p8 密钥文件内容。',
    '必須是 Apple 的 .p8 金鑰檔案內容。',
    'Must be the content of Apple’s .p8 file: a P-256 private key as PEM.',
    'Apple の .p8 ファイルの内容（P-256 秘密鍵、PEM）でなければなりません。',
  ),
  not_webhook_secret: text(
    '必须是 whsec_ 加 24 至 64 字节的 Base64。',
    '必須是 whsec_ 加 24 至 64 位元組的 Base64。',
    'Must be whsec_ and the base64 of 24 to 64 bytes.',
    'whsec_ と 24〜64 バイトの Base64 でなければなりません。',
  ),
  not_public: text(
    '该地址不在公网上。',
    '該位址不在公開網路上。',
    'The address is not a public one.',
    '公開されたアドレスではありません。',
  ),
  unknown_member: text(
    '该 App 没有这个成员。',
    '該 App 沒有這個成員。',
    'The App has no such active member.',
    'この App にそのような有効なメンバーはいません。',
  ),
  no_push_device: text(
    '该成员没有可通过此渠道推送的设备。',
    '該成員沒有可透過此管道推播的裝置。',
    'The member has no device that this provider reaches.',
    'このメンバーには、このプロバイダーで通知できる端末がありません。',
  ),
};
