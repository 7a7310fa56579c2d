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
  },
});
