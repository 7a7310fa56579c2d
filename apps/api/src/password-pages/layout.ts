import { createHash } from 'node:crypto';
import type { SupportedLocale } from '@libs/kernel';
import { FAVICON_DATA } from '../http/answers/favicon';
import { markup, Markup } from '../http/answers/markup';

/** Colours have a contrast of 4.5 or more; fields are large enough for thumbs, and for phones not to zoom in. */
const STYLE = `
*{box-sizing:border-box}
html{color-scheme:light;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:#f4f5f7;color:#1d2129;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
main{margin:0 auto;max-width:28rem;min-height:100vh;padding:2rem 1.25rem;background:#fff}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 1rem}
p{margin:0 0 1rem}
label{display:block;font-weight:600;margin:1.25rem 0 .25rem}
.hint{color:#4b5563;font-size:.875rem;margin:0 0 .5rem}
.error{color:#b3261e;font-size:.875rem;font-weight:600;margin:0 0 .5rem}
input{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid #6b7280;border-radius:.5rem;background:#fff;color:inherit;font:inherit}
input[aria-invalid]{border:2px solid #b3261e}
button{width:100%;min-height:3rem;margin-top:1.5rem;padding:.5rem 1rem;border:0;border-radius:.5rem;background:#1a4fba;color:#fff;font:inherit;font-weight:600;cursor:pointer}
input:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid #1a4fba;outline-offset:2px}
[role=alert]{border-left:4px solid #b3261e;background:#fdf0ef;padding:.75rem 1rem;margin:0 0 1rem}
[role=alert] p{margin:0}
a{color:#1a4fba}
code{background:#f0f1f3;border-radius:.25rem;padding:.125rem .375rem;font-size:.875em}
@media (min-width:30rem){main{margin:3rem auto;min-height:0;padding:2.5rem;border-radius:.75rem}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** No scripts, nothing loaded but the icon in the page itself, no framing, and forms are sent only to this service. */
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** The headers of every page, besides those of all answers, which include no-store and no-referrer. */
export const PAGE_HEADERS: ReadonlyMap<string, string> = new Map([
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Robots-Tag', 'noindex, nofollow'],
]);

/** A whole page. */
export function layout(locale: SupportedLocale, title: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${FAVICON_DATA}">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.text;
}
