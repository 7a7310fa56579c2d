import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';

const PAGE = '/docs/captcha';
const OWN = join(__dirname, 'assets');

/** The page that shows the CAPTCHA at work, with the widgets of its package: it works without a network. */
export function serveCaptchaPage(app: NestExpressApplication): void {
  const files = assets();
  const http = app.getHttpAdapter().getInstance();
  http.get(PAGE, (_request: unknown, response: Response) => response.sendFile('index.html', { root: OWN }));
  for (const [name, path] of Object.entries(files)) {
    http.get(`${PAGE}/assets/${name}`, (_request: unknown, response: Response) => response.sendFile(path));
  }
}

function assets(): Readonly<Record<string, string>> {
  const widgets = dirname(require.resolve('go-captcha-vue'));
  return {
    'vue.js': require.resolve('vue/dist/vue.runtime.global.prod.js'),
    'widgets.js': join(widgets, 'go-captcha-vue.umd.js'),
    'widgets.css': join(widgets, 'style.css'),
    'adapter.js': join(OWN, 'adapter.js'),
    'page.js': join(OWN, 'page.js'),
    'page.css': join(OWN, 'page.css'),
  };
}
