import type { SupportedLocale } from '@libs/kernel';

type Localized<Texts> = Readonly<Record<SupportedLocale, Texts>>;

export type PagePurpose = 'invitation' | 'password_reset';

interface PurposeTexts {
  readonly title: string;
  readonly lead: string;
  readonly doneTitle: string;
  readonly doneLead: string;
}

/** The texts in which the two pages differ. `{tenant}` is the name of the tenant. */
export const PURPOSE_TEXTS: Readonly<Record<PagePurpose, Localized<PurposeTexts>>> = {
  invitation: {
    'zh-CN': {
      title: '设置密码',
      lead: '您受邀管理 {tenant}。设置密码后即可加入。',
      doneTitle: '密码已设置',
      doneLead: '您已加入。请使用收到邀请的邮箱地址和新密码登录。',
    },
    'zh-TW': {
      title: '設定密碼',
      lead: '您受邀管理 {tenant}。設定密碼後即可加入。',
      doneTitle: '密碼已設定',
      doneLead: '您已加入。請使用收到邀請的電子郵件地址和新密碼登入。',
    },
    'en-US': {
      title: 'Set your password',
      lead: 'You are invited to administer {tenant}. Choose a password to join.',
      doneTitle: 'Your password is set',
      doneLead:
        'You have joined. Sign in with your new password and the email address that the invitation was sent to.',
    },
    'ja-JP': {
      title: 'パスワードの設定',
      lead: '{tenant} の管理者として招待されています。パスワードを設定して参加してください。',
      doneTitle: 'パスワードを設定しました',
      doneLead: '参加が完了しました。招待が届いたメールアドレスと新しいパスワードでサインインしてください。',
    },
  },
  password_reset: {
    'zh-CN': {
      title: '设置新密码',
      lead: '请为您在 {tenant} 的管理员账号设置新密码。所有设备都将退出登录。',
      doneTitle: '新密码已设置',
      doneLead: '您已在所有设备上退出登录。请使用您的邮箱地址和新密码登录。',
    },
    'zh-TW': {
      title: '設定新密碼',
      lead: '請為您在 {tenant} 的管理員帳號設定新密碼。所有裝置都將登出。',
      doneTitle: '新密碼已設定',
      doneLead: '您已在所有裝置上登出。請使用您的電子郵件地址和新密碼登入。',
    },
    'en-US': {
      title: 'Set a new password',
      lead: 'Choose a new password for your administrator account at {tenant}. This signs you out everywhere.',
      doneTitle: 'Your new password is set',
      doneLead: 'You were signed out everywhere. Sign in with your email address and the new password.',
    },
    'ja-JP': {
      title: '新しいパスワードの設定',
      lead: '{tenant} の管理者アカウントの新しいパスワードを設定してください。すべての端末からサインアウトされます。',
      doneTitle: '新しいパスワードを設定しました',
      doneLead: 'すべての端末からサインアウトしました。メールアドレスと新しいパスワードでサインインしてください。',
    },
  },
};

interface PageTexts {
  readonly password: string;
  readonly repeat: string;
  readonly hint: string;
  readonly submit: string;
  readonly notSet: string;
  readonly differ: string;
  /** Precedes the title of a page that is shown again with errors. */
  readonly errorTitle: string;
  readonly tenant: string;
  /** What to do once the password is set. */
  readonly next: string;
  readonly documentation: string;
  readonly deadTitle: string;
  readonly deadLead: string;
  readonly deadAdvice: string;
  readonly problemTitle: string;
  readonly busy: string;
  readonly again: string;
  readonly requestId: string;
}

