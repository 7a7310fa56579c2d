import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FAVICON_FILE } from '../http/answers/favicon';
import { servePage } from '../http/answers/pages';

const OWN = join(__dirname, 'assets');

/** Serves the page that demonstrates the CAPTCHA, with the widgets from its package: it works without a network. */
export function serveCaptchaPage(app: NestExpressApplication, findApp: () => Promise<string | null>): void {
  const widgets = dirname(require.resolve('go-captcha-vue'));
  servePage(app.getHttpAdapter().getInstance(), {
    path: '/docs/captcha',
    html: join(OWN, 'index.html'),
    files: {
      'favicon.ico': FAVICON_FILE,
      'vue.js': require.resolve('vue/dist/vue.runtime.global.prod.js'),
      'widgets.js': join(widgets, 'go-captcha-vue.umd.js'),
      'widgets.css': join(widgets, 'style.css'),
      'adapter.js': join(OWN, 'adapter.js'),
      'page.js': join(OWN, 'page.js'),
      'page.css': join(OWN, 'page.css'),
    },
    findApp,
  });
}
