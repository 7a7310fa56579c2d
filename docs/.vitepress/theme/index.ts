import DefaultTheme from 'vitepress/theme-without-fonts';
import { type Theme, useData } from 'vitepress';
import { h, onMounted, watch } from 'vue';
import { wordsOf } from '../words.mts';
import './code.css';
import './style.css';

/** Beside the guide, and no page of it: links of the menu lead to pages. */
const SwaggerLink = () => h('a', { class: 'swagger-link', href: '/docs', target: '_self' }, 'Swagger UI');

/** The home page is the one without a landmark of its own. */
function markMain(isHome: boolean): void {
  const content = document.getElementById('VPContent');
  if (isHome) content?.setAttribute('role', 'main');
  else content?.removeAttribute('role');
}

export default {
  extends: DefaultTheme,
  setup() {
    const { frontmatter } = useData();
    const isHome = () => frontmatter.value['layout'] === 'home';
    onMounted(() => watch(isHome, markMain, { immediate: true, flush: 'post' }));
  },
  enhanceApp({ app, siteData }) {
    app.component('SwaggerLink', SwaggerLink);
    // A function in the configuration would reach the page as a text that it evaluates: the Content-Security-Policy
    // refuses that.
    const { search } = siteData.value.themeConfig as { search: { options: { miniSearch?: object } } };
    search.options.miniSearch = { options: { tokenize: wordsOf } };
  },
} satisfies Theme;
