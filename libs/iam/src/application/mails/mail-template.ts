import { escapeHtml, mailButton, mailPage, oneLine } from '@libs/foundation';
import { durationText, type Fact, type MailTexts, type SupportedLocale } from '@libs/kernel';

export interface MailContent {
  readonly locale: SupportedLocale;
  readonly texts: MailTexts;
  readonly app: { readonly name: string; readonly iconUrl: string | null };
  /** Shown large between the lead and the validity. */
  readonly code?: string;
  /** A page to open, shown in place of a code. */
  readonly link?: string;
  /** How long the code or the link can be used. */
  readonly validSeconds?: number;
  /** The facts, one a line, shown in place of a code. */
  readonly facts?: readonly Fact[];
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The plain text and the HTML of a mail. */
export function renderMail(content: MailContent): RenderedMail {
  const { texts, code, app } = content;
  const values: Readonly<Record<string, string>> = {
    '{app}': oneLine(app.name),
    '{duration}': content.validSeconds === undefined ? '' : durationText(content.validSeconds, content.locale),
  };
  // In a single pass, so that a placeholder in the name of an App is not filled in.
  const fill = (template: string) =>
    template.replace(/\{(?:app|duration)\}/g, (placeholder) => values[placeholder] ?? '');
  const subject = fill(texts.subject);
  const paragraphs = [
    fill(texts.greeting),
    fill(texts.lead),
    ...(code ? [code] : []),
    ...(content.link ? [content.link] : []),
    ...(content.facts ? [linesOf(content.facts).join('\n')] : []),
    fill(texts.validity),
    fill(texts.caution),
  ];
  return { subject, text: `${paragraphs.join('\n\n')}\n\n${oneLine(app.name)}\n`, html: html(content, subject, fill) };
}

function html(content: MailContent, subject: string, fill: (template: string) => string): string {
  const { texts, code, app, locale } = content;
  const paragraph = (text: string, style = 'margin:0 0 16px') => `<p style="${style}">${escapeHtml(fill(text))}</p>`;
  const codeBlock = code
    ? `<p style="margin:0 0 16px;font:700 32px/1.2 monospace;letter-spacing:6px">${escapeHtml(code)}</p>`
    : '';
  const linkBlock = content.link ? mailButton(content.link, texts.button ?? content.link) : '';
  const factsBlock = content.facts
    ? `<p style="margin:0 0 16px;word-break:break-word">${linesOf(content.facts).map(escapeHtml).join('<br>')}</p>`
    : '';
  const blocks = [
    paragraph(texts.greeting),
    paragraph(texts.lead),
    codeBlock,
    linkBlock,
    factsBlock,
    paragraph(texts.validity),
    paragraph(texts.caution, 'margin:0 0 24px;color:#606770;font-size:14px'),
    `<p style="margin:0;font-weight:700">${escapeHtml(oneLine(app.name))}</p>`,
  ];
  return mailPage({ locale, subject, iconUrl: app.iconUrl, content: blocks.join('') });
}

function linesOf(facts: readonly Fact[]): string[] {
  return facts.map(({ label, value }) => `${label}: ${oneLine(value)}`);
}

/** A point in time as its reader would write it. @param timeZone an IANA name; null for UTC. */
export function momentText(moment: Date, locale: SupportedLocale, timeZone: string | null): string {
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone: timeZone ?? 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, format).format(moment);
}
