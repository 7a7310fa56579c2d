import { createSSRApp } from 'vue';
import App from './App.vue';
import { i18n } from './locale';

/** Called by uni-app, once for each start. */
export function createApp() {
  const app = createSSRApp(App);
  app.use(i18n);
  return { app };
}
