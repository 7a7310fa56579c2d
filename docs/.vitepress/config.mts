import { defineConfig } from 'vitepress';
import { asClasses, theme } from './highlighting.mts';
import { alignByClass, joinLines, keepBraces, type Markdown, nameFilesOutside } from './links.mts';
import { navigationOf } from './navigation.mts';
import { texts } from './texts.mts';
import { wordsOf } from './words.mts';

const [english, chinese] = [texts.root, texts.zh];

/** The index is built by the words that the theme asks it by. Not enumerable: functions must not be part of the page. */
const search = Object.defineProperty({ locales: { zh: { translations: chinese.search } } }, 'miniSearch', {
  value: { options: { tokenize: wordsOf } },
});

export default defineConfig({
  base: '/docs/guide/',
  title: 'AppKernel',
  cleanUrls: true,
  // Without it each page has the list of all in a script of its own, which changes with each of them.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/favicon.ico' }]],
  locales: {
    root: { label: 'English', lang: 'en', description: english.description, themeConfig: themeOf('root') },
    zh: { label: '简体中文', lang: 'zh-CN', description: chinese.description, themeConfig: themeOf('zh') },
  },
  themeConfig: { search: { provider: 'local', options: search }, externalLinkIcon: true },
  // By a style within the page, which the Content-Security-Policy refuses.
  appearance: { disableTransition: false },
  transformHtml: (html) => asMain(withoutStyles(html)),
  markdown: {
    theme,
    html: false,
    linkify: false,
    codeTransformers: [asClasses],
    config(markdown) {
      for (const change of [nameFilesOutside, keepBraces, alignByClass, joinLines]) change(markdown as Markdown);
    },
  },
  vite: {
    // What is built depends on nothing but the sources.
    envDir: import.meta.dirname,
    logLevel: 'warn',
    build: { assetsInlineLimit: 0 },
  },
});

function themeOf(language: 'root' | 'zh') {
  return { ...texts[language].theme, ...navigationOf(language) };
}

/** The Content-Security-Policy refuses styles in markup: `theme/style.css` says what is needed of them. */
function withoutStyles(html: string): string {
  return html.replaceAll(/(<[a-z]\S*(?: [^<>]*?)?) style="[^"]*"/g, '$1');
}

/** The theme has a landmark in every page but the home page. `theme/index.ts` does the same for whoever comes by a link. */
function asMain(html: string): string {
  return html.replace('<div class="VPContent is-home"', '<div role="main" class="VPContent is-home"');
}
