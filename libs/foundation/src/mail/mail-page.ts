import type { SupportedLocale } from '@libs/kernel';

interface MailPage {
  readonly locale: SupportedLocale;
  readonly subject: string;
  readonly iconUrl: string | null;
  /** HTML. */
  readonly content: string;
}

/** How mails look. HTML for mail clients: tables and inline styles, nothing loaded but the icon. */
export function mailPage({ locale, subject, iconUrl, content }: MailPage): string {
  const icon = iconUrl
    ? `<img src="${escapeHtml(iconUrl)}" width="48" height="48" alt="" style="border-radius:10px;display:block;margin:0 0 16px">`
    : '';
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="margin:0;background:#f4f5f7;color:#1c1e21;font:16px/1.6 sans-serif">` +
    `<table role="presentation" width="100%"><tr><td align="center" style="padding:24px">` +
    `<table role="presentation" width="100%" style="max-width:480px;background:#fff;border-radius:12px"><tr><td style="padding:32px">` +
    icon +
    content +
    `</td></tr></table></td></tr></table></body></html>\n`
  );
}

/**
 * A link as a button, with its address in text below for readers who cannot follow links. The button is a table cell with
 * a background colour, which also mail clients with little CSS show.
 */
export function mailButton(url: string, label: string): string {
  const address = escapeHtml(url);
  return (
    `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 16px"><tr>` +
    `<td bgcolor="#1c1e21" style="border-radius:8px"><a href="${address}" style="display:inline-block;padding:12px 24px;` +
    `color:#fff;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>` +
    `<p style="margin:0 0 16px;color:#606770;font-size:14px;word-break:break-all">${address}</p>`
  );
}

/** Prevents a name from adding a header or a paragraph. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character,
  );
}
