import DefaultTheme from 'vitepress/theme-without-fonts';
import type { Theme } from 'vitepress';
import { h } from 'vue';
import { wordsOf } from '../words.mts';
import './code.css';
import './style.css';

/** Beside the guide, and no page of it: links of the menu lead to pages. */
const SwaggerLink = () => h('a', { class: 'swagger-link', href: '/docs', target: '_self' }, 'Swagger UI');

export default {
  extends: DefaultTheme,
  enhanceApp({ app, siteData }) {
    app.component('SwaggerLink', SwaggerLink);
    // A function in the configuration would reach the page as a text that it evaluates: the Content-Security-Policy
    // refuses that.
    siteData.value.themeConfig.search.options.miniSearch = { options: { tokenize: wordsOf } };
  },
} satisfies Theme;
