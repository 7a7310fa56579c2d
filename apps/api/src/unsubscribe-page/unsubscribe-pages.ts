import type { DomainError, SupportedLocale } from '@libs/kernel';
import { layout } from '../password-pages/layout';
import { markup } from '../http/answers/markup';
import { TEXTS } from '../locales/texts';

/** Asks whether to unsubscribe. @param appName null if the App is not available. */
export function questionPage(locale: SupportedLocale, appName: string | null, action: string): string {
  const { title, lead, leadWithoutApp, submit } = TEXTS[locale].unsubscribePage;
  const question = appName === null ? leadWithoutApp : lead.replace('{app}', () => appName);
  const content = markup`<h1>${title}</h1>
<p>${question}</p>
<form method="post" action="${action}">
<button type="submit">${submit}</button>
</form>`;
  return layout(locale, title, content);
}

export function unsubscribedPage(locale: SupportedLocale): string {
  const { doneTitle, done } = TEXTS[locale].unsubscribePage;
  return layout(locale, doneTitle, markup`<h1>${doneTitle}</h1>\n<p role="status">${done}</p>`);
}

/** @param isDead whether the link is the problem. */
export function refusalPage(locale: SupportedLocale, error: DomainError, requestId: string, isDead: boolean): string {
  const { deadTitle, problemTitle, requestId: label } = TEXTS[locale].unsubscribePage;
  const title = isDead ? deadTitle : problemTitle;
  const content = markup`<h1>${title}</h1>
<div role="alert"><p>${error.detail(locale)}</p></div>
${!isDead && markup`<p class="hint">${label} <code>${requestId}</code></p>`}`;
  return layout(locale, title, content);
}
