/** A day in words, such as 28 November 2026. Engines of Apps have no `Intl` everywhere. */
export function dayOf(instant: string, locale: string): string {
  const date = new Date(instant);
  if (typeof Intl === 'undefined') return instant.slice(0, 10);
  const language = locale === 'zh-Hans' ? 'zh-CN' : 'en-GB';
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(date);
}
