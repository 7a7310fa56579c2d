import type { SupportedLocale } from '@libs/kernel';
import type { MailTexts } from '../mails/mail-texts';

type Localized = Readonly<Record<SupportedLocale, MailTexts>>;

/** The date of the erasure is shown between the lead and the validity. */
export const DELETION_REQUESTED: Localized = {
  'zh-CN': {
    subject: '您的 {app} 账号将被删除',
    greeting: '您好，',
    lead: '我们收到了删除您账号的请求，您已在所有设备上退出登录。账号及其数据将在以下时间之后永久删除：',
    validity: '在此之前重新登录即可取消删除。',
    caution: '如果不是您本人操作，请立即登录以取消删除，并修改密码。',
  },
  'zh-TW': {
    subject: '您的 {app} 帳號將被刪除',
    greeting: '您好，',
    lead: '我們收到了刪除您帳號的請求，您已在所有裝置上登出。帳號及其資料將在以下時間之後永久刪除：',
    validity: '在此之前重新登入即可取消刪除。',
    caution: '如果不是您本人操作，請立即登入以取消刪除，並變更密碼。',
  },
  'en-US': {
    subject: 'Your {app} account will be deleted',
    greeting: 'Hello,',
    lead: 'we were asked to delete your account, and you are signed out everywhere. The account and all its data will be erased for good after:',
    validity: 'If you sign in before then, the account will be kept.',
    caution: 'If you did not ask for this, sign in now to keep the account, and change your password.',
  },
  'ja-JP': {
    subject: '{app} のアカウントは削除されます',
    greeting: 'こんにちは。',
    lead: 'アカウントの削除が申請され、すべての端末からサインアウトしました。次の日時を過ぎると、アカウントとデータは完全に消去されます：',
    validity: 'それまでにサインインすると、削除は取り消されます。',
    caution: 'お心当たりがない場合は、すぐにサインインして削除を取り消し、パスワードを変更してください。',
  },
};

export const DELETION_CANCELLED: Localized = {
  'zh-CN': {
    subject: '您的 {app} 账号不会被删除',
    greeting: '您好，',
    lead: '由于您的账号刚刚登录，删除请求已取消。',
    validity: '账号及其数据均保持不变。',
    caution: '如果登录的不是您本人，请立即修改密码。',
  },
  'zh-TW': {
    subject: '您的 {app} 帳號不會被刪除',
    greeting: '您好，',
    lead: '由於您的帳號剛剛登入，刪除請求已取消。',
    validity: '帳號及其資料均保持不變。',
    caution: '如果登入的不是您本人，請立即變更密碼。',
  },
  'en-US': {
    subject: 'Your {app} account will be kept',
    greeting: 'Hello,',
    lead: 'somebody just signed in to your account, so it will not be deleted.',
    validity: 'The account and its data are unchanged.',
    caution: 'If it was not you who signed in, change your password now.',
  },
  'ja-JP': {
    subject: '{app} のアカウントの削除は取り消されました',
    greeting: 'こんにちは。',
    lead: 'アカウントへのサインインがあったため、削除の申請は取り消されました。',
    validity: 'アカウントとデータはそのまま残ります。',
    caution: 'サインインにお心当たりがない場合は、すぐにパスワードを変更してください。',
  },
};

export const EXPORT_READY: Localized = {
  'zh-CN': {
    subject: '您的 {app} 数据已可下载',
    greeting: '您好，',
    lead: '您申请的个人数据副本已准备好，请通过以下链接下载：',
    validity: '链接在 {duration}内有效。',
    caution: '任何持有此链接的人都可以读取您的数据，请勿转发。如果不是您本人申请的，请立即修改密码。',
  },
  'zh-TW': {
    subject: '您的 {app} 資料已可下載',
    greeting: '您好，',
    lead: '您申請的個人資料副本已準備好，請透過以下連結下載：',
    validity: '連結在 {duration}內有效。',
    caution: '任何持有此連結的人都可以讀取您的資料，請勿轉寄。如果不是您本人申請的，請立即變更密碼。',
  },
  'en-US': {
    subject: 'Your {app} data is ready to download',
    greeting: 'Hello,',
    lead: 'the copy of your personal data that you asked for is ready. Download it here:',
    validity: 'The link is valid for {duration}.',
    caution:
      'Anyone with the link can read your data, so do not pass it on. If you did not ask for it, change your password now.',
  },
  'ja-JP': {
    subject: '{app} のデータをダウンロードできます',
    greeting: 'こんにちは。',
    lead: '申請された個人データの写しが用意できました。次のリンクからダウンロードしてください：',
    validity: 'リンクの有効期限は {duration}です。',
    caution:
      'リンクを知っている人は誰でもデータを読むことができます。転送しないでください。お心当たりがない場合は、すぐにパスワードを変更してください。',
  },
};

/** The link is what the notice opens, and not in its text. */
export const EXPORT_READY_IN_INBOX: Localized = {
  'zh-CN': { ...EXPORT_READY['zh-CN'], lead: '您申请的个人数据副本已准备好，打开此消息的链接即可下载。' },
  'zh-TW': { ...EXPORT_READY['zh-TW'], lead: '您申請的個人資料副本已準備好，開啟此訊息的連結即可下載。' },
  'en-US': {
    ...EXPORT_READY['en-US'],
    lead: 'the copy of your personal data that you asked for is ready. Open the link of this message to download it.',
  },
  'ja-JP': {
    ...EXPORT_READY['ja-JP'],
    lead: '申請された個人データの写しが用意できました。このメッセージのリンクを開いてダウンロードしてください。',
  },
};
