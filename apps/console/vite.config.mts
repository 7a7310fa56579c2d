import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

/** What a browser asks the api for while `vite` serves the page. */
const API = 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  // What is built depends on nothing but the sources.
  envDir: false,
  plugins: [vue()],
  // Parts of libraries that nothing here uses, and that they leave out when told so.
  define: {
    __VUE_I18N_LEGACY_API__: false,
    __VUE_I18N_FULL_INSTALL__: true,
    __INTLIFY_PROD_DEVTOOLS__: false,
    __VUE_PROD_DEVTOOLS__: false,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/admin-api', '/api', '/console/session', '/console/env.json', '/internal'].map((path) => [path, API]),
    ),
  },
  build: {
    outDir: '../../dist/console',
    target: 'es2022',
    // An inline script or picture would want an exception of the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Tells which files a screen consists of.
    manifest: true,
    // The notices of what the bundle contains: the image has nothing else of these packages.
    license: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the door consists of is loaded at once: its many small parts would cost more in headers than in code.
            {
              name: 'door',
              test: /\/src\/(?:door\/.*\.(?:ts|vue)|(?!menu)[\w-]+\.ts|Console\.vue)|\/src\/api\/(?!reads|idle|upload)/,
            },
          ],
        },
      },
    },
  },
});
