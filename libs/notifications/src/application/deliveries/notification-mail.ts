import { escapeHtml, type Mail, mailButton, mailPage, oneLine } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { MessageAction } from '../../domain/messages/message-settings';
import { filledIn } from '../../domain/messages/placeholders';
import type { DeliveringApp } from './delivering-apps';
import type { RenderedText } from './recipient-texts';

interface UnsubscribeTexts {
  readonly why: string;
  readonly link: string;
}

/** Below marketing mail. `{app}` is the App's name. */
const UNSUBSCRIBE: Readonly<Record<SupportedLocale, UnsubscribeTexts>> = {
  'zh-CN': { why: '您收到此邮件，是因为您在 {app} 中同意接收营销邮件。', link: '退订' },
  'zh-TW': { why: '您收到此郵件，是因為您在 {app} 中同意接收行銷郵件。', link: '取消訂閱' },
  'en-US': { why: 'You get this mail because you agreed to marketing mail in {app}.', link: 'Unsubscribe' },
  'ja-JP': {
    why: '{app} でマーケティングメールの受信に同意されたため、このメールをお送りしています。',
    link: '配信停止',
  },
};

/** On the button of a message that leads to a page of the web. */
const OPEN: Readonly<Record<SupportedLocale, string>> = {
  'zh-CN': '查看详情',
  'zh-TW': '查看詳情',
  'en-US': 'Open',
  'ja-JP': '詳細を見る',
};

interface Addressed {
  readonly app: DeliveringApp;
  readonly text: RenderedText;
  readonly displayName: string | null;
  /** A page or article is shown by the App, and has no address for others. */
  readonly action: MessageAction | null;
  /** For marketing: where it can be ended. */
  readonly unsubscribeUrl: string | null;
}

const SMALL_PRINT = 'margin:24px 0 0;color:#606770;font-size:14px';

/** A message as a mail to one member. Nothing but the names is made for each. */
export function notificationMail({
  app,
  text,
  displayName,
  action,
  unsubscribeUrl,
}: Addressed): Pick<Mail, 'subject' | 'text' | 'html'> & Required<Pick<Mail, 'headers'>> {
  const names = { display_name: displayName ?? '', app_name: app.name };
  const subject = oneLine(filledIn(text.title, names, (value) => value));
  const body = filledIn(text.text, names, oneLine);
  const html =
    text.html === null
      ? `<p style="margin:0 0 16px;white-space:pre-wrap">${escapeHtml(body)}</p>`
      : filledIn(text.html, names, (value) => escapeHtml(oneLine(value)));
  const url = action?.type === 'url' ? action.target : null;
  const { why, link } = UNSUBSCRIBE[text.locale];
  const reason = why.replace('{app}', () => oneLine(app.name));
  const content = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4">${escapeHtml(subject)}</h1>`,
    `<div style="margin:0 0 24px;overflow-wrap:anywhere">${html}</div>`,
    url === null ? '' : mailButton(url, OPEN[text.locale]),
    `<p style="margin:0;font-weight:700">${escapeHtml(oneLine(app.name))}</p>`,
    unsubscribeUrl === null
      ? ''
      : `<p style="${SMALL_PRINT}">${escapeHtml(reason)} <a href="${escapeHtml(unsubscribeUrl)}">${link}</a></p>`,
  ].join('');
  const end = unsubscribeUrl === null ? '' : `\n-- \n${reason}\n${link}: ${unsubscribeUrl}\n`;
  return {
    subject,
    text: `${body}\n\n${url === null ? '' : `${OPEN[text.locale]}: ${url}\n\n`}${oneLine(app.name)}\n${end}`,
    html: mailPage({ locale: text.locale, subject, iconUrl: app.iconUrl, content }),
    // RFC 8058: whoever reads the mail can end it with one click, and the mail program sends it.
    headers:
      unsubscribeUrl === null
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
