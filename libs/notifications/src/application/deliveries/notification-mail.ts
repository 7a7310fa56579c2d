import { escapeHtml, type Mail, mailButton, mailPage, oneLine } from '@libs/foundation';
import type { MessageAction } from '../../domain/messages/message-settings';
import { filledIn, placeholderValues } from '../../domain/messages/placeholders';
import { TEXTS } from '../../locales/texts';
import type { DeliveringApp } from './delivering-apps';
import type { RenderedText } from './recipient-texts';

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
}: Addressed): Pick<Mail, 'from' | 'subject' | 'text' | 'html'> & Required<Pick<Mail, 'headers'>> {
  const names = placeholderValues(displayName, app.name, text.locale);
  const subject = oneLine(filledIn(text.title, names, (value) => value));
  const body = filledIn(text.text, names, oneLine);
  const html =
    text.html === null
      ? `<p style="margin:0 0 16px;white-space:pre-wrap">${escapeHtml(body)}</p>`
      : filledIn(text.html, names, (value) => escapeHtml(oneLine(value)));
  const url = action?.type === 'url' ? action.target : null;
  const { unsubscribeReason, unsubscribe, open } = TEXTS[text.locale].mail;
  const reason = unsubscribeReason.replace('{app}', () => oneLine(app.name));
  const content = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4">${escapeHtml(subject)}</h1>`,
    `<div style="margin:0 0 24px;overflow-wrap:anywhere">${html}</div>`,
    url === null ? '' : mailButton(url, open),
    `<p style="margin:0;font-weight:700">${escapeHtml(oneLine(app.name))}</p>`,
    unsubscribeUrl === null
      ? ''
      : `<p style="${SMALL_PRINT}">${escapeHtml(reason)} <a href="${escapeHtml(unsubscribeUrl)}">${unsubscribe}</a></p>`,
  ].join('');
  const end = unsubscribeUrl === null ? '' : `\n-- \n${reason}\n${unsubscribe}: ${unsubscribeUrl}\n`;
  return {
    from: app.sender,
    subject,
    text: `${body}\n\n${url === null ? '' : `${open}: ${url}\n\n`}${oneLine(app.name)}\n${end}`,
    html: mailPage({ locale: text.locale, subject, iconUrl: app.iconUrl, content }),
    // RFC 8058: whoever reads the mail can end it with one click, and the mail program sends it.
    headers:
      unsubscribeUrl === null
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
