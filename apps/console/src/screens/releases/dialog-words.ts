import type { Locale } from '../../locale';

interface DialogWords {
  readonly now: string;
  readonly later: string;
  readonly silent: string;
}

/** What the dialog of a client says around the texts of a release, in the language of the phone and not of the page. */
export const DIALOG_WORDS: Readonly<Record<Locale, DialogWords>> = {
  'zh-CN': { now: '立即更新', later: '以后再说', silent: '后台下载，下次启动时生效，不弹出对话框。' },
  'zh-TW': { now: '立即更新', later: '稍後再說', silent: '於背景下載，下次啟動時生效，不會跳出對話框。' },
  'en-US': {
    now: 'Update now',
    later: 'Later',
    silent: 'Downloaded in the background and used at the next start, without a dialog.',
  },
  'ja-JP': {
    now: '今すぐ更新',
    later: 'あとで',
    silent: 'バックグラウンドでダウンロードされ、次回の起動時に反映されます。ダイアログは表示されません。',
  },
};
