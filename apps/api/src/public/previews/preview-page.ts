import { createHash } from 'node:crypto';
import type { SupportedLocale } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';
import { markup, Markup } from '../../http/answers/markup';

const STYLE = `
*{box-sizing:border-box}
html{color-scheme:light;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:#f4f5f7;color:#1d2129;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
header,main{margin:0 auto;max-width:45rem;padding:1.25rem}
header{font-size:.875rem;color:#4b5563}
header p{margin:0 0 .5rem}
main{min-height:100vh;background:#fff}
h1,h2,h3,h4,h5,h6{line-height:1.3}
img{max-width:100%;height:auto}
table{display:block;overflow-x:auto;border-collapse:collapse}
th,td{border:1px solid #d1d5db;padding:.25rem .5rem;text-align:start}
pre{overflow-x:auto;background:#f0f1f3;padding:.75rem}
blockquote{margin:0;padding-inline-start:1rem;border-inline-start:4px solid #d1d5db}
a{color:#1a4fba}
a:focus-visible{outline:3px solid #1a4fba;outline-offset:2px}
nav a{margin-inline-end:.75rem}
.summary{font-size:1.125rem;color:#4b5563}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A draft as a page of its own. */
export interface PreviewedText {
  readonly locale: SupportedLocale;
  readonly locales: readonly SupportedLocale[];
  readonly title: string;
  readonly summary: string;
  readonly coverUrl: string | null;
  /** Sanitised. */
  readonly bodyHtml: string;
}

/**
 * The headers of the page: no scripts, no frames, no forms, and nothing but images is loaded.
 *
 * @param imageOrigins where these may come from.
 */
export function previewHeaders(imageOrigins: string): ReadonlyMap<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `img-src ${imageOrigins}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return new Map([
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Security-Policy', policy.join('; ')],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]);
}

/** @param hrefIn the URL of the same page in another language. */
export function previewPage(text: PreviewedText, expiresAt: Date, hrefIn: (locale: SupportedLocale) => string): string {
  const { locale, locales, title, summary, coverUrl, bodyHtml } = text;
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const note = TEXTS[locale].previewPage.note.replace('{until}', () => `${until.format(expiresAt)} UTC`);
  const links = locales.map((one) => markup`<a href="${hrefIn(one)}" lang="${one}">${nameOf(one)}</a>\n`);
  return markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<p>${note}</p>
${locales.length > 1 && markup`<nav>${links}</nav>`}
</header>
<main>
<h1>${title}</h1>
${summary !== '' && markup`<p class="summary">${summary}</p>`}
${coverUrl !== null && markup`<p><img src="${coverUrl}" alt=""></p>`}
${new Markup(bodyHtml)}
</main>
</body>
</html>
`.text;
}

/** The name of a language in itself. */
function nameOf(locale: SupportedLocale): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}