export const PAGE_TEXTS: Localized<PageTexts> = {
  'zh-CN': {
    password: '新密码',
    repeat: '再次输入新密码',
    hint: '{min} 到 {max} 个字符。不能是常见密码，也不能包含您邮箱地址中 @ 之前的部分。',
    submit: '设置密码',
    notSet: '密码尚未设置，请更正下面标出的内容。',
    differ: '两次输入的密码不一致。',
    errorTitle: '错误：',
    tenant: '登录时请填写租户代码 {code}。',
    next: '请在您的组织所使用的管理程序中登录。如果不知道是哪一个，请询问其他管理员。现在可以关闭此页面。',
    documentation: '面向开发人员：API 文档',
    deadTitle: '链接已失效',
    deadLead: '该链接已使用、已过期，或已被更新的链接取代。',
    deadAdvice: '如果您已经设置了密码，请直接登录；否则请重新获取链接。',
    problemTitle: '操作未完成',
    busy: '目前请求过多，请稍候一分钟。',
    again: '请重新打开邮件中的链接。',
    requestId: '请求 ID：',
  },
  'zh-TW': {
    password: '新密碼',
    repeat: '再次輸入新密碼',
    hint: '{min} 到 {max} 個字元。不能是常見密碼，也不能包含您電子郵件地址中 @ 之前的部分。',
    submit: '設定密碼',
    notSet: '密碼尚未設定，請更正下方標示的內容。',
    differ: '兩次輸入的密碼不一致。',
    errorTitle: '錯誤：',
    tenant: '登入時請填寫租戶代碼 {code}。',
    next: '請在您的組織所使用的管理程式中登入。如果不知道是哪一個，請詢問其他管理員。現在可以關閉此頁面。',
    documentation: '供開發人員使用：API 文件',
    deadTitle: '連結已失效',
    deadLead: '該連結已使用、已過期，或已被更新的連結取代。',
    deadAdvice: '如果您已經設定了密碼，請直接登入；否則請重新取得連結。',
    problemTitle: '操作未完成',
    busy: '目前請求過多，請稍候一分鐘。',
    again: '請重新開啟郵件中的連結。',
    requestId: '請求 ID：',
  },
  'en-US': {
    password: 'New password',
    repeat: 'Repeat the new password',
    hint: '{min} to {max} characters. It must not be a common password or contain the part of your email address before the @.',
    submit: 'Set password',
    notSet: 'The password was not set. Correct the fields marked below.',
    differ: 'The two passwords differ.',
    errorTitle: 'Error: ',
    tenant: 'The tenant to sign in to is {code}.',
    next: 'Use the program in which your organisation manages its Apps. If you do not know which one that is, ask another administrator. You can close this page now.',
    documentation: 'For developers: the documentation of the API',
    deadTitle: 'This link is no longer valid',
    deadLead: 'It has been used, has expired, or was replaced by a newer one.',
    deadAdvice: 'If you have set your password, sign in with it. Otherwise ask for a new link.',
    problemTitle: 'That did not work',
    busy: 'There are too many requests at the moment. Wait a minute.',
    again: 'Open the link in the email again.',
    requestId: 'Request ID:',
  },
  'ja-JP': {
    password: '新しいパスワード',
    repeat: '新しいパスワード（確認）',
    hint: '{min}～{max} 文字。よく使われるパスワードや、メールアドレスの @ より前の部分を含むものは使用できません。',
    submit: 'パスワードを設定',
    notSet: 'パスワードは設定されていません。下に示した項目を修正してください。',
    differ: '2 つのパスワードが一致しません。',
    errorTitle: 'エラー：',
    tenant: 'サインイン先のテナントは {code} です。',
    next: 'お使いの組織の管理プログラムでサインインしてください。どのプログラムかわからない場合は、ほかの管理者にお問い合わせください。このページは閉じてかまいません。',
    documentation: '開発者向け：API ドキュメント',
    deadTitle: 'このリンクは無効です',
    deadLead: 'リンクは使用済みか、期限切れか、新しいリンクに置き換えられています。',
    deadAdvice:
      'すでにパスワードを設定した場合は、そのままサインインしてください。それ以外の場合は、新しいリンクを取得してください。',
    problemTitle: '処理を完了できませんでした',
    busy: '現在リクエストが集中しています。1 分ほどお待ちください。',
    again: 'メールのリンクをもう一度開いてください。',
    requestId: 'リクエスト ID：',
  },
};
