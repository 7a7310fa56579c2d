import type { Locale } from '../locale';

interface Look {
  readonly locale: Locale;
  readonly isDark: boolean;
  /** From 0.8 to 2. */
  readonly scale: number;
}

/** Of `text` and `bgcolor`: colours that hold without any style. */
const COLOURS = { light: ['#ffffff', '#1a2130', '#1a56bd'], dark: ['#171c26', '#e7eaf0', '#8fb6f9'] } as const;

/**
 * A document around what the API has rendered, for a frame in which nothing runs. It inherits the policy of the page, so
 * that styles may come from a file alone.
 */
export function phoneDocument(html: string, { locale, isDark, scale }: Look, origin: string): string {
  const [background, ink, link] = COLOURS[isDark ? 'dark' : 'light'];
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    `<meta name="color-scheme" content="${isDark ? 'dark' : 'light'}">`,
    `<link rel="stylesheet" href="${origin}/console/phone.css"></head>`,
    `<body class="scale-${Math.round(scale * 10) * 10}" bgcolor="${background}" text="${ink}" link="${link}">`,
    html,
    '</body></html>',
  ].join('\n');
}
