import { oneLine } from '@libs/foundation';
import { durationText, type Fact, type MailTexts, type SupportedLocale } from '@libs/kernel';

export interface NoticeContent {
  readonly texts: MailTexts;
  readonly facts?: readonly Fact[];
  /** How long what it is about can be used. */
  readonly validSeconds?: number;
}

/** Filled in when the notice is shown, with the name that the App has then. */
const APP_NAME = '{{app_name}}';

/**
 * The texts of a mail as those of an inbox: without a greeting, in Markdown. The first paragraph is pushed, too, so that
 * it says what happened and nothing else; there is neither a link nor a code in any.
 */
export function noticeText(
  locale: SupportedLocale,
  { texts, facts = [], validSeconds }: NoticeContent,
): { readonly title: string; readonly body: string } {
  const duration = validSeconds === undefined ? '' : durationText(validSeconds, locale);
  const fill = (template: string) => template.replaceAll('{app}', APP_NAME).replaceAll('{duration}', duration);
  const list = facts.map(({ label, value }) => `- ${label}: ${asMarkdown(oneLine(value))}`);
  const body = [
    fill(asSentence(texts.lead)),
    ...(list.length === 0 ? [] : [list.join('\n')]),
    fill(texts.validity),
    fill(texts.caution),
  ];
  return { title: fill(texts.subject), body: body.join('\n\n') };
}

/** In a mail it follows a greeting. */
function asSentence(lead: string): string {
  return lead.charAt(0).toUpperCase() + lead.slice(1);
}

/**
 * Text in the midst of a line that means nothing but itself, since clients choose the names of their devices: no markup,
 * nothing to be filled in, no address that becomes a link. Points between digits are left to read. Angle brackets are
 * replaced by others: whoever escapes HTML would take an escaped one for two characters.
 */
function asMarkdown(value: string): string {
  return value
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/[\\`*_{}[\]~|@]|(?<=[a-z]):|(?<!\d)\.|\.(?!\d)/gi, '\\$&');
}
