// First of all: it takes the token of a mailed link out of the address bar.
import './door/link-token';
import { createApp } from 'vue';
import Console from './Console.vue';
import { foundOutdated, readEnv } from './env';
import { hasUnsaved } from './api/unsaved';
import { firstLocale, i18n, loadTexts, speak } from './i18n';
import { isPreparing, router } from './router';
import { applyTheme } from './theme';
import './theme.css';
import './controls.css';

applyTheme();

addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});

const RELOADED = 'ak-reloaded';

// A part that the server no longer has: a new version has been rolled out since this page was opened.
addEventListener('vite:preloadError', (event) => {
  // Nobody waits for it: whoever types their password goes on, and it is asked for again once they are in.
  if (isPreparing) return;
  const reloaded = Number(sessionStorage.getItem(RELOADED) ?? 0);
  // Once: where it fails again at once, the part is not merely old.
  if (hasUnsaved() || Date.now() - reloaded < 60_000) return foundOutdated();
  event.preventDefault();
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});

addEventListener('focus', () => void readEnv());

async function start(): Promise<void> {
  void readEnv();
  await Promise.all([speak(firstLocale()), loadTexts('', 'door')]);
  createApp(Console).use(i18n).use(router).mount('#app');
}

void start();
